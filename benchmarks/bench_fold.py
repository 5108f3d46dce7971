"""Our Elo fold beside peers, on the same tables.

Usage: python -m benchmarks.bench_fold [tables]. Absolute figures depend on the machine; the ratios count.
The peers do less: ours keeps every point with its expectation, works in integers and is independent of the order
of seats. evalica folds pairs in one call of compiled code without history; multi-elo rates one table at a time.
"""

from __future__ import annotations

import sys
import time
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING

import evalica
from multi_elo import EloPlayer, calc_elo

from league.ratings.elo import State, TableInput, fold
from league.ratings.parameters import PRESETS

if TYPE_CHECKING:
    from collections.abc import Callable

PLAYERS, SEATS, ROUNDS = 40, 4, 3


def tables_make(number: int) -> list[TableInput[int]]:
    """Return tables of four with a winner order at random."""
    random = Random(1)
    return [
        TableInput(f"{n:06d}", tuple((player, place) for place, player in enumerate(seats, 1)))
        for n in range(number)
        for seats in [random.sample(range(PLAYERS), SEATS)]
    ]


def ours(tables: list[TableInput[int]]) -> None:
    """Fold with history, as a run does."""
    states: dict[int, State] = {}
    list(fold(states, tables, PRESETS["standard"]))


def with_multi_elo(tables: list[TableInput[int]]) -> None:
    """Rate table by table."""
    ratings = dict.fromkeys(range(PLAYERS), 1500.0)
    for table in tables:
        players = [EloPlayer(place=place, elo=ratings[player]) for player, place in table.placements]
        for (player, _), rating in zip(table.placements, calc_elo(players, 16), strict=True):
            ratings[player] = rating


def with_evalica(tables: list[TableInput[int]]) -> None:
    """Fold all pairs at once."""
    pairs = [pair for table in tables for pair in combinations([player for player, _ in table.placements], 2)]
    evalica.elo([one for one, _ in pairs], [other for _, other in pairs], [evalica.Winner.X] * len(pairs))


def tables_per_second(work: Callable[[list[TableInput[int]]], None], tables: list[TableInput[int]]) -> float:
    """Return the best of several rounds."""
    best = float("inf")
    for _ in range(ROUNDS):
        started = time.perf_counter()
        work(tables)
        best = min(best, time.perf_counter() - started)
    return len(tables) / best


def main() -> None:
    """Print tables a second and the ratio to ours."""
    tables = tables_make(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)
    speeds = {work.__name__: tables_per_second(work, tables) for work in (ours, with_multi_elo, with_evalica)}
    for name, speed in speeds.items():
        print(f"{name:16} {speed:12,.0f} tables/s   {speed / speeds['ours']:6.2f} x ours")


if __name__ == "__main__":
    main()
