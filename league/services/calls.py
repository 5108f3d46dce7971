"""Changes as plain values: a verb and its arguments by public ids, so that a worker can rehearse what a page asks.

Pages that offer a preview make their change through here as well: what was previewed is what is done.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any, TypeVar

from django.utils.translation import gettext_lazy as _

from league.models import Meeting, Player, PlayerMerge, Season, Submission, Table
from league.services.clubs import season_assign
from league.services.corrections import table_correct, table_swap_seats
from league.services.decisions import submission_confirm, submission_reject
from league.services.errors import Invalid, WrongState
from league.services.meetings import meeting_move_day
from league.services.merges import player_merge, player_unmerge
from league.services.people import player_change
from league.services.submissions import Place
from league.services.tables import (
    table_mark_unfinished,
    table_move,
    table_restore,
    table_unmark_unfinished,
    table_void,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from django.db.models import Model, QuerySet

    from league.models import Club
    from league.services.actors import Actor

    Row = TypeVar("Row", bound=Model)
    Perform = Callable[["Asked"], object]


@dataclass(frozen=True, slots=True)
class Call:
    """A change of a club: its verb and plain arguments, as JSON holds them."""

    verb: str
    arguments: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Asked:
    """A call with the one who makes it."""

    actor: Actor
    club: Club
    arguments: Mapping[str, Any]

    def table(self) -> dict[str, Any]:
        """Return what every verb of a table takes."""
        tables = Table.objects.filter(meeting__club=self.club).select_related(
            "meeting__club", "meeting__season"
        )
        return {
            "actor": self.actor,
            "table": _one(tables, self.arguments["table"]),
            "lock_version": int(self.arguments["lock_version"]),
        }

    def reason(self) -> str:
        """Return why."""
        return str(self.arguments.get("reason", ""))

    def submission(self) -> Submission:
        """Return the report."""
        reports = Submission.objects.filter(club=self.club)
        return _one(reports.select_related("table__meeting__season", "club"), self.arguments["submission"])

    def player(self, name: str) -> Player:
        """Return a player that an argument names."""
        return _one(Player.objects.filter(club=self.club).select_related("club"), self.arguments[name])

    def meeting(self) -> Meeting:
        """Return the meeting."""
        return _one(
            Meeting.objects.filter(club=self.club).select_related("club", "season"), self.arguments["meeting"]
        )


def call_perform(*, actor: Actor, club: Club, call: Call) -> object:
    """Make a change; return what its service returns, and raise what it raises.

    Raises:
        WrongState: something that the call names isn't there any more.
        LookupError: there is no such verb.
    """
    return _VERBS[call.verb](Asked(actor, club, call.arguments))


def _one(rows: QuerySet[Row], public_id: str) -> Row:
    found = rows.filter(public_id=public_id).first()
    if found is None:
        raise WrongState(_("This is no longer there. Load the page again."))
    return found


def _correct(asked: Asked) -> object:
    given = asked.arguments.get("players")
    people = Player.objects.filter(club=asked.club)
    return table_correct(
        **asked.table(),
        report=asked.arguments["report"],
        reason=asked.reason(),
        players=[_one(people, public_id) for public_id in given] if given is not None else None,
    )


def _swap(asked: Asked) -> object:
    one, other = asked.arguments["seats"]
    return table_swap_seats(**asked.table(), seats=(one, other), reason=asked.reason())


def _move(asked: Asked) -> object:
    place = asked.arguments["place"]
    day = date.fromisoformat(place["club_day"])
    return table_move(
        **asked.table(), place=Place(day, place["round"], place["number"]), reason=asked.reason()
    )


def _confirm(asked: Asked) -> object:
    return submission_confirm(
        actor=asked.actor,
        submission=asked.submission(),
        lock_version=int(asked.arguments["lock_version"]),
        warnings_reason=asked.reason(),
    )


def _reject(asked: Asked) -> object:
    return submission_reject(
        actor=asked.actor,
        submission=asked.submission(),
        lock_version=int(asked.arguments["lock_version"]),
        reason=asked.reason(),
    )


def _of_table(service: Callable[..., object]) -> Perform:
    return lambda asked: service(**asked.table(), reason=asked.reason())


def _merge(asked: Asked) -> object:
    return player_merge(actor=asked.actor, source=asked.player("source"), target=asked.player("target"))


def _unmerge(asked: Asked) -> object:
    merge = PlayerMerge.objects.filter(club=asked.club, pk=asked.arguments["merge"]).first()
    if merge is None:
        raise WrongState(_("This is no longer there. Load the page again."))
    return player_unmerge(actor=asked.actor, merge=merge)


def _guest(asked: Asked) -> object:
    return player_change(
        actor=asked.actor, player=asked.player("player"), guest=bool(asked.arguments["guest"])
    )


def _move_day(asked: Asked) -> object:
    return meeting_move_day(
        actor=asked.actor,
        meeting=asked.meeting(),
        club_day=date.fromisoformat(asked.arguments["club_day"]),
        reason=asked.reason(),
        seen={"club_day": date.fromisoformat(asked.arguments["was"])} if "was" in asked.arguments else None,
    )


def _assign(asked: Asked) -> object:
    wanted = asked.arguments["season"]
    season = Season.objects.filter(club=asked.club, public_id=wanted).first() if wanted else None
    if wanted and season is None:
        raise Invalid(_("Please choose a season of this club."), field="season")
    seen = {"season": asked.arguments["was"] or None} if "was" in asked.arguments else None
    return season_assign(actor=asked.actor, meeting=asked.meeting(), season=season, seen=seen)


_VERBS: Mapping[str, Perform] = {
    "table.correct": _correct,
    "table.swap": _swap,
    "table.move": _move,
    "table.void": _of_table(table_void),
    "table.restore": _of_table(table_restore),
    "table.unfinished": _of_table(table_mark_unfinished),
    "table.finished": _of_table(table_unmark_unfinished),
    "submission.confirm": _confirm,
    "submission.reject": _reject,
    "player.merge": _merge,
    "player.unmerge": _unmerge,
    "player.guest": _guest,
    "meeting.day": _move_day,
    "meeting.season": _assign,
}
