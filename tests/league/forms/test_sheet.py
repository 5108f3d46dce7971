"""A posted sheet as text: everything typed is there, whatever it is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.forms.sheet import card_added, kept_fields, seats_resized, seats_swapped, sheet_of


def test_every_field_is_read_as_typed() -> None:
    sheet = sheet_of(
        {"seats": "2", "round": " 1 ", "seat-2-player": " さ ", "seat-2-front-dice": "1x", "seat-1-new": "on"}
    )
    assert (sheet.round, sheet.seats[1].player, sheet.seats[1].front_dice) == (" 1 ", " さ ", "1x")
    assert (sheet.seats[0].new, sheet.seats[1].new) == (True, False)


def test_a_swap_takes_along_how_somebody_played() -> None:
    sheet = seats_swapped(sheet_of({"seats": "2", "seat-1-participation": "left"}), 1)
    assert [seat.participation for seat in sheet.seats] == ["full", "left"]


@pytest.mark.parametrize(
    ("fields", "count"),
    [
        ({}, 4),
        ({"seats": "3"}, 3),
        ({"seats": "0"}, 1),
        ({"seats": "999"}, 100),
        ({"seats": "x", "seat-5-player": "a"}, 5),
        ({"seats": "9" * 20, "seat-999-front": "1"}, 100),
        ({"seats": "٣"}, 4),
    ],
)
def test_number_of_seats(fields: dict[str, str], count: int) -> None:
    assert len(sheet_of(fields).seats) == count


@pytest.mark.parametrize("key", ["", "short", "a" * 65, "ключ-ключ", "a b c d e f", "\x00" * 10])
def test_a_key_that_is_none_is_replaced(key: str) -> None:
    assert len(sheet_of({"key": key}).key) == 36


def test_the_game_holds_its_ruleset() -> None:
    found = [(sheet_of({"game": game}).game_key, sheet_of({"game": game}).ruleset_key)
             for game in ("danmaku/base", "generic/lower", "doujin", "")]  # fmt: skip
    assert found == [("danmaku", "base"), ("generic", "lower"), ("doujin", "base"), ("danmaku", "base")]


def test_the_day_is_the_chosen_or_the_typed_one() -> None:
    days = [sheet_of({"day": day, "other-day": "2026-01-02"}).club_day for day in ("2026-01-01", "other", "")]
    assert days == ["2026-01-01", "2026-01-02", "2026-01-02"]


def test_help_cards_alone_make_no_player() -> None:
    sheet = sheet_of({"seats": "3", "seat-1-player": "a", "seat-3-untapped": "2"})
    assert len(sheet.played) == 1
    assert sheet_of({"seat-1-untapped": "2"}).blank


def test_only_empty_seats_can_go() -> None:
    sheet = sheet_of({"seats": "4", "seat-3-front": "5"})
    assert [len(seats_resized(sheet, count).seats) for count in (1, 3, 5, 500)] == [3, 3, 5, 100]


def test_a_swap_beyond_the_table_changes_nothing() -> None:
    sheet = sheet_of({"seats": "2", "seat-1-player": "a"})
    assert [seats_swapped(sheet, number) for number in (0, 2, 99)] == [sheet] * 3


def test_cards_grow_up_to_a_bound() -> None:
    sheet = sheet_of({"seats": "1", "seat-1-card-40-points": "1"})
    assert len(card_added(sheet, 1).seats[0].cards) == 40
    assert len(card_added(sheet_of({}), 1).seats[0].cards) == 1
    assert card_added(sheet, 9) == sheet


def test_a_draft_is_the_fields_without_token_and_button() -> None:
    fields = {"csrfmiddlewaretoken": "x", "do": "send", "save": "1", "seat-1-front": "5"}
    assert kept_fields(fields) == {"seat-1-front": "5"}


@given(st.dictionaries(st.text(max_size=20), st.text(max_size=20), max_size=8))
def test_any_fields_make_a_sheet(fields: dict[str, str]) -> None:
    sheet = sheet_of(fields)
    assert 1 <= len(sheet.seats) <= 100
    assert sheet_of(fields | {"key": sheet.key}) == sheet_of({**fields, "key": sheet.key})
