"""The nightly comparison of every ladder with a rebuild: what came out is kept, a difference is an error in the log.

Repairs nothing: `manage.py recompute` does, once somebody has looked. Safe twice, at once and late: a ladder that was
looked at just now isn't looked at again.
"""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import TYPE_CHECKING

from django.utils import timezone

from league import wake
from league.models import Ladder, LadderCheck
from league.services.leases import lease_held
from league.services.run_verify import ladder_compare
from league.services.runs import ladder_refresh

if TYPE_CHECKING:
    from django.db.models import QuerySet

logger = logging.getLogger(__name__)

CHECKS_KEPT = 30
LATELY = timedelta(hours=1)
_LONGEST_DIFFERENCE = 200


def ladders_verify() -> None:
    """Have every ladder compared, each by a task of its own where workers listen. A failing one stops no other."""
    for ladder_id in _due().order_by("pk").values_list("pk", flat=True):
        if wake.wake_check(ladder_id):
            continue
        try:
            ladder_verify(ladder_id=ladder_id)
        except Exception:
            logger.exception("Ladder %s couldn't be compared with a rebuild", ladder_id)


def ladder_verify(*, ladder_id: int) -> LadderCheck | None:
    """Compare one ladder with a rebuild and keep what came out; None where that was done lately, or is being done.

    Raises:
        KeepsChangingError: results come in faster than this can look.
    """
    with lease_held(name=f"check:{ladder_id}") as holder:
        if holder is None or not _due().filter(pk=ladder_id).exists():
            return None
        reached = ladder_refresh(ladder_id=ladder_id).computed_revision
        comparison = ladder_compare(ladder_id=ladder_id)
        check = LadderCheck.objects.create(
            ladder_id=ladder_id,
            revision=reached,
            digest=comparison.digest,
            tables=comparison.tables,
            difference=comparison.difference[:_LONGEST_DIFFERENCE],
        )
    if comparison.difference:
        logger.error("Ladder %s differs from a rebuild, first at %s", ladder_id, comparison.difference)
    _oldest_delete(ladder_id)
    return check


def _due() -> QuerySet[Ladder]:
    """Return the ladders that weren't compared lately."""
    lately = LadderCheck.objects.filter(checked_at__gt=timezone.now() - LATELY)
    return Ladder.objects.filter(current_version__isnull=False).exclude(pk__in=lately.values("ladder"))


def _oldest_delete(ladder_id: int) -> None:
    checks = LadderCheck.objects.filter(ladder=ladder_id)
    newest = checks.order_by("-pk").values_list("pk", flat=True)[:CHECKS_KEPT]
    checks.exclude(pk__in=list(newest)).delete()
