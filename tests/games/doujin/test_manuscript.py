"""The manuscript phase, rule by rule: KD-1 to KD-10, with the small deck."""

from __future__ import annotations

import pytest

from games.doujin.manuscript import is_complete
from games.doujin.state import Phase
from tests.games.doujin.tables import DEAL, WRITTEN, hand, hints, played, refused, table

# KD-1: players and trumps


def test_kd_1_everybody_takes_one_trump_that_only_the_own_seat_sees() -> None:
    engine = table()
    state = played(DEAL, engine)
    assert state.phase is Phase.MANUSCRIPT
    for viewer, seen in ((1, ["Own", None, None]), (2, [None, "Stop", None]), (None, [None] * 3)):
        view = engine.view(state, viewer)
        seats = view["seats"]
        assert isinstance(seats, list)
        assert [seat["trump"] for seat in seats] == seen
    assert refused("deal 1 Own; deal 2 Own; deal 3 Own") == [(2, "KD-1", "trump_dealt")]
    assert refused("deal 2 Own") == [(0, "KD-1", "turn_order")]
    assert refused("deal 1 Nothing") == [(0, "KD-20", "trump_unknown")]
    assert refused("draw 1 C1") == [(0, "KD-1", "due_deal")]


def test_kd_1_a_trump_works_in_the_sale_only() -> None:
    assert refused(DEAL + "trump 1 Own") == [(3, "KD-1", "trump_early")]


# KD-2: order of turns and seats


def test_kd_2_seat_1_begins_and_turns_go_round() -> None:
    assert [played(DEAL + lines).seat for lines in ("", "draw 1 C1", "draw 1 C1; draw 2 G1")] == [1, 2, 3]
    assert refused(DEAL + "draw 2 C1") == [(3, "KD-2", "turn_order")]
    assert refused(DEAL + "draw 4 C1") == [(3, "KD-2", "no_seat")]


# KD-3: turns of the manuscript phase


def test_kd_3_a_turn_is_a_draw_or_a_flip_of_an_own_card() -> None:
    engine = table()
    lines = DEAL + "draw 1 C1; draw 2 G1; draw 3 E1; "
    assert hints(engine, played(lines, engine)) == ["draw 1", "flip 1 C1"]
    state = played(lines + "flip 1 C1", engine)
    assert hand(engine, state, 1) == (set(), {"C1"})
    assert refused(lines + "draw 1 C1") == [(6, "KD-3", "card_drawn")]
    assert refused(lines + "flip 1 G1") == [(6, "KD-3", "not_held")]
    assert refused(lines + "draw 1 X") == [(6, "KD-20", "card_unknown")]
    assert refused(lines + "pass 1") == [(6, "KD-3", "due_turn")]


def test_kd_3_a_turn_without_anything_to_do_is_skipped() -> None:
    engine = table()
    state = played(DEAL + "draw 1 A1; draw 2 C1; draw 3 G1", engine)
    state = state.but(deck=(), idle=0).ask(Phase.MANUSCRIPT, 3).but(seat=3)
    after = engine.advance(state, engine.table.seats[3].flip[3])
    assert (after.seat, after.turns, after.idle) == (2, state.turns + 2, 2), "seat 1 has only an adult card"


# KD-4: which way up the adult card lies


def test_kd_4_an_adult_card_is_never_flipped_as_a_turn() -> None:
    engine = table()
    lines = DEAL + "draw 1 A1; draw 2 G1; draw 3 E1; "
    assert hints(engine, played(lines, engine)) == ["draw 1"]
    assert refused(lines + "flip 1 A1") == [(6, "KD-4", "flip_adult")]


PAIR = DEAL + "draw 1 C1; draw 2 G1; draw 3 E1; draw 1 C2; "


# KD-5: pushing a card


def test_kd_5_either_of_two_light_cards_goes_dark_to_anybody_else() -> None:
    engine = table()
    assert hints(engine, played(PAIR, engine)) == ["push 1 C1 2", "push 1 C1 3", "push 1 C2 2", "push 1 C2 3"]
    state = played(PAIR + "push 1 C1 3", engine)
    assert hand(engine, state, 1) == ({"C2"}, set())
    assert hand(engine, state, 3) == ({"E1"}, {"C1"})
    assert refused(PAIR + "draw 2 C3") == [(7, "KD-5", "due_push")]
    assert refused(PAIR + "push 1 C1 1") == [(7, "KD-5", "push_receiver")]
    assert refused(PAIR + "push 1 G1 3") == [(7, "KD-5", "push_card")]


def test_kd_5_a_flip_can_make_the_pair_and_nothing_chains() -> None:
    engine = table()
    lines = PAIR + "push 1 C1 2; draw 2 C3; "
    state = played(lines, engine)
    assert state.phase is Phase.MANUSCRIPT, "one light and one dark cover are no pair"
    state = played(lines + "draw 3 N1; draw 1 N2; flip 2 C1", engine)
    assert hints(engine, state) == ["push 2 C1 1", "push 2 C1 3", "push 2 C3 1", "push 2 C3 3"]
    state = played(lines + "draw 3 N1; draw 1 N2; flip 2 C1; push 2 C1 1", engine)
    assert hand(engine, state, 1) == ({"C2", "N2"}, {"C1"})
    assert state.phase is Phase.MANUSCRIPT


def test_kd_5_adult_cards_are_no_pair() -> None:
    assert played(DEAL + "draw 1 A1; draw 2 G1; draw 3 E1; draw 1 A2").phase is Phase.MANUSCRIPT


# KD-6: a complete manuscript


@pytest.mark.parametrize(
    ("light", "dark", "complete"),
    [
        ("C1 G1 E1 N1", "", True),
        ("C1 G1 E1 A1", "N1", True),
        ("G1 N1 A1 A2", "C1", True),
        ("C1 G1 E1", "N1 A1", False),
        ("C1 G1 A1", "N1", False),
        ("C1 C2 G1 E1", "", False),
        ("", "C1 G1 E1 N1", False),
    ],
)
def test_kd_6_four_colours_or_adult_cards_in_their_place(light: str, dark: str, complete: bool) -> None:
    engine = table()

    def mask(names: str) -> int:
        return sum(1 << (engine.table.deck.number("card", name) or 0) for name in names.split())

    assert is_complete(engine.table, mask(light) | mask(dark), mask(light)) is complete


def test_kd_6_a_dark_card_counts_for_nothing_and_complete_stays_complete() -> None:
    lines = (
        DEAL
        + "draw 1 C1; draw 2 C2; draw 3 G2; flip 1 C1; flip 2 C2; flip 3 G2; draw 1 G1; flip 2 C2; flip 3 G2;"
        "draw 1 E1; flip 2 C2; flip 3 G2; draw 1 N1; "
    )
    state = played(lines)
    assert (state.first, state.complete) == (0, 0)
    state = played(lines + "flip 2 C2; flip 3 G2; flip 1 C1; ")
    assert (state.first, state.complete) == (1, 1)
    assert played(lines + "flip 2 C2; flip 3 G2; flip 1 C1; draw 2 E2; draw 3 N2").complete == 1


def test_kd_6_completeness_is_looked_at_after_the_push() -> None:
    lines = (
        DEAL
        + "draw 1 C1; draw 2 C2; draw 3 A1; draw 1 G1; flip 2 C2; draw 3 A2; draw 1 E1; flip 2 C2; draw 3 C3; "
    )
    state = played(lines + "draw 1 G2", table())
    assert (state.phase, state.first) == (Phase.PUSH, 0)
    assert played(lines + "draw 1 G2; push 1 G1 2").first == 0
    assert played(lines + "draw 1 N1").first == 1


# KD-7: end of the manuscript phase


def test_kd_7_everybody_else_has_exactly_one_more_turn_in_which_completing_counts() -> None:
    engine = table()
    before = WRITTEN.rpartition("flip 2")[0]
    state = played(before, engine)
    assert (state.phase, state.seat, state.left, state.first) == (Phase.MANUSCRIPT, 2, 2, 1)
    assert played(before + "flip 2 C2", engine).left == 1
    assert played(WRITTEN, engine).phase is Phase.SALE
    adults = (
        DEAL
        + "draw 1 C1; draw 2 A1; draw 3 N2; draw 1 G1; draw 2 A2; flip 3 N2; draw 1 E1; draw 2 C2; flip 3 N2;"
        "draw 1 N1; draw 2 E2; flip 3 N2"
    )
    state = played(adults, engine)
    assert (state.phase, state.first, state.complete) == (Phase.SALE, 1, 0b011)
    assert hand(engine, state, 2) == ({"A1", "A2", "C2", "E2"}, set())
    assert refused(before + "reveal 1 Ban")[0] == (13, "KD-7", "sale_closed")


# KD-8: the early bird


def test_kd_8_the_first_to_complete_is_the_early_bird() -> None:
    engine = table()
    assert engine.view(played(WRITTEN, engine), None)["early_bird"] == 1


# KD-9: those who didn't complete


def test_kd_9_who_is_not_complete_turns_everything_but_adult_cards_dark() -> None:
    engine = table()
    state = played(WRITTEN.replace("draw 2 E2", "draw 2 A1"), engine)
    assert hand(engine, state, 2) == ({"A1"}, {"C2"})
    assert hand(engine, state, 1) == ({"C1", "G1", "E1", "N1"}, set())


NOBODY = (
    DEAL
    + "draw 1 C1; draw 2 G1; draw 3 E1; flip 1 C1; flip 2 G1; flip 3 E1; draw 1 C2; draw 2 G2; draw 3 E2;"
    "flip 1 C2; flip 2 G2; flip 3 E2; draw 1 C3; draw 2 N1; draw 3 A1; flip 1 C3; flip 2 N1; draw 3 A2; "
    "flip 1 C1; draw 2 N2; "
)


# KD-10: when nobody completes


def test_kd_10_an_empty_deck_and_a_lap_without_completion_end_the_phase() -> None:
    engine = table()
    state = played(NOBODY, engine)
    assert (state.deck, state.phase, state.seat) == ((), Phase.MANUSCRIPT, 3)
    assert hints(engine, state) == ["flip 3 E1", "flip 3 E2"], "the draw is gone: what is left is forced"
    two = played(NOBODY + "flip 3 E1; flip 1 C1; ", engine)
    assert two.phase is Phase.MANUSCRIPT
    state = played(NOBODY + "flip 3 E1; flip 1 C1; flip 2 N2", engine)
    assert (state.phase, state.seat, state.first) == (Phase.SALE, 1, 0)
    assert hand(engine, state, 3) == ({"A1", "A2"}, {"E1", "E2"})


def test_kd_10_completing_within_that_lap_counts() -> None:
    engine = table()
    state = played(NOBODY + "flip 3 E1; flip 1 C1; ", engine)
    ready = 1 << 0 | 1 << 3 | 1 << 5 | 1 << 7  # C1 G1 E1 N1
    state = state.but(hands=(0, ready, state.hands[2]), light=ready & ~1)
    after = engine.advance(state, engine.table.seats[2].flip[0])
    assert (after.phase, after.first, after.left, after.seat) == (Phase.MANUSCRIPT, 2, 2, 3)


# `max_turns`


def test_a_game_is_given_up_when_its_turns_are_used_up_in_whatever_phase() -> None:
    turns = [turn for turn in WRITTEN.removeprefix(DEAL).split(";") if turn.strip()]
    written = len(turns)
    for limit in range(1, written + 1):
        state = played(DEAL + ";".join(turns[:limit]), table(max_turns=limit))
        assert (limit, state.phase, state.turns) == (limit, Phase.GIVEN_UP, limit)
    state = played(WRITTEN, table(max_turns=written + 1))
    assert (state.phase, state.turns) == (Phase.SALE, written + 1)
    one_more = WRITTEN + "reveal 1 Gift; draw 1 A1; draw 2 A2; draw 3 C3; pass 1"
    assert played(one_more, table(max_turns=written + 1)).phase is Phase.GIVEN_UP
