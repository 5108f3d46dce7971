"""The placement law: 1, 2, 2, 4, and what counts as a contradiction."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.judge import judge
from games.core.placement import shared_places
from tests.games.reports import Json, codes, errors, generic, places


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([], []),
        ([7], [1]),
        ([9, 5, 5, 1], [1, 2, 2, 4]),
        ([5, 9, 1, 5], [2, 1, 4, 2]),
        ([3, 3, 3], [1, 1, 1]),
        ([3, 3, 2], [1, 1, 3]),
    ],
)
def test_places_of_values(values: list[int], expected: list[int]) -> None:
    assert shared_places(values) == expected


@given(st.lists(st.integers(-3, 3), max_size=9))
def test_place_is_one_more_than_the_number_of_better_ones(values: list[int]) -> None:
    assert shared_places(values) == [1 + sum(other > value for other in values) for value in values]


def test_missing_placements_are_computed() -> None:
    assert places(judge(generic(3, 7, 3, 1))) == [2, 1, 2, 4]


@pytest.mark.parametrize(
    ("totals", "reported", "code"),
    [
        ((5, 5, 1), (1, 1, 2), "core.placement_total"),
        ((5, 3, 1), (1, 3, 2), "core.placement_total"),
        ((5, 3), (2, 1), "core.placement_total"),
        ((5, 5), (2, 2), "core.tie_pattern"),
        ((5, 5, 5), (1, 1, 2), "core.tie_pattern"),
        ((5, 5, 5), (1, 3, 3), "core.tie_pattern"),
        ((5, 5), (2, None), "core.tie_partial"),
        ((5, 5), (0, 1), "core.tie_pattern"),
        ((None, None, None), (1, 1, 2), "core.placement_pattern"),
        ((None, None), (2, 3), "core.placement_pattern"),
        ((None, None), (0, 1), "core.placement_pattern"),
        ((7, 9, None), (1, 2, 3), "core.placement_pair"),
    ],
)
def test_contradictory_placement_is_an_error(totals: Json, reported: Json, code: str) -> None:
    judgement = judge(generic(*totals, placements=reported))
    assert code in codes(judgement)
    assert not judgement.valid
    assert {rule for rule, _ in errors(judgement)} == {"GN-4"}


@pytest.mark.parametrize(
    ("totals", "reported", "expected"),
    [
        ((5, 5, 1), (1, 1, 3), [1, 1, 3]),
        ((5, 5, 1), (2, 1, 3), [2, 1, 3]),
        ((5, 5, 5), (1, 1, 3), [1, 1, 3]),
        ((5, 5, 5), (1, 2, 2), [1, 2, 2]),
        ((5, 5, 1), (1, None, None), [1, 1, 3]),
        ((5, 3, 1), (None, 2, None), [1, 2, 3]),
        ((None, None, None), (2, 1, 2), [2, 1, 2]),
        ((9, 7, None), (1, 2, 3), [1, 2, 3]),
    ],
)
def test_consistent_placement_is_kept(totals: Json, reported: Json, expected: list[int]) -> None:
    judgement = judge(generic(*totals, placements=reported))
    assert judgement.valid
    assert places(judgement) == expected


def test_finding_names_seats_and_what_would_be_right() -> None:
    judgement = judge(generic(5, 5, 1, placements=(1, 1, 2)))
    (finding,) = judgement.findings
    assert finding.path == "/seats/2/placement"
    assert dict(finding.params) == {"who": "seat 3", "total": "1", "right": 3, "given": 2}


@given(st.lists(st.integers(0, 4), min_size=2, max_size=8))
def test_computed_placements_reported_back_are_accepted(totals: list[int]) -> None:
    first = judge(generic(*totals))
    again = judge(generic(*totals, placements=tuple(places(first))))
    assert again.findings == ()
    assert places(again) == places(first)
