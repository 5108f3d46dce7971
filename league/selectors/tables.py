"""Reads tables with their confirmed reports, people resolved; the order is the stored one (day, round, number).

Shows what everybody may see: no author, no reason, no raw input, no unconfirmed report.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db.models import Q

from games.core.findings import Finding as CheckFinding
from games.core.findings import Severity
from league.models import Finding, Line, Submission, Table
from league.models.ids import order_key
from league.selectors.players import Person, people_of, persons_by_record

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import date, datetime
    from decimal import Decimal

    from django.db.models import QuerySet


class TablePlace(NamedTuple):
    """Where a table stands among all tables of its club; void ones may share a number, so the id decides last."""

    club_day: date
    round: int
    number: int
    public_id: str


@dataclass(frozen=True, slots=True)
class Seat:
    """One line of a report. `person` is None for somebody who doesn't want to be seen."""

    position: int
    seat: int | None
    person: Person | None
    guest: bool
    participation: str
    edit_order: int | None
    help_untapped: int | None
    help_tapped: int | None
    parts: Mapping[str, Any]
    total: Decimal | None
    placement: int | None


@dataclass(frozen=True, slots=True)
class Report:
    """The confirmed report of a table."""

    key: int
    version: int
    finished: bool
    evidence: str
    channel: str
    reported_at: datetime
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class TableEntry:
    """A table with its confirmed report, if there is one. `season_id` is empty without a season."""

    place: TablePlace
    meeting_id: str
    season_id: str
    game: str
    ruleset: str
    ruleset_version: int
    state: str
    conflict: bool
    lock_version: int
    report: Report | None

    @property
    def order_key(self) -> str:
        """The place as text that sorts the same."""
        return order_key(self.place.club_day, self.place.round, self.place.number)


@dataclass(frozen=True, slots=True)
class TableFilter:
    """Which tables are wanted; None asks for nothing. `records` are the rows of one person."""

    meeting: int | None = None
    season: int | None = None
    records: frozenset[int] | None = None
    game: str | None = None
    state: str | None = None


def tables_page(
    *,
    club_id: int,
    wanted: TableFilter,
    after: TablePlace | None = None,
    limit: int,
    newest_first: bool = False,
) -> list[TableEntry]:
    """Return tables in order, from the first one behind `after` on. Six queries, however many they are."""
    tables = _filtered(Table.objects.filter(meeting__club=club_id), wanted)
    if after is not None:
        tables = tables.filter(_behind(after, newest_first=newest_first))
    sign = "-" if newest_first else ""
    fields = ("meeting__club_day", "round", "number", "public_id")
    return _entries(club_id, tables.order_by(*(sign + field for field in fields))[:limit])


def table_find(*, club_id: int, public_id: str) -> TableEntry | None:
    """Return a table of the club, None for unknown and foreign ones."""
    found = _entries(club_id, Table.objects.filter(meeting__club=club_id, public_id=public_id))
    return found[0] if found else None


def findings_of(report: Report) -> list[CheckFinding]:
    """Return what the referee said about a report, in its order; games.core.findings puts it into words."""
    rows = Finding.objects.filter(submission=report.key).order_by("position")
    return [
        CheckFinding(rule, Severity(severity), path, code, params)
        for rule, severity, path, code, params in rows.values_list(
            "rule", "severity", "path", "code", "params"
        )
    ]


def _filtered(tables: QuerySet[Table], wanted: TableFilter) -> QuerySet[Table]:
    if wanted.meeting is not None:
        tables = tables.filter(meeting=wanted.meeting)
    if wanted.season is not None:
        tables = tables.filter(meeting__season=wanted.season)
    if wanted.game is not None:
        tables = tables.filter(ruleset__game=wanted.game)
    if wanted.state is not None:
        tables = tables.filter(state=wanted.state)
    if wanted.records is not None:
        lines = Line.objects.filter(
            player__in=wanted.records, submission__state=Submission.State.CONFIRMED
        ).order_by()
        tables = tables.filter(pk__in=lines.values("submission__table"))
    return tables


def _behind(place: TablePlace, *, newest_first: bool) -> Q:
    """Return the condition for coming after a place, spelled out: SQL compares no mixed columns as one."""
    than = "lt" if newest_first else "gt"
    behind = Q(**{f"meeting__club_day__{than}": place.club_day})
    same = Q(meeting__club_day=place.club_day)
    for field in ("round", "number", "public_id"):
        value = getattr(place, field)
        behind |= same & Q(**{f"{field}__{than}": value})
        same &= Q(**{field: value})
    return behind


def _entries(club_id: int, tables: QuerySet[Table]) -> list[TableEntry]:
    rows = list(
        tables.values_list(
            "pk", "meeting__club_day", "round", "number", "public_id", "meeting__public_id",
            "meeting__season__public_id", "ruleset__game", "ruleset__key", "ruleset__version",
            "state", "conflict", "lock_version",
        )
    )  # fmt: skip
    reports = _reports(club_id, [row[0] for row in rows])
    return [
        TableEntry(
            place=TablePlace(*row[1:5]),
            meeting_id=row[5],
            season_id=row[6] or "",
            game=row[7],
            ruleset=row[8],
            ruleset_version=row[9],
            state=row[10],
            conflict=row[11],
            lock_version=row[12],
            report=reports.get(row[0]),
        )
        for row in rows
    ]


def _reports(club_id: int, tables: Sequence[int]) -> dict[int, Report]:
    """Return the confirmed report of each of these tables that has one."""
    rows = Submission.objects.filter(table__in=tables, state=Submission.State.CONFIRMED).order_by()
    submissions = list(
        rows.values_list("table_id", "pk", "version", "finished", "evidence", "channel", "created_at")
    )
    seats = _seats(club_id, [row[1] for row in submissions])
    return {
        table: Report(pk, version or 0, finished, evidence, channel, reported_at, seats.get(pk, ()))
        for table, pk, version, finished, evidence, channel, reported_at in submissions
        if table is not None
    }


def _seats(club_id: int, submissions: Iterable[int]) -> dict[int, tuple[Seat, ...]]:
    lines = list(Line.objects.filter(submission__in=list(submissions)).order_by("submission", "position"))
    people = people_of(club_id=club_id)
    persons = persons_by_record(people=people, records={line.player_id for line in lines})
    seats: dict[int, tuple[Seat, ...]] = {}
    for line in lines:
        seats[line.submission_id] = (
            *seats.get(line.submission_id, ()),
            _seat(line, persons.get(line.player_id)),
        )
    return seats


def _seat(line: Line, person: Person | None) -> Seat:
    return Seat(
        position=line.position,
        seat=line.seat,
        person=person,
        guest=line.guest,
        participation=line.participation,
        edit_order=line.edit_order,
        help_untapped=line.help_untapped,
        help_tapped=line.help_tapped,
        parts=line.parts,
        total=line.total,
        placement=line.placement,
    )
