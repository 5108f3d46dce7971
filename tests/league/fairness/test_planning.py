"""Planning figures: there for every player count, and what simulation finds."""

from __future__ import annotations

import pytest

from league.fairness.planning import LESS, NEEDED, needs_of
from tools.plan_seats import needed, power_of, rounded

FIXED = (860, 200, 80, 41)
"""A test that is read once, at a number of tables fixed before, with tables of four (ORACLES)."""


@pytest.mark.parametrize("players", range(2, 9))
def test_every_player_count_has_falling_figures(players: int) -> None:
    needs = needs_of(players)

    assert tuple(need.less for need in needs) == LESS
    assert [need.tables for need in needs] == sorted((need.tables for need in needs), reverse=True)


def test_reading_at_any_time_costs_two_to_three_times_the_tables_of_a_single_look() -> None:
    for tables, fixed in zip(NEEDED[4], FIXED, strict=True):
        assert 1.8 * fixed < tables < 3 * fixed


@pytest.mark.soak
@pytest.mark.parametrize(("players", "less"), [(2, 0.4), (3, 0.2), (4, 0.2), (4, 0.3), (6, 0.3)])
def test_four_clubs_in_five_see_it_by_then(players: int, less: float) -> None:
    tables = NEEDED[players][LESS.index(less)]

    assert 0.72 <= power_of(players, less, tables, rounds=300) <= 0.88


def test_the_figure_is_read_off_a_line_through_the_chances() -> None:
    assert needed({100: 0.5, 225: 0.8, 400: 0.954}, 1_000) == pytest.approx(225, rel=0.03)


@pytest.mark.parametrize(("found", "told"), [(86.2, 87), (120.0, 120), (421.0, 430), (1_930.0, 2_000)])
def test_figures_are_rounded_up_to_two_digits(found: float, told: int) -> None:
    assert rounded(found) == told
