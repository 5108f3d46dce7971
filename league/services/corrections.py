"""Corrections of a confirmed report: each is a new report of the table that takes the old one's place at once."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_lazy as _

from league.models import Submission, Table
from league.services.changes import Change, club_change
from league.services.decisions import confirm_inside, reason_check
from league.services.errors import Invalid, ReportRefused, WrongState
from league.services.policy import Verb, authorise
from league.services.raw import raw_storable
from league.services.reports import Judged, players_find, report_judge
from league.services.submissions import incoming_prepare, incoming_store
from league.services.table_state import table_take

if TYPE_CHECKING:
    from collections.abc import Sequence

    from league.models import Player
    from league.services.actors import Actor


def table_correct(
    *,
    actor: Actor,
    table: Table,
    lock_version: int,
    report: object,
    reason: str,
    players: Sequence[Player] | None = None,
    create_missing_players: bool = False,
) -> Submission:
    """Replace what is confirmed of a table by another report, and say why.

    `players` names the people seat by seat where the report's own names won't do (renamed, anonymised).
    Reports that are still open stay so and show as a conflict where they differ.

    Raises:
        Stale: the table changed since the actor saw version `lock_version`.
        ReportRefused: the correction contradicts the rules, or can't be stored.
        Invalid: no reason.
        WrongState: nothing is confirmed yet, or the table is void.
    """
    authorise(actor=actor, verb=Verb.CORRECT, club=table.meeting.club, season=table.meeting.season)
    reason = reason_check(reason, needed=True)
    judged = report_judge(club=table.meeting.club, report=raw_storable(report), table=table)
    with club_change(actor=actor, club=table.meeting.club, what="table.correct") as change:
        locked = table_take(change=change, table=table, verb=Verb.CORRECT, lock_version=lock_version)
        _confirmed_of(locked)
        found = players_find(
            change=change, judged=judged, create_missing=create_missing_players, given=players
        )
        return _replace(change=change, table=locked, judged=judged, players=found, reason=reason)


def table_swap_seats(
    *, actor: Actor, table: Table, lock_version: int, seats: tuple[int, int], reason: str
) -> Submission:
    """Correct which of two people sat where: they exchange seat numbers and keep everything else.

    Raises:
        Invalid: one of the seats is not at the table.
        Stale, ReportRefused, WrongState: as for `table_correct`.
    """
    authorise(actor=actor, verb=Verb.CORRECT, club=table.meeting.club, season=table.meeting.season)
    reason = reason_check(reason, needed=True)
    with club_change(actor=actor, club=table.meeting.club, what="table.swap_seats") as change:
        locked = table_take(change=change, table=table, verb=Verb.CORRECT, lock_version=lock_version)
        confirmed = _confirmed_of(locked)
        report = _with_seats_swapped(confirmed.raw["report"], seats)
        judged = report_judge(club=change.club, report=report, table=locked)
        people = [line.player for line in confirmed.lines.select_related("player").order_by("position")]
        return _replace(change=change, table=locked, judged=judged, players=people, reason=reason)


def _confirmed_of(table: Table) -> Submission:
    if table.state == Table.State.VOID:
        raise WrongState(_("This table is void. Restore it first."))
    confirmed = table.submissions.filter(state=Submission.State.CONFIRMED).first()
    if confirmed is None:
        raise WrongState(_("Nothing is confirmed yet that could be corrected."))
    return confirmed


def _with_seats_swapped(report: dict[str, Any], seats: tuple[int, int]) -> dict[str, Any]:
    swapped = deepcopy(report)
    partner = {seats[0]: seats[1], seats[1]: seats[0]}
    seated = [entry for entry in swapped["seats"] if entry.get("seat") is not None]
    if seats[0] == seats[1] or not {entry["seat"] for entry in seated}.issuperset(seats):
        raise Invalid(_("Choose two seats of this table."), field="seats")
    for entry in seated:
        entry["seat"] = partner.get(entry["seat"], entry["seat"])
        entry.pop("final", None)  # where seats break ties, it is worked out anew
    if swapped.get("trigger_seat") in partner:  # it was the person who did it, wherever they sat
        swapped["trigger_seat"] = partner[swapped["trigger_seat"]]
    return swapped


def _replace(
    *, change: Change, table: Table, judged: Judged, players: Sequence[Player], reason: str
) -> Submission:
    if judged.has_errors:
        raise ReportRefused(
            _("The correction contradicts the rules; nothing was changed."),
            findings=judged.judgement.findings,
        )
    raw = {
        "club_day": table.meeting.club_day.isoformat(),
        "round": table.round,
        "number": table.number,
        "report": judged.report,
    }
    incoming = incoming_prepare(
        change=change, table=table, judged=judged, players=players, raw=raw, reason=reason
    )
    confirm_inside(change=change, table=table, submission=incoming.submission, reason=reason)
    incoming_store(change=change, table=table, incoming=incoming, verb="correct")
    return incoming.submission
