"""Finds derived data that is behind, and throws away what nobody can see any more.

Needs neither the queue nor the outbox to be right: it compares revisions (G5, G7). Deletes derived rows only.
"""

from __future__ import annotations

import logging
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING

from celery.exceptions import SoftTimeLimitExceeded
from django.db.models import Exists, Min, OuterRef, Q
from django.utils import timezone

from league import wake
from league.models import IdempotencyKey, Ladder, Outbox, RatingPoint, RatingRun, RatingSegment, Standing
from league.selectors.ladders import ladders_behind
from league.services.chunks import in_chunks
from league.services.database_copy import copies_prune
from league.services.deal_simulations import deal_simulations_sweep
from league.services.fairness import fairness_sweep
from league.services.fairness_ask import fairness_prune
from league.services.idempotency import IMPORT_OPERATION
from league.services.leases import lease_held, lease_take
from league.services.previews import previews_answer_waiting, previews_prune
from league.services.runs import ladder_refresh_alone

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from django.db.models import QuerySet

logger = logging.getLogger(__name__)

READABLE_AFTER_REPLACEMENT = timedelta(minutes=10)
CRASHED_AFTER = timedelta(hours=1)
KEYS_KEPT = timedelta(days=30)
_BATCH = 1000


def sweep_run() -> None:
    """Start what is behind, delete what is outdated. What fails stops nothing else, and is tried at the next sweep."""
    for work in (ladders_wake, prune, previews_answer_waiting, fairness_sweep, deal_simulations_sweep):
        try:
            work()
        except SoftTimeLimitExceeded:
            raise
        except Exception:
            logger.exception("A part of the sweep failed: %s", work.__name__)


def ladders_wake() -> None:
    """Start what is behind. One failing ladder doesn't stop the others."""
    for ladder in ladders_behind().select_related("club__counter"):
        revision = ladder.club.counter.revision
        if wake.wake_ladder(ladder.pk, revision):
            continue
        try:
            ladder_refresh_alone(ladder_id=ladder.pk, revision=revision)
        except Exception:
            logger.exception("Ladder %s couldn't be brought up to date", ladder.pk)


def prune() -> None:
    """Delete what is outdated, in short transactions; alone, since two at once would only get in each other's way."""
    with lease_held(name="prune") as holder:
        if holder is not None:
            in_chunks(_steps(), between=lambda: lease_take(name="prune", holder=holder))


def _steps() -> Iterator[Callable[[], object]]:
    yield _outbox_prune
    yield previews_prune
    yield copies_prune
    yield fairness_prune
    yield from _crashed()
    yield from _replaced()
    # An import's keys say which tables of a file the club has: they are facts, however old.
    keys = IdempotencyKey.objects.exclude(operation=IMPORT_OPERATION).filter(
        created_at__lt=timezone.now() - KEYS_KEPT
    )
    yield from _deletions(keys)


def _outbox_prune() -> None:
    """Delete the wake-ups whose revision every ladder of the club has reached."""
    clubs = Outbox.objects.order_by().values_list("club", flat=True).distinct()
    reached = dict(
        Ladder.objects.filter(club__in=clubs)
        .order_by()
        .values_list("club")
        .annotate(lowest=Min("computed_revision"))
    )
    for club in list(clubs):
        owed = Outbox.objects.filter(club=club)
        if club in reached:
            owed = owed.filter(revision__lte=reached[club])
        owed.delete()


def _crashed() -> Iterator[Callable[[], object]]:
    """Yield the deletion of runs that were never shown: of crashed and of outrun workers."""
    invisible = RatingRun.objects.exclude(status=RatingRun.Status.PUBLISHED).filter(
        started_at__lt=timezone.now() - CRASHED_AFTER
    )
    for run in invisible:
        # from here on a worker that was only slow can't publish it any more
        yield partial(_give_up, run)
        yield from _segment_deletions(RatingSegment.objects.filter(created_by=run, from_run=None))
        yield from _deletions(Standing.objects.filter(run=run))
        yield partial(_runs_delete, RatingRun.objects.filter(pk=run.pk))


def _give_up(run: RatingRun) -> None:
    RatingRun.objects.filter(pk=run.pk, status=RatingRun.Status.BUILDING).update(
        status=RatingRun.Status.OUTRUN
    )


def _replaced() -> Iterator[Callable[[], object]]:
    """Yield the deletion of segments and standings that were replaced long enough ago for every reader."""
    limit = timezone.now() - READABLE_AFTER_REPLACEMENT
    yield from _segment_deletions(RatingSegment.objects.filter(to_run__published_at__lt=limit))
    outdated = RatingRun.objects.filter(status=RatingRun.Status.PUBLISHED, replaced_at__lt=limit)
    yield from _deletions(Standing.objects.filter(run__in=outdated.values("pk")))
    # the last run of each version stays, so that what a former version came to can be told
    of_version = RatingRun.objects.filter(
        version=OuterRef("version"), status=RatingRun.Status.PUBLISHED, number__gt=OuterRef("number")
    )
    yield partial(_runs_delete, outdated.filter(Exists(of_version)))


def _segment_deletions(segments: QuerySet[RatingSegment]) -> Iterator[Callable[[], object]]:
    for pk in list(segments.order_by("pk").values_list("pk", flat=True)):
        yield RatingPoint.objects.filter(segment=pk).delete
        yield RatingSegment.objects.filter(pk=pk).delete


def _deletions(rows: QuerySet[Standing] | QuerySet[IdempotencyKey]) -> Iterator[Callable[[], object]]:
    keys = list(rows.order_by("pk").values_list("pk", flat=True))
    for start in range(0, len(keys), _BATCH):
        yield rows.model._default_manager.filter(pk__in=keys[start : start + _BATCH]).delete  # noqa: SLF001


def _runs_delete(runs: QuerySet[RatingRun]) -> None:
    """Delete runs that show nothing any more; one that visible segments still name stays as their origin."""
    me = OuterRef("pk")
    segments = RatingSegment.objects.filter(Q(created_by=me) | Q(from_run=me) | Q(to_run=me))
    current = Ladder.objects.filter(current_run=me)
    runs.exclude(Exists(segments)).exclude(Exists(Standing.objects.filter(run=me))).exclude(
        Exists(current)
    ).delete()
