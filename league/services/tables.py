"""Verbs of a whole table: open, void, restore, mark as unfinished, move. Its reports stay as they are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from league.models import Player, Table
from league.models.ids import MAX_ROUND_OR_NUMBER
from league.services.changes import club_change
from league.services.decisions import reason_check
from league.services.errors import Invalid, WrongState
from league.services.facts import table_facts
from league.services.meetings import meeting_ensure
from league.services.policy import Verb, authorise
from league.services.rulesets import ruleset_find
from league.services.submissions import Place, place_check
from league.services.table_state import number_check, number_next_free, table_settle, table_take

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from league.models import Club, Meeting
    from league.services.actors import Actor
    from league.services.changes import Change


@dataclass(frozen=True, slots=True)
class Move:
    """A table, the version in which the actor saw it, and where it belongs."""

    table: Table
    lock_version: int
    place: Place


def table_create(
    *,
    actor: Actor,
    club: Club,
    place: Place,
    game: str,
    ruleset: str = "base",
    planned_seats: Sequence[Player] | None = None,
) -> Table:
    """Open a table before its result is known, with the people who are to sit there, seat 1 first.

    Raises:
        Invalid: unknown ruleset, somebody twice, or somebody of another club.
        NumberTaken: the number is in use at that meeting.
    """
    authorise(actor=actor, verb=Verb.REPORT, club=club)
    place_check(place)
    row = ruleset_find(club=club, game=game, key=ruleset)
    if row is None:
        raise Invalid(_("There is no ruleset of this name for this game."), field="ruleset")
    planned = list(planned_seats or ())
    if any(player.club_id != club.pk for player in planned):
        raise Invalid(_("This person belongs to another club."), field="planned_seats")
    if len({player.pk for player in planned}) != len(planned):
        raise Invalid(_("Somebody is planned for two seats."), field="planned_seats")
    with club_change(actor=actor, club=club, what="table.create") as change:
        meeting = meeting_ensure(change=change, club_day=place.club_day)
        authorise(actor=actor, verb=Verb.REPORT, club=club, season=meeting.season)
        number_check(meeting=meeting, number=place.number)
        table = Table.objects.create(
            meeting=meeting,
            round=place.round,
            number=place.number,
            ruleset=row,
            planned_seats=[player.public_id for player in planned] or None,
        )
        change.log("create", "table", table.public_id, new=table_facts(table))
    return table


def table_void(*, actor: Actor, table: Table, lock_version: int, reason: str) -> Table:
    """Take a table out of everything: it keeps its reports but frees its number and is not rated.

    Raises:
        WrongState: it is void already.
        Stale, Invalid: see errors.
    """
    authorise(actor=actor, verb=Verb.VOID, club=table.meeting.club, season=table.meeting.season)
    reason = reason_check(reason, needed=True)
    with club_change(actor=actor, club=table.meeting.club, what="table.void") as change:
        locked = table_take(change=change, table=table, verb=Verb.VOID, lock_version=lock_version)
        if locked.state == Table.State.VOID:
            raise WrongState(_("This table is void already."))
        old = table_facts(locked)
        locked.state_reason = reason
        table_settle(locked, void=True)
        _log(change, "void", locked, old=old, reason=reason)
    return locked


def table_restore(*, actor: Actor, table: Table, lock_version: int, reason: str = "") -> Table:
    """Bring a void table back as confirmed, unfinished or open; it takes the next number if its own is taken."""
    authorise(actor=actor, verb=Verb.RESTORE, club=table.meeting.club, season=table.meeting.season)
    reason = reason_check(reason, needed=False)
    with club_change(actor=actor, club=table.meeting.club, what="table.restore") as change:
        locked = table_take(change=change, table=table, verb=Verb.RESTORE, lock_version=lock_version)
        if locked.state != Table.State.VOID:
            raise WrongState(_("Only a void table can be restored."))
        old = table_facts(locked)
        same_number = Table.objects.filter(meeting=locked.meeting, number=locked.number)
        if same_number.exclude(state=Table.State.VOID).exists():
            locked.number = number_next_free(locked.meeting)
        locked.state_reason = reason
        table_settle(locked, void=False)
        _log(change, "restore", locked, old=old, reason=reason)
    return locked


def table_mark_unfinished(*, actor: Actor, table: Table, lock_version: int, reason: str) -> Table:
    """Say that a game was broken off: the table stays visible and is not rated."""
    return _mark(actor=actor, table=table, lock_version=lock_version, unfinished=True, reason=reason)


def table_unmark_unfinished(*, actor: Actor, table: Table, lock_version: int, reason: str = "") -> Table:
    """Undo `table_mark_unfinished`."""
    return _mark(actor=actor, table=table, lock_version=lock_version, unfinished=False, reason=reason)


def table_move(*, actor: Actor, table: Table, lock_version: int, place: Place, reason: str = "") -> Table:
    """Give a table another place in the order; see `tables_move`."""
    return tables_move(
        actor=actor, club=table.meeting.club, moves=[Move(table, lock_version, place)], reason=reason
    )[0]


def tables_move(*, actor: Actor, club: Club, moves: Sequence[Move], reason: str = "") -> list[Table]:
    """Move several tables at once, so that two can swap numbers or a row of them can shift.

    Raises:
        NumberTaken: a table that doesn't move holds one of the numbers.
        Invalid: two of the moves end at the same number, or a table is named twice.
        WrongState: a table is void; its number says nothing.
        Stale: a table changed since the actor saw it.
    """
    reason = reason_check(reason, needed=False)
    for move in moves:
        place_check(move.place)
        authorise(actor=actor, verb=Verb.MOVE, club=club, season=move.table.meeting.season)
    _check_moves(moves, club)
    with club_change(actor=actor, club=club, what="table.move") as change:
        # Ascending ids: every service that holds several tables takes them in this order.
        locked = {
            move.table.pk: table_take(
                change=change, table=move.table, verb=Verb.MOVE, lock_version=move.lock_version
            )
            for move in sorted(moves, key=lambda move: move.table.pk)
        }
        old = {pk: table_facts(table) for pk, table in locked.items()}
        for table in locked.values():
            if table.state == Table.State.VOID:
                raise WrongState(_("This table is void. Restore it first."))
            change.touch(table.order_key)
        destinations = [_destination(change=change, move=move, moving=locked) for move in moves]
        _park(list(locked.values()), but={move.place.number for move in moves})
        for move, meeting in zip(moves, destinations, strict=True):
            table = locked[move.table.pk]
            table.meeting = meeting
            table.round, table.number = move.place.round, move.place.number
            table_settle(table)
            _log(change, "move", table, old=old[table.pk], reason=reason)
    return [locked[move.table.pk] for move in moves]


def _mark(*, actor: Actor, table: Table, lock_version: int, unfinished: bool, reason: str) -> Table:
    authorise(actor=actor, verb=Verb.MARK_UNFINISHED, club=table.meeting.club, season=table.meeting.season)
    reason = reason_check(reason, needed=unfinished)
    with club_change(actor=actor, club=table.meeting.club, what="table.unfinished") as change:
        locked = table_take(change=change, table=table, verb=Verb.MARK_UNFINISHED, lock_version=lock_version)
        if locked.state == Table.State.VOID:
            raise WrongState(_("This table is void. Restore it first."))
        if locked.marked_unfinished == unfinished:
            raise WrongState(_("The table is in that state already."))
        old = table_facts(locked)
        locked.marked_unfinished = unfinished
        locked.state_reason = reason
        table_settle(locked)
        _log(change, "mark_unfinished" if unfinished else "unmark_unfinished", locked, old=old, reason=reason)
    return locked


def _log(change: Change, verb: str, table: Table, *, old: dict[str, object], reason: str) -> None:
    change.touch(table.order_key)
    change.log(verb, "table", table.public_id, old=old, new=table_facts(table), text={"reason": reason})


def _check_moves(moves: Sequence[Move], club: Club) -> None:
    if not moves or len({move.table.pk for move in moves}) != len(moves):
        raise Invalid(_("Name each table that moves once."), field="moves")
    if any(move.table.meeting.club_id != club.pk for move in moves):
        raise Invalid(_("This table belongs to another club."), field="moves")
    targets = {(move.place.club_day, move.place.number) for move in moves}
    if len(targets) != len(moves):
        raise Invalid(_("Two tables can't have the same number at one meeting."), field="number")


def _destination(*, change: Change, move: Move, moving: Collection[int]) -> Meeting:
    """Return the meeting that a table moves to, refusing a number that a table which stays holds."""
    meeting = meeting_ensure(change=change, club_day=move.place.club_day)
    authorise(actor=change.actor, verb=Verb.MOVE, club=change.club, season=meeting.season)
    number_check(meeting=meeting, number=move.place.number, but=moving)
    return meeting


def _park(tables: Sequence[Table], *, but: set[int]) -> None:
    """Put the moving tables on numbers that nobody uses or wants, so that no two hold one number on the way."""
    taken = but | set(
        Table.objects.filter(meeting__in={table.meeting_id for table in tables}).values_list(
            "number", flat=True
        )
    )
    free = (number for number in range(MAX_ROUND_OR_NUMBER, 0, -1) if number not in taken)
    for table, number in zip(tables, free, strict=False):
        table.number = number
        table.save(update_fields=["number"])
