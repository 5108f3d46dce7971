"""A report as fields and back: untouched fields change nothing, and what they decide is worked out anew."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from league.forms.correction import cells_of, corrected, field_of, texts_of

REPORT: dict[str, Any] = {
    "format": "sekijun.report/1",
    "game": "danmaku",
    "ruleset": "base",
    "trigger_seat": 1,
    "seats": [
        {
            "seat": 1, "player": "A", "help": {"untapped": 2, "tapped": 0}, "edit_order": 2, "captured": ["チルノ"],
            "pages": [{"dice": [1, 2, 3, 3, 3, 3, 3, 5], "abilities": [], "score": 5}, {"score": 4}],
            "total": 9, "placement": 2,
        },
        {"seat": 2, "player": "B", "edit_order": 1, "pages": [{"score": 6}, {"score": 3}], "total": 9, "placement": 1},
    ],
}  # fmt: skip
CELLS = cells_of("danmaku", REPORT)


def fields() -> dict[str, str]:
    return {
        f"{cell}-{position}": text
        for position, seat in enumerate(REPORT["seats"])
        for cell, text in texts_of(seat, CELLS).items()
    }


def test_untouched_fields_are_the_same_report_and_change_nothing() -> None:
    before = deepcopy(REPORT)
    assert corrected(REPORT, fields(), CELLS) == REPORT == before
    assert corrected(REPORT, {}, CELLS) == REPORT


def test_columns_are_those_that_the_report_has() -> None:
    assert "front_dice" in CELLS
    assert "hand" not in CELLS
    plain = {"seats": [{"seat": 1, "player": "A", "total": 3}]}
    assert cells_of("danmaku", plain) == (
        "seat", "player", "untapped", "tapped", "order", "front", "back", "total", "participation"
    )  # fmt: skip


def test_a_changed_page_drops_its_total_and_all_untouched_places() -> None:
    seats = corrected(REPORT, fields() | {"back-0": "6"}, CELLS)["seats"]
    assert seats[0]["pages"] == [REPORT["seats"][0]["pages"][0], {"score": 6}]
    assert ["total" in seat for seat in seats] == [False, True]
    assert ["placement" in seat for seat in seats] == [False, False]


def test_a_total_and_a_place_that_are_typed_stay() -> None:
    typed = fields() | {"back-0": "6", "total-0": "11", "placement-0": "1"}
    seats = corrected(REPORT, typed, CELLS)["seats"]
    assert (seats[0]["total"], seats[0]["placement"]) == (11, 1)


@pytest.mark.parametrize("cell", ["player", "seat", "untapped"])
def test_what_decides_nothing_leaves_totals_and_places(cell: str) -> None:
    seats = corrected(REPORT, fields() | {f"{cell}-1": "3"}, CELLS)["seats"]
    assert [(seat["total"], seat["placement"]) for seat in seats] == [(9, 2), (9, 1)]


def test_how_a_seat_was_played_is_said_only_where_it_was_not_to_the_end() -> None:
    left = corrected(REPORT, fields() | {"participation-0": "left"}, CELLS)
    assert [seat.get("participation") for seat in left["seats"]] == ["left", None]
    assert texts_of(left["seats"][0], CELLS)["participation"] == "left"
    for word in ("full", ""):
        assert corrected(left, {"participation-0": word}, CELLS) == REPORT


def test_the_place_of_whoever_left_without_a_total_is_worked_out_anew() -> None:
    report = deepcopy(REPORT)
    report["seats"][0] = {"seat": 1, "player": "A", "participation": "left", "placement": 2}
    seats = corrected(report, {"back-1": "5"}, CELLS)["seats"]
    assert ["placement" in seat for seat in seats] == [False, False]


def test_emptied_fields_are_left_out() -> None:
    typed = fields() | {"untapped-0": "", "tapped-0": "", "order-0": "", "front_dice-0": "", "front-0": ""}
    seat = corrected(REPORT, typed, CELLS)["seats"][0]
    assert seat["help"] == {}
    assert "edit_order" not in seat
    assert seat["pages"] == [{"abilities": []}, {"score": 4}]


def test_text_that_is_no_number_stays_for_the_referee() -> None:
    seat = corrected(REPORT, fields() | {"front-0": "many", "total-0": "9.5"}, CELLS)["seats"][0]
    assert (seat["pages"][0]["score"], seat["total"]) == ("many", 9.5)


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/seats/0/pages/0/score", "front-0"), ("/seats/0/pages/0/dice", "front_dice-0"),
        ("/seats/1/pages/1", "back-1"), ("/seats/1/pages", "front-1"), ("/seats/0/edit_order", "order-0"),
        ("/seats/0/help/tapped", "tapped-0"), ("/seats/0/placement", "placement-0"), ("/seats/0", "player-0"),
        ("/seats/0/hand/1/points", "player-0"), ("/trigger_seat", ""), ("", ""), ("/seats/99999/x", ""),
        ("/seats/0/participation", "participation-0"),
    ],
)  # fmt: skip
def test_pointers_lead_to_fields(path: str, name: str) -> None:
    assert field_of(path, CELLS) == name


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("カバー光3 18禁闇-8", [("cover", "light", 3), ("adult", "dark", -8)]),
        ("cover light 3, adult dark −8", [("cover", "light", 3), ("adult", "dark", -8)]),
        ("カバー光 ジャンル闇-2", [("cover", "light", None), ("genre", "dark", -2)]),
        ("カバー光3 なにか", "カバー光3 なにか"),
        ("青光3", "青光3"),
    ],
)
def test_a_hand_is_read_or_stays_text(text: str, cards: object) -> None:
    report = {
        "seats": [{"seat": 1, "player": "A", "hand": [{"colour": "name", "side": "light", "points": 1}]}]
    }
    hand = corrected(report, {"hand-0": text}, cells_of("doujin", report))["seats"][0]["hand"]
    read = (
        hand
        if isinstance(hand, str)
        else [(card["colour"], card["side"], card.get("points")) for card in hand]
    )
    assert read == cards


def test_a_card_without_printed_points_is_shown_without_and_stays_as_it_is() -> None:
    hand = [{"colour": "name", "side": "light"}, {"colour": "adult", "side": "dark", "points": None}]
    report: dict[str, Any] = {
        "format": "sekijun.report/1", "game": "doujin", "ruleset": "base",
        "seats": [{"seat": 1, "player": "A", "hand": hand}],
    }  # fmt: skip
    cells = cells_of("doujin", report)
    shown = texts_of(report["seats"][0], cells)["hand"]
    assert shown == "名前光 18禁闇"
    assert corrected(report, {"hand-0": shown}, cells)["seats"][0]["hand"] == hand
