"""Reads what the leaderboard page shows: a pointer first (what is current?), then the page of that one run.

The pointer alone decides the ETag, so that an unchanged page costs no more than it. Everything after it reads by
the run in the pointer and never looks at the ladder again (G18). Knows neither words nor formats.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db.models import F

from league.models import Club, Standing, Table
from league.selectors.ladders import ladders_of_club
from league.selectors.marks import is_idle, is_provisional, last_day_of
from league.selectors.meeting_page import evenings_held
from league.selectors.players import people_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import date

    from django.db.models import QuerySet

    from league.models import Ladder, RatingRun

PAGE_ROWS = 50
MOST_RISERS = 2
_SHOWN = (
    "rank", "previous_rank", "rating", "last_change", "tables", "placement_sum", "recent_placements",
    "last_club_day", "qualified", "public_id", "name", "reading", "anonymised_at",
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
    """One visible player of a run. `name` is empty for an anonymised one; ratings and points are thousandths."""

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
    qualified: bool = True


@dataclass(frozen=True, slots=True)
class Riser:
    """Somebody who gained `up` ranks since the meeting before."""

    name: str
    up: int


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """One page of a run. `meetings` is the ordinal, in its club, of the last meeting that the run counts.

    `conflicts` are the public ids of the club's tables whose reports differ, first in order first.
    """

    meetings: int
    tables: int
    players: int
    conflicts: tuple[str, ...]
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
    """Return a page of the pointer's run, in at most seven queries; None beyond the last page.

    Risers are looked for among the rows of the page: with up to PAGE_ROWS people that is everybody.
    """
    first = (page - 1) * PAGE_ROWS
    last_day = last_day_of(pointer.run) if pointer.run else None
    visible = _visible(pointer)
    players = visible.count() if last_day else 0
    if page > 1 and first >= players:
        return None
    rows = _rows(_lines(visible)[first : first + PAGE_ROWS], last_day) if players else ()
    return Leaderboard(
        meetings=evenings_held(club_id=pointer.club.pk, until=last_day) if last_day else 0,
        tables=pointer.run.tables if pointer.run else 0,
        players=players,
        conflicts=_conflicts(pointer.club),
        risers=_risers(rows),
        rows=rows,
        pages=max(1, -(-players // PAGE_ROWS)),
    )


def _conflicts(club: Club) -> tuple[str, ...]:
    tables = Table.objects.filter(meeting__club=club, conflict=True).exclude(state=Table.State.VOID)
    return tuple(
        tables.order_by("meeting__club_day", "round", "number", "pk").values_list("public_id", flat=True)
    )


def has_tables(*, club: Club) -> bool:
    """Say whether anything stands that a ladder could count. One query."""
    return Table.objects.filter(meeting__club=club).exclude(state=Table.State.VOID).exists()


def rows_of(run: RatingRun | None, standings: Sequence[int]) -> tuple[Row, ...]:
    """Return some standings of a run, by their keys, as rows in order of rank. Two queries."""
    return _rows(_lines(Standing.objects.filter(run=run, pk__in=standings)), last_day_of(run))


def _visible(pointer: Pointer) -> QuerySet[Standing]:
    """Return the standings of a run that everybody may see."""
    unseen = people_of(club_id=pointer.club.pk).hidden
    return Standing.objects.filter(run=pointer.run).exclude(player__in=unseen)


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


def _rows(lines: Iterable[dict[str, Any]], last_day: date | None) -> tuple[Row, ...]:
    """Return lines as rows with their marks, in order of rank, then name."""
    rows = (_row(line, last_day) for line in lines if last_day is not None)
    return tuple(sorted(rows, key=lambda row: (row.rank, row.name)))


def _row(line: dict[str, Any], last_day: date) -> Row:
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
        provisional=is_provisional(tables=line["tables"]),
        idle=is_idle(last_played=line["last_club_day"], last_day=last_day),
        qualified=line["qualified"],
    )


def _risers(rows: tuple[Row, ...]) -> tuple[Riser, ...]:
    gained = [
        Riser(row.name, row.previous_rank - row.rank)
        for row in rows
        if row.name and row.previous_rank is not None and row.previous_rank > row.rank
    ]
    return tuple(sorted(gained, key=lambda riser: -riser.up)[:MOST_RISERS])
