"""Reads the evenings of a club for their pages: the list, newest first, and one evening with its tables in order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Count, Q

from league.models import Meeting, Table
from league.selectors.tables import TableEntry, TableFilter, TablePlace, tables_page

if TYPE_CHECKING:
    from datetime import date

PAGE_MEETINGS = 50
PAGE_TABLES = 60


@dataclass(frozen=True, slots=True)
class MeetingLine:
    """An evening in the list: its ordinal among the club's evenings and what was played, but for void tables."""

    ordinal: int
    public_id: str
    club_day: date
    season_id: str
    season_name: str
    tables: int
    conflicts: int
    waiting: int


@dataclass(frozen=True, slots=True)
class Evening:
    """One evening: its ordinal, its tables, and the evenings before and after it ('' where there is none)."""

    ordinal: int
    tables: tuple[TableEntry, ...]
    pages: int
    before: str
    after: str


def meetings_list(*, club_id: int, season: int | None = None, page: int = 1) -> tuple[list[MeetingLine], int]:
    """Return a page of evenings, newest first, and how many pages there are. Two queries."""
    meetings = Meeting.objects.filter(club=club_id)
    if season is not None:
        meetings = meetings.filter(season=season)
    total = meetings.count()
    first = (page - 1) * PAGE_MEETINGS
    standing = ~Q(tables__state=Table.State.VOID)
    rows = (
        meetings.annotate(
            played=Count("tables", filter=standing),
            conflicts=Count("tables", filter=standing & Q(tables__conflict=True)),
            waiting=Count("tables", filter=Q(tables__state=Table.State.OPEN)),
        )
        .order_by("-club_day")
        .values_list(
            "public_id", "club_day", "season__public_id", "season__name", "played", "conflicts", "waiting"
        )
    )
    lines = [
        MeetingLine(total - first - index, public_id, day, season_id or "", name or "", *counts)
        for index, (public_id, day, season_id, name, *counts) in enumerate(
            rows[first : first + PAGE_MEETINGS]
        )
    ]
    return lines, max(1, -(-total // PAGE_MEETINGS))


def meeting_of_club(*, club_id: int, public_id: str) -> Meeting | None:
    """Return a meeting with its season; None for unknown and foreign ones. One query."""
    return Meeting.objects.select_related("season").filter(club=club_id, public_id=public_id).first()


def evening_of(*, meeting: Meeting, page: int = 1) -> Evening | None:
    """Return a page of an evening's tables in order; None beyond the last page."""
    of_club = Meeting.objects.filter(club=meeting.club_id)
    earlier = of_club.filter(club_day__lt=meeting.club_day).order_by("-club_day")
    later = of_club.filter(club_day__gt=meeting.club_day).order_by("club_day")
    total = Table.objects.filter(meeting=meeting).count()
    first = (page - 1) * PAGE_TABLES
    if page > 1 and first >= total:
        return None
    tables = tables_page(
        club_id=meeting.club_id,
        wanted=TableFilter(meeting=meeting.pk),
        after=_last_before(meeting, first),
        limit=PAGE_TABLES,
    )
    return Evening(
        ordinal=earlier.count() + 1,
        tables=tuple(tables),
        pages=max(1, -(-total // PAGE_TABLES)),
        before=earlier.values_list("public_id", flat=True).first() or "",
        after=later.values_list("public_id", flat=True).first() or "",
    )


def _last_before(meeting: Meeting, first: int) -> TablePlace | None:
    """Return the place of the last table of the page before."""
    if first == 0:
        return None
    rows = Table.objects.filter(meeting=meeting).order_by("round", "number", "public_id")
    round_, number, public_id = rows.values_list("round", "number", "public_id")[first - 1]
    return TablePlace(meeting.club_day, round_, number, public_id)
