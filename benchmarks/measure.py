"""What the benchmarks of requests share: a database of their own, requests as a server hands them over, CPU time.

Every page is measured beside a bare view in the same run: a view that returns two bytes through the same middleware.
What a page costs more than that is its own; the absolute figures depend on the machine.
"""

from __future__ import annotations

import logging
import os
import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

WARM_UP, BATCHES, ROUNDS = 10, 6, 25


class Figure(NamedTuple):
    """CPU milliseconds of one request, and the most it may cost (None = only shown)."""

    name: str
    spent_ms: float
    budget_ms: float | None = None


@contextmanager
def own_database() -> Iterator[None]:
    """Set Django up on a new database with the settings of tests, and drop it at the end."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.test")
    import django  # noqa: PLC0415 - after the settings are named

    django.setup()
    from django.test.utils import setup_databases, setup_test_environment, teardown_databases  # noqa: PLC0415

    logging.disable(logging.WARNING)  # refusals are measured too, and each would be a line
    setup_test_environment()
    kept = setup_databases(verbosity=0, interactive=False)
    try:
        yield
    finally:
        teardown_databases(kept, verbosity=0)


def batch_ms(act: Callable[[], object], rounds: int = ROUNDS) -> float:
    """Return the CPU milliseconds of one call, as the mean of a batch."""
    start = time.process_time()
    for _ in range(rounds):
        act()
    return (time.process_time() - start) / rounds * 1000


def cpu_ms(act: Callable[[], object]) -> float:
    """Return the CPU milliseconds of one call: the best batch after a warm-up, since other work only ever adds."""
    for _ in range(WARM_UP):
        act()
    return min(batch_ms(act) for _ in range(BATCHES))


def asked(path: str, expect: str = "200", **headers: str) -> Callable[[], object]:
    """Return a request as a server hands it to the application; the test client would add its own time.

    Whatever its status, an answer that isn't the expected one ends the benchmark: a refusal says nothing.
    """
    from django.core.wsgi import get_wsgi_application  # noqa: PLC0415 - needs settings
    from django.test import RequestFactory  # noqa: PLC0415 - as above

    application = get_wsgi_application()
    environ = RequestFactory().get(path, headers=headers).environ

    def started(status: str, *_: object) -> Callable[[bytes], object]:
        if not status.startswith(expect):
            raise SystemExit(f"{path}: {status} instead of {expect}")
        return lambda _: None

    def ask() -> None:
        answer: Any = application(dict(environ), started)
        b"".join(answer)
        answer.close()

    return ask


def bare_ms() -> float:
    """Return the CPU milliseconds of a view that does nothing, through the same middleware."""
    from django.test import override_settings  # noqa: PLC0415 - needs settings

    with override_settings(ROOT_URLCONF="benchmarks.bare"):
        return cpu_ms(asked("/bare/"))


def report(figures: list[Figure]) -> int:
    """Print the figures beside a bare view's; return 1 when one is over its budget."""
    bare = bare_ms()
    print(f"{'a bare view':<34} {bare:6.2f} ms CPU")
    over = []
    for name, spent, budget in figures:
        told = "" if budget is None else f"  (at most {budget:g})"
        print(f"{name:<34} {spent:6.2f} ms CPU  {spent / bare:5.1f} x bare{told}")
        if budget is not None and spent > budget:
            over.append(name)
    if over:
        print(f"over the budget: {', '.join(over)}", file=sys.stderr)
    return int(bool(over))
