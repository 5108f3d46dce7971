"""Measures the CPU time of a club's pages: table, player, meeting, people, and the leaderboard of a very large club.

    python -m benchmarks.bench_pages [PLAYERS]

Works on a database of its own; the leaderboard has 100,000 players unless told otherwise.
"""

from __future__ import annotations

import sys
from datetime import timedelta
from typing import TYPE_CHECKING

from benchmarks.measure import Figure, asked, batch_ms, cpu_ms, own_database, report

if TYPE_CHECKING:
    from league.models import Club

PLAYERS = 100_000


def main() -> int:
    """Print the figures; return 1 when one is over its budget."""
    with own_database():
        return report(small_club() + large_club(int(sys.argv[1]) if len(sys.argv) > 1 else PLAYERS))


def small_club() -> list[Figure]:
    """Return the figures of a club with the demo's results, for a reader who isn't logged in."""
    from league.models import Club, Meeting, Player, Table  # noqa: PLC0415
    from league.services.demo import demo_create  # noqa: PLC0415
    from league.services.runs import ladder_refresh  # noqa: PLC0415

    demo_create()
    club = Club.objects.get(slug="demo")
    for ladder in club.ladders.all():
        ladder_refresh(ladder_id=ladder.pk)
    player = Player.objects.filter(club=club).order_by("pk")[0].public_id
    table = Table.objects.filter(meeting__club=club).order_by("pk")[0].public_id
    meeting = Meeting.objects.filter(club=club).order_by("pk")[0].public_id
    pages: list[tuple[str, str, float | None]] = [
        ("table", f"/demo/tables/{table}/", 8.0),
        ("player", f"/demo/players/{player}/", 8.0),
        ("meeting", f"/demo/meetings/{meeting}/", None),
        ("meetings", "/demo/meetings/", None),
        ("people", "/demo/people/", None),
        ("list of clubs", "/", None),
    ]
    return [Figure(name, cpu_ms(asked(path)), budget) for name, path, budget in pages]


def large_club(players: int) -> list[Figure]:
    """Return the figures of the leaderboard of a club with many players."""
    from django.test import Client  # noqa: PLC0415

    from league.views.remembered import forget_all  # noqa: PLC0415

    path = f"/{_filled(players).slug}/"
    forget_all()
    first = batch_ms(asked(path), rounds=1)
    etag = Client().get(path)["ETag"]
    return [
        Figure("leaderboard, first of a run", first),
        Figure("leaderboard, 50 rows", cpu_ms(asked(path)), 4.0),
        Figure(
            "leaderboard, unchanged (304)", cpu_ms(asked(path, expect="304", **{"If-None-Match": etag})), 0.7
        ),
    ]


def _filled(players: int) -> Club:
    """Return a club with that many standings, written straight into the tables."""
    from league.models import Player, Standing  # noqa: PLC0415
    from tests.league.invented import LAST_DAY, invented_club, invented_ladder, invented_meetings  # noqa: PLC0415

    club = invented_club("large")
    invented_meetings(club)
    _ladder, run = invented_ladder(club)
    made = Player.objects.bulk_create(
        (Player(club=club, display_name=f"player {n}", reading=f"p {n}") for n in range(players)),
        batch_size=5_000,
    )
    Standing.objects.bulk_create(
        (
            Standing(
                run=run,
                player=player,
                rank=n + 1,
                previous_rank=n + 1,
                rating=1_900_000 - n,
                tables=12,
                last_change=0,
                last_club_day=LAST_DAY - timedelta(days=n % 50),
                placement_sum=30,
                recent_placements=[1, 2, 3, 4, 1, 2, 3, 4, 1, 2],
            )
            for n, player in enumerate(made)
        ),
        batch_size=5_000,
    )
    return club


if __name__ == "__main__":
    sys.exit(main())
