"""Works out what a ladder's next run shows: the new segments with their points, and the new standings.

Reads through run_gather and folds in memory; run_build writes the plan, run_publish shows it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from league.ratings.columns import NOBODY, StateColumns
from league.ratings.tallies import Rank, standings_of, tallies_extend
from league.services.run_gather import Gathered, Seen, ladder_look, run_gather
from league.services.snapshots import snapshot

if TYPE_CHECKING:
    from collections.abc import Sequence

    from league.ratings.columns import PointColumns
    from league.services.run_gather import PlannedSegment
    from league.services.run_inputs import Inputs


@dataclass(frozen=True, slots=True)
class NewRun:
    """What the next run shows: old segments before `first_position`, and `segments` of folded `inputs` behind them."""

    inputs: Inputs
    points: PointColumns
    first_position: int
    segments: Sequence[PlannedSegment]
    ranks: Sequence[Rank[int]]
    digest: str
    tables: int


@dataclass(frozen=True, slots=True)
class Plan:
    """What has to be done to bring a ladder up to the revision that was seen; `new` is None when nothing differs."""

    seen: Seen
    new: NewRun | None


def plan_make(*, ladder_id: int, from_nothing: bool = False) -> Plan:
    """Return what has to be done to bring a ladder up to its club's revision.

    `from_nothing` trusts no stored row: everything is folded again.
    """
    with snapshot():
        seen = ladder_look(ladder_id)
        gathered = run_gather(seen=seen, from_nothing=from_nothing)
    return Plan(seen, None if gathered is None else run_fold(gathered))


def run_fold(gathered: Gathered) -> NewRun:
    """Fold what was read on top of what is kept. Touches no database."""
    version, inputs, formula = gathered.seen.version, gathered.inputs, gathered.seen.formula
    parameters = formula.parse(version.parameters)
    states = StateColumns.fresh(len(inputs.roster), parameters.start)
    tallies = dict(gathered.past.tallies)
    for number, row in enumerate(inputs.roster.rows):
        if row in tallies:
            states.ratings[number], states.tables[number] = tallies[row].rating, tallies[row].tables
    points = formula.run(inputs.columns, states, parameters)
    days = [key[:10] for key in inputs.order_keys]
    tallies_extend(tallies, players=inputs.roster.rows, tables=inputs.columns, points=points, days=days)
    day_before = _first_of_last_day(inputs, points, days) | dict(gathered.past.day_before)
    new = sum(segment.end - segment.start for segment in gathered.segments)
    return NewRun(
        inputs=inputs,
        points=points,
        first_position=len(gathered.kept),
        segments=gathered.segments,
        ranks=standings_of(tallies, day_before, parameters, gathered.adjustments),
        digest=gathered.digest,
        tables=sum(segment.tables for segment in gathered.kept) + new,
    )


def _first_of_last_day(
    inputs: Inputs, points: PointColumns, days: Sequence[str]
) -> dict[int, tuple[int, int]]:
    """Return rating and tables before the last day, for each row that has a point on it."""
    found: dict[int, tuple[int, int]] = {}
    first = next((table for table, day in enumerate(days) if day == days[-1]), 0)
    for line in range(inputs.columns.offsets[first], len(inputs.columns.players)):
        number = inputs.columns.players[line]
        if number != NOBODY:
            found.setdefault(inputs.roster.rows[number], (points.before[line], points.tables_before[line]))
    return found
