"""Writes a planned run in small chunks. Nothing it writes is visible: that is run_publish's business."""

from __future__ import annotations

import json
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from league.models import Ladder, RatingPoint, RatingRun, RatingSegment, Standing
from league.ratings.columns import NOBODY
from league.services.chunks import in_chunks
from league.services.run_rows import rows_insert

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from league.ratings.tallies import Rank
    from league.services.run_gather import PlannedSegment, Seen
    from league.services.run_plan import NewRun

_STANDINGS = 500
POINT_COLUMNS = (
    "table_id",
    "order_key",
    "player_id",
    "before",
    "after",
    "tables_before",
    "placement",
    "expected",
    "actual",
)
_STANDING_COLUMNS = (
    "run_id",
    "player_id",
    "rank",
    "previous_rank",
    "rating",
    "tables",
    "last_change",
    "last_club_day",
    "placement_sum",
    "recent_placements",
    "counted",
    "adjustment",
    "qualified",
)


def run_build(*, seen: Seen, new: NewRun, between: Callable[[], object]) -> RatingRun:
    """Write the run, its new segments with their points, and its standings; `between` is called between chunks."""
    run = _run_start(seen, new)
    in_chunks(_steps(run, new), between=between)
    return run


def _run_start(seen: Seen, new: NewRun) -> RatingRun:
    """Take the next run number of the ladder."""
    with transaction.atomic():
        ladder = Ladder.objects.select_for_update().get(pk=seen.ladder_id)
        last = ladder.runs.aggregate(last=Max("number"))["last"] or 0
        return RatingRun.objects.create(
            ladder=ladder,
            number=last + 1,
            version=seen.version,
            revision=seen.revision,
            digest=new.digest,
            tables=new.tables,
            code_version=seen.formula.code,
            started_at=timezone.now(),
        )


def _steps(run: RatingRun, new: NewRun) -> Iterator[Callable[[], object]]:
    for segment in new.segments:
        yield partial(_segment_write, run, new, segment)
    ranks = iter(new.ranks)
    while batch := list(islice(ranks, _STANDINGS)):
        yield partial(_standings_write, run, batch)


def _segment_write(run: RatingRun, new: NewRun, planned: PlannedSegment) -> None:
    segment = RatingSegment.objects.create(
        ladder=run.ladder,
        position=planned.position,
        first_order_key=new.inputs.order_keys[planned.start],
        last_order_key=new.inputs.order_keys[planned.end - 1],
        tables=planned.end - planned.start,
        digest=planned.digest,
        created_by=run,
    )
    rows = ((segment.pk, *values) for values in point_rows(new, planned))
    rows_insert(RatingPoint, ("segment_id", *POINT_COLUMNS), rows)


def point_rows(new: NewRun, planned: PlannedSegment) -> Iterator[tuple[int | str, ...]]:
    """Yield the points of a planned segment as values of POINT_COLUMNS; nobody has none."""
    inputs, points = new.inputs, new.points
    offsets, players, rows = inputs.columns.offsets, inputs.columns.players, inputs.roster.rows
    for table in range(planned.start, planned.end):
        for line in range(offsets[table], offsets[table + 1]):
            if players[line] == NOBODY:
                continue
            yield (
                inputs.table_ids[table],
                inputs.order_keys[table],
                rows[players[line]],
                points.before[line],
                points.after[line],
                points.tables_before[line],
                inputs.columns.placements[line],
                points.expected[line],
                points.actual[line],
            )


def _standings_write(run: RatingRun, ranks: list[Rank[int]]) -> None:
    rows = (
        (
            run.pk,
            row.player,
            row.rank,
            row.previous_rank,
            row.rating,
            row.tally.tables,
            row.tally.last_change,
            row.tally.last_day,
            row.tally.placement_sum,
            json.dumps(row.tally.recent),
            row.counted,
            row.adjustment,
            row.qualified,
        )
        for row in ranks
    )
    rows_insert(Standing, _STANDING_COLUMNS, rows)
