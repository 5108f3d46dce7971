"""Season points taken apart: what a shared place shares, and which tables are the best ones."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.ratings.columns import StateColumns, TableColumns
from league.ratings.parameters import PointsParameters
from league.ratings.points import counting_of, earned_by_place, fold_points, sharing_of

LISTED = PointsParameters(((4, (10_000, 6_000, 3_000, 1_000)),))
few_scores = st.lists(st.integers(-3, 3).map(lambda points: 1000 * points), max_size=12)


@pytest.mark.parametrize(
    ("places", "place", "shared"),
    [
        ([1, 2, 3, 4], 1, (10_000,)),
        ([1, 2, 2, 4], 2, (6_000, 3_000)),
        ([4, 2, 1, 2], 4, (1_000,)),
        ([1, 1, 1, 1], 1, (10_000, 6_000, 3_000, 1_000)),
        ([1, 2, 3], 2, (2_000,)),
    ],
)
def test_a_place_shares_the_points_of_the_places_it_takes_up(
    places: list[int], place: int, shared: tuple[int, ...]
) -> None:
    assert sharing_of(places, place, LISTED) == shared


@given(st.lists(st.integers(0, 3), min_size=2, max_size=6))
def test_shares_are_what_the_fold_gives(totals: list[int]) -> None:
    places = [1 + sum(other > total for other in totals) for total in totals]
    for place, earned in earned_by_place(places, LISTED).items():
        shared = sharing_of(places, place, LISTED)
        assert len(shared) == places.count(place)
        assert round(sum(shared) / len(shared)) == earned


def test_the_best_tables_count_and_of_equal_ones_the_later() -> None:
    assert counting_of([4, 1, 3, 4, 1], 3) == [True, False, True, True, False]
    assert counting_of([2, 2, 2], 2) == [False, True, True]
    assert counting_of([2, 2], 2) == [True, True]
    assert counting_of([-1, -2], None) == [True, True]
    assert counting_of([], 1) == []


@given(few_scores, st.one_of(st.none(), st.integers(1, 8)))
def test_what_counts_adds_up_to_the_points_of_the_fold(scores: list[int], best: int | None) -> None:
    counting = counting_of(scores, best)
    assert sum(counting) == (len(scores) if best is None else min(len(scores), best))
    assert sum(score for score, counts in zip(scores, counting, strict=True) if counts) == _folded(
        scores, best
    )


def _folded(scores: list[int], best: int | None) -> int:
    """Fold tables of so many people that the last place of each earns its score."""
    states = StateColumns.fresh(1, 0)
    sizes = {score: 2 + at for at, score in enumerate(sorted(set(scores)))}
    lists = tuple((size, (0,) * (size - 1) + (score,)) for score, size in sizes.items())
    tables = TableColumns()
    for score in scores:
        others = [(-1, place, 1) for place in range(1, sizes[score])]
        tables.add([*others, (0, sizes[score], 1)])
    fold_points(tables, states, PointsParameters(lists, best))
    return states.ratings[0]
