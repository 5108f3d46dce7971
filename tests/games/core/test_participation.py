"""Seats that nobody played to the end: the word in a report, what may be missing, and who is placed where."""

from __future__ import annotations

import json

import jsonschema
import pytest

from games.core.findings import render
from games.core.judge import judge
from games.core.participation import PARTICIPATIONS, STOPPED
from games.core.registry import builtin_ruleset
from games.core.ruleset import Ruleset
from games.schemas import schema_text
from tests.games.reports import (
    DESIGN_RECORD,
    Json,
    Report,
    changed,
    codes,
    danmaku,
    doujin,
    errors,
    generic,
    places,
)

SCHEMA = jsonschema.Draft202012Validator(json.loads(schema_text("report")))
REPORTS = {
    "danmaku": danmaku({"total": 9}, {"total": 7}, {"total": 5}),
    "doujin": doujin({"total": 9}, {"total": 7}, {"total": 5}),
    "generic": generic(9, 7, 5),
}
ODD = ("Left", " left", "", "途中退席", "leftleft", "full\x00", "<svg>")


def marked(report: Report, *words: str | None) -> Report:
    """Return a copy in which the seats say these words; None says nothing."""
    for index, word in enumerate(words):
        if word is not None:
            report = changed(report, f"/seats/{index}/participation", word)
    return report


@pytest.mark.parametrize("report", REPORTS.values(), ids=REPORTS)
@pytest.mark.parametrize("word", PARTICIPATIONS)
def test_every_game_knows_how_a_seat_was_played(report: Report, word: str) -> None:
    said = marked(report, None, word)
    judgement = judge(said)
    assert judgement.findings == ()
    assert [seat.participation for seat in judgement.seats] == ["full", word, "full"]
    assert places(judgement) == [1, 2, 3]
    SCHEMA.validate(said)


@pytest.mark.parametrize("report", REPORTS.values(), ids=REPORTS)
def test_a_seat_that_says_nothing_was_played_to_the_end(report: Report) -> None:
    assert [seat.participation for seat in judge(report).seats] == ["full"] * 3
    said = changed(report, "/seats/0/participation", None)
    assert judge(said) == judge(report)
    SCHEMA.validate(said)


@pytest.mark.parametrize("report", REPORTS.values(), ids=REPORTS)
@pytest.mark.parametrize("word", ODD)
def test_another_word_is_refused_at_its_place(report: Report, word: str) -> None:
    said = marked(report, None, word)
    judgement = judge(said)
    assert errors(judgement) == [("FMT-5", "/seats/1/participation")]
    assert judgement.seats[1].participation == "full"
    assert not SCHEMA.is_valid(said)


@pytest.mark.parametrize("value", [1, True, ["left"], {"left": 1}, 10**40, 1.5])
def test_another_kind_of_value_is_refused(value: Json) -> None:
    report = changed(generic(9, 7), "/seats/0/participation", value)
    assert errors(judge(report)) == [("FMT-2", "/seats/0/participation")]


def test_the_refusal_is_said_in_both_languages() -> None:
    (finding,) = judge(marked(generic(9, 7), None, "gone")).findings
    assert render(finding, "ja") == (
        "席2の参加のしかた(participation)はfull、left、replaced、forfeitedから選んでください(入力は「gone」)。"
    )
    assert render(finding, "en") == (
        'Seat 2: participation must be one of full, left, replaced, forfeited (entered: "gone").'
    )


@pytest.mark.parametrize("report", REPORTS.values(), ids=REPORTS)
@pytest.mark.parametrize("word", sorted(STOPPED))
def test_whoever_stopped_needs_no_total_and_comes_last(report: Report, word: str) -> None:
    judgement = judge(changed(marked(report, word), "/seats/0/total", ...))
    assert (judgement.valid, codes(judgement)) == (True, ["core.result_absent"])
    assert judgement.findings[0].path == "/seats/0"
    assert places(judgement) == [3, 1, 2]


@pytest.mark.parametrize("report", REPORTS.values(), ids=REPORTS)
@pytest.mark.parametrize("word", ["full", "replaced"])
def test_a_seat_that_was_played_to_the_end_needs_its_total(report: Report, word: str) -> None:
    judgement = judge(changed(marked(report, word), "/seats/0/total", ...))
    assert not judgement.valid
    assert [finding.path for finding in judgement.findings] == ["/seats/0"]


def test_several_who_stopped_share_the_last_place() -> None:
    report = marked(danmaku({"total": 9}, {}, {"total": 9}, {}), None, "left", None, "forfeited")
    assert places(judge(report)) == [1, 3, 1, 3]


def test_a_total_counts_even_of_somebody_who_left() -> None:
    assert places(judge(marked(generic(5, 7, 9), None, None, "left"))) == [3, 2, 1]


@pytest.mark.parametrize("report", REPORTS.values(), ids=REPORTS)
def test_a_place_before_the_last_needs_a_total(report: Report) -> None:
    report = changed(marked(report, None, "left"), "/seats/1/total", ...)
    right = changed(report, "/seats/1/placement", 3)
    assert places(judge(right)) == [1, 3, 2]
    judgement = judge(changed(report, "/seats/1/placement", 2))
    assert [path for _, path in errors(judgement)] == ["/seats/1/placement"]
    wrong = judgement.findings[-1]
    assert (wrong.code, wrong.params["right"], wrong.params["given"]) == ("core.placement_last", 3, 2)
    assert "最後の3位です(入力は2位)" in render(wrong, "ja")


def test_among_places_only_the_one_who_stopped_comes_last() -> None:
    report = marked(generic(None, None, None, placements=(2, None, 1)), None, "forfeited")
    judgement = judge(report)
    assert judgement.valid
    assert places(judgement) == [2, 3, 1]


def test_the_places_of_those_who_played_follow_the_law_without_the_others() -> None:
    report = marked(generic(None, None, None, None, placements=(1, 1, None, 2)), None, None, "left")
    assert errors(judge(report)) == [("GN-4", "/seats")]


def test_a_ruleset_of_places_alone_spares_whoever_stopped() -> None:
    payload = dict(builtin_ruleset("generic", "base").payload) | {"results": "places"}
    rules = Ruleset.from_payload(game="generic", key="places", version=1, payload=payload)
    report = generic(None, None, placements=(1, None)) | {"ruleset": "places"}
    assert codes(judge(report, rules)) == ["generic.placement_missing"]
    judgement = judge(marked(report, None, "left"), rules)
    assert (codes(judgement), places(judgement)) == (["core.result_absent"], [1, 2])


def test_pages_of_somebody_who_left_may_be_incomplete() -> None:
    half = danmaku({"total": 9}, {"pages": [{"score": 5}]})
    assert ("DG-18", "/seats/1/pages") in errors(judge(half))
    judgement = judge(marked(half, None, "left"))
    assert judgement.valid
    assert judgement.seats[1].parts == {"pages": [{"score": 5}]}


@pytest.mark.parametrize("report", REPORTS.values(), ids=REPORTS)
@pytest.mark.parametrize("words", [("left", "replaced", "forfeited"), ("full", "left", "left")])
def test_a_table_that_hardly_anybody_finished_can_be_stored(report: Report, words: tuple[str, ...]) -> None:
    assert judge(marked(report, *words)).valid


def test_a_table_that_nobody_has_a_result_of_has_no_places() -> None:
    judgement = judge(marked(danmaku({}, {}), "forfeited", "left"))
    assert judgement.valid
    assert places(judgement) == [None, None]


def test_a_record_tells_it_by_its_events() -> None:
    report = changed(DESIGN_RECORD, "/seats/0/participation", "left")
    assert ("FMT-4", "/seats/0/participation") in errors(judge(report))
