"""The rating curve: round ticks, a step a table, a title a dot, and nothing for nothing."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.selectors.player_page import CurvePoint
from league.views.curve import MOST_DOTS, MOST_TICKS, curve_svg, ticks_of


def points(*changes: int) -> list[CurvePoint]:
    rating, made = 1_500_000, []
    for number, change in enumerate(changes, start=1):
        key = f"2026-11-28/00001/{number:05d}"
        place = 1 if change > 0 else 2
        made.append(CurvePoint(key, number, f"t{number}", rating, rating + change, place, number - 1, 0, 1))
        rating += change
    return made


def test_no_tables_are_no_drawing() -> None:
    assert curve_svg([]) == ""


def test_one_table_is_a_step_with_a_dot_and_the_last_value() -> None:
    drawn = curve_svg(points(12_406))
    assert len(re.findall(r"[HV]", re.search(r'class="line" d="([^"]+)"', drawn)[1])) == 2  # type: ignore[index]
    assert "<title>11/28(土): 1位、+12.406 → 1512</title>" in drawn
    assert ">1512</text>" in drawn
    assert 'role="img" aria-label="1卓のレートの動き、1500から1512まで"' in drawn


@pytest.mark.parametrize(
    ("low", "high", "ticks"),
    [
        (1_500_000, 1_512_406, [1500, 1505, 1510, 1515]),
        (1_500_000, 1_500_000, [1500, 1501]),
        (1_388_000, 1_612_000, [1300, 1400, 1500, 1600, 1700]),
    ],
)
def test_ticks_are_few_and_round(low: int, high: int, ticks: list[int]) -> None:
    assert [tick // 1000 for tick in ticks_of(low, high)] == ticks


@given(st.integers(-5_000_000, 5_000_000), st.integers(0, 3_000_000))
def test_ticks_enclose_the_range(low: int, span: int) -> None:
    ticks = ticks_of(low, low + span)
    assert ticks[0] <= low
    assert ticks[-1] >= low + span
    assert 2 <= len(ticks) <= MOST_TICKS + 2


def test_dots_give_way_where_they_would_touch() -> None:
    assert curve_svg(points(*[1000] * MOST_DOTS)).count("<circle") == MOST_DOTS
    assert curve_svg(points(*[1000] * (MOST_DOTS + 1))).count("<circle") == 0
