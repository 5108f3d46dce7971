"""What each op of the effect language does, and whose cards a step is about (docs/cards.md)."""

from __future__ import annotations

from games.doujin.state import Phase
from tests.games.doujin.tables import (
    DEAL,
    WRITTEN,
    fallen,
    hand,
    hints,
    laid,
    more,
    played,
    sold,
    table,
    table_with,
    ways,
    wrong,
)

# Seat 1: C1 G1 E1 N1 light; seat 2: C2 E2 dark; seat 3: G2 N2 dark. Trumps: Own, Stop, Last.


def test_give_asks_each_owner_in_turn_and_passes_no_card_on() -> None:
    engine = table()
    lines = "reveal 1 PassLeft; "
    assert hints(engine, sold(lines + "pass 1; pass 2; pass 3", engine)) == [
        f"pick 1 {c}" for c in ("C1", "G1", "E1", "N1")
    ]
    state = sold(lines + "pick 1 G1", engine)
    assert hints(engine, state) == ["pick 2 C2", "pick 2 E2"], "the card just received can't be passed on"
    state = sold(lines + "pick 1 G1; pick 2 C2; pick 3 N2", engine)
    assert hand(engine, state, 1) == ({"C1", "E1", "N1"}, {"N2"})
    assert hand(engine, state, 2) == ({"G1"}, {"E2"}), "a card keeps its side"
    assert hand(engine, state, 3) == (set(), {"C2", "G2"})
    assert wrong(lines + "pick 2 C2") == [(1, "KD-12", "asked")]
    assert wrong(lines + "pick 1 C2") == [(1, "KD-12", "picked")]
    assert wrong(lines + "reveal 2 Ban")[0] == (1, "KD-12", "due_effect")


def test_exchange_at_random_with_a_chosen_player() -> None:
    engine = table()
    lines = "reveal 1 Swap; pass 1; pass 2; pass 3; "
    assert hints(engine, sold(lines, engine)) == ["choose 1 2", "choose 1 3"]
    state = sold(lines + "choose 1 3", engine)
    assert (engine.actor(state), hints(engine, state)) == (None, ["pick 1"])
    assert ways(engine, state) == {0: 1, 3: 1, 5: 1, 7: 1}
    state = sold(lines + "choose 1 3; pick 1 G1; pick 3 N2", engine)
    assert hand(engine, state, 1) == ({"C1", "E1", "N1"}, {"N2"})
    assert hand(engine, state, 3) == ({"G1"}, {"G2"})
    assert wrong("reveal 1 Swap; choose 1 1") == [(1, "KD-12", "chosen")]


def test_exchange_of_everything_between_the_richest_and_the_poorest() -> None:
    """Seat 1 has 12, seat 2 has 1, seat 3 has -2."""
    engine = table()
    state = sold("reveal 1 Hands; pass 1; pass 2; pass 3", engine)
    assert hand(engine, state, 1) == (set(), {"G2", "N2"})
    assert hand(engine, state, 3) == ({"C1", "G1", "E1", "N1"}, set())


def test_discard_picked_by_the_actor_and_score() -> None:
    engine = table()
    lines = "reveal 1 Tax; pass 1; pass 2; pass 3; choose 1 2; "
    assert hints(engine, sold(lines, engine)) == ["pick 1 C2", "pick 1 E2"]
    state = sold(lines + "pick 1 E2", engine)
    assert hand(engine, state, 2) == (set(), {"C2"})
    assert (state.scored, engine.view(state, None)["out"]) == ((2, 0, 0), ["E2"])


def test_draw_goes_on_while_there_are_cards() -> None:
    engine = table()
    state = sold("", engine)
    state = state.but(deck=state.deck[:2])
    state = engine.advance(state, engine.table.seats[1].reveal[5])
    for _ in range(3):
        state = engine.advance(state, engine.moves(state)[0])
    assert hints(engine, state) == ["draw 1"]
    for seat in (1, 2):
        assert hints(engine, state) == [f"draw {seat}"]
        state = fallen(engine, state)
    assert (state.phase, state.deck) == (Phase.AFTER, ())


def test_a_flip_takes_what_there_is_when_there_are_fewer() -> None:
    engine = table()
    state = sold("reveal 1 Gift; draw 1 C3; draw 2 A1; draw 3 A2; trump 1 Own", engine)
    assert hand(engine, state, 1) == ({"C1", "G1", "E1", "N1", "C3"}, set())


def test_of_equally_rich_players_the_first_from_the_actor_counts() -> None:
    engine = table()
    state = sold("", engine).but(light=0)
    ready = state.but(hands=(1 << 3, 1 << 4, 1 << 7), seat=2).ask(Phase.SALE, 2)  # -3, -2, -2
    after = engine.advance(ready, engine.table.seats[2].reveal[3])
    for _ in range(3):
        after = engine.advance(after, engine.moves(after)[0])
    assert after.hands == (1 << 4, 1 << 3, 1 << 7), "seat 2 drew the event and is as rich as seat 3"


def test_richest_and_poorest_go_by_the_cards_alone() -> None:
    """7 points of cards are more than 5 with the +4 for four colours; 50 points beside the hand change nothing."""
    engine = table()
    ready = laid(engine, sold("", engine), "C2 G2 E2 N2", "C1 E1", "n1").but(scored=(0, 0, 50))
    state = engine.advance(ready, engine.table.seats[1].reveal[3])
    for _ in range(3):
        state = engine.advance(state, engine.moves(state)[0])
    assert hand(engine, state, 1) == ({"C2", "G2", "E2", "N2"}, set())
    assert hand(engine, state, 2) == (set(), {"N1"})
    assert hand(engine, state, 3) == ({"C1", "E1"}, set())


def test_who_receives_is_looked_for_anew_for_each_giver() -> None:
    """4, 0, 2 points: C1 goes to seat 2. Then 0, 4, 2: N2 and C2 go to seat 1, that has become the poorest."""
    engine = table_with(more("event", "Alms", '{ op = "give", who = "each", to = "poorest" }'))
    ready = laid(engine, sold("", engine), "C1", "n2", "C2")
    state = engine.advance(ready, engine.table.seats[1].reveal[6])
    for _ in range(3):
        state = engine.advance(state, engine.moves(state)[0])
    assert hand(engine, state, 1) == ({"C2"}, {"N2"})
    assert hand(engine, state, 2) == ({"C1"}, set())
    assert hand(engine, state, 3) == (set(), set())


def test_an_exchange_takes_no_card_twice() -> None:
    engine = table_with(
        more(
            "trump",
            "Both",
            '{ op = "exchange", who = "self", with = "left", count = 2, pick = "actor" }',
            "own-turn",
        )
    )
    lines = WRITTEN.replace("deal 1 Own", "deal 1 Both")
    ready = laid(engine, played(lines, engine), "C1 G1 E1", "c2 e2 n2", "g2")
    state = engine.advance(ready, engine.table.seats[1].trump[4])
    for picked, left in (
        ("C1", ["pick 1 C1", "pick 1 G1", "pick 1 E1"]),
        ("C2", ["pick 1 C2", "pick 1 E2", "pick 1 N2"]),
        ("G1", ["pick 1 G1", "pick 1 E1"]),
        ("E2", ["pick 1 E2", "pick 1 N2"]),
    ):
        assert hints(engine, state) == left
        state = engine.advance(state, engine.table.seats[1].pick[engine.table.deck.names.index(picked)])
    assert hand(engine, state, 1) == ({"E1"}, {"C2", "E2"})
    assert hand(engine, state, 2) == ({"C1", "G1"}, {"N2"})


def test_deal_is_one_of_the_trumps_that_are_left() -> None:
    engine = table()
    assert ways(engine, played(DEAL.partition("deal 2")[0], engine)) == {0: 1, 1: 2, 2: 2, 3: 2}
