"""Measures the CPU time of entering results: the live check, sending, the page and a search of names.

    python -m benchmarks.bench_entry

Works on a database of its own with a club of 200 people; the figures depend on the machine.
"""

from __future__ import annotations

import os
import time
from itertools import count
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

PEOPLE, BATCHES, ROUNDS, BUDGET_MS = 200, 6, 25, 30.0


def cpu_ms(act: Callable[[], object]) -> float:
    """Return the CPU milliseconds of one call: the best batch after a warm-up, since other work only ever adds."""
    for _ in range(10):
        act()
    return min(batch_ms(act) for _ in range(BATCHES))


def batch_ms(act: Callable[[], object]) -> float:
    """Return the mean of one batch."""
    start = time.process_time()
    for _ in range(ROUNDS):
        act()
    return (time.process_time() - start) / ROUNDS * 1000


def main() -> None:
    """Print the figures; fail when a post is over its budget."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.test")
    import django  # noqa: PLC0415 - after the settings are named

    django.setup()
    from django.test.utils import setup_databases, setup_test_environment, teardown_databases  # noqa: PLC0415

    setup_test_environment()
    kept = setup_databases(verbosity=0, interactive=False)
    try:
        figures = measure()
    finally:
        teardown_databases(kept, verbosity=0)
    for name, figure in figures.items():
        print(f"{name}: {figure:.1f} ms CPU")
    if max(figures["live check"], figures["sending"]) > BUDGET_MS:
        raise SystemExit(f"over the budget of {BUDGET_MS:.0f} ms")


def measure() -> dict[str, float]:
    """Return the CPU milliseconds of each request."""
    from league.services.people import player_create  # noqa: PLC0415
    from tests.league.views import entry_world as make  # noqa: PLC0415

    world = make.world_make()
    for number in range(PEOPLE):
        player_create(actor=make.ROOT, club=world.club, name=f"部員{number}", reading=f"ぶいん{number}")
    numbers = count(1)

    def send() -> None:
        number = next(numbers)
        response = world.scorer.post(
            world.url, make.danmaku(key=f"bench-{number:06d}", number=number, round=number)
        )
        if "Location" not in response:
            raise SystemExit(f"not sent: {response.status_code}")

    return {
        "live check": cpu_ms(lambda: world.scorer.post(f"{world.url}check/", make.danmaku())),
        "sending": cpu_ms(send),
        "refused": cpu_ms(
            lambda: world.scorer.post(world.url, make.danmaku(key="bench-x1", seat_1_total="1"))
        ),
        "page": cpu_ms(lambda: world.scorer.get(world.url)),
        "names": cpu_ms(lambda: world.scorer.get(f"{world.url}names/", {"q": "ぶいん1"})),
    }


if __name__ == "__main__":
    main()
