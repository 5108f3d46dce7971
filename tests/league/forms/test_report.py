"""From a sheet to a report and back from a finding to its field."""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.core.judge import judge
from league.forms.report import dice_of, field_of, number_of, report_of
from league.forms.sheet import sheet_of


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("", None),
        ("  ", None),
        ("5", 5),
        (" 12 ", 12),
        ("５", 5),
        ("-3", -3),
        ("−3", -3),
        ("5.0", "5.0"),
        ("five", "five"),
        ("1_0", "1_0"),
        ("1e3", "1e3"),
        ("9" * 30, int("9" * 30)),
        ("9" * 31, "9" * 31),
        ("5" + " " * 300 + "x", "5" + " " * 300 + "x"),
    ],
)
def test_numbers(text: str, value: object) -> None:
    assert number_of(text) == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("", None),
        ("12333335", [1, 2, 3, 3, 3, 3, 3, 5]),
        ("1 2, 3・３", [1, 2, 3, 3]),
        ("07a", [0, 7, "a"]),
        ("1" * 1_000_000, [1] * 60),
    ],
)
def test_dice(text: str, value: object) -> None:
    assert dice_of(text) == value


def test_what_is_not_typed_is_not_in_the_report() -> None:
    sheet = sheet_of(
        {"seats": "2", "seat-1-player": " みずき ", "seat-1-total": "9", "seat-2-player": "小夜"}
    )
    assert report_of(sheet)["seats"] == [
        {"seat": 1, "player": "みずき", "total": 9},
        {"seat": 2, "player": "小夜"},
    ]


@pytest.mark.parametrize("typed", ["", "full", None])
def test_having_played_to_the_end_goes_without_saying(typed: str | None) -> None:
    fields = {"seats": "1", "seat-1-player": "みずき"} | (
        {} if typed is None else {"seat-1-participation": typed}
    )
    assert report_of(sheet_of(fields))["seats"] == [{"seat": 1, "player": "みずき"}]


@pytest.mark.parametrize("typed", ["left", "forfeited", "gone", " left"])
def test_any_other_word_goes_on_as_it_was_typed(typed: str) -> None:
    sheet = sheet_of({"seats": "2", "seat-2-participation": typed})
    assert report_of(sheet)["seats"] == [{"seat": 1}, {"seat": 2, "participation": typed}]


def test_one_page_makes_two() -> None:
    seat = report_of(sheet_of({"seat-1-back": "4"}))["seats"][0]
    assert seat["pages"] == [{}, {"score": 4}]


def test_early_bird_is_said_of_everybody_or_nobody() -> None:
    fields = {"game": "doujin/base", "seats": "2", "seat-1-total": "1", "seat-2-total": "2"}
    birds = [
        [seat.get("early_bird") for seat in report_of(sheet_of(fields | {"early-bird": who}))["seats"]]
        for who in ("", "2", "none")
    ]
    assert birds == [[None, None], [False, True], [False, False]]


def test_blank_cards_are_no_cards_but_keep_their_row() -> None:
    sheet = sheet_of(
        {"game": "doujin/base", "seats": "1", "seat-1-card-1-side": "dark", "seat-1-card-3-points": "2"}
    )
    assert report_of(sheet)["seats"][0]["hand"] == [{"colour": "", "side": "light", "points": 2}]
    assert field_of(sheet, "/seats/0/hand/0/colour") == "seat-1-card-3-colour"


@pytest.mark.parametrize(
    ("path", "code", "field"),
    [
        ("", "", ""),
        ("/seats", "core.player_count", ""),
        ("/laps", "", "laps"),
        ("/trigger_seat", "", "trigger"),
        ("/game", "", "game"),
        ("/seats/0", "core.player_missing", "seat-1-player"),
        ("/seats/1", "danmaku.total_missing", "seat-2-front"),
        ("/seats/1", "doujin.total_missing", "seat-2-total"),
        ("/seats/0/player", "", "seat-1-player"),
        ("/seats/0/pages/0/score", "", "seat-1-front"),
        ("/seats/0/pages/1/dice/7", "", "seat-1-back-dice"),
        ("/seats/0/pages", "", "seat-1-front"),
        ("/seats/3/edit_order", "", "seat-4-order"),
        ("/seats/0/help/tapped", "", "seat-1-tapped"),
        ("/seats/2/early_bird", "", "early-bird"),
        ("/seats/1/participation", "", "seat-2-participation"),
        ("/seats/0", "core.result_absent", "seat-1-total"),
        ("/seats/2/placement", "", "seat-3-placement"),
    ],
)
def test_every_finding_has_its_field(path: str, code: str, field: str) -> None:
    assert field_of(sheet_of({}), path, code) == field


FIELDS = st.dictionaries(
    st.sampled_from(
        [f"seat-{n}-{name}" for n in (1, 2, 3) for name in
         ("player", "front", "back", "front-dice", "total", "order", "tapped", "placement", "card-1-colour",
          "card-2-points")] + ["trigger", "laps", "early-bird", "unfinished", "no-seats"]
    ),
    st.one_of(st.text(max_size=10), st.integers(-5, 30).map(str)),
)  # fmt: skip


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(FIELDS, st.sampled_from(["danmaku/base", "doujin/base", "generic/base", "x/y"]))
def test_any_sheet_is_judged_and_every_finding_found(fields: dict[str, str], game: str) -> None:
    sheet = sheet_of(fields | {"game": game, "seats": "3"})
    report = report_of(sheet)
    json.dumps(report)
    for finding in judge(report).findings:
        field_of(sheet, finding.path, finding.code)
