"""Sending a sheet: the one service call, and what each of its refusals means on the page."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from django.utils.translation import gettext

from league.forms.place import place_of
from league.forms.report import report_of
from league.forms.sheet import sheet_of
from league.selectors.entry import draft_named, table_named
from league.services.actors import Actor
from league.services.entry import Newcomer, entry_submit
from league.services.errors import KeyReused, NumberTaken, Refused, ReportRefused
from league.services.submissions import Place
from league.views.entry_look import Look, look
from league.views.entry_page import Say, problems_said

if TYPE_CHECKING:
    from django.contrib.auth.models import User

    from league.forms.sheet import Sheet
    from league.models import Club, Table
    from league.services.submissions import SubmitAnswer

SENDING = ("send", "send-unconfirmed", "onto", "onto-unconfirmed", "number", "number-unconfirmed")
_FIELDS = {"club_day": "day", "ruleset": "game"}


def send(*, user: User, club: Club, sheet: Sheet, do: str) -> SubmitAnswer | Look:
    """Send a sheet; return the answer, or the sheet with what is to be put right.

    `do` says where to and in which way: `send`, `onto`, `number:4`, and `send-unconfirmed` and so on for each.
    """
    what, _, number = do.partition(":")
    where, _, way = what.partition("-")
    if where == "number":
        sheet = replace(sheet, number=number, number_preset=number)
    onto = table_named(club=club, public_id=sheet.onto) if where == "onto" else None
    place = place_of(sheet).whole
    if where == "onto" and onto is None:
        return _refused(look(club, sheet), gettext("That table is not there any more. Please send again."))
    if place is None or sheet.early_bird_astray:
        return _refused(look(club, sheet), _see_fields())
    try:
        return _submit(
            user=user,
            club=club,
            sheet=sheet,
            place=Place(*place),
            onto=onto,
            unconfirmed=way == "unconfirmed",
        )
    except Refused as refusal:
        return _explained(look(club, sheet, onto=onto), refusal, way)


def _submit(
    *, user: User, club: Club, sheet: Sheet, place: Place, onto: Table | None, unconfirmed: bool
) -> SubmitAnswer:
    return entry_submit(
        actor=Actor.of(user),
        club=club,
        place=place,
        report=report_of(sheet),
        key=sheet.key,
        newcomers=[
            Newcomer(index, seat.player.strip(), seat.reading.strip(), seat.guest)
            for index, seat in enumerate(sheet.played)
            if seat.player.strip() and (seat.new or sheet.new_people)
        ],
        onto=onto,
        draft=draft_named(club=club, user_id=user.pk, public_id=sheet.draft),
        reason=sheet.reason if sheet.accept else "",
        unconfirmed=unconfirmed,
    )


def _explained(found: Look, refusal: Refused, way: str) -> Look:
    """Say a refusal where it belongs."""
    if isinstance(refusal, NumberTaken):
        found.taken, found.way = refusal, way
        found.sheet = replace(found.sheet, onto=refusal.table.public_id)
    elif isinstance(refusal, KeyReused):
        found.sheet = replace(found.sheet, key=sheet_of({}).key)
        found.earlier = refusal.submission
        message = gettext(
            "This sheet was sent before and has been changed since. Send again to store it once more."
        )
        found.refuse(message, status=refusal.status)
        return found
    elif isinstance(refusal, ReportRefused):
        said = {say.field for say in found.verdict.says}
        found.verdict.says += [
            say for say in problems_said(found.sheet, refusal.problems) if say.field not in said
        ]
    elif refusal.field:
        say = Say("error", str(refusal.message), _FIELDS.get(refusal.field, refusal.field))
        if say not in found.verdict.says:
            found.verdict.says.append(say)
        return _refused(found, _see_fields(), refusal.status)
    return _refused(found, str(refusal.message), refusal.status)


def _see_fields() -> str:
    return gettext("This was not sent yet: see the marked fields.")


def _refused(found: Look, message: str, status: int = 422) -> Look:
    found.refuse(message, status=status if status != 400 else 422)  # noqa: PLR2004 - 400 is for what can't be read
    found.focus = next(iter(found.verdict.bad), "")
    return found
