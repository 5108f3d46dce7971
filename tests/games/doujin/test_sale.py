"""The sale phase, rule by rule: KD-11 to KD-15."""

from __future__ import annotations

import pytest

from games.doujin.state import Phase
from tests.games.doujin.tables import (
    WRITTEN,
    fallen,
    hand,
    hints,
    more,
    played,
    refused,
    sold,
    table,
    table_with,
    ways,
    wrong,
)

# Seat 1: C1 G1 E1 N1 light; seat 2: C2 E2 dark; seat 3: G2 N2 dark. Trumps: Own, Stop, Last.
ONE = {"3": 1, "4": 3, "5": 3}  # laps


# KD-11: length of the sale phase


@pytest.mark.parametrize(("players", "laps"), [(3, 4), (4, 3), (5, 3)])
def test_kd_11_everybody_takes_exactly_so_many_turns_from_the_early_bird_on(players: int, laps: int) -> None:
    engine = table(players, invented=True)
    state = engine.start()
    turns: list[int] = []
    while moves := engine.moves(state):
        seat, phase, left = state.seat, state.phase, state.left
        state = engine.advance(state, moves[0]) if moves[0].event else fallen(engine, state)
        if phase is Phase.SALE:
            turns.append(seat)
            assert left + len(turns) == players * laps + 1
    first = state.first or 1
    assert turns == [(first - 1 + turn) % players + 1 for turn in range(players * laps)]
    assert turns[-1] == (first - 2) % players + 1, "the right neighbour of the early bird is the last"


ONE_LAP = "reveal 1 Gift; draw 1 A1; draw 2 A2; draw 3 C3; flip 2 C2; reveal 3 Ban; pass 1; pass 2; pass 3; pass 3; "


def test_kd_11_nothing_follows_the_last_turn() -> None:
    engine = table(laps=ONE)
    over = WRITTEN + ONE_LAP + "pass 1; pass 2; pass 3; "
    assert played(over, engine).phase is Phase.OVER
    (late,) = refused(over + "reveal 1 Swap", engine)
    assert late[1:] == ("KD-11", "game_over")


# KD-12: turns of the sale phase


def test_kd_12_the_first_turn_is_an_event_and_a_flip_follows_events_only() -> None:
    engine = table()
    assert hints(engine, sold("", engine)) == ["reveal 1", "trump 1 Own"]
    assert wrong("flip 1 C1") == [(0, "KD-12", "flip_first")]
    assert hints(engine, sold("reveal 1 Ban; pass 1; pass 2; pass 3; pass 1", engine)) == [
        "reveal 2", "flip 2 C2", "flip 2 E2",
    ]  # fmt: skip
    assert wrong("reveal 1 Ban; flip 2 C2; flip 3 G2") == [(2, "KD-12", "flip_after_flip")]
    assert wrong("reveal 1 Ban; flip 2 C2; reveal 3 Gift; draw 3 A1; draw 1 A2; draw 2 C3; flip 1 C1") == []
    assert wrong("reveal 1 Ban; reveal 2 Gift; draw 2 A1; draw 3 A2; draw 1 C3; flip 3 G2") == []
    assert wrong("reveal 2 Ban") == [(0, "KD-2", "turn_order")]
    assert wrong("reveal 1 Ban; flip 2 G2") == [(1, "KD-12", "not_held")]
    assert wrong("reveal 1 Nothing") == [(0, "KD-20", "event_unknown")]
    assert wrong("draw 1 C3") == [(0, "KD-12", "due_sale")]


def test_kd_12_one_flip_too_many_is_one_finding() -> None:
    lines = "reveal 1 Ban; flip 2 C2; flip 3 G2; reveal 1 Gift; draw 1 A1; draw 2 A2; draw 3 C3; flip 2 C2"
    assert wrong(lines) == [(2, "KD-12", "flip_after_flip")]


# KD-4: which way up the adult card lies


def test_kd_4_an_adult_card_is_not_flipped_in_the_sale_either() -> None:
    lines = "reveal 1 Gift; draw 1 A1; draw 2 A2; draw 3 C3; "
    assert wrong(lines + "flip 2 A2") == [(4, "KD-4", "flip_adult")]
    assert "flip 2 A2" not in hints(table(), sold(lines + "pass 1"))


# KD-13: when a trump is used


def test_kd_13_a_trump_of_the_own_turn_works_before_or_right_after_the_action() -> None:
    engine = table()
    before = sold("trump 1 Own", engine)
    assert (before.phase, before.seat, before.spent) == (Phase.SALE, 1, 0b001), "it doesn't use the turn"
    assert hints(engine, before) == ["reveal 1"]
    lines = "reveal 1 Gift; draw 1 A1; draw 2 A2; draw 3 C3; "
    assert hints(engine, sold(lines, engine)) == ["pass 1", "trump 1 Own"]
    after = sold(lines + "trump 1 Own", engine)
    assert (after.phase, after.seat) == (Phase.SALE, 2)
    assert hand(engine, after, 1) == ({"C1", "G1", "E1", "N1"}, {"A1"}), "any leaves adults out"


def test_kd_13_a_trump_is_used_once_at_its_moment_by_who_has_it() -> None:
    assert wrong("trump 1 Own; trump 1 Own") == [(1, "KD-13", "trump_used")]
    assert wrong("trump 1 Stop") == [(0, "KD-1", "trump_other")]
    assert wrong("trump 2 Stop") == [(0, "KD-2", "turn_order")]
    assert wrong("reveal 1 Ban; trump 3 Last") == [(1, "KD-13", "trump_end")]
    assert wrong("reveal 1 Ban; pass 1; pass 2; pass 3; pass 1; reveal 2 Gift; trump 1 Own")[-1][1:] == (
        "KD-13", "trump_own_turn",
    )  # fmt: skip
    assert wrong("reveal 1 Ban; flip 2 C2; trump 2 Stop") == [(2, "KD-13", "trump_event_revealed")]


def test_kd_13_everybody_with_a_trump_is_asked_in_seat_order() -> None:
    """Who is asked tells nothing about the trump: those that can't be used now are asked for, too."""
    engine = table()
    asked = []
    state = sold("reveal 1 Ban", table())
    while state.phase is Phase.ANSWER:
        asked.append((state.asked, hints(engine, state)))
        state = engine.advance(state, engine.moves(state)[0])
    assert asked == [(1, ["pass 1"]), (2, ["pass 2", "trump 2 Stop"]), (3, ["pass 3"])]
    assert wrong("reveal 1 Ban; pass 3; pass 2") == [(2, "KD-13", "asked")]


def test_kd_13_a_cancelled_event_does_nothing_and_closes_the_window() -> None:
    engine = table()
    state = sold("reveal 1 Gift; trump 2 Stop", engine)
    assert (state.phase, state.asked, len(state.deck)) == (Phase.AFTER, 1, 3)
    assert state.drew, "drawing it counts all the same (KD-12)"


def test_kd_13_a_shielded_seat_is_passed_by() -> None:
    engine = table()
    state = played(WRITTEN.replace("deal 2 Stop", "deal 2 Shield") + "reveal 1 Gift; trump 2 Shield", engine)
    assert hints(engine, state) == ["pass 3"]
    state = played(
        WRITTEN.replace("deal 2 Stop", "deal 2 Shield")
        + "reveal 1 Gift; trump 2 Shield; draw 1 A1; draw 3 A2",
        engine,
    )
    assert state.phase is Phase.AFTER
    assert hand(engine, state, 2) == (set(), {"C2", "E2"})
    swap = played(
        WRITTEN.replace("deal 2 Stop", "deal 2 Shield") + "reveal 1 Swap; trump 2 Shield; pass 3", engine
    )
    assert hints(engine, swap) == ["choose 1 3"], "a shielded one can't be chosen"


def test_kd_13_a_shield_is_against_one_event_only() -> None:
    engine = table()
    shielded = WRITTEN.replace("deal 2 Stop", "deal 2 Shield") + "reveal 1 Ban; trump 2 Shield; "
    state = played(shielded + "pass 3; pass 1; reveal 2 Gift; pass 1; pass 3", engine)
    assert hints(engine, state) == ["draw 2"], "the next event is for everybody again"


def test_kd_13_a_shield_is_not_against_trumps() -> None:
    axe = more("trump", "Axe", '{ op = "discard", who = "chosen", pick = "actor" }', "own-turn")
    knife = more("trump", "Knife", '{ op = "discard", who = "left" }', "own-turn")
    shield = "reveal 1 Ban; trump 2 Shield; "
    for trump, due in (("Axe", ["choose 1 2", "choose 1 3"]), ("Knife", ["pick 2 C2", "pick 2 E2"])):
        engine = table_with(axe + knife)
        lines = WRITTEN.replace("deal 2 Stop", "deal 2 Shield").replace("deal 1 Own", f"deal 1 {trump}")
        assert hints(engine, played(lines + shield + f"trump 1 {trump}", engine)) == due


def test_kd_13_trumps_of_the_end_come_after_the_last_turn() -> None:
    engine = table(laps=ONE)
    state = sold(ONE_LAP, engine)
    assert (state.phase, state.asked, state.left) == (Phase.CLOSING, 1, 0)
    assert hints(engine, sold(ONE_LAP + "pass 1; pass 2", engine)) == ["pass 3", "trump 3 Last"]
    assert sold(ONE_LAP + "trump 3 Last", engine).phase is Phase.OVER


# KD-14: no push in the sale phase


def test_kd_14_nothing_is_pushed_in_the_sale() -> None:
    engine = table()
    state = sold("reveal 1 Gift; draw 1 C3; draw 2 A1; draw 3 A2; flip 2 C2; reveal 3 Ban; flip 1 C3", engine)
    assert {"C1", "C3"} <= hand(engine, state, 1)[0]
    assert state.phase is Phase.AFTER
    assert wrong("reveal 1 Ban; flip 2 C2; push 2 C2 1") == [(2, "KD-14", "push_late")]


# KD-15: when the events run out


def test_kd_15_an_empty_pile_is_shuffled_anew() -> None:
    engine = table()
    state = sold("", engine).but(pile=(), seen=(0, 1, 1, 5))
    assert ways(engine, state) == {0: 1, 1: 2, 5: 1}
    after = engine.advance(state, engine.table.seats[1].reveal[1])
    assert (after.pile, after.seen, after.shuffles) == ((0, 1, 5), (1,), 1)


def test_kd_15_an_event_is_drawn_as_often_as_it_is_in_the_deck() -> None:
    assert wrong("reveal 1 Ban; flip 2 C2; reveal 3 Ban") == [(2, "KD-15", "event_gone")]
    twice = "reveal 1 PassLeft; pick 1 C1; pick 2 C2; pick 3 G2; reveal 2 PassLeft; pick 2 E2; pick 3 N2; pick 1 G1; "
    assert wrong(twice) == []
    assert wrong(twice + "reveal 3 PassLeft") == [(8, "KD-15", "event_gone")]


# KD-19: range of a card's points


def test_kd_19_the_one_event_that_turns_adult_cards_dark() -> None:
    engine = table()
    lines = WRITTEN.replace("draw 2 E2", "draw 2 A1").replace("draw 3 N2", "draw 3 A2")
    lines = lines.replace("flip 3 N2", "flip 3 G2")
    state = played(lines + "reveal 1 Ban", engine)
    assert hand(engine, state, 2)[0] == {"A1"}
    state = played(lines + "reveal 1 Ban; pass 1; pass 2; pass 3", engine)
    assert "A1" in hand(engine, state, 2)[1]
    assert "A2" in hand(engine, state, 3)[1]
