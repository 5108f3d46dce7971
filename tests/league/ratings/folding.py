"""The folds as tests like to speak to them: tables of named players, points by name; and a slow fold of their own.

`slow_fold` is written from DESIGN §6 alone, table by table, player by player, with nothing shared with the product.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from league.ratings.columns import SURE, PointColumns, StateColumns, TableColumns
from league.ratings.fold import fold_columns

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from league.ratings.parameters import Parameters

Table = tuple[tuple[Any, int], ...]


class State(NamedTuple):
    """Rating in thousandths, and rated tables played."""

    rating: int
    tables: int


class Point(NamedTuple):
    """One player's change at one table."""

    player: Any
    before: int
    after: int
    tables_before: int
    placement: int
    expected: float
    actual: float


def fold(states: dict[Any, State], tables: Iterable[Table], parameters: Parameters) -> list[list[Point]]:
    """Return the points of each table as the product's fold gives them, and leave `states` as they are afterwards."""
    season = list(tables)
    names = sorted({player for table in season for player, _ in table} | set(states), key=str)
    number = {name: at for at, name in enumerate(names)}
    columns = TableColumns()
    for table in season:
        columns.add([(number[player], place) for player, place in table])
    end = StateColumns.fresh(len(names), parameters.start)
    for name, state in states.items():
        end.ratings[number[name]], end.tables[number[name]] = state
    points = fold_columns(columns, end, parameters)
    played = {name for table in season for name, _ in table} | set(states)
    states.update({name: State(end.ratings[number[name]], end.tables[number[name]]) for name in played})
    return list(_named(names, columns, points))


def _named(names: Sequence[Any], columns: TableColumns, points: PointColumns) -> Iterable[list[Point]]:
    for table in range(len(columns)):
        yield [
            Point(
                names[columns.players[line]],
                points.before[line],
                points.after[line],
                points.tables_before[line],
                columns.placements[line],
                points.expected[line] / SURE,
                points.actual[line] / 2,
            )
            for line in range(columns.offsets[table], columns.offsets[table + 1])
        ]


def rate_table(states: Mapping[Any, State], table: Table, parameters: Parameters) -> list[Point]:
    """Return everyone's change at one table."""
    return fold(dict(states), [table], parameters)[0]


def slow_fold(states: dict[Any, State], tables: Iterable[Table], parameters: Parameters) -> list[list[Point]]:
    """Return what DESIGN §6 says, player by player against each opponent."""
    folded = []
    for table in tables:
        before = {player: states.get(player, State(parameters.start, 0)) for player, _ in table}
        points = []
        for player, place in table:
            mine = before[player]
            change, expected, actual = 0, 0.0, 0.0
            for opponent, other_place in table:
                if opponent == player:
                    continue
                theirs = before[opponent]
                score = 1.0 if place < other_place else 0.0 if place > other_place else 0.5
                k = (_k(parameters, mine.tables) + _k(parameters, theirs.tables)) / 2 / (len(table) - 1)
                if mine.rating >= theirs.rating:
                    chance = _chance(mine.rating - theirs.rating, parameters)
                    change += round(k * (score - chance) * 1000)
                else:
                    of_other = _chance(theirs.rating - mine.rating, parameters)
                    chance = 1 - of_other
                    change -= round(k * ((1 - score) - of_other) * 1000)
                expected += chance
                actual += score
            points.append(
                Point(player, mine.rating, mine.rating + change, mine.tables, place, expected, actual)
            )
        for point in points:
            states[point.player] = State(point.after, point.tables_before + 1)
        folded.append(points)
    return folded


def _chance(difference: int, parameters: Parameters) -> float:
    return 1 / (1 + 10 ** (-(difference / 1000) / (parameters.scale / 1000)))


def _k(parameters: Parameters, tables: int) -> int:
    return next((k for below, k in parameters.k_steps if tables < below), parameters.k_final)
