"""How long a piece of work takes, and how much memory it holds."""

from __future__ import annotations

import time
import tracemalloc
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

ROUNDS = 3


def seconds(work: Callable[[], object], rounds: int = ROUNDS) -> float:
    """Return the best of several rounds."""
    best = float("inf")
    for _ in range(rounds):
        started = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - started)
    return best


def megabytes(work: Callable[[], object]) -> float:
    """Return the most memory that the work holds at once, beside its input."""
    tracemalloc.start()
    work()
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return most / 1e6
