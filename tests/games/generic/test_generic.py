"""Generic reports: decimals, ranks only, direction, open seats."""

from __future__ import annotations

from decimal import Decimal

import pytest

from games.core.findings import Severity
from games.core.judge import judge
from games.core.report import parse_json
from tests.games.reports import Json, errors, found, generic, places


@pytest.mark.parametrize(("players", "valid"), [(1, False), (2, True), (100, True), (101, False)])
def test_two_to_a_hundred_players(players: int, *, valid: bool) -> None:
    judgement = judge(generic(*range(players)))
    assert errors(judgement) == ([] if valid else [("GN-1", "/seats")])


@pytest.mark.parametrize(
    ("total", "expected"),
    [
        (3, "3"),
        (-0.5, "-0.5"),
        (0.1, "0.1"),
        (Decimal("2.50000"), "2.5"),
        (Decimal("1E+5"), "100000"),
        (Decimal("-0"), "0"),
        (Decimal("0E-20"), "0"),
        (999_999_999, "999999999"),
        (Decimal("-999999999.0000"), "-999999999"),
        (Decimal("0.0001"), "0.0001"),
    ],
)
def test_numbers_are_exact(total: Json, expected: str) -> None:
    judgement = judge(generic(total, 1))
    assert judgement.valid
    assert str(judgement.seats[0].total) == expected


@pytest.mark.parametrize(
    "total",
    [
        1_000_000_000,
        -1_000_000_000,
        Decimal("999999999.0001"),
        Decimal("1E+999999"),
        Decimal("1e999999999999999"),
        Decimal("0.00001"),
        Decimal("1e-999999999999999"),
        Decimal("999999999.00000000000000000000000000000000001"),
        0.1 + 0.2,
        1e300,
    ],
)
def test_number_out_of_bounds(total: Json) -> None:
    assert errors(judge(generic(total, 1))) == [("GN-2", "/seats/0/total")]


def test_huge_whole_number_is_out_of_bounds_at_once() -> None:
    assert errors(judge(generic(10**100_000, -(10**100_000)))) == [
        ("GN-2", "/seats/0/total"), ("GN-2", "/seats/1/total"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "total", [True, "3", "\uff13", [], {}, float("nan"), Decimal("NaN"), Decimal("sNaN")]
)
def test_what_is_no_number(total: Json) -> None:
    assert errors(judge(generic(total, 1))) == [("FMT-2", "/seats/0/total")]


def test_decimals_are_compared_exactly() -> None:
    text = '{"format":"sekijun.report/1","game":"generic","ruleset":"lower","seats":[%s]}'
    seats = '{"seat":1,"player":"A","total":0.30},{"seat":2,"player":"B","total":0.3},{"total":0.2}'
    assert places(judge(parse_json(text % seats))) == [2, 2, 1]


def test_lowest_total_wins_under_lower() -> None:
    assert places(judge(generic(3, 1, 2, 1, ruleset="lower"))) == [4, 1, 3, 1]


def test_ranks_only() -> None:
    judgement = judge(generic(None, None, None, placements=(2, 1, 2)))
    assert judgement.findings == ()
    assert [(s.total, s.placement) for s in judgement.seats] == [(None, 2), (None, 1), (None, 2)]


def test_each_seat_needs_a_total_or_all_a_placement() -> None:
    assert errors(judge(generic(5, None, 3))) == [("GN-3", "/seats/1")]
    assert errors(judge(generic(None, None, placements=(1, None)))) == [
        ("GN-3", "/seats/0"), ("GN-3", "/seats/1"),
    ]  # fmt: skip
    unfinished = judge(generic(5, None, 3, finished=False))
    assert unfinished.valid
    assert found(unfinished, Severity.INFO) == [("GN-3", "/seats/1")]


@pytest.mark.parametrize("seat", [None, ...])
def test_seats_may_be_unknown(seat: Json) -> None:
    report = generic(5, 3)
    for entry in report["seats"]:
        if seat is None:
            entry["seat"] = None
        else:
            del entry["seat"]
    judgement = judge(report)
    assert judgement.findings == ()
    assert [s.seat for s in judgement.seats] == [None, None]


def test_known_seats_are_distinct_and_in_range() -> None:
    report = generic(5, 3, 1)
    report["seats"][1]["seat"], report["seats"][2]["seat"] = 1, 4
    assert errors(judge(report)) == [("GN-1", "/seats/1/seat"), ("GN-1", "/seats/2/seat")]


def test_guest_is_kept() -> None:
    report = generic(5, 3)
    report["seats"][1]["guest"] = True
    assert [s.guest for s in judge(report).seats] == [False, True]
