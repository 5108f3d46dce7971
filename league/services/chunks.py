"""Long writes in short transactions, so that people who enter results are never kept waiting for long.

SQLite has one writer at a time: between two chunks the lock is left to others. PostgreSQL needs no pauses.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from django.db import connection, transaction

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

CHUNK_SECONDS = 0.2  # measured without the commit, which has to fit into 0.3 too
# Who waits for SQLite's lock looks again after a tenth of a second at the latest: nobody misses a longer pause.
PAUSE_SECONDS = 0.11


def in_chunks(steps: Iterable[Callable[[], object]], *, between: Callable[[], object]) -> None:
    """Run small writing steps, as many to a transaction as fit into CHUNK_SECONDS; call `between` after each."""
    pending = iter(steps)
    while _one_chunk(pending):
        between()
        if connection.vendor == "sqlite":
            time.sleep(PAUSE_SECONDS)


def _one_chunk(pending: Iterator[Callable[[], object]]) -> bool:
    """Run the next steps in one transaction; say whether there may be more."""
    with transaction.atomic():
        started = time.monotonic()  # after BEGIN: waiting for the lock isn't our work
        longest = spent = 0.0
        for step in pending:
            step()
            before, spent = spent, time.monotonic() - started
            longest = max(longest, spent - before)
            if spent + longest > CHUNK_SECONDS:
                return True
    return False
