"""Measures the CPU time of entering results: the live check, sending, the page and a search of names.

    python -m benchmarks.bench_entry

Works on a database of its own with a club of 200 people; the figures depend on the machine.
"""

from __future__ import annotations

import sys
from itertools import count

from benchmarks.measure import Figure, cpu_ms, own_database, report

PEOPLE, BUDGET_MS = 200, 30.0


def main() -> int:
    """Print the figures; return 1 when a post is over its budget."""
    with own_database():
        return report(measure())


def measure() -> list[Figure]:
    """Return the figures of each request of a scorer, sent by the test client, whose own time is in them."""
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

    def check() -> None:
        world.scorer.post(f"{world.url}check/", make.danmaku())

    def refused() -> None:
        world.scorer.post(world.url, make.danmaku(key="bench-x1", seat_1_total="1"))

    return [
        Figure("live check", cpu_ms(check), BUDGET_MS),
        Figure("sending", cpu_ms(send), BUDGET_MS),
        Figure("refused", cpu_ms(refused)),
        Figure("page", cpu_ms(lambda: world.scorer.get(world.url))),
        Figure("names", cpu_ms(lambda: world.scorer.get(f"{world.url}names/", {"q": "ぶいん1"}))),
    ]


if __name__ == "__main__":
    sys.exit(main())
