"""Reads the evenings of a club for their pages: the list, newest first, and one evening with its tables in order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Count, Exists, OuterRef, Q

from league.models import Meeting, Table
from league.selectors.tables import TableEntry, TableFilter, TablePlace, tables_page

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date

PAGE_MEETINGS = 50
PAGE_TABLES = 60


@dataclass(frozen=True, slots=True)
class MeetingLine:
    """An evening in the list: what was played, but for void tables, and its ordinal if anything was (else 0).

    In the list of a season ordinals are left out: they count the evenings of the whole club.
    """

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
    """One evening: its ordinal (0 if nothing was played), its tables, and its neighbours ('' where there is none)."""

    ordinal: int
    tables: tuple[TableEntry, ...]
    pages: int
    before: str
    after: str


def evenings_held(*, club_id: int, until: date) -> int:
    """Return how many evenings up to a day have a table that isn't void: the ordinal of the last of them. One query.

    It looks at the evenings and one table of each, so that it doesn't grow with what is played at them.
    """
    standing = Table.objects.filter(~Q(state=Table.State.VOID), meeting=OuterRef("pk"))
    return Meeting.objects.filter(Exists(standing), club=club_id, club_day__lte=until).count()


def meetings_list(*, club_id: int, season: int | None = None, page: int = 1) -> tuple[list[MeetingLine], int]:
    """Return a page of evenings, newest first, and how many pages there are. Four queries."""
    meetings = Meeting.objects.filter(club=club_id)
    if season is not None:
        meetings = meetings.filter(season=season)
    total = meetings.count()
    first = (page - 1) * PAGE_MEETINGS
    fields = ("pk", "public_id", "club_day", "season__public_id", "season__name")
    rows = list(meetings.order_by("-club_day").values_list(*fields)[first : first + PAGE_MEETINGS])
    counts = _counts(row[0] for row in rows)
    held = evenings_held(club_id=club_id, until=rows[0][2]) if rows and season is None else 0
    lines = []
    for key, public_id, day, season_id, name in rows:
        played, conflicts, waiting = counts.get(key, (0, 0, 0))
        ordinal = max(0, held) if played else 0
        held -= 1 if played else 0
        lines.append(
            MeetingLine(ordinal, public_id, day, season_id or "", name or "", played, conflicts, waiting)
        )
    return lines, max(1, -(-total // PAGE_MEETINGS))


def _counts(meetings: Iterable[int]) -> dict[int, tuple[int, int, int]]:
    """Return how many tables of these evenings stand, are in conflict, and wait for a decision. One query."""
    standing = ~Q(state=Table.State.VOID)
    tables = Table.objects.filter(meeting__in=list(meetings)).order_by().values_list("meeting")
    rows = tables.annotate(
        played=Count("pk", filter=standing),
        conflicts=Count("pk", filter=standing & Q(conflict=True)),
        waiting=Count("pk", filter=Q(state=Table.State.OPEN)),
    )
    return {meeting: (played, conflicts, waiting) for meeting, played, conflicts, waiting in rows}


def meeting_of_club(*, club_id: int, public_id: str) -> Meeting | None:
    """Return a meeting with its season; None for unknown and foreign ones. One query."""
    return Meeting.objects.select_related("season").filter(club=club_id, public_id=public_id).first()


def meeting_on(*, club_id: int, day: date) -> Meeting | None:
    """Return the meeting of a day. One query."""
    return Meeting.objects.filter(club=club_id, club_day=day).first()


def evening_of(*, meeting: Meeting, page: int = 1) -> Evening | None:
    """Return a page of an evening's tables in order; None beyond the last page."""
    of_club = Meeting.objects.filter(club=meeting.club_id)
    earlier = of_club.filter(club_day__lt=meeting.club_day).order_by("-club_day")
    later = of_club.filter(club_day__gt=meeting.club_day).order_by("club_day")
    counted = Table.objects.filter(meeting=meeting).aggregate(
        all=Count("pk"), standing=Count("pk", filter=~Q(state=Table.State.VOID))
    )
    total = counted["all"]
    first = (page - 1) * PAGE_TABLES
    if page > 1 and first >= total:
        return None
    tables = tables_page(
        club_id=meeting.club_id,
        wanted=TableFilter(meeting=meeting.pk),
        after=_last_before(meeting, first),
        limit=PAGE_TABLES,
    )
    held = evenings_held(club_id=meeting.club_id, until=meeting.club_day) if counted["standing"] else 0
    return Evening(
        ordinal=held,
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
