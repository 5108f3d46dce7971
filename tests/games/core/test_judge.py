"""The one way in: heads of reports, shapes, names, and never an exception."""

from __future__ import annotations

import copy
import time
from decimal import Decimal

import pytest

from games.core.findings import render
from games.core.judge import Judgement, SeatResult, judge
from games.core.registry import builtin_ruleset
from games.core.report import parse_json
from tests.games.reports import (
    DESIGN_DANMAKU,
    DESIGN_DOUJIN,
    Json,
    changed,
    codes,
    danmaku,
    errors,
    generic,
    resolves,
)


@pytest.mark.parametrize("report", [None, 3, "text", [], [{}], True, 1.5, object()])
def test_what_is_no_object_is_told_so(report: object) -> None:
    judgement = judge(report)
    assert errors(judgement) == [("FMT-2", "")]
    assert judgement == Judgement(False, "scores", judgement.findings, ())


@pytest.mark.parametrize(
    ("pointer", "value", "rule", "path"),
    [
        ("/format", ..., "FMT-3", ""),
        ("/format", "sekijun.record/1", "FMT-5", "/format"),
        ("/format", 1, "FMT-2", "/format"),
        ("/game", ..., "FMT-3", ""),
        ("/game", "chess", "FMT-5", "/game"),
        ("/game", ["danmaku"], "FMT-2", "/game"),
        ("/ruleset", ..., "FMT-3", ""),
        ("/ruleset", "house", "FMT-6", "/ruleset"),
        ("/ruleset", None, "FMT-2", "/ruleset"),
        ("/ruleset", "\u202e", "FMT-7", "/ruleset"),
        ("/finished", "yes", "FMT-2", "/finished"),
        ("/seats", ..., "FMT-3", ""),
        ("/seats", {}, "FMT-2", "/seats"),
        ("/seats", "1", "FMT-2", "/seats"),
        ("/seats/0", [], "FMT-2", "/seats/0"),
        ("/seats/0", None, "FMT-2", "/seats/0"),
        ("/seats/0/seat", True, "FMT-2", "/seats/0/seat"),
        ("/seats/0/seat", "1", "FMT-2", "/seats/0/seat"),
        ("/seats/0/seat", "\uff11", "FMT-2", "/seats/0/seat"),
        ("/seats/0/seat", 1.0, "FMT-2", "/seats/0/seat"),
        ("/seats/0/seat", float("nan"), "FMT-2", "/seats/0/seat"),
        pytest.param("/seats/0/seat", 10**6000, "FMT-9", "/seats/0/seat", id="huge"),
        ("/seats/0/player", 5, "FMT-2", "/seats/0/player"),
        ("/seats/0/player", "", "FMT-7", "/seats/0/player"),
        ("/seats/0/player", "a\u202eb", "FMT-7", "/seats/0/player"),
        ("/seats/0/player", "\u200b", "FMT-7", "/seats/0/player"),
        ("/seats/0/guest", 1, "FMT-2", "/seats/0/guest"),
        ("/seats/0/total", False, "FMT-2", "/seats/0/total"),
        ("/seats/0/total", "9", "FMT-2", "/seats/0/total"),
        ("/seats/0/total", float("inf"), "FMT-2", "/seats/0/total"),
        ("/seats/0/total", [[[[9]]]], "FMT-2", "/seats/0/total"),
        ("/seats/0/placement", 1.5, "FMT-2", "/seats/0/placement"),
        ("/seats/0/placement", {"a": {}}, "FMT-2", "/seats/0/placement"),
        ("/colour", "red", "FMT-4", "/colour"),
        ("/seats/1/edit_order", 1, "FMT-4", "/seats/1/edit_order"),
        ("/seats/1/tot~al", 1, "FMT-4", "/seats/1/tot~0al"),
    ],
)
def test_wrong_shape_gives_one_finding_at_its_place(pointer: str, value: Json, rule: str, path: str) -> None:
    report = changed(generic(9, 7, 5), pointer, value)
    found = errors(judge(report))
    assert (rule, path) in found
    assert [rule for rule, _ in found if rule.startswith("FMT")] == [rule]
    assert resolves(report, path)


def test_unknown_field_is_named_with_a_guess() -> None:
    (finding,) = judge(changed(generic(9, 7), "/seats/0/plcement", 1)).findings
    assert render(finding, "ja") == "席1の項目「plcement」は使えません。「placement」のことでしょうか。"
    assert render(finding, "en") == 'Seat 1: the field "plcement" is unknown; did you mean "placement"?'


def test_unknown_field_that_cannot_be_shown_is_placed_at_its_parent() -> None:
    (finding,) = judge(changed(generic(9, 7), "/seats/0/\x00\u202e", 1)).findings
    assert finding.path == "/seats/0"
    assert "\ufffd\ufffd" in render(finding, "ja")


def test_all_problems_are_reported_at_once() -> None:
    report = {
        "game": "danmaku", "colour": 1,
        "seats": [
            {"seat": 1, "player": "A", "total": 40},
            {"seat": 1, "player": "a ", "total": 9, "edit_order": 7},
            {"seat": 3, "player": "", "pages": [{"score": 5}, {"score": 5}], "total": 11},
        ],
    }  # fmt: skip
    assert sorted(set(errors(judge(report)))) == [
        ("DG-17", "/seats/1/edit_order"),
        ("DG-2", "/seats/1/seat"),
        ("DG-20", "/seats/2/total"),
        ("DG-21", "/seats/0/total"),
        ("FMT-3", ""),
        ("FMT-4", "/colour"),
        ("FMT-7", "/seats/2/player"),
        ("FMT-8", "/seats/1/player"),
    ]


@pytest.mark.parametrize(
    ("one", "other"),
    [("Sato", "SATO"), ("サトウ", "\uff7b\uff84\uff73"), ("A B", " A  B"), ("が", "か\u3099")],
)
def test_same_player_in_two_spellings_is_an_error(one: str, other: str) -> None:
    report = generic(9, 7)
    report["seats"][0]["player"] = one
    report["seats"][1]["player"] = other
    judgement = judge(report)
    assert errors(judgement) == [("FMT-8", "/seats/1/player")]
    assert render(judgement.findings[0], "en") == "Seats 1 and 2 are the same person."


def test_player_may_be_left_out_with_a_note() -> None:
    judgement = judge(changed(generic(9, 7), "/seats/0/player", ...))
    assert judgement.valid
    assert codes(judgement) == ["core.player_missing"]
    assert judgement.seats[0].player == ""


@pytest.mark.parametrize("seats", [[], [{"seat": 1, "total": 1}]])
@pytest.mark.parametrize(("game", "rule"), [("danmaku", "DG-2"), ("doujin", "KD-1"), ("generic", "GN-1")])
def test_too_few_seats_break_the_rule_of_the_game(seats: list[Json], game: str, rule: str) -> None:
    report = {"format": "sekijun.report/1", "game": game, "ruleset": "base", "seats": seats}
    assert (rule, "/seats") in errors(judge(report))


def test_given_ruleset_replaces_the_named_one() -> None:
    lower = builtin_ruleset("generic", "lower")
    report = generic(9, 7, ruleset="of-the-club")
    assert [seat.placement for seat in judge(report, lower).seats] == [2, 1]
    assert judge(report, lower).valid
    assert not judge(report).valid


def test_ruleset_of_another_game_is_an_error() -> None:
    judgement = judge(generic(9, 7), builtin_ruleset("doujin", "base"))
    assert errors(judgement) == [("FMT-6", "/game")]
    assert [seat.placement for seat in judgement.seats] == [1, 2]


def test_given_ruleset_tells_the_game_when_the_report_does_not() -> None:
    judgement = judge(changed(generic(9, 7), "/game", ...), builtin_ruleset("generic", "base"))
    assert errors(judgement) == [("FMT-3", "")]
    assert len(judgement.seats) == 2


def test_null_means_not_given() -> None:
    report = danmaku({"total": 9, "edit_order": None, "placement": None, "pages": None}, {"total": 7})
    report |= {"finished": None, "trigger_seat": None}
    assert judge(report).findings == ()


def test_result_carries_what_was_reported() -> None:
    judgement = judge(DESIGN_DANMAKU)
    assert judgement.valid
    first = judgement.seats[0]
    assert isinstance(first, SeatResult)
    assert (first.position, first.seat, first.player, first.total) == (0, 1, "A", Decimal(9))
    assert (first.placement, first.edit_order, first.guest) == (2, 2, False)
    assert (first.help_untapped, first.help_tapped) == (2, 0)
    assert first.parts == {
        "captured": ["チルノ", "アリス"],
        "pages": [
            {"dice": [1, 2, 3, 3, 3, 3, 3, 5], "abilities": [], "score": 5},
            {"abilities": ["アリス"], "score": 4},
        ],
    }


@pytest.mark.parametrize("report", [DESIGN_DANMAKU, DESIGN_DOUJIN, generic(9, 7, 5)])
def test_judging_leaves_the_report_alone(report: dict[str, Json]) -> None:
    before = copy.deepcopy(report)
    judge(report)
    assert report == before


def test_hostile_size_is_judged_in_seconds() -> None:
    many = b'{"format":"sekijun.report/1","game":"danmaku","ruleset":"base","seats":[%s]}'
    seats = b",".join(b'{"x%d":1,"seat":1,"player":"p"}' % i for i in range(25_000))
    started = time.perf_counter()
    judgement = judge(parse_json(many % seats))
    assert time.perf_counter() - started < 20
    assert not judgement.valid
    assert judgement.findings[-1].rule == "FMT-10"


def test_hostile_captures_are_judged_in_seconds() -> None:
    names = [f"n{i}" for i in range(50_000)]
    report = danmaku({"total": 9, "captured": names}, {"total": 7, "captured": names})
    started = time.perf_counter()
    judge(report)
    assert time.perf_counter() - started < 20


@pytest.mark.parametrize("deep", ["captured", "pages", "help", "total", "x"])
def test_deep_nesting_is_only_a_wrong_kind(deep: str) -> None:
    nested: Json = []
    for _ in range(50_000):
        nested = [nested]
    report = danmaku({"total": 9, deep: nested}, {"total": 7})
    assert not judge(report).valid
