"""Whole seasons at once, in plain Python and compiled, are what the formula says table by table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.ratings import compiled
from league.ratings import fold as plain
from league.ratings.columns import SURE, StateColumns, TableColumns
from league.ratings.parameters import PRESETS, Parameters
from tests.league.ratings.folding import State, slow_fold

if TYPE_CHECKING:
    from types import ModuleType

PLAYERS = 8
FOLDS = pytest.mark.parametrize("folding", [plain, compiled], ids=["plain", "compiled"])


@st.composite
def tables(draw: st.DrawFn) -> tuple[tuple[int, int], ...]:
    """Draw a table of 2 to 8 players with competition ranks and ties."""
    players = draw(st.lists(st.integers(0, PLAYERS - 1), min_size=2, max_size=PLAYERS, unique=True))
    totals = [draw(st.integers(0, 4)) for _ in players]
    return tuple(
        (player, 1 + sum(other > total for other in totals))
        for player, total in zip(players, totals, strict=True)
    )


def columns_of(season: list[tuple[tuple[int, int], ...]]) -> TableColumns:
    columns = TableColumns()
    for table in season:
        columns.add(table)
    return columns


@FOLDS
@given(
    season=st.lists(tables(), max_size=25),
    parameters=st.sampled_from(sorted(PRESETS)).map(PRESETS.__getitem__),
    start=st.lists(
        st.tuples(st.integers(200_000, 3_200_000), st.integers(0, 40)), min_size=PLAYERS, max_size=PLAYERS
    ),
)
def test_columns_are_the_formula_table_by_table(
    folding: ModuleType,
    season: list[tuple[tuple[int, int], ...]],
    parameters: Parameters,
    start: list[tuple[int, int]],
) -> None:
    states = StateColumns.fresh(PLAYERS, parameters.start)
    for player, (rating, played) in enumerate(start):
        states.ratings[player], states.tables[player] = rating, played
    reference = {player: State(*state) for player, state in enumerate(start)}
    expected = [point for points in slow_fold(reference, season, parameters) for point in points]

    points = folding.fold_columns(columns_of(season), states, parameters)

    assert list(points.before) == [point.before for point in expected]
    assert list(points.after) == [point.after for point in expected]
    assert list(points.tables_before) == [point.tables_before for point in expected]
    assert [halves / 2 for halves in points.actual] == [point.actual for point in expected]
    for share, point in zip(points.expected, expected, strict=True):
        assert abs(share / SURE - point.expected) <= PLAYERS / SURE
    assert [State(*state) for state in zip(states.ratings, states.tables, strict=True)] == list(
        reference.values()
    )


@FOLDS
def test_differences_beyond_every_list_of_chances_are_rated(folding: ModuleType) -> None:
    parameters = PRESETS["steady"]
    states = StateColumns.fresh(2, parameters.start)
    states.ratings[0] = 1_500_000 + 900_001
    points = folding.fold_columns(columns_of([((0, 2), (1, 1))]), states, parameters)
    # An upset at 900 points: 16 × (1 − 1/(1 + 10^(900.001/400))) = 15.9105… points.
    assert [after - before for before, after in zip(points.before, points.after, strict=True)] == [
        -15_911,
        15_911,
    ]


@FOLDS
def test_season_without_tables_comes_to_nothing(folding: ModuleType) -> None:
    states = StateColumns.fresh(3, 1_500_000)
    points = folding.fold_columns(TableColumns(), states, PRESETS["standard"])
    assert list(points.after) == []
    assert list(states.ratings) == [1_500_000] * 3


@FOLDS
def test_tables_of_a_hundred_are_counted_in_full(folding: ModuleType) -> None:
    states = StateColumns.fresh(100, 1_500_000)
    table = [(player, player + 1) for player in range(100)]
    points = folding.fold_columns(columns_of([tuple(table)]), states, PRESETS["steady"])
    assert list(points.actual) == [2 * (99 - player) for player in range(100)]
    assert set(points.expected) == {99 * SURE // 2}
