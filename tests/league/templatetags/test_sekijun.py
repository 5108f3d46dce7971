"""Figures, days and dots as a page shows them."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from django.utils.translation import override

from league.templatetags.sekijun import (
    club_day,
    club_time,
    club_time_long,
    depth_of,
    digest_short,
    dots,
    points_aligned,
    rating_change,
    rating_rest,
    rating_whole,
    rule_link,
    rules_linked,
)

EVENING = datetime(2026, 10, 31, 14, 40, tzinfo=UTC)


@pytest.mark.parametrize(
    ("thousandths", "whole", "rest"),
    [
        (1_548_230, "1548", ".230"),
        (1_500_000, "1500", ".000"),
        (7, "0", ".007"),
        (0, "0", ".000"),
        (-7, "−0", ".007"),
        (-12_345, "−12", ".345"),
    ],
)
def test_rating_is_split_at_the_point(thousandths: int, whole: str, rest: str) -> None:
    assert (rating_whole(thousandths), rating_rest(thousandths)) == (whole, rest)


@pytest.mark.parametrize(
    ("thousandths", "text"), [(12_406, "+12.406"), (-6_220, "−6.220"), (0, "±0.000"), (-1, "−0.001")]
)
def test_change_has_a_real_sign(thousandths: int, text: str) -> None:
    assert rating_change(thousandths) == text


@pytest.mark.parametrize(("language", "text"), [("ja", "10/31(土) 23:40"), ("en", "Sat 31 Oct 23:40")])
def test_time_is_the_clubs_own(language: str, text: str) -> None:
    with override(language):
        assert club_time(EVENING, "Asia/Tokyo") == text


def test_time_may_fall_on_another_day_in_the_clubs_zone() -> None:
    with override("en"):
        assert club_time(EVENING.replace(hour=20), "Asia/Tokyo") == "Sun 1 Nov 05:40"


@pytest.mark.parametrize(("language", "text"), [("ja", "2/9(月)"), ("en", "Mon 9 Feb")])
def test_day_is_written_as_players_write_it(language: str, text: str) -> None:
    with override(language):
        assert club_day(date(2026, 2, 9)) == text


def test_digest_keeps_both_ends() -> None:
    assert digest_short("9f2c" + "0" * 58 + "41") == "9f2c…41"


@pytest.mark.parametrize(
    ("rows", "depth"), [([], 4), ([()], 4), ([(1, 2)], 4), ([(1, 6), (2,)], 6), ([(30,)], 8)]
)
def test_depth_is_that_of_the_deepest_place_within_reason(rows: list[tuple[int, ...]], depth: int) -> None:
    assert depth_of(rows) == depth


def test_dots_stand_at_the_right_with_the_first_place_on_top() -> None:
    assert str(dots((4, 1), 4)) == (
        '<circle class="" cx="89.3" cy="20.0" r="3"/><circle class="win" cx="100.0" cy="4.0" r="3"/>'
    )


def test_ten_dots_fill_the_width() -> None:
    drawn = str(dots((2,) * 10, 4))
    assert drawn.count("<circle") == 10
    assert drawn.startswith('<circle class="" cx="4.0"')


def test_a_place_below_the_scale_is_drawn_at_its_bottom() -> None:
    assert 'cy="20.0"' in str(dots((30,), 8))


def test_no_places_draw_nothing() -> None:
    assert str(dots((), 4)) == ""


def test_the_id_of_a_rule_leads_to_its_page() -> None:
    assert rule_link("aoba", "KD-17") == '<a class="rule" href="/aoba/rules/KD-17/">KD-17</a>'
    assert rule_link("aoba", "KD-17", apart=True) == (
        '<a class="rule" href="/aoba/rules/KD-17/" target="_blank">KD-17</a>'
    )


def test_what_is_no_rule_is_shown_and_leads_nowhere() -> None:
    assert rule_link("aoba", "<DG-18>") == '<span class="rule">&lt;DG-18&gt;</span>'


def test_rules_in_a_text_lead_to_their_pages_and_the_rest_is_text() -> None:
    assert rules_linked("aoba", "<b>DG-1</b>とXX-9、UTF-8") == (
        '&lt;b&gt;<a class="rule" href="/aoba/rules/DG-1/">DG-1</a>&lt;/b&gt;とXX-9、UTF-8'
    )


@pytest.mark.parametrize(
    ("thousandths", "texts"),
    [
        ([], []),
        ([12_000, 0, -3_000], ["12", "0", "−3"]),
        ([12_500, 7_000, -250], ["12.50", "7.00", "−0.25"]),
        ([100_000, 1], ["100.000", "0.001"]),
    ],
)
def test_points_under_each_other_have_the_same_decimals(thousandths: list[int], texts: list[str]) -> None:
    assert points_aligned(thousandths) == texts


def test_adjustments_under_each_other_have_signs() -> None:
    assert points_aligned([1_000, -12_500], signed=True) == ["+1.0", "−12.5"]


@pytest.mark.parametrize(
    ("language", "text"), [("ja", "2026年10月31日(土) 23:40"), ("en", "Sat 31 Oct 2026 23:40")]
)
def test_moment_that_may_lie_years_back_has_its_year(language: str, text: str) -> None:
    with override(language):
        assert club_time_long(EVENING, "Asia/Tokyo") == text
