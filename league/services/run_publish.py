"""Shows a finished run: one short transaction with a compare-and-set on the ladder (DESIGN §3).

Correctness of concurrent runs rests on this file alone: a run is published only on top of the very state that it
was computed from.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone

from league import wake
from league.models import Ladder, RatingRun, RatingSegment

if TYPE_CHECKING:
    from league.services.run_gather import Seen


def run_publish(*, seen: Seen, run: RatingRun, first_position: int) -> bool:
    """Make a run the ladder's current one; say whether it was, or whether another one was faster."""
    with transaction.atomic():
        ladder = _ladder_as_seen(seen)
        building = RatingRun.objects.filter(pk=run.pk, status=RatingRun.Status.BUILDING)
        if ladder is None:
            building.update(status=RatingRun.Status.OUTRUN)
            return False
        now = timezone.now()
        if not building.update(status=RatingRun.Status.PUBLISHED, published_at=now):
            return False  # given up as crashed by the sweep, which may have deleted rows
        current = RatingSegment.objects.filter(ladder=ladder, from_run__isnull=False, to_run=None)
        current.filter(position__gte=first_position).update(to_run=run)
        RatingSegment.objects.filter(created_by=run).update(from_run=run)
        if seen.run is not None:
            RatingRun.objects.filter(pk=seen.run.pk).update(replaced_at=now)
        ladder.current_run = run
        ladder.computed_revision = seen.revision
        ladder.save(update_fields=["current_run", "computed_revision"])
        _seats_wake(seen)
        return True


def computed_raise(*, seen: Seen) -> bool:
    """Note that nothing changed up to the seen revision; say whether the ladder is still as seen."""
    with transaction.atomic():
        ladder = _ladder_as_seen(seen)
        if ladder is None:
            return False
        ladder.computed_revision = seen.revision
        ladder.save(update_fields=["computed_revision"])
        _seats_wake(seen)
        return True


def _seats_wake(seen: Seen) -> None:
    """Have the seats looked at once ratings are there; what changed may be a seat alone, that no rating knows of."""
    transaction.on_commit(lambda: wake.wake_fairness(seen.club_id), robust=True)


def _ladder_as_seen(seen: Seen) -> Ladder | None:
    """Lock the ladder and return it, unless it shows another run or version, or has got further meanwhile.

    Further matters: a change and its reversal leave the run in place, and publishing the state between them
    on top of the later revision would never be noticed.
    """
    ladder = Ladder.objects.select_for_update().get(pk=seen.ladder_id)
    run_id = seen.run.pk if seen.run else None
    same = ladder.current_run_id == run_id and ladder.current_version_id == seen.version.pk
    return ladder if same and ladder.computed_revision <= seen.revision else None
