"""A table's history as sentences: who did what, when, and why. Who and why are told to members only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext

from league.models import Submission
from league.templatetags.sekijun import club_time

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from league.selectors.table_page import Event, TablePage, Version


@dataclass(frozen=True, slots=True)
class Moment:
    """One entry of the timeline; `version` leads to a report, 0 to none."""

    at: datetime
    at_text: str
    what: str
    who: str
    why: str
    version: int
    current: bool


def timeline_of(page: TablePage, *, zone: str, member: bool) -> tuple[Moment, ...]:
    """Return the history, oldest first."""
    told = [
        Moment(
            at, club_time(at, zone), what, _who(who, member=member), why if member else "", number, current
        )
        for at, what, who, why, number, current in (*_reports(page), *_deeds(page))
    ]
    return tuple(sorted(told, key=lambda moment: moment.at))


def state_label(version: Version) -> str:
    """Return what became of a report."""
    return {
        Submission.State.SUBMITTED.value: gettext("waiting for a decision"),
        Submission.State.CONFIRMED.value: gettext("confirmed"),
        Submission.State.SUPERSEDED.value: gettext("replaced"),
        Submission.State.REJECTED.value: gettext("rejected"),
    }.get(version.state, version.state)


def _who(username: str, *, member: bool) -> str:
    return username if member and username else gettext("the scorer")


def _reports(page: TablePage) -> Iterator[tuple[datetime, str, str, str, int, bool]]:
    for version in page.versions:
        what = gettext("Version {number} reported: {state}").format(
            number=version.number, state=state_label(version)
        )
        current = version.state == Submission.State.CONFIRMED
        yield version.reported_at, what, version.author, version.reason, version.number, current
        if version.decided_at and (version.decided_by, version.decision_reason) != (
            version.author,
            version.reason,
        ):
            yield (
                version.decided_at,
                _decision(version),
                version.decided_by,
                version.decision_reason,
                0,
                False,
            )


def _decision(version: Version) -> str:
    if version.state == Submission.State.REJECTED:
        return gettext("Version {number} rejected").format(number=version.number)
    return gettext("Version {number} confirmed").format(number=version.number)


def _deeds(page: TablePage) -> Iterator[tuple[datetime, str, str, str, int, bool]]:
    for event in page.events:
        if what := _deed(event):
            yield event.at, what, event.who, event.reason, 0, False


def _deed(event: Event) -> str:
    """Return what was done to the table; opening it by a report is told by the report."""
    match event.verb:
        case "void":
            return gettext("Declared void")
        case "restore":
            return gettext("Restored")
        case "mark_unfinished":
            return gettext("Marked as broken off")
        case "unmark_unfinished":
            return gettext("Marked as finished")
        case "move":
            return gettext("Moved from {old} to {new}").format(old=_place(event.old), new=_place(event.new))
        case _:
            return ""


def _place(facts: object) -> str:
    if not isinstance(facts, dict):
        return ""
    words = gettext("{day} round {round} table {number}")
    return words.format(day=facts.get("club_day"), round=facts.get("round"), number=facts.get("number"))
