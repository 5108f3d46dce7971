"""What stands under every derived figure: from which revision it was computed, when, and the digest that seals it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from league.ratings.parameters import POINTS
from league.templatetags import sekijun

if TYPE_CHECKING:
    from league.models import Ladder, RatingRun


def counts_points(run: RatingRun | None) -> bool:
    """Say whether a run's figures are season points."""
    return run is not None and run.version.formula == POINTS


def imprint(ladder: Ladder | None, run: RatingRun | None, *, zone: str) -> dict[str, Any]:
    """Return what `partials/computed.html` needs, in the club's own time; nothing before the first run."""
    if ladder is None or run is None:
        return {}
    computed_at = run.published_at or run.started_at
    return {
        "computed_revision": ladder.computed_revision,
        "computed_at": computed_at,
        "computed_at_text": sekijun.club_time(computed_at, zone),
        "digest": run.digest,
        "digest_short": sekijun.digest_short(run.digest),
    }
