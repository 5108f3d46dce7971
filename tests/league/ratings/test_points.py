"""Season points: places earn, shared places share, and the best tables count."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.ratings.columns import NOBODY, StateColumns, TableColumns
from league.ratings.parameters import PointsParameters
from league.ratings.points import earned_by_place, fold_points

FOUR = PointsParameters(by_seats=((4, (10_000, 6_000, 3_000, 1_000)),))


def test_places_earn_what_is_listed_for_so_many_people() -> None:
    assert earned_by_place([1, 2, 3, 4], FOUR) == {1: 10_000, 2: 6_000, 3: 3_000, 4: 1_000}


def test_other_numbers_of_people_earn_one_for_the_last_place_and_one_more_for_each_above() -> None:
    assert earned_by_place([1, 2, 3], FOUR) == {1: 3_000, 2: 2_000, 3: 1_000}


def test_shared_places_share_what_their_places_earn() -> None:
    assert earned_by_place([1, 1, 3, 4], FOUR) == {1: 8_000, 3: 3_000, 4: 1_000}
    assert earned_by_place([1, 2, 2, 2], FOUR) == {1: 10_000, 2: 3_333}  # ten thirds, in thousandths


@given(
    scores=st.lists(st.tuples(st.integers(1, 4), st.booleans()), max_size=30),
    best=st.one_of(st.none(), st.integers(1, 6)),
)
def test_points_are_the_sum_of_the_best_so_far(scores: list[tuple[int, bool]], best: int | None) -> None:
    parameters = PointsParameters(by_seats=((4, (5_000, 1_000, -500, -2_000)),), best=best)
    tables = TableColumns()
    for place, earning in scores:
        others = [other for other in range(1, 5) if other != place]
        tables.add([(0, place, int(earning)), *((NOBODY, other, 1) for other in others)])
    states = StateColumns.fresh(1, 0)

    points = fold_points(tables, states, parameters)

    worth = {1: 5_000, 2: 1_000, 3: -500, 4: -2_000}
    earned = [worth[place] if earning else 0 for place, earning in scores]
    sums = [sum(sorted(earned[: n + 1], reverse=True)[:best]) for n in range(len(earned))]
    assert list(points.after)[::4] == sums
    assert list(points.before)[::4] == [0, *sums][: len(sums)]
    assert list(points.actual)[::4] == earned


@given(st.lists(st.integers(1, 8), min_size=2, max_size=8))
def test_a_table_earns_what_its_places_are_worth(totals: list[int]) -> None:
    places = [1 + sum(other > total for other in totals) for total in totals]
    earned = earned_by_place(places, PointsParameters())
    assert sum(earned[place] for place in places) == pytest.approx(
        float(sum(Fraction(1000 * worth) for worth in range(1, len(places) + 1))), abs=len(places)
    )
