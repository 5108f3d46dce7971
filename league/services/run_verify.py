"""Compares what is stored for a ladder with what comes out when everything is folded again (G4). Writes nothing."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby, zip_longest
from typing import TYPE_CHECKING, Any

from league.selectors.ladders import points_visible, segments_visible
from league.selectors.standings import ranks_stored
from league.services.run_build import POINT_COLUMNS, point_rows
from league.services.run_gather import ladder_look
from league.services.run_plan import plan_make
from league.services.runs import ladder_refresh
from league.services.snapshots import snapshot

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from league.models import RatingRun
    from league.services.run_plan import NewRun

ATTEMPTS = 8


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
            seen = ladder_look(ladder_id)
            if seen.computed_revision < seen.revision:
                continue
            plan = plan_make(ladder_id=ladder_id, from_nothing=True)
            if plan.new is not None:  # always: nothing stored was trusted
                difference = next(_differences(plan.seen.run, plan.new), "")
                return Comparison(plan.new.tables, plan.new.digest, difference)
    raise KeepsChangingError(f"Ladder {ladder_id} was changed {ATTEMPTS} times while it was compared")


def _differences(run: RatingRun | None, new: NewRun) -> Iterator[str]:
    if run is None:
        if new.tables:
            yield f"table {new.inputs.order_keys[0]}: nothing is stored yet"
        return
    yield from _in_tables(new, run)
    yield from _in_segments(new, run)
    yield from _in_standings(new, run)
    if (run.digest, run.tables) != (new.digest, new.tables):
        yield f"run {run.number}: digest or number of tables"


def _in_tables(new: NewRun, run: RatingRun) -> Iterator[str]:
    """Yield the tables, in their order, whose points aren't as they should be."""
    rows = points_visible(run).order_by("order_key").values_list(*POINT_COLUMNS)
    planned = (row for segment in new.segments for row in point_rows(new, segment))
    for wanted, found in zip_longest(_by_table(planned), _by_table(rows)):
        if wanted != found:
            keys = [side[0][1] for side in (wanted, found) if side is not None]
            yield f"table {min(keys)}: points"


def _by_table(rows: Iterable[tuple[Any, ...]]) -> Iterator[list[tuple[Any, ...]]]:
    for _, of_table in groupby(rows, key=lambda row: row[1]):
        yield sorted(of_table)


def _in_segments(new: NewRun, run: RatingRun) -> Iterator[str]:
    stored = segments_visible(run).values_list(
        "position", "first_order_key", "last_order_key", "tables", "digest"
    )
    keys = new.inputs.order_keys
    planned = (
        (one.position, keys[one.start], keys[one.end - 1], one.end - one.start, one.digest)
        for one in new.segments
    )
    for wanted, found in zip_longest(planned, stored):
        if wanted != found:
            side = wanted or found
            yield f"table {side[1]}: segment {side[0]}"


def _in_standings(new: NewRun, run: RatingRun) -> Iterator[str]:
    stored = {rank.player: rank for rank in ranks_stored(run)}
    for rank in new.ranks:
        if stored.pop(rank.player, None) != rank:
            yield f"standings of player {rank.player}"
    for player in stored:
        yield f"standings of player {player}"
