"""Which run an answer reads: the current one, or the one that a link names, as long as its rows are kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils import timezone

from api.problems import RUN_GONE, ProblemError
from league.selectors.ladders import run_former
from league.services.sweep import READABLE_AFTER_REPLACEMENT

if TYPE_CHECKING:
    from league.models import Ladder, RatingRun


def run_wanted(ladder: Ladder, number: int | None) -> RatingRun | None:
    """Return the run of this number, the current one when none is named; None before the first.

    A run whose rows may be deleted at any moment counts as gone: half of it must not be shown.

    Raises:
        ProblemError: there is no such run any more, or there never was.
    """
    current = ladder.current_run
    if number is None or (current is not None and current.number == number):
        return current
    kept_since = timezone.now() - READABLE_AFTER_REPLACEMENT
    run = run_former(ladder, number=number, replaced_after=kept_since)
    if run is None:
        raise ProblemError(RUN_GONE)
    return run
