"""The formula and the fold: every invariant of DESIGN §6 that needs no database."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.ratings.elo import Seat, expected_of_higher, pairs_of
from league.ratings.parameters import PRESETS, Parameters
from tests.league.ratings.folding import Point, State, Table, fold, rate_table

if TYPE_CHECKING:
    from random import Random

PLAYERS = tuple("abcdefgh")
presets = st.sampled_from(sorted(PRESETS)).map(PRESETS.__getitem__)
states = st.dictionaries(
    st.sampled_from(PLAYERS), st.builds(State, st.integers(200_000, 3_200_000), st.integers(0, 40))
)


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Draw a table of 2 to 8 players with competition ranks and ties."""
    players = draw(st.lists(st.sampled_from(PLAYERS), min_size=2, max_size=8, unique=True))
    totals = [draw(st.integers(0, 4)) for _ in players]
    places = [1 + sum(other > total for other in totals) for total in totals]
    return tuple(zip(players, places, strict=True))


seasons = st.lists(tables(), max_size=30)


def _by_player(points: list[Point]) -> dict[str, Point]:
    return {point.player: point for point in points}


def _run(
    season: list[Table], parameters: Parameters, start: dict[str, State] | None = None
) -> dict[str, State]:
    end = dict(start or {})
    fold(end, season, parameters)
    return end


def test_two_new_players_move_by_half_of_k() -> None:
    table = (("a", 1), ("b", 2))

    points = rate_table({}, table, PRESETS["standard"])

    assert points == [
        Point("a", 1_500_000, 1_524_000, 0, 1, 0.5, 1.0),
        Point("b", 1_500_000, 1_476_000, 0, 2, 0.5, 0.0),
    ]


def test_favourite_wins_little_and_loses_much() -> None:
    start = {"a": State(1_900_000, 50), "b": State(1_500_000, 50)}

    won = rate_table(start, (("a", 1), ("b", 2)), PRESETS["steady"])
    lost = rate_table(start, (("a", 2), ("b", 1)), PRESETS["steady"])

    assert [won[0].after - won[0].before, lost[0].after - lost[0].before] == [1_455, -14_545]
    assert won[0].expected == pytest.approx(10 / 11)


def test_four_players_share_k_over_their_pairs() -> None:
    table = (("a", 1), ("b", 2), ("c", 2), ("d", 4))

    points = rate_table({}, table, PRESETS["steady"])

    assert [point.after - 1_500_000 for point in points] == [8_001, 0, 0, -8_001]
    assert [point.actual for point in points] == [3.0, 1.5, 1.5, 0.0]
    assert [point.expected for point in points] == [1.5, 1.5, 1.5, 1.5]


def test_half_a_thousandth_goes_to_the_even_number() -> None:
    by_half = Parameters(k_final=1, k_steps=())

    points = rate_table({}, tuple((name, place) for place, name in enumerate("abcdefghi", 1)), by_half)

    assert [point.after - 1_500_000 for point in points] == [
        496,
        372,
        248,
        124,
        0,
        -124,
        -248,
        -372,
        -496,
    ]  # 62.5 → 62


def test_k_of_a_pair_is_the_mean_of_both() -> None:
    start = {"new": State(1_500_000, 9), "old": State(1_500_000, 20)}

    points = rate_table(start, (("new", 1), ("old", 2)), PRESETS["standard"])

    assert [point.after - point.before for point in points] == [16_000, -16_000]


@given(states, tables(), presets)
def test_every_table_conserves_the_sum(
    before: dict[str, State], table: Table, parameters: Parameters
) -> None:
    points = rate_table(before, table, parameters)

    assert sum(point.after - point.before for point in points) == 0
    assert sum(point.actual for point in points) == len(points) * (len(points) - 1) / 2


@given(states, tables(), presets, st.randoms(use_true_random=False))
def test_order_of_seats_means_nothing(
    before: dict[str, State], table: Table, parameters: Parameters, random: Random
) -> None:
    shuffled = list(table)
    random.shuffle(shuffled)

    assert _by_player(rate_table(before, tuple(shuffled), parameters)) == _by_player(
        rate_table(before, table, parameters)
    )


@given(seasons, presets, st.permutations(PLAYERS))
def test_relabelling_players_permutes_the_result(
    season: list[Table], parameters: Parameters, names: list[str]
) -> None:
    new = dict(zip(PLAYERS, names, strict=True))
    renamed = [tuple((new[player], place) for player, place in table) for table in season]

    assert _run(renamed, parameters) == {
        new[player]: state for player, state in _run(season, parameters).items()
    }


@given(states, tables(), presets, st.data())
def test_a_better_place_never_gives_less(
    before: dict[str, State], table: Table, parameters: Parameters, data: st.DataObject
) -> None:
    index = data.draw(st.integers(0, len(table) - 1))
    player, place = table[index]
    better = data.draw(st.integers(0, place))
    improved = tuple((who, better if who == player else at) for who, at in table)

    assert (
        _by_player(rate_table(before, improved, parameters))[player].after
        >= _by_player(rate_table(before, table, parameters))[player].after
    )


@given(tables(), presets, st.integers(900_000, 2_000_000), st.integers(0, 30))
def test_equals_in_equal_places_get_the_same(
    table: Table, parameters: Parameters, rating: int, played: int
) -> None:
    before = {player: State(rating, played) for player in PLAYERS}
    points = sorted(rate_table(before, table, parameters), key=lambda point: point.placement)

    for _, group in groupby(points, key=lambda point: point.placement):
        assert len({point.after for point in group}) == 1


@given(st.integers(500_000, 2_500_000), st.integers(500_000, 2_500_000), st.integers(0, 2), presets)
def test_two_with_equal_k_are_textbook_elo(
    mine: int, yours: int, result: int, parameters: Parameters
) -> None:
    places = [(1, 2), (1, 1), (2, 1)][result]
    score = [1, 0.5, 0][result]
    before = {"a": State(mine, 30), "b": State(yours, 30)}

    points = rate_table(before, (("a", places[0]), ("b", places[1])), parameters)

    expected = 1 / (1 + 10 ** ((yours - mine) / 400_000))
    assert points[0].expected == pytest.approx(expected, abs=1e-6)
    assert points[0].after - mine == pytest.approx(16_000 * (score - expected), abs=0.5 + 1e-6)


@given(seasons, seasons, presets)
def test_fold_goes_on_where_it_stopped(
    first: list[Table], second: list[Table], parameters: Parameters
) -> None:
    assert _run(first + second, parameters) == _run(second, parameters, _run(first, parameters))


@given(seasons, presets, st.data())
def test_a_deleted_table_never_was(season: list[Table], parameters: Parameters, data: st.DataObject) -> None:
    extra = data.draw(tables())
    place = data.draw(st.integers(0, len(season)))
    with_it = [*season[:place], extra, *season[place:]]

    assert _run([table for table in with_it if table is not extra], parameters) == _run(season, parameters)


@given(seasons, presets)
def test_everyone_starts_where_his_last_table_left_him(season: list[Table], parameters: Parameters) -> None:
    last: dict[str, Point] = {}
    for points in fold({}, season, parameters):
        for point in points:
            before = last.get(point.player)
            assert point.before == (before.after if before else parameters.start)
            assert point.tables_before == (before.tables_before + 1 if before else 0)
            last[point.player] = point


@given(st.integers(0, 5_000_000), st.integers(0, 5_000_000))
def test_a_greater_difference_never_lowers_the_expectation(one: int, other: int) -> None:
    low, high = sorted((one, other))

    assert 0.5 <= expected_of_higher(low, 400_000) <= expected_of_higher(high, 400_000) <= 1


@given(states, tables(), presets)
def test_pairs_add_up_to_what_the_fold_gives(
    before: dict[str, State], table: Table, parameters: Parameters
) -> None:
    fresh = State(parameters.start, 0)
    seats = [Seat(*before.get(player, fresh), place) for player, place in table]

    for pairs, point in zip(pairs_of(seats, parameters), rate_table(before, table, parameters), strict=True):
        assert sum(pair.transfer for pair in pairs) == point.after - point.before
        assert sum(pair.expected for pair in pairs) == pytest.approx(point.expected, abs=8e-6)
        assert sum(pair.score for pair in pairs) == point.actual


@given(states, tables(), presets)
def test_what_one_gets_from_another_the_other_pays(
    before: dict[str, State], table: Table, parameters: Parameters
) -> None:
    seats = [Seat(*before.get(player, State(1_500_000, 0)), place) for player, place in table]
    paid = {
        (one, pair.opponent): pair.transfer
        for one, pairs in enumerate(pairs_of(seats, parameters))
        for pair in pairs
    }

    assert all(transfer == -paid[other, one] for (one, other), transfer in paid.items())
