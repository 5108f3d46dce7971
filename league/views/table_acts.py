"""The acts on a table: which right each needs, what it asks, and the call of a service that it makes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.forms.place import day_of
from league.forms.report import number_of
from league.services.calls import Call
from league.services.errors import Invalid
from league.services.policy import Verb

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import date

    from django.utils.functional import _StrOrPromise

    from league.models import Table
    from league.selectors.table_page import TablePage, Version


@dataclass(frozen=True, slots=True)
class Sent:
    """An act as it was sent."""

    table: Table
    lock_version: int
    version: Version | None
    typed: Mapping[str, str]

    @property
    def reason(self) -> str:
        """Why."""
        return self.typed.get("reason", "")

    @property
    def submission(self) -> str:
        """The report that the act is about, by its public id."""
        return self.version.public_id if self.version is not None else ""

    @property
    def about_table(self) -> dict[str, Any]:
        """What every call about the table itself says."""
        return {"table": self.table.public_id, "lock_version": self.lock_version, "reason": self.reason}


@dataclass(frozen=True, slots=True)
class Act:
    """An act: `word` is its address, `explains` what will happen.

    `reason` says whether one is asked, and must be given; `previews` whether the act can move a ladder.
    """

    word: str
    right: Verb
    title: _StrOrPromise
    explains: _StrOrPromise
    button: _StrOrPromise
    call: Callable[[Sent], Call]
    reason: str = "needed"
    about_version: bool = False
    dangerous: bool = False
    previews: bool = True
    fields: tuple[str, ...] = field(default=())

    def asks(self, page: TablePage, version: Version | None) -> str:
        """Return what will happen, for this table."""
        if self.word == "confirm" and version is not None and page.confirmed is not None:
            words = gettext("Version {number} takes the place of version {old}, which stays in the history.")
            return words.format(number=version.number, old=page.confirmed.number)
        return str(self.explains)

    def needs_reason(self, version: Version | None) -> str:
        """Return whether a reason is 'needed', 'optional' or not asked ('')."""
        if self.word == "confirm" and version is not None and version.doubtful and not version.reason:
            return "needed"
        return self.reason

    def proposal(self, page: TablePage) -> dict[str, str]:
        """Return what the fields hold before anything is typed."""
        if "place" not in self.fields:
            return {}
        table = page.table
        day = table.meeting.club_day.isoformat()
        return {"club_day": day, "round": str(table.round), "number": str(table.number)}


def _decision(verb: str) -> Callable[[Sent], Call]:
    return lambda sent: Call(
        verb,
        {"submission": sent.submission, "lock_version": sent.lock_version, "reason": sent.reason},
    )


def _swap(sent: Sent) -> Call:
    seats = [_number(sent.typed, "seat_a", "seats"), _number(sent.typed, "seat_b", "seats")]
    return Call("table.swap", {**sent.about_table, "seats": seats})


def _move(sent: Sent) -> Call:
    place = {
        "club_day": _day(sent.typed, "club_day").isoformat(),
        "round": _number(sent.typed, "round", "round"),
        "number": _number(sent.typed, "number", "number"),
    }
    return Call("table.move", {**sent.about_table, "place": place})


def _of_table(verb: str) -> Callable[[Sent], Call]:
    return lambda sent: Call(verb, sent.about_table)


def _number(typed: Mapping[str, str], name: str, field_name: str) -> int:
    number = number_of(typed.get(name, ""))
    if not isinstance(number, int):
        raise Invalid(_("Please give a whole number."), field=field_name)
    return number


def _day(typed: Mapping[str, str], name: str) -> date:
    day = day_of(typed.get(name, "").strip())
    if day is None:
        raise Invalid(_("Please give a day like 2026-10-31."), field=name)
    return day


ACTS: dict[str, Act] = {
    act.word: act
    for act in (
        Act(
            word="confirm",
            right=Verb.CONFIRM,
            title=_("Confirm version {number}"),
            explains=_("This report becomes the result of the table, and the standings follow."),
            button=_("Confirm"),
            call=_decision("submission.confirm"),
            reason="optional",
            about_version=True,
        ),
        Act(
            word="reject",
            right=Verb.REJECT,
            title=_("Reject version {number}"),
            explains=_("The report no longer counts as open. It stays in the history with your reason."),
            button=_("Reject"),
            call=_decision("submission.reject"),
            about_version=True,
            dangerous=True,
            previews=False,
        ),
        Act(
            word="swap",
            right=Verb.CORRECT,
            title=_("Swap two seats"),
            explains=_(
                "Two people exchange seat numbers and keep everything else. The old version stays in the history."
            ),
            button=_("Swap the seats"),
            call=_swap,
            fields=("seats",),
        ),
        Act(
            word="move",
            right=Verb.MOVE,
            title=_("Move to another place"),
            explains=_(
                "The order of tables is day, round, number. "
                "Ratings are computed in that order, so later ones may change."
            ),
            button=_("Move the table"),
            call=_move,
            reason="optional",
            fields=("place",),
        ),
        Act(
            word="unfinished",
            right=Verb.MARK_UNFINISHED,
            title=_("Mark as broken off"),
            explains=_("The table stays visible and is not rated. This can be undone."),
            button=_("Mark as broken off"),
            call=_of_table("table.unfinished"),
            dangerous=True,
        ),
        Act(
            word="finished",
            right=Verb.MARK_UNFINISHED,
            title=_("Mark as finished"),
            explains=_("The table counts again as its confirmed report says."),
            button=_("Mark as finished"),
            call=_of_table("table.finished"),
            reason="optional",
        ),
        Act(
            word="void",
            right=Verb.VOID,
            title=_("Declare this table void"),
            explains=_(
                "The table no longer counts and its number becomes free. Its reports stay, and it can be restored."
            ),
            button=_("Declare void"),
            call=_of_table("table.void"),
            dangerous=True,
        ),
        Act(
            word="restore",
            right=Verb.RESTORE,
            title=_("Restore this table"),
            explains=_(
                "The table counts again as before. If its number is taken, it gets the next free one."
            ),
            button=_("Restore"),
            call=_of_table("table.restore"),
            reason="optional",
        ),
    )
}
