"""Our Elo folds beside peers, on the same tables.

Usage: python -m benchmarks.bench_fold [tables]. Absolute figures depend on the machine; the ratios count.
The peers do less: ours keep every point with its expectation, work in integers and are independent of the order of
seats. evalica folds pairs in one call of compiled code without history; multi-elo and openskill rate one table at a
time, openskill by another model. They get fewer tables where they are slow.
"""

from __future__ import annotations

import sys
from itertools import combinations
from random import Random

import evalica
from multi_elo import EloPlayer, calc_elo
from openskill.models import PlackettLuce

from benchmarks.work import megabytes, seconds
from league.ratings import compiled, fold
from league.ratings.columns import StateColumns, TableColumns
from league.ratings.parameters import PRESETS

PLAYERS, SEATS = 2_000, 4
STANDARD = PRESETS["standard"]
Tables = list[list[int]]


def tables_make(number: int) -> Tables:
    """Return tables of four at random, the winner first."""
    random = Random(1)
    return [random.sample(range(PLAYERS), SEATS) for _ in range(number)]


def columns_of(tables: Tables) -> TableColumns:
    """Return the tables as a run reads them."""
    columns = TableColumns()
    for table in tables:
        columns.add([(player, place) for place, player in enumerate(table, 1)])
    return columns


def plain(columns: TableColumns) -> None:
    """Fold with history in plain Python."""
    fold.fold_columns(columns, StateColumns.fresh(PLAYERS, STANDARD.start), STANDARD)


def with_numba(columns: TableColumns) -> None:
    """Fold with history in machine code."""
    compiled.fold_columns(columns, StateColumns.fresh(PLAYERS, STANDARD.start), STANDARD)


def with_multi_elo(tables: Tables) -> None:
    """Rate table by table."""
    ratings = dict.fromkeys(range(PLAYERS), 1500.0)
    for table in tables:
        players = [EloPlayer(place=place, elo=ratings[player]) for place, player in enumerate(table, 1)]
        for player, rating in zip(table, calc_elo(players, 16), strict=True):
            ratings[player] = rating


def with_openskill(tables: Tables) -> None:
    """Rate table by table."""
    model = PlackettLuce()
    ratings = {player: model.rating() for player in range(PLAYERS)}
    for table in tables:
        for player, (rating,) in zip(table, model.rate([[ratings[player]] for player in table]), strict=True):
            ratings[player] = rating


def pairs_of(tables: Tables) -> list[tuple[int, int]]:
    """Return the pairs of all tables, the winner of each first."""
    return [pair for table in tables for pair in combinations(table, 2)]


def with_evalica(pairs: list[tuple[int, int]]) -> None:
    """Fold all pairs at once."""
    evalica.elo([one for one, _ in pairs], [other for _, other in pairs], [evalica.Winner.X] * len(pairs))


def main() -> None:
    """Print tables a second, the ratio to the plain fold, and memory over the input."""
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    tables = tables_make(number)
    few, columns, pairs = tables[: number // 10], columns_of(tables), pairs_of(tables)
    with_numba(columns_of(few))  # compiling takes seconds, once per process
    speeds = {
        "plain": number / seconds(lambda: plain(columns)),
        "compiled": number / seconds(lambda: with_numba(columns)),
        "evalica": number / seconds(lambda: with_evalica(pairs)),
        "multi-elo": len(few) / seconds(lambda: with_multi_elo(few)),
        "openskill": len(few) / seconds(lambda: with_openskill(few)),
    }
    for name, speed in speeds.items():
        print(f"{name:10} {speed:12,.0f} tables/s   {speed / speeds['plain']:7.2f} x plain")
    print(f"compiled   {megabytes(lambda: with_numba(columns)):6.1f} MB over the input of {number:,} tables")


if __name__ == "__main__":
    main()
