"""Writes a planned run in small chunks. Nothing it writes is visible: that is run_publish's business."""

from __future__ import annotations

from datetime import date
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from league.models import Ladder, RatingRun, RatingSegment, Standing
from league.services.chunks import in_chunks
from league.services.run_points import points_insert

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from league.ratings.tallies import Rank
    from league.services.run_plan import Plan, PlannedSegment

CODE_VERSION = "elo-1"
_STANDINGS = 200


def run_build(*, plan: Plan, between: Callable[[], object]) -> RatingRun:
    """Write the run, its new segments with their points, and its standings; `between` is called between chunks."""
    run = _run_start(plan)
    in_chunks(_steps(run, plan), between=between)
    return run


def _run_start(plan: Plan) -> RatingRun:
    """Take the next run number of the ladder."""
    with transaction.atomic():
        ladder = Ladder.objects.select_for_update().get(pk=plan.seen.ladder_id)
        last = ladder.runs.aggregate(last=Max("number"))["last"] or 0
        return RatingRun.objects.create(
            ladder=ladder,
            number=last + 1,
            version=plan.seen.version,
            revision=plan.seen.revision,
            digest=plan.digest,
            tables=plan.tables,
            code_version=CODE_VERSION,
            started_at=timezone.now(),
        )


def _steps(run: RatingRun, plan: Plan) -> Iterator[Callable[[], object]]:
    for segment in plan.segments:
        yield partial(_segment_write, run, segment)
    ranks = iter(plan.ranks)
    while batch := list(islice(ranks, _STANDINGS)):
        yield partial(_standings_write, run, batch)


def _segment_write(run: RatingRun, planned: PlannedSegment) -> None:
    segment = RatingSegment.objects.create(
        ladder=run.ladder,
        position=planned.position,
        first_order_key=planned.tables[0].order_key,
        last_order_key=planned.tables[-1].order_key,
        tables=len(planned.tables),
        digest=planned.digest,
        created_by=run,
    )
    points_insert(
        (
            segment.pk,
            table.table_id,
            table.order_key,
            point.player,
            point.before,
            point.after,
            point.tables_before,
            point.placement,
            point.expected,
            point.actual,
        )
        for table, points in zip(planned.tables, planned.points, strict=True)
        for point in points
    )


def _standings_write(run: RatingRun, ranks: list[Rank[int]]) -> None:
    Standing.objects.bulk_create(
        Standing(
            run=run,
            player_id=row.player,
            rank=row.rank,
            previous_rank=row.previous_rank,
            rating=row.tally.rating,
            tables=row.tally.tables,
            last_change=row.tally.last_change,
            last_club_day=date.fromisoformat(row.tally.last_day),
            placement_sum=row.tally.placement_sum,
            recent_placements=list(row.tally.recent),
        )
        for row in ranks
    )
