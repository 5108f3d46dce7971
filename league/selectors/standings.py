"""Standings of a ladder, now or as of a day, with the marks and names that readers see. Reads one run only (G18)."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, timedelta
from itertools import groupby
from typing import TYPE_CHECKING

from django.db.models import F, OuterRef, Q, Subquery
from django.utils.translation import gettext as _

from league.models import Player, Standing
from league.models.ids import order_key_of_day
from league.ratings.columns import PointColumns, TableColumns
from league.ratings.formulas import FORMULAS
from league.ratings.tallies import Rank, Tally, standings_of, tallies_extend
from league.selectors.ladders import points_visible
from league.selectors.marks import is_idle, is_provisional, last_day_of
from league.selectors.players import people_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from django.db.models import QuerySet

    from league.models import Ladder, RatingPoint, RatingRun
    from league.selectors.players import People


@dataclass(frozen=True, slots=True)
class StandingRow:
    """One player of a ladder. `rating`, `last_change` and `adjustment` are thousandths of a point."""

    rank: int
    previous_rank: int | None
    player_id: int
    public_id: str
    name: str
    reading: str
    rating: int
    tables: int
    last_change: int
    last_club_day: date
    placement_sum: int
    recent_placements: tuple[int, ...]
    idle: bool
    provisional: bool
    anonymised: bool
    qualified: bool
    counted: int
    adjustment: int


def standings_current(ladder: Ladder) -> list[StandingRow]:
    """Return visible standings of the ladder's current run, in rank, name, public id order."""
    return standings_of_run(ladder.current_run, people=people_of(club_id=ladder.club_id))


def standings_of_run(run: RatingRun | None, *, people: People) -> list[StandingRow]:
    """Return visible standings of one run; none when there is no run yet."""
    return _rows(ranks_stored(run), people)


def ranks_stored(run: RatingRun | None) -> Iterator[Rank[int]]:
    """Yield the rows of a run's standings as they are stored."""
    yield from map(_rank, Standing.objects.filter(run=run))


def standings_page(
    *, run: RatingRun | None, people: People, after: tuple[int, str] | None = None, limit: int
) -> list[StandingRow]:
    """Return visible standings of one run by rank and public id, from the first one behind `after` on. Two queries."""
    last_day = last_day_of(run)
    if last_day is None:
        return []
    wanted = Standing.objects.filter(run=run).exclude(player__in=people.hidden)
    if after is not None:
        rank, public_id = after
        wanted = wanted.filter(Q(rank__gt=rank) | Q(rank=rank, player__public_id__gt=public_id))
    stored = wanted.select_related("player").order_by("rank", "player__public_id")[:limit]
    return [_row(_rank(row), row.player, last_day) for row in stored]


def standings_of_player(*, club_id: int, records: frozenset[int]) -> list[tuple[RatingRun, StandingRow]]:
    """Return where the rows of one person stand in the current run of each of the club's ladders. One query.

    The runs come with their ladders.
    """
    current = Standing.objects.filter(
        player__in=records, run__ladder__club=club_id, run__ladder__current_run=F("run")
    )
    last_day = Standing.objects.filter(run=OuterRef("run")).order_by("-last_club_day").values("last_club_day")
    stored = current.annotate(last_day=Subquery(last_day[:1])).select_related("player", "run__ladder")
    return [
        (row.run, _row(_rank(row), row.player, row.last_day))
        for row in stored.order_by("run__ladder__public_id", "rank")
    ]


def standings_at(ladder: Ladder, day: date) -> list[StandingRow]:
    """Return visible standings after the last table of `day`, as the ladder's current run knows that time."""
    return standings_of_run_at(ladder.current_run, day, people=people_of(club_id=ladder.club_id))


def standings_page_at(
    *, run: RatingRun | None, day: date, people: People, after: tuple[int, str] | None = None, limit: int
) -> list[StandingRow]:
    """Return what `standings_page` does, after the last table of `day`; it reads every point up to then."""
    rows = standings_of_run_at(run, day, people=people)
    rows.sort(key=lambda row: (row.rank, row.public_id))
    return [row for row in rows if after is None or (row.rank, row.public_id) > after][:limit]


def standings_of_run_at(run: RatingRun | None, day: date, *, people: People) -> list[StandingRow]:
    """Return visible standings after the last table of `day`, as one run knows that time."""
    if run is None:
        return []
    points = points_visible(run)
    if day < date.max:
        points = points.filter(order_key__lt=order_key_of_day(day + timedelta(days=1)))
    folded = _folded(points)
    tallies: dict[int, Tally] = {}
    tallies_extend(tallies, players=folded.rows, tables=folded.tables, points=folded.points, days=folded.days)
    day_before: dict[int, tuple[int, int]] = {}
    first = folded.days.index(folded.days[-1]) if folded.days else 0
    for line in range(folded.tables.offsets[first], len(folded.tables.players)):
        before = folded.points.before[line], folded.points.tables_before[line]
        day_before.setdefault(folded.rows[folded.tables.players[line]], before)
    formula = FORMULAS[run.version.formula]
    parameters = formula.parse(run.version.parameters)
    adjusted = Standing.objects.filter(run=run).exclude(adjustment=0).values_list("player", "adjustment")
    adjustments = dict(adjusted) if formula.adjusted else {}
    return _rows(standings_of(tallies, day_before, parameters, adjustments), people)


@dataclass(slots=True)
class _Folded:
    """Points as they are stored, in columns; `rows` are the players by their numbers, `days` those of the tables."""

    rows: list[int] = field(default_factory=list)
    days: list[str] = field(default_factory=list)
    tables: TableColumns = field(default_factory=TableColumns)
    points: PointColumns = field(default_factory=PointColumns)


def _folded(points: QuerySet[RatingPoint]) -> _Folded:
    folded = _Folded()
    numbers: dict[int, int] = {}
    values = points.order_by("order_key", "pk").values_list(
        "order_key", "player_id", "placement", "before", "after", "tables_before"
    )
    for key, of_table in groupby(values, key=lambda row: row[0]):
        lines = []
        for _key, player, placement, before, after, tables_before in of_table:
            lines.append((numbers.setdefault(player, len(numbers)), placement))
            folded.points.before.append(before)
            folded.points.after.append(after)
            folded.points.tables_before.append(tables_before)
        folded.tables.add(lines)
        folded.days.append(key[:10])
    folded.rows.extend(numbers)
    return folded


def _rows(ranks: Iterable[Rank[int]], people: People) -> list[StandingRow]:
    """Put names and marks to the ranks of those who may be seen."""
    ranks = list(ranks)
    if not ranks:
        return []
    last_day = max(date.fromisoformat(rank.tally.last_day) for rank in ranks)
    seen = [rank for rank in ranks if rank.player not in people.hidden]
    found = Player.objects.in_bulk([rank.player for rank in seen])
    rows = [_row(rank, found[rank.player], last_day) for rank in seen]
    return sorted(rows, key=lambda row: (row.rank, row.name, row.public_id))


def _rank(row: Standing) -> Rank[int]:
    return Rank(
        player=row.player_id,
        rank=row.rank,
        previous_rank=row.previous_rank,
        rating=row.rating,
        tally=Tally(
            rating=row.rating - row.adjustment,
            tables=row.tables,
            last_change=row.last_change,
            last_day=row.last_club_day.isoformat(),
            placement_sum=row.placement_sum,
            recent=tuple(row.recent_placements),
        ),
        counted=row.counted,
        adjustment=row.adjustment,
        qualified=row.qualified,
    )


def _row(rank: Rank[int], player: Player, last_day: date) -> StandingRow:
    anonymous = player.anonymised_at is not None
    tally = rank.tally
    last = date.fromisoformat(tally.last_day)
    return StandingRow(
        rank=rank.rank,
        previous_rank=rank.previous_rank,
        player_id=player.pk,
        public_id=player.public_id,
        name=_("former member") if anonymous else player.display_name,
        reading="" if anonymous else player.reading,
        rating=rank.rating,
        tables=tally.tables,
        last_change=tally.last_change,
        last_club_day=last,
        placement_sum=tally.placement_sum,
        recent_placements=tally.recent,
        idle=is_idle(last_played=last, last_day=last_day),
        provisional=is_provisional(tables=tally.tables),
        anonymised=anonymous,
        qualified=rank.qualified,
        counted=rank.counted,
        adjustment=rank.adjustment,
    )
