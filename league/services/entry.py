"""Taking in a sheet from the entry page: one call that adds the people it brings along and stores its report."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from league.services.decisions import reason_check
from league.services.drafts import draft_save
from league.services.errors import Invalid, NameTaken, Problem, ReportRefused, WrongState
from league.services.people import player_create, players_by_name
from league.services.reports import report_judge
from league.services.revisions import club_lock
from league.services.submissions import submission_submit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from league.models import Club, Submission, Table
    from league.services.actors import Actor
    from league.services.submissions import Place, SubmitAnswer


@dataclass(frozen=True, slots=True)
class Newcomer:
    """Somebody whom a sheet names for the first time, on purpose; `position` is the seat's place in the report."""

    position: int
    name: str
    reading: str = ""
    guest: bool = False


def entry_submit(  # noqa: PLR0913  (one argument for each thing a scorer decides)
    *,
    actor: Actor,
    club: Club,
    place: Place,
    report: dict[str, object],
    key: str,
    newcomers: Sequence[Newcomer] = (),
    onto: Table | None = None,
    draft: Submission | None = None,
    reason: str = "",
    unconfirmed: bool = False,
) -> SubmitAnswer:
    """Store a sheet. Unless `unconfirmed`, one that can't be confirmed is refused, so that it is put right at once.

    Whether the actor may is asked by the services that write, which this one is made of.

    Raises:
        ReportRefused: errors of the referee, unknown people; nothing was written, not even the newcomers.
        Invalid: there are warnings and no reason (field `reason`), or as for `submission_submit`.
        NumberTaken, KeyReused, NotAllowed, WrongState: as for `submission_submit`.
    """
    if not unconfirmed:
        _refuse_unconfirmable(club=club, report=report, onto=onto, reason=reason)
    with transaction.atomic():
        _add_newcomers(actor=actor, club=club, newcomers=newcomers)
        return submission_submit(
            actor=actor,
            club=club,
            place=place,
            report=report,
            onto=onto,
            draft=draft,
            warnings_reason=reason,
            idempotency_key=key,
        )


def entry_keep(
    *, actor: Actor, club: Club, fields: dict[str, str], draft: Submission | None
) -> Submission | None:
    """Keep what is typed so far; None where it can't be kept: already sent, or beyond any size."""
    try:
        return draft_save(actor=actor, club=club, raw={"form": fields}, draft=draft)
    except (Invalid, WrongState):
        return None


def _refuse_unconfirmable(*, club: Club, report: dict[str, object], onto: Table | None, reason: str) -> None:
    judged = report_judge(club=club, report=report, table=onto)
    if judged.has_errors:
        confirms = club.confirmation_mode == club.ConfirmationMode.DIRECT
        raise ReportRefused(
            _("There are mistakes, so this was not confirmed.")
            if confirms
            else _("There are mistakes, so this was not sent yet."),
            findings=judged.judgement.findings,
        )
    if judged.has_warnings and not reason_check(reason, needed=False):
        raise Invalid(_("The referee has a warning: say why the report is right."), field="reason")


def _add_newcomers(*, actor: Actor, club: Club, newcomers: Sequence[Newcomer]) -> None:
    """Add those who are still unknown; a sheet that is sent again finds its newcomers there."""
    if not newcomers:
        return
    # The club's lock first: two sheets that bring the same newcomer along wait for each other here.
    club_lock(club)
    names = [newcomer.name for newcomer in newcomers if "\x00" not in newcomer.name]
    known = players_by_name(club=club, names=names)
    for newcomer in newcomers:
        if newcomer.name in known:
            continue
        try:
            player_create(
                actor=actor,
                club=club,
                name=newcomer.name,
                reading=newcomer.reading,
                guest=newcomer.guest,
            )
        except NameTaken:
            continue  # named at two seats: the report itself is refused for that
        except Invalid as refusal:
            column = "reading" if refusal.field == "reading" else "player"
            problem = Problem(f"/seats/{newcomer.position}/{column}", refusal.code, refusal.message)
            raise ReportRefused(
                _("The report can't be stored: see the names."), problems=[problem]
            ) from refusal
