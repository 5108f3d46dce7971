"""Measures the CPU time of a club's pages: table, player, meeting, people, and the leaderboard of a very large club.

    python -m benchmarks.bench_pages [PLAYERS]

Works on a database of its own; the leaderboard has 100,000 players unless told otherwise. The figures depend on the
machine and are noted in docs/scale.md.
"""

from __future__ import annotations

import os
import sys
import time
from datetime import timedelta
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from league.models import Club

PLAYERS, BATCHES, ROUNDS = 100_000, 6, 25
BUDGETS_MS = {"table": 8.0, "player": 8.0, "leaderboard, cold": 4.0, "leaderboard, 304": 0.7}


def cpu_ms(act: Callable[[], object]) -> float:
    """Return the CPU milliseconds of one call: the best batch after a warm-up, since other work only ever adds."""
    for _ in range(10):
        act()
    return min(batch_ms(act) for _ in range(BATCHES))


def batch_ms(act: Callable[[], object], rounds: int = ROUNDS) -> float:
    """Return the mean of one batch."""
    start = time.process_time()
    for _ in range(rounds):
        act()
    return (time.process_time() - start) / rounds * 1000


def main() -> None:
    """Print the figures; fail when one is over its budget."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.test")
    import django  # noqa: PLC0415 - after the settings are named

    django.setup()
    from django.test.utils import setup_databases, setup_test_environment, teardown_databases  # noqa: PLC0415

    setup_test_environment()
    kept = setup_databases(verbosity=0, interactive=False)
    try:
        figures = small_club() | large_club(int(sys.argv[1]) if len(sys.argv) > 1 else PLAYERS)
    finally:
        teardown_databases(kept, verbosity=0)
    for name, figure in figures.items():
        budget = f" (budget {BUDGETS_MS[name]})" if name in BUDGETS_MS else ""
        print(f"{name}: {figure:.2f} ms CPU{budget}")
    over = [name for name, budget in BUDGETS_MS.items() if figures[name] > budget]
    if over:
        raise SystemExit(f"over the budget: {', '.join(over)}")


def started(*_: object) -> Callable[[bytes], object]:
    """Take the status and headers of an answer."""
    return lambda _: None


def asked(path: str, **headers: str) -> Callable[[], object]:
    """Return a request as a server hands it to the application; the test client would add its own time."""
    from django.core.wsgi import get_wsgi_application  # noqa: PLC0415
    from django.test import RequestFactory  # noqa: PLC0415

    application = get_wsgi_application()
    environ = RequestFactory().get(path, headers=headers).environ

    def ask() -> None:
        answer: Any = application(dict(environ), started)
        b"".join(answer)
        answer.close()

    return ask


def small_club() -> dict[str, float]:
    """Return the figures of a club with the demo's results, for a reader who isn't logged in."""
    from django.test import Client  # noqa: PLC0415

    from league.models import Club, Meeting, Player, Table  # noqa: PLC0415
    from league.services.demo import demo_create  # noqa: PLC0415
    from league.services.runs import ladder_refresh  # noqa: PLC0415

    demo_create()
    club = Club.objects.get(slug="demo")
    for ladder in club.ladders.all():
        ladder_refresh(ladder_id=ladder.pk)
    client = Client()

    def page(path: str) -> float:
        assert client.get(path).status_code == 200, path  # noqa: S101, PLR2004 - a benchmark of refusals says nothing
        return cpu_ms(asked(path))

    player = Player.objects.filter(club=club).order_by("pk")[0].public_id
    table = Table.objects.filter(meeting__club=club).order_by("pk")[0].public_id
    meeting = Meeting.objects.filter(club=club).order_by("pk")[0].public_id
    return {
        "table": page(f"/demo/tables/{table}/"),
        "player": page(f"/demo/players/{player}/"),
        "meeting": page(f"/demo/meetings/{meeting}/"),
        "meetings": page("/demo/meetings/"),
        "people": page("/demo/people/"),
    }


def large_club(players: int) -> dict[str, float]:
    """Return the figures of the leaderboard of a club with many players."""
    from django.test import Client  # noqa: PLC0415

    from league.views.remembered import forget_all  # noqa: PLC0415

    club = _filled(players)
    client, path = Client(), f"/{club.slug}/"
    forget_all()
    first = batch_ms(lambda: client.get(path), rounds=1)
    etag = client.get(path)["ETag"]
    return {
        "leaderboard, first of a run": first,
        "leaderboard, cold": cpu_ms(asked(path)),
        "leaderboard, 304": cpu_ms(asked(path, **{"If-None-Match": etag})),
    }


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
    main()
