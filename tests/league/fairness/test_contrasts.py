"""What is told of slots, by enumeration and by finite differences."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.fairness.contrasts import (
    chi_square_tail,
    contrast_of,
    expected_places,
    holm,
    omnibus,
    shrunk_shares,
    slots_fitted,
    two_sided,
    win_deviations,
    win_shares,
)
from league.fairness.design import design_make
from league.fairness.plackett_luce import LEAST_CAUTION, fit
from league.fairness.raw import lines_of, raw_of
from tests.league.fairness.laid import laid, order_chances
from tools.seat_tables import club_make, disadvantage, tables_make

EFFECTS = st.lists(st.floats(-2, 2), min_size=2, max_size=5)


@given(EFFECTS)
def test_shares_and_places_among_equals_are_those_of_all_orders(effects: list[float]) -> None:
    chances = order_chances(effects)
    slots = range(len(effects))

    wins = [sum(chance for order, chance in chances.items() if order[0] == slot) for slot in slots]
    places = [sum(chance * (order.index(slot) + 1) for order, chance in chances.items()) for slot in slots]

    assert win_shares(np.array(effects)) == pytest.approx(wins)
    assert expected_places(np.array(effects)) == pytest.approx(places)


@given(EFFECTS)
def test_the_error_of_log_odds_of_winning_is_that_of_its_slope(effects: list[float]) -> None:
    size = len(effects)
    covariance = np.cov(np.random.default_rng(1).normal(size=(size, 50)))

    def log_odds(values: np.ndarray, slot: int) -> float:
        share = win_shares(values)[slot]
        return float(np.log(share / (1 - share)))

    found = win_deviations(np.array(effects), covariance)

    for slot in range(size):
        steps = np.eye(size) * 1e-5
        slope = np.array([log_odds(effects + step, slot) - log_odds(effects - step, slot) for step in steps])
        assert found[slot] == pytest.approx(math.sqrt(slope @ covariance @ slope) / 2e-5, rel=1e-3)


def test_holm_multiplies_the_smallest_most_and_keeps_the_order() -> None:
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert holm([0.5, 0.9]) == [1.0, 1.0]
    assert holm([]) == []


@pytest.mark.parametrize(("z", "p"), [(0, 1.0), (1.959963984540054, 0.05), (-2.5758293035489004, 0.01)])
def test_two_sided_p_of_a_normal_deviate(z: float, p: float) -> None:
    assert two_sided(z) == pytest.approx(p)


@pytest.mark.parametrize(
    ("value", "freedom", "p"), [(3.841458820694124, 1, 0.05), (11.344866730144373, 3, 0.01)]
)
def test_tail_of_chi_square(value: float, freedom: int, p: float) -> None:
    assert chi_square_tail(value, freedom) == pytest.approx(p)


@pytest.mark.parametrize(
    ("sizes", "number", "people", "caution"),
    [((2,), 60, 20, 1 - 20 / 120), ((4,), 60, 20, 1 - 20 / 360), ((4,), 2_000, 20, 1 - 20 / 12_000)],
)
def test_tests_are_the_more_cautious_the_more_people_there_are_for_so_few_choices(
    sizes: tuple[int, ...], number: int, people: int, caution: float
) -> None:
    random = np.random.default_rng(3)
    club = club_make(random, {size: [0.0] * size for size in sizes}, people=people)
    found = fit(design_make(tables_make(random, club, number)))

    named = contrast_of(found, sizes[0])

    assert found.caution == pytest.approx(caution)
    assert named.p == pytest.approx(two_sided(named.estimate / named.se * math.sqrt(caution)))
    assert named.p > two_sided(named.estimate / named.se)


def test_strangers_who_come_once_leave_some_of_a_test() -> None:
    strangers = laid([[(2 * table, 1), (2 * table + 1, 2)] for table in range(40)])

    assert fit(design_make(strangers)).caution == LEAST_CAUTION


def test_shrinking_takes_noise_away_and_leaves_what_is_sure() -> None:
    effects = np.array([-0.6, 0.2, 0.2, 0.2])

    noise, sure = shrunk_shares(effects, np.full(4, 0.5)), shrunk_shares(effects, np.full(4, 1e-6))

    assert noise == pytest.approx([0.25] * 4)
    assert sure == pytest.approx(win_shares(effects), rel=1e-4)


@pytest.mark.parametrize("size", [2, 4])
def test_figures_of_slots_agree_with_one_another(size: int) -> None:
    random = np.random.default_rng(2)
    tables = tables_make(random, club_make(random, {size: disadvantage(size, 0.3).tolist()}), 300)
    found = fit(design_make(tables))

    slots = slots_fitted(
        raw_of(lines_of(tables, size), tables.seats, tables.placements, tables.totals), found, size
    )
    named = contrast_of(found, size)

    assert sum(slot.win_among_equals or 0 for slot in slots) == pytest.approx(1)
    assert sum(slot.expected_placement or 0 for slot in slots) == pytest.approx(size * (size + 1) / 2)
    assert sum(slot.beta or 0 for slot in slots) == pytest.approx(0, abs=1e-9)
    assert slots[0].p == pytest.approx(named.p)
    assert named.win_ratio == pytest.approx((slots[0].win_among_equals or 0) * size)
    for slot in slots:
        for value, interval in ((slot.win_among_equals, slot.win_interval), (slot.odds, slot.odds_interval)):
            assert value is not None
            assert (interval.low or 0) < value < (interval.high or 0)
    if size == 2:
        assert omnibus(found, 2) == pytest.approx(named.p)
        assert slots[1].p == pytest.approx(named.p)
