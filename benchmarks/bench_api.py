"""Measures the CPU time of the read API: full pages and 304s, through the whole middleware chain.

    python -m benchmarks.bench_api

Works on a database of its own; the figures depend on the machine.
"""

from __future__ import annotations

import sys

from benchmarks.measure import Figure, asked, cpu_ms, own_database, report

TABLES, PLAYERS = 1_000, 60


def main() -> int:
    """Print two lines an address."""
    with own_database():
        return report([figure for url in _addresses() for figure in _figures(url)])


def _figures(url: str) -> list[Figure]:
    from django.conf import settings  # noqa: PLC0415
    from django.test import Client  # noqa: PLC0415

    settings.API_REQUESTS_A_MINUTE = {"anonymous": 10_000_000, "user": 10_000_000}
    answer = Client().get(url)
    name = url.partition("?")[0].removeprefix("/api/v1/clubs/bench")[-20:]
    return [
        Figure(f"{name} ({len(answer.content) / 1000:.1f} kB)", cpu_ms(asked(url))),
        Figure(f"{name}, 304", cpu_ms(asked(url, expect="304", **{"If-None-Match": answer["ETag"]}))),
    ]


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
    sys.exit(main())
