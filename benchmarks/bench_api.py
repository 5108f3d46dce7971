"""Measures the CPU time of the read API: full pages and 304s, through the whole middleware chain.

    python -m benchmarks.bench_api

Works on a database of its own; the figures depend on the machine.
"""

from __future__ import annotations

import os

from benchmarks.bench_leaderboard import cpu_ms

TABLES, PLAYERS, ROUNDS = 1_000, 60, 40


def main() -> None:
    """Print a line an address."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.test")
    import django  # noqa: PLC0415 - after the settings are named

    django.setup()
    from django.conf import settings  # noqa: PLC0415
    from django.test import Client  # noqa: PLC0415
    from django.test.utils import setup_databases, setup_test_environment, teardown_databases  # noqa: PLC0415

    setup_test_environment()
    settings.API_REQUESTS_A_MINUTE = {"anonymous": 10_000_000, "user": 10_000_000}
    kept = setup_databases(verbosity=0, interactive=False)
    try:
        client = Client()
        for url in _addresses():
            answer = client.get(url)
            full = cpu_ms(lambda url=url: client.get(url), ROUNDS)
            known = {"If-None-Match": answer["ETag"]}
            unchanged = cpu_ms(lambda url=url, known=known: client.get(url, headers=known), ROUNDS)
            size = len(answer.content) / 1000
            print(
                f"{url.partition('?')[0][-32:]:>32}  {size:6.1f} kB  {full:6.2f} ms  304: {unchanged:5.2f} ms"
            )
    finally:
        teardown_databases(kept, verbosity=0)


def _addresses() -> list[str]:
    from league.services.runs import ladder_refresh  # noqa: PLC0415
    from tests import factories as make  # noqa: PLC0415

    club = make.club_make("bench")
    make.season_fill(club, make.players_make(club, PLAYERS), TABLES)
    ladder = ladder_refresh(ladder_id=make.ladder_make(club).pk).public_id
    table = club.meetings.get(club_day=make.day_of(0)).tables.get(number=1).public_id
    lists = ("players", "meetings", "tables", f"ladders/{ladder}/standings", f"ladders/{ladder}/points")
    return [
        "/api/v1/clubs/bench/",
        *(f"/api/v1/clubs/bench/{name}/?limit=50" for name in lists),
        f"/api/v1/clubs/bench/tables/{table}/",
        f"/api/v1/clubs/bench/ladders/{ladder}/standings/?limit=50&as_of=2030-01-01",
    ]


if __name__ == "__main__":
    main()
