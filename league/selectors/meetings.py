"""Reads the meetings (例会) of a club."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db.models import Count, Q

from league.models import Meeting, Table

if TYPE_CHECKING:
    from datetime import date

    from django.db.models import QuerySet


@dataclass(frozen=True, slots=True)
class MeetingEntry:
    """An evening of the club; `tables` counts all but void ones. Season fields are empty without a season."""

    public_id: str
    club_day: date
    season_id: str
    season_name: str
    tables: int


def meetings_page(
    *, club_id: int, season: int | None = None, after: date | None, limit: int, newest_first: bool = False
) -> list[MeetingEntry]:
    """Return meetings by day, from the first one behind `after` on. One query."""
    meetings = Meeting.objects.filter(club=club_id)
    if season is not None:
        meetings = meetings.filter(season=season)
    if after is not None:
        meetings = (
            meetings.filter(club_day__lt=after) if newest_first else meetings.filter(club_day__gt=after)
        )
    return _entries(meetings.order_by("-club_day" if newest_first else "club_day")[:limit])


def meeting_find(*, club_id: int, public_id: str) -> MeetingEntry | None:
    """Return a meeting of the club, None for unknown and foreign ones."""
    found = _entries(Meeting.objects.filter(club=club_id, public_id=public_id))
    return found[0] if found else None


def meeting_key(*, club_id: int, public_id: str) -> int | None:
    """Return the row of a meeting, None for unknown and foreign ones."""
    meetings = Meeting.objects.filter(club=club_id, public_id=public_id)
    return meetings.order_by().values_list("pk", flat=True).first()


def _entries(meetings: QuerySet[Meeting, Any]) -> list[MeetingEntry]:
    counted = meetings.annotate(counted=Count("tables", filter=~Q(tables__state=Table.State.VOID)))
    fields = counted.values_list("public_id", "club_day", "season__public_id", "season__name", "counted")
    return [
        MeetingEntry(public_id, club_day, season_id or "", season_name or "", tables)
        for public_id, club_day, season_id, season_name, tables in fields
    ]
