"""Wakes the worker by task name after a commit. It never raises and never makes a writer wait for long.

The database holds the work, so a wake-up that is lost costs a few seconds until the next sweep, never a result.
Services import this module instead of the tasks.
"""

from __future__ import annotations

import logging
import time
from threading import Lock
from typing import TYPE_CHECKING

from celery import current_app
from django.conf import settings

if TYPE_CHECKING:
    from collections.abc import Callable

logger = logging.getLogger(__name__)

CLUB_REFRESH = "league.club_refresh"
LADDER_REFRESH = "league.ladder_refresh"
PREVIEW = "league.preview"
LADDER_VERIFY = "league.ladder_verify"
FAIRNESS_REFRESH = "league.fairness_refresh"
FAIRNESS_REPORT = "league.fairness_report"
DEAL_SIMULATION = "league.deal_simulation"
PAUSE_AFTER_FAILURE = 5.0


class Breaker:
    """Stays open for a while after a failure, so that a dead broker costs one timeout and not one per write."""

    def __init__(self, pause: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._pause, self._clock = pause, clock
        self._lock = Lock()
        self._open_until = 0.0

    def allows(self) -> bool:
        """Say whether a try is worth it; the one who may try after a failure is alone for one pause."""
        with self._lock:
            now = self._clock()
            if now < self._open_until:
                return False
            if self._open_until:
                self._open_until = now + self._pause
            return True

    def failed(self) -> None:
        """Note a failure."""
        with self._lock:
            self._open_until = self._clock() + self._pause

    def succeeded(self) -> None:
        """Note that the broker answered."""
        with self._lock:
            self._open_until = 0.0


breaker = Breaker(PAUSE_AFTER_FAILURE)


def wake_ladders(club_id: int, revision: int) -> bool:
    """Ask a worker to bring the ladders of a club up to a revision; say whether the message left."""
    return _publish(CLUB_REFRESH, club_id, revision)


def wake_ladder(ladder_id: int, revision: int) -> bool:
    """Ask a worker to bring one ladder up to a revision; say whether the message left."""
    return _publish(LADDER_REFRESH, ladder_id, revision)


def wake_preview(preview_id: int) -> bool:
    """Ask a worker to work out a preview; say whether the message left."""
    return _publish(PREVIEW, preview_id)


def wake_check(ladder_id: int) -> bool:
    """Ask a worker to compare one ladder with a rebuild; say whether the message left."""
    return _publish(LADDER_VERIFY, ladder_id)


def wake_fairness(club_id: int) -> bool:
    """Ask a worker to look after the seat statistics of a club; say whether the message left."""
    return _publish(FAIRNESS_REFRESH, club_id)


def wake_fairness_report(report_id: int) -> bool:
    """Ask a worker to bring one report of seat statistics up to date; say whether the message left."""
    return _publish(FAIRNESS_REPORT, report_id)


def wake_deal_simulation(simulation_id: int) -> bool:
    """Ask a worker to have bots play some games of a deal; say whether the message left."""
    return _publish(DEAL_SIMULATION, simulation_id)


def _publish(task: str, *args: int) -> bool:
    if not settings.BROKER_URL or not breaker.allows():
        return False
    try:
        current_app.send_task(task, args=args, retry=False, ignore_result=True)
    except Exception as error:  # noqa: BLE001 - whatever the transport raises: the write has been committed
        breaker.failed()
        logger.warning("%s%s couldn't be published (%s): it is done without a message.", task, args, error)
        return False
    breaker.succeeded()
    return True
