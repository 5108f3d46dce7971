"""DG-17..DG-20, rule by rule, in games written as at the table."""

from __future__ import annotations

import dataclasses

import pytest

from games.danmaku.engine import Danmaku
from games.danmaku.state import Phase, State
from tests.games.plays import events_of, refused, table, variant


def editing(engine: Danmaku, *owned: str) -> State:
    """Return the state at the beginning of the edit phase, with these subjects captured by the seats."""
    state = engine.start()._replace(phase=Phase.PAGE, seat=0)
    cards = []
    for names in owned:
        numbers = [engine.table.deck.number(name) for name in names.split()]
        cards.append(sum(1 << number for number in numbers if number is not None))
    return state._replace(owned=(*cards, *state.owned[len(cards) :]))


def edited(lines: str, engine: Danmaku, state: State) -> State:
    for event in events_of(lines):
        state = engine.apply(state, event)
    return state


def refused_from(lines: str, engine: Danmaku, state: State) -> list[tuple[int, str, str]]:
    class Started:
        def __getattr__(self, name: str) -> object:
            return getattr(engine, name)

        def start(self) -> State:
            return state

    return refused(lines, Started())  # type: ignore[arg-type]


PAGE = "roll 11122345; settle"
ALL_PAGES = f"page 1 front; {PAGE}; page 1 back; {PAGE}; page 2 front; {PAGE}; page 2 back; {PAGE}"


# DG-18: score of the front page


@pytest.mark.parametrize(
    ("dice", "score"),
    [("12333335", 5), ("22226666", 4), ("55555555", 9), ("11223456", 2), ("66666661", 7)],
)
def test_dg_18_a_page_scores_its_most_frequent_face_and_one_more_when_all_are_equal(
    dice: str, score: int
) -> None:
    engine = table()
    state = edited(f"page 1 front; roll {dice}; settle", engine, editing(engine))
    assert state.pages == ((score,), ())


def test_dg_18_all_means_the_dice_present_at_the_end() -> None:
    lines = "page 1 front; roll 55555552; ability 慧音 -2; settle"
    engine = table()
    assert edited(lines, engine, editing(engine, "慧音")).pages[0] == (8,)
    engine = table(2, variant(all_equal_basis="rolled"))
    assert edited(lines, engine, editing(engine, "慧音")).pages[0] == (7,)


def test_dg_18_a_page_has_8_dice_and_only_own_abilities() -> None:
    engine = table()
    state = editing(engine, "アリス", "チルノ")
    assert refused_from("page 1 front; roll 1112234", engine, state) == [(1, "DG-18", "roll_number")]
    assert refused_from("page 1 front; roll 11122347", engine, state) == [(1, "DG-18", "roll_face")]
    found = refused_from("page 1 front; roll 11122345; ability チルノ 4>3 5>4", engine, state)
    assert found == [(2, "DG-18", "not_owned")]
    found = refused_from("page 1 front; roll 11122345; ability アリス 4>3 5>4", engine, state)
    assert found == [(2, "DG-18", "change_wrong")]
    found = refused_from("page 1 front; roll 11122345; ability だれか 4>3", engine, state)
    assert found == [(2, "DG-4", "subject_unknown")]


def test_dg_18_a_written_score_must_be_right() -> None:
    engine = table()
    assert refused_from("page 1 front; roll 11122345; settle score=3", engine, editing(engine)) == []
    found = refused_from("page 1 front; roll 11122345; settle score=4", engine, editing(engine))
    assert found == [(2, "DG-18", "settle_score")]


def test_dg_18_pages_come_in_order_and_once() -> None:
    engine = table()
    state = editing(engine)
    assert refused_from("page 1 back", engine, state) == [(0, "DG-18", "front_first")]
    again = f"page 1 front; {PAGE}; page 1 front"
    assert refused_from(again, engine, state) == [(3, "DG-18", "page_again")]
    assert refused_from("page 3 front", engine, state) == [(0, "DG-2", "no_seat")]
    assert refused_from("page 1 front; settle", engine, state)[0] == (1, "DG-18", "due_page_roll")
    assert refused_from("page 1 front; roll 11122345; page 1 back", engine, state)[0] == (
        2,
        "DG-18",
        "due_settle",
    )


# DG-19: score of the back page


def test_dg_19_an_ability_works_once_over_both_pages() -> None:
    engine = table()
    state = editing(engine, "アリス")
    front = "page 1 front; roll 11122345; ability アリス 2>1; settle"
    found = refused_from(f"{front}; page 1 back; roll 11122345; ability アリス 2>1", engine, state)
    assert found == [(6, "DG-19", "used_in_edit")]


def test_dg_19_a_use_without_effect_is_spent() -> None:
    engine = table()
    state = editing(engine, "てゐ")
    lines = (
        "page 1 front; roll 11122345; ability てゐ 1>1; settle; page 1 back; roll 11122345; ability てゐ 1>2"
    )
    assert refused_from(lines, engine, state) == [(6, "DG-19", "used_in_edit")]


# DG-17: edit order


@pytest.mark.parametrize(
    ("way", "order"),
    [
        ("seat", (1, 2, 3)),
        ("reverse_seat", (3, 2, 1)),
        ("captures_desc", (2, 1, 3)),
        ("captures_asc", (1, 3, 2)),
    ],
)
def test_dg_17_computed_orders(way: str, order: tuple[int, ...]) -> None:
    engine = table(3, variant(edit_order=way))
    state = editing(engine, "アリス", "チルノ 橙", "リグル")
    first = order[0]
    assert engine.actor(state) == first
    wrong = order[1]
    assert refused_from(f"page {wrong} front", engine, state) == [(0, "DG-17", "page_order")]
    lines = "; ".join(f"page {seat} front; {PAGE}; page {seat} back; {PAGE}" for seat in order)
    after = edited(lines, engine, state)
    assert after.order == order
    result = engine.result(after)
    assert result is not None
    assert [seat.placement for seat in result] == [order.index(seat) + 1 for seat in (1, 2, 3)]


def test_dg_17_a_simulation_without_report_edits_in_the_order_of_its_key() -> None:
    assert table(2, variant(simulation_edit_order="reverse_seat")).table.edit_order == "reverse_seat"
    assert table(2).table.edit_order == "seat"


def test_dg_17_simultaneous_pages_come_in_any_order_and_ties_are_shared() -> None:
    engine = table(2, variant(edit_order="simultaneous"))
    state = editing(engine)
    assert engine.actor(state) is None
    assert [engine.hint(move) for move in engine.moves(state)] == ["page 1 front", "page 2 front"]
    lines = f"page 2 front; {PAGE}; page 1 front; {PAGE}; page 1 back; {PAGE}; page 2 back; {PAGE}"
    result = engine.result(edited(lines, engine, state))
    assert result is not None
    assert [(seat.total, seat.placement) for seat in result] == [(6, 1), (6, 1)]


def test_dg_17_a_reported_order_is_followed() -> None:
    engine = table(2)
    told = Danmaku(dataclasses.replace(engine.table, edit_order="reported", order=(2, 1)))
    assert told.actor(editing(told)) == 2
    unknown = Danmaku(dataclasses.replace(engine.table, edit_order="reported", order=None))
    assert unknown.actor(editing(unknown)) is None


# DG-20: total and placement


def test_dg_20_higher_totals_rank_better_and_ties_go_to_the_earlier() -> None:
    engine = table(2)
    result = engine.result(edited(ALL_PAGES, engine, editing(engine)))
    assert result is not None
    assert [(seat.total, seat.placement, seat.parts) for seat in result] == [
        (6, 1, {"front": 3, "back": 3}),
        (6, 2, {"front": 3, "back": 3}),
    ]
    better = ALL_PAGES.replace("page 2 back; roll 11122345", "page 2 back; roll 11112345")
    result = engine.result(edited(better, engine, editing(engine)))
    assert result is not None
    assert [(seat.total, seat.placement) for seat in result] == [(6, 2), (7, 1)]


def test_dg_20_nothing_happens_after_the_end() -> None:
    engine = table(2)
    over = edited(ALL_PAGES, engine, editing(engine))
    assert engine.finished(over)
    assert engine.moves(over) == ()
    assert refused_from(f"{ALL_PAGES}; turn 1 1", engine, editing(engine)) == [(12, "DG-20", "game_over")]
