"""Measures the CPU time of pages: a leaderboard of 50 rows, the same unchanged (304), and the list of clubs.

    python -m benchmarks.bench_leaderboard

Every request goes through the whole middleware chain, on an SQLite file with the settings of tests. Two figures each:
with a connection that is kept between requests, and with one that is opened for each (CONN_MAX_AGE 0).
"""

from __future__ import annotations

import os
import sys
import time
from typing import TYPE_CHECKING

import django
from django.conf import settings

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http.response import HttpResponseBase

ROWS, ROUNDS, BUDGET_MS = 50, 200, 10.0


def main() -> int:
    """Print the figures; return 1 when the full page is over its budget."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.test")
    django.setup()
    from django.test.utils import setup_databases, teardown_databases  # noqa: PLC0415 - needs settings

    kept = setup_databases(verbosity=0, interactive=False)
    try:
        figures = {age: _measured(age) for age in (600, 0)}
    finally:
        teardown_databases(kept, verbosity=0)
    for age, pages in figures.items():
        print("connection kept:" if age else "connection opened for each request:")
        for page, spent in pages.items():
            print(f"  {page:<32} {spent:6.2f} ms CPU")
    return int(figures[600]["leaderboard, 50 rows"] > BUDGET_MS)


def _measured(age: int) -> dict[str, float]:
    from django.core.handlers.wsgi import WSGIHandler  # noqa: PLC0415 - needs settings
    from django.db import connection  # noqa: PLC0415 - as above
    from django.test import RequestFactory  # noqa: PLC0415 - as above

    from league.models import Club  # noqa: PLC0415 - as above
    from tests.league.invented import invented_league  # noqa: PLC0415 - as above

    if not Club.objects.exists():
        invented_league(people=ROWS)
    settings.DATABASES["default"]["CONN_MAX_AGE"] = connection.settings_dict["CONN_MAX_AGE"] = age
    connection.close()
    handler, requests = WSGIHandler(), RequestFactory()

    def ask(path: str, known: str = "") -> HttpResponseBase:
        environ = requests.get(path, headers={"If-None-Match": known}).environ
        response = handler(environ, lambda _status, _headers, _error=None: _ignore)
        response.close()
        return response

    etag = ask("/aoba/")["ETag"]
    return {
        "leaderboard, 50 rows": cpu_ms(lambda: ask("/aoba/")),
        "leaderboard, unchanged (304)": cpu_ms(lambda: ask("/aoba/", known=etag)),
        "list of clubs": cpu_ms(lambda: ask("/")),
    }


def _ignore(_body: bytes) -> None:
    """Stand in for the connection that a server would write to."""


def cpu_ms(act: Callable[[], object]) -> float:
    """Return the CPU milliseconds of one call, as the mean of many after a warm-up."""
    for _ in range(20):
        act()
    start = time.process_time()
    for _ in range(ROUNDS):
        act()
    return (time.process_time() - start) / ROUNDS * 1000


if __name__ == "__main__":
    sys.exit(main())
