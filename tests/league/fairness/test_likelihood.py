"""The likelihood is Plackett–Luce's by enumeration; its slope and curvature are those of its values."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.fairness.design import Block, design_make
from league.fairness.likelihood import curvature_of, row_pairs, slope_of
from tests.league.fairness.laid import laid, order_chances

UTILITIES = st.floats(-3, 3)


def block_of(placements: list[int]) -> Block:
    (block,) = design_make(laid([list(enumerate(placements))])).blocks
    return block


def value_at(block: Block, utilities: np.ndarray) -> float:
    return slope_of(block, utilities[:, None]).value


@st.composite
def tables_with_ties(draw: st.DrawFn) -> tuple[list[int], np.ndarray]:
    totals = draw(st.lists(st.integers(0, 3), min_size=2, max_size=8))
    placements = [1 + sum(other > total for other in totals) for total in totals]
    utilities = draw(st.lists(UTILITIES, min_size=len(totals), max_size=len(totals)))
    return placements, np.array(utilities)


@given(st.lists(UTILITIES, min_size=2, max_size=5))
def test_a_strict_table_has_the_chance_of_its_order(utilities: list[float]) -> None:
    for order, chance in order_chances(utilities).items():
        block = block_of([order.index(line) + 1 for line in range(len(utilities))])
        assert value_at(block, np.array(utilities)[list(order)]) == pytest.approx(math.log(chance))


def test_tied_lines_are_chosen_from_all_who_were_left_before_them() -> None:
    utilities = np.array([0.5, -0.2, 0.1, 0.4])
    weights = np.exp(utilities)

    # Second and third place are shared by lines 1 and 2 (Breslow).
    expected = weights[0] / weights.sum() * weights[1] * weights[2] / weights[1:].sum() ** 2

    assert value_at(block_of([1, 2, 2, 4]), utilities) == pytest.approx(math.log(expected))


@given(tables_with_ties(), st.booleans())
def test_slope_and_curvature_are_those_of_the_value(table: tuple[list[int], np.ndarray], left: bool) -> None:
    placements, utilities = table
    block = block_of(placements)
    utilities = utilities[block.players[:, 0]]
    if left:
        block = block.without(0)
    slope = slope_of(block, utilities[:, None])
    curvature = curvature_of(slope)
    step = 1e-5
    for line in range(len(utilities)):
        ahead, behind = (
            slope_of(block, (utilities + sign * step * (np.arange(len(utilities)) == line))[:, None])
            for sign in (1, -1)
        )
        assert slope.gradient[line, 0] == pytest.approx((ahead.value - behind.value) / (2 * step), abs=1e-6)
        second = -(ahead.gradient - behind.gradient)[:, 0] / (2 * step)
        assert curvature.own[line, 0] == pytest.approx(second[line], abs=1e-6)
        for pair, rows in enumerate(zip(*row_pairs(len(utilities)), strict=True)):
            if line in rows:
                other = rows[1 - rows.index(line)]
                assert curvature.pairs[pair, 0] == pytest.approx(second[other], abs=1e-6)


@given(tables_with_ties())
def test_without_somebody_a_table_is_that_of_the_others(table: tuple[list[int], np.ndarray]) -> None:
    placements, utilities = table
    if len(placements) < 3:
        return
    others = placements[1:]
    smaller = [1 + sum(other < place for other in others) for place in others]

    block, rest = block_of(placements), block_of(smaller)

    expected = value_at(rest, utilities[1:][rest.players[:, 0]])
    assert value_at(block.without(0), utilities[block.players[:, 0]]) == pytest.approx(expected)


def test_a_player_of_no_table_leaves_it_as_it_is() -> None:
    block = block_of([2, 1, 3])

    assert block.without(9) is block
