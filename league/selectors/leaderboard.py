"""Reads what the leaderboard page shows: a pointer first (what is current?), then the page of that one run.

The pointer alone decides the ETag, so that an unchanged page costs no more than it. Everything after it reads by
the run in the pointer and never looks at the ladder again (G18). Knows neither words nor formats.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any

from django.db.models import Count, F, Max, Q, Value, Window

from league.models import Club, Standing, Table
from league.selectors.ladders import ladders_of_club
from league.selectors.standings import IDLE_AFTER, PROVISIONAL_BELOW

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.db.models import QuerySet

    from league.models import Ladder, RatingRun

PAGE_ROWS = 50
MOST_RISERS = 2
_SHOWN = (
    "rank", "previous_rank", "rating", "last_change", "tables", "placement_sum", "recent_placements",
    "last_club_day", "public_id", "name", "reading", "anonymised_at",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Pointer:
    """What is current in a club: its revision, its ladders, the chosen one with its run."""

    club: Club
    revision: int
    ladders: tuple[Ladder, ...]
    ladder: Ladder | None

    @property
    def run(self) -> RatingRun | None:
        """The run that every row of the page belongs to."""
        return self.ladder.current_run if self.ladder else None

    @property
    def pending(self) -> bool:
        """Whether the club has changes that the chosen ladder doesn't show yet."""
        return self.ladder is not None and self.ladder.computed_revision < self.revision


@dataclass(frozen=True, slots=True)
class Row:
    """One visible player of a run. `name` is empty for an anonymised one; ratings are thousandths."""

    rank: int
    previous_rank: int | None
    public_id: str
    name: str
    reading: str
    rating: int
    last_change: int
    tables: int
    placement_sum: int
    recent_placements: tuple[int, ...]
    provisional: bool
    idle: bool


@dataclass(frozen=True, slots=True)
class Riser:
    """Somebody who gained `up` ranks since the meeting before."""

    name: str
    up: int


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """One page of a run. `meetings` is the ordinal, in its club, of the last meeting that the run counts."""

    meetings: int
    tables: int
    players: int
    conflicts: int
    risers: tuple[Riser, ...]
    rows: tuple[Row, ...]
    pages: int


def club_by_slug(*, slug: str) -> Club | None:
    """Return the club with its counter, whoever may read it."""
    return Club.objects.select_related("counter").filter(slug=slug).first()


def leaderboard_pointer(*, club: Club, wanted: str = "") -> Pointer | None:
    """Return what is current, in one query; None when `wanted` is no ladder of this club."""
    ladders = tuple(ladders_of_club(club))
    chosen = _chosen(ladders, wanted)
    if wanted and chosen is None:
        return None
    counter = getattr(club, "counter", None)
    return Pointer(club=club, revision=counter.revision if counter else 0, ladders=ladders, ladder=chosen)


def _chosen(ladders: tuple[Ladder, ...], wanted: str) -> Ladder | None:
    """Return the wanted ladder; unasked, the first that has tables, else the first."""
    if wanted:
        return next((ladder for ladder in ladders if ladder.public_id == wanted), None)
    with_tables = (ladder for ladder in ladders if ladder.current_run and ladder.current_run.tables)
    return next(with_tables, ladders[0] if ladders else None)


def leaderboard_page(*, pointer: Pointer, page: int = 1) -> Leaderboard | None:
    """Return a page of the pointer's run, in two queries; None beyond the last page.

    Risers are looked for among the rows of the page: with up to PAGE_ROWS people that is everybody.
    """
    first = (page - 1) * PAGE_ROWS
    lines = list(_visible(pointer.run)[first : first + PAGE_ROWS]) if pointer.run else []
    if page > 1 and not lines:
        return None
    players, last_day = (lines[0]["players"], lines[0]["last_day"]) if lines else (0, None)
    rows = tuple(sorted((_row(line) for line in lines), key=lambda row: (row.rank, row.name)))
    meetings, conflicts = _tallies(pointer.club, last_day)
    return Leaderboard(
        meetings=meetings,
        tables=pointer.run.tables if pointer.run else 0,
        players=players,
        conflicts=conflicts,
        risers=_risers(rows),
        rows=rows,
        pages=max(1, -(-players // PAGE_ROWS)),
    )


def rows_of(run: RatingRun | None, standings: Sequence[int]) -> tuple[Row, ...]:
    """Return some standings of a run, by their keys, as rows in order of rank. Two queries."""
    of_run = Standing.objects.filter(run=run)
    last_day = of_run.aggregate(last=Max("last_club_day"))["last"]
    lines = _lines(of_run.filter(pk__in=standings)).annotate(last_day=Value(last_day))
    return tuple(sorted(map(_row, lines), key=lambda row: (row.rank, row.name)))


def _visible(run: RatingRun) -> QuerySet[Standing, Any]:
    """Return the standings of a run that everybody may see, each with how many there are and the last day of all."""
    return _lines(Standing.objects.filter(run=run, player__hidden=False)).values(
        *_SHOWN, players=Window(Count("pk")), last_day=Window(Max("last_club_day"))
    )


def _lines(standings: QuerySet[Standing]) -> QuerySet[Standing, Any]:
    """Return standings with the names of their players, in order of rank."""
    return (
        standings.order_by("rank", "player__public_id")
        .annotate(
            public_id=F("player__public_id"),
            name=F("player__display_name"),
            reading=F("player__reading"),
            anonymised_at=F("player__anonymised_at"),
        )
        .values(*_SHOWN)
    )


def _row(line: dict[str, Any]) -> Row:
    nameless = line["anonymised_at"] is not None
    return Row(
        rank=line["rank"],
        previous_rank=line["previous_rank"],
        public_id=line["public_id"],
        name="" if nameless else line["name"],
        reading="" if nameless else line["reading"],
        rating=line["rating"],
        last_change=line["last_change"],
        tables=line["tables"],
        placement_sum=line["placement_sum"],
        recent_placements=tuple(line["recent_placements"]),
        provisional=line["tables"] < PROVISIONAL_BELOW,
        idle=line["last_day"] - line["last_club_day"] > IDLE_AFTER,
    )


def _risers(rows: tuple[Row, ...]) -> tuple[Riser, ...]:
    gained = [
        Riser(row.name, row.previous_rank - row.rank)
        for row in rows
        if row.name and row.previous_rank is not None and row.previous_rank > row.rank
    ]
    return tuple(sorted(gained, key=lambda riser: -riser.up)[:MOST_RISERS])


def _tallies(club: Club, last_day: date | None) -> tuple[int, int]:
    """Return how many meetings were played up to a day, and how many tables of the club are in conflict."""
    played = ~Q(state=Table.State.VOID) & Q(meeting__club_day__lte=last_day or date.min)
    counted = Table.objects.filter(meeting__club=club).aggregate(
        meetings=Count("meeting", distinct=True, filter=played),
        conflicts=Count("pk", filter=Q(conflict=True)),
    )
    return counted["meetings"], counted["conflicts"]
