"""Compares what is stored for a ladder with what comes out when everything is folded again (G4). Writes nothing."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby, zip_longest
from typing import TYPE_CHECKING, Any

from league.selectors.ladders import points_visible, segments_visible
from league.services.run_history import tallies_stored
from league.services.run_plan import Plan, plan_make
from league.services.runs import ladder_refresh
from league.services.snapshots import snapshot

if TYPE_CHECKING:
    from collections.abc import Iterator

    from league.models import RatingRun

ATTEMPTS = 8
_POINT = ("table_id", "player_id", "before", "after", "tables_before", "placement", "expected", "actual")


class KeepsChangingError(Exception):
    """The club was changed again before the ladder could be compared, every time."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """What a rebuild gives, and the first place where the stored rows differ from it ("" when none does)."""

    tables: int
    digest: str
    difference: str


def ladder_compare(*, ladder_id: int) -> Comparison:
    """Bring a ladder up to date and compare every stored row with a rebuild.

    Raises:
        KeepsChangingError: results come in faster than this can look.
    """
    for _ in range(ATTEMPTS):
        ladder_refresh(ladder_id=ladder_id)
        with snapshot():
            plan = plan_make(ladder_id=ladder_id, from_nothing=True)
            if plan.seen.computed_revision < plan.seen.revision:
                continue
            return Comparison(plan.tables, plan.digest, next(_differences(plan), ""))
    raise KeepsChangingError(f"Ladder {ladder_id} was changed {ATTEMPTS} times while it was compared")


def _differences(plan: Plan) -> Iterator[str]:
    run = plan.seen.run
    if run is None:
        if plan.tables:
            yield f"table {plan.segments[0].tables[0].order_key}: nothing is stored yet"
        return
    yield from _in_tables(plan, run)
    yield from _in_segments(plan, run)
    yield from _in_standings(plan, run)
    if (run.digest, run.tables) != (plan.digest, plan.tables):
        yield f"run {run.number}: digest or number of tables"


def _in_tables(plan: Plan, run: RatingRun) -> Iterator[str]:
    """Yield the tables, in their order, whose points aren't as they should be."""
    rows = points_visible(run).values_list("order_key", *_POINT)
    stored = (
        (key, sorted(row[1:] for row in of_key)) for key, of_key in groupby(rows, key=lambda row: row[0])
    )
    for wanted, found in zip_longest(_planned_tables(plan), stored):
        if wanted != found:
            keys = [side[0] for side in (wanted, found) if side is not None]
            yield f"table {min(keys)}: points"


def _planned_tables(plan: Plan) -> Iterator[tuple[str, list[tuple[Any, ...]]]]:
    for segment in plan.segments:
        for table, points in zip(segment.tables, segment.points, strict=True):
            yield (
                table.order_key,
                sorted(
                    (
                        table.table_id,
                        point.player,
                        point.before,
                        point.after,
                        point.tables_before,
                        point.placement,
                        point.expected,
                        point.actual,
                    )
                    for point in points
                ),
            )


def _in_segments(plan: Plan, run: RatingRun) -> Iterator[str]:
    stored = segments_visible(run).values_list(
        "position", "first_order_key", "last_order_key", "tables", "digest"
    )
    planned = (
        (
            segment.position,
            segment.tables[0].order_key,
            segment.tables[-1].order_key,
            len(segment.tables),
            segment.digest,
        )
        for segment in plan.segments
    )
    for wanted, found in zip_longest(planned, stored):
        if wanted != found:
            side = wanted or found
            yield f"table {side[1]}: segment {side[0]}"


def _in_standings(plan: Plan, run: RatingRun) -> Iterator[str]:
    ranks = {player: (rank, previous) for player, rank, previous in _stored_ranks(run)}
    tallies = tallies_stored(run)
    for row in plan.ranks:
        if tallies.pop(row.player, None) != row.tally or ranks[row.player] != (row.rank, row.previous_rank):
            yield f"standings of player {row.player}"
    for player in tallies:
        yield f"standings of player {player}"


def _stored_ranks(run: RatingRun) -> Iterator[tuple[int, int, int | None]]:
    yield from run.standings.values_list("player_id", "rank", "previous_rank")
