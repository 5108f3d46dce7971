"""Mahjong as a ruleset: raw points in, placement and final score out, beside a computation of its own.

The expected scores are those of 25,000 points each, 30,000 returned, oka 20 to the first, uma 30, 10, -10, -30.
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from itertools import permutations
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.judge import judge
from games.core.registry import builtin_ruleset
from games.core.ruleset import Ruleset
from tests.games.reports import Json, errors, generic, places

if TYPE_CHECKING:
    from games.core.game import Judgement

UMA = (30, 10, -10, -30)
OKA = 4 * (30_000 - 25_000) // 1000
MAHJONG = builtin_ruleset("generic", "mahjong")


def variant(**keys: Json) -> Ruleset:
    payload = {**MAHJONG.payload, **keys}
    return Ruleset.from_payload(game="generic", key="club", version=1, payload=payload)


def scores(judgement: Judgement) -> list[str]:
    return [str(seat.parts["final"]) for seat in judgement.seats]


@pytest.mark.parametrize(
    ("points", "placed", "final"),
    [
        # 45.0-30+30+20, 30-30+10, 15-30-10, 10-30-30
        ((45_000, 30_000, 15_000, 10_000), [1, 2, 3, 4], ["65", "10", "-25", "-50"]),
        ((8_700, 41_300, 24_900, 25_100), [4, 1, 3, 2], ["-51.3", "61.3", "-15.1", "5.1"]),
        # somebody is below zero
        ((-1_200, 62_000, 31_300, 7_900), [4, 1, 2, 3], ["-61.2", "82", "11.3", "-32.1"]),
        # all equal: the first dealer is ahead
        ((25_000, 25_000, 25_000, 25_000), [1, 2, 3, 4], ["45", "5", "-15", "-35"]),
        ((20_000, 30_000, 30_000, 20_000), [3, 1, 2, 4], ["-20", "50", "10", "-40"]),
    ],
)
def test_placement_and_final_score(points: tuple[int, ...], placed: list[int], final: list[str]) -> None:
    judgement = judge(generic(*points, ruleset="mahjong"))
    assert judgement.findings == ()
    assert places(judgement) == placed
    assert scores(judgement) == final
    assert [seat.total for seat in judgement.seats] == [Decimal(one) for one in points]


@pytest.mark.parametrize(
    ("points", "placed", "final"),
    [
        # (50+10)/2 each: 35-30+30
        ((35_000, 35_000, 20_000, 10_000), [1, 1, 3, 4], ["35", "35", "-20", "-50"]),
        # (50+10-10)/3 = 16.6667 each
        ((30_000, 30_000, 30_000, 10_000), [1, 1, 1, 4], ["16.6667"] * 3 + ["-50"]),
        ((25_000,) * 4, [1, 1, 1, 1], ["0"] * 4),
        ((40_000, 20_000, 20_000, 20_000), [1, 2, 2, 2], ["60", "-20", "-20", "-20"]),
    ],
)
def test_shared_places_share_their_uma(points: tuple[int, ...], placed: list[int], final: list[str]) -> None:
    judgement = judge(generic(*points), variant(tiebreak="shared"))
    assert judgement.findings == ()
    assert places(judgement) == placed
    expected = [str(Decimal(one)) for one in final]
    assert [str(Decimal(one)) for one in scores(judgement)] == expected


def test_ties_as_given_get_the_uma_of_the_places_given() -> None:
    given = variant(tiebreak="given")
    points = (20_000, 35_000, 35_000, 10_000)
    apart = judge(generic(*points, placements=(3, 2, 1, 4)), given)
    assert apart.findings == ()
    assert scores(apart) == ["-20", "15", "55", "-50"]
    assert scores(judge(generic(*points), given)) == ["-20", "35", "35", "-50"]


def mean_over_all_orders(points: tuple[int, ...]) -> list[Fraction]:
    """Return the mean final score of each seat over every order in which equal points could be ranked."""
    sums, count = [Fraction(0)] * 4, 0
    for order in permutations(range(4)):
        ranked = [points[seat] for seat in order]
        if ranked != sorted(ranked, reverse=True):
            continue
        count += 1
        for rank, seat in enumerate(order):
            oka = OKA if rank == 0 else 0
            sums[seat] += Fraction(points[seat] - 30_000, 1000) + UMA[rank] + oka
    return [total / count for total in sums]


def by_seat(points: tuple[int, ...]) -> tuple[list[int], list[Fraction]]:
    """Return places and final scores when the earlier seat wins ties, by counting who is ahead of whom."""
    placed, final = [], []
    for mine, own in enumerate(points):
        ahead = sum(other > own or (other == own and seat < mine) for seat, other in enumerate(points))
        placed.append(ahead + 1)
        final.append(Fraction(own - 30_000, 1000) + UMA[ahead] + (OKA if ahead == 0 else 0))
    return placed, final


@st.composite
def hands_of_points(draw: st.DrawFn) -> tuple[int, ...]:
    """Draw four totals in hundreds that add up to 100,000, often with equal ones."""
    near = st.integers(-50, 600) | st.sampled_from([200, 250, 300])
    first, second, third = draw(near), draw(near), draw(near)
    seats = [first, second, third, 1000 - first - second - third]
    return tuple(100 * one for one in draw(st.permutations(seats)))


@settings(max_examples=150)
@given(hands_of_points())
def test_ties_by_seat_are_as_counted(points: tuple[int, ...]) -> None:
    judgement = judge(generic(*points, ruleset="mahjong"))
    placed, final = by_seat(points)
    assert judgement.valid
    assert places(judgement) == placed
    assert [Fraction(one) for one in scores(judgement)] == final
    assert sum(final) == 0


@settings(max_examples=150)
@given(hands_of_points())
def test_shared_uma_is_the_mean_over_all_orders(points: tuple[int, ...]) -> None:
    judgement = judge(generic(*points), variant(tiebreak="shared"))
    assert judgement.valid
    for told, exact in zip(scores(judgement), mean_over_all_orders(points), strict=True):
        assert abs(Fraction(told) - exact) <= Fraction(1, 20_000)
    assert abs(sum((Fraction(one) for one in scores(judgement)), Fraction(0))) <= Fraction(4, 20_000)


@settings(max_examples=100)
@given(hands_of_points(), st.integers(0, 3), st.integers(-300, 300).filter(bool))
def test_one_mistyped_total_never_passes(points: tuple[int, ...], seat: int, off: int) -> None:
    typed = [one + 100 * off * (index == seat) for index, one in enumerate(points)]
    judgement = judge(generic(*typed, ruleset="mahjong"))
    assert errors(judgement) == [("GN-5", "/seats")]
    assert judgement.findings[0].params["difference"] == str(abs(100 * off))


@settings(max_examples=100)
@given(hands_of_points(), st.permutations(range(4)))
def test_order_of_lines_changes_nothing(points: tuple[int, ...], order: list[int]) -> None:
    report = generic(*points, ruleset="mahjong")
    straight = {seat.seat: (seat.placement, seat.parts) for seat in judge(report).seats}
    turned = judge(report | {"seats": [report["seats"][index] for index in order]})
    assert {seat.seat: (seat.placement, seat.parts) for seat in turned.seats} == straight


@pytest.mark.parametrize(
    ("points", "rule", "path"),
    [
        ((45_000, 30_000, 15_000, 9_000), "GN-5", "/seats"),
        ((45_000, 30_000, 15_000, 10_050), "GN-2", "/seats/3/total"),
        ((50_000, 30_000, 20_000), "GN-1", "/seats"),
        ((40_000, 20_000, 20_000, 10_000, 10_000), "GN-1", "/seats"),
        ((45_000, 30_000, 25_000, None), "GN-3", "/seats/3"),
    ],
)
def test_what_cannot_be_a_table_of_mahjong(points: Json, rule: str, path: str) -> None:
    assert errors(judge(generic(*points, ruleset="mahjong"))) == [(rule, path)]


def test_a_table_noted_in_final_scores_alone_is_a_ruleset_too() -> None:
    noted = Ruleset.from_payload(
        game="generic", key="club", version=1,
        payload={
            "players": {"min": 4, "max": 4}, "higher_wins": True, "results": "totals",
            "total_step": 0.1, "total_sum": 0,
        },
    )  # fmt: skip
    assert judge(generic(65, 10, -25, -50), noted).valid
    assert errors(judge(generic(61.3, 5.1, -15.1, -51.2), noted)) == [("GN-5", "/seats")]
