"""What greedy decides, point by point as docs/bots.md says."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from games.core.play import play_game
from games.doujin.bots import BOTS
from games.doujin.bots.greedy import GreedyBot
from games.doujin.engine import Doujin
from games.doujin.state import Phase
from tests.games.doujin.tables import DEAL, WRITTEN, WrittenDoujin, laid, more, played, table, table_with

if TYPE_CHECKING:
    from games.doujin.state import State


def plain(*, invented: bool = False) -> Doujin:
    return Doujin(table(invented=invented).table)


def chosen(lines: str, engine: Doujin | None = None) -> str:
    engine = engine or plain()
    return decided(engine, played(lines, WrittenDoujin(engine.table)))


def decided(engine: Doujin, state: State) -> str:
    moves = engine.moves(state)
    assert len(moves) > 1
    return engine.hint(GreedyBot(engine).choose(state, moves, Random(1)))


def test_a_missing_colour_is_turned_light_the_best_card_first() -> None:
    lines = (
        DEAL + "draw 1 C1; draw 2 G1; draw 3 E1; draw 1 C2; push 1 C1 2; draw 2 N1; draw 3 G2; draw 1 E2; "
    )
    assert chosen(lines) == "flip 2 C1", "dark, of a colour that seat 2 lacks"


def test_without_one_a_card_is_drawn() -> None:
    assert chosen(DEAL + "draw 1 C1; draw 2 G1; draw 3 E1") == "draw 1"


def test_the_push_keeps_what_is_worth_more_and_goes_to_whoever_is_ahead() -> None:
    lines = DEAL + "draw 1 C1; draw 2 E1; draw 3 E2; draw 1 C2"
    assert chosen(lines) == "push 1 C2 2"
    engine = plain()
    bot = GreedyBot(engine)
    state = played(lines, WrittenDoujin(engine.table))
    # Own cards 2 or 4; the other of the two dark with seat 2 (3 points) or seat 3 (none).
    assert bot.worth(engine.apply(state, engine.moves(state)[0].event), 1) == (2 * 2 - (3 - 4 + 0), 2 - 0)
    assert bot.worth(engine.apply(state, engine.moves(state)[2].event), 1) == (2 * 4 - (3 - 1 + 0), 4 - 2)


def test_in_the_sale_a_flip_that_gains_something_comes_before_an_event() -> None:
    assert chosen(WRITTEN + "reveal 1 Ban; pass 1; pass 2; pass 3; pass 1") == "flip 2 C2"
    lines = WRITTEN + "reveal 1 Ban; pass 1; pass 2; pass 3; pass 1; flip 2 C2; pass 2; reveal 3 Gift; "
    assert chosen(lines + "draw 3 A1; draw 1 A2; draw 2 C3; pass 3") == "reveal 1", "nothing to gain"


def test_a_trump_of_the_own_turn_waits_until_it_gains_three_points_or_for_the_last_turn() -> None:
    engine = plain()
    start = played(WRITTEN, WrittenDoujin(engine.table))
    weak = start.but(light=start.light & ~(1 << 7))  # N1 from -2 to 2, and then the four colours
    assert decided(engine, weak) == "trump 1 Own"
    small = start.but(hands=(1 << 1, 1 << 6, start.hands[2]), light=0)  # C2 from -1 to 2: exactly three
    assert decided(engine, small) == "trump 1 Own"
    less = start.but(hands=(1 << 8, start.hands[1], 1 << 4), light=0)  # N2 from 0 to 1
    assert decided(engine, less) == "reveal 1"
    assert decided(engine, less.but(left=3)) == "trump 1 Own"


def test_an_event_is_cancelled_when_that_is_better() -> None:
    engine = plain()
    state = played(WRITTEN + "reveal 1 Hands; pass 1", WrittenDoujin(engine.table))
    assert decided(engine, state) == "pass 2", "the richest loses everything: good for seat 2"
    rich = state.but(hands=(state.hands[1], state.hands[0], state.hands[2]))
    assert decided(engine, rich) == "trump 2 Stop"


# What is looked at: decisions of others, chance, both cards of an exchange


def choice(engine: WrittenDoujin, state: State) -> str:
    """Return what greedy does there, in a game in which every pass is made."""
    return decided(Doujin(engine.table), state)


def holding(engine: WrittenDoujin, state: State, seat: int, trump: str) -> State:
    """Return the state in which a seat holds a trump."""
    trumps = [*state.trumps]
    trumps[seat - 1] = [one.name for one in engine.table.deck.trumps].index(trump)
    return state.but(trumps=tuple(trumps))


def test_others_decide_what_is_best_for_themselves() -> None:
    """Seat 1 will pass on G1 (-3) and keep C1 (4): then 6, -3, 0 points; cancelled it stays 1, 0, 2.

    For seat 2 that is a lead of 2 x -3 - 6 - 0 = -12 against 2 x 0 - 1 - 2 = -3. Were C1 passed on, the points
    would be -1, 4, 0, and the lead 9.
    """
    engine = table()
    state = laid(engine, played(WRITTEN + "reveal 1 PassLeft; pass 1", engine), "C1 g1", "n2", "e2")
    assert choice(engine, state) == "trump 2 Stop"


def test_a_random_exchange_is_looked_at_when_both_cards_have_moved() -> None:
    """Seat 1 gives -2.5 in the mean and gets 2 from seat 3 (3 or 1), but -2 from seat 2."""
    engine = table()
    state = played(WRITTEN + "reveal 1 Swap; pass 1; pass 2; pass 3", engine)
    assert choice(engine, laid(engine, state, "c1 c2", "g2 n1", "E1 N2")) == "choose 1 3"
    assert choice(engine, laid(engine, state, "c1 c2", "E1 N2", "g2 n1")) == "choose 1 2"


TRADE = more("trump", "Trade", '{ op = "exchange", who = "self", with = "richest", pick = "random" }', "end")


@pytest.mark.parametrize(
    ("own", "richest", "used"),
    [
        ("c1 g1", "E1 N1", True),  # -3.5 in the mean for 2.5
        ("C2", "E1 e2 C3", False),  # 2 for (3 + 2 + 1) / 3 = 2: nothing gained
        ("C2", "E1 e2 G1", True),  # 2 for (3 + 2 + 3) / 3
        ("E1 n2", "G1 N1 c3", True),  # 1.5 in the mean for (3 + 2 + 1) / 3 = 2
        ("E1 N1", "G1 N2 C3 e2", False),  # 2.5 for (3 + 1 + 1 + 2) / 4
    ],
)
def test_a_trump_that_exchanges_at_random_is_used_where_it_gains(
    own: str, richest: str, *, used: bool
) -> None:
    """The lead moves by three times what changes hands in the mean; where that is nothing the trump is kept."""
    engine = table_with(TRADE)
    state = laid(engine, played(WRITTEN, engine), richest, "g2", own)
    closing = holding(engine, state.but(left=0), 3, "Trade").ask(Phase.CLOSING, 3)
    assert choice(engine, closing) == ("trump 3 Trade" if used else "pass 3")


SWOP = more("trump", "Swop", '{ op = "exchange", who = "self", with = "chosen", pick = "actor" }', "own-turn")


def test_choosing_and_the_first_card_of_an_exchange_are_looked_at_with_what_follows() -> None:
    """G1 (-3) for E1 (3) of seat 3 gains 6; with seat 2 (-2) only 1; C1 (4) for E1 would lose 1."""
    engine = table_with(SWOP)
    state = holding(engine, laid(engine, played(WRITTEN, engine), "C1 g1", "g2", "E1 N2"), 1, "Swop")
    for expected in ("trump 1 Swop", "choose 1 3", "pick 1 G1", "pick 1 E1"):
        assert choice(engine, state) == expected
        moves = engine.moves(state)
        state = engine.advance(state, next(move for move in moves if engine.hint(move) == expected))
    # What changes hands moves the lead by three times its difference; six are asked for.
    poor = holding(engine, laid(engine, played(WRITTEN, engine), "C1 g2", "g1", "n2 c2"), 1, "Swop")
    assert choice(engine, poor) == "trump 1 Swop", "-2 for 0: exactly six"
    poorer = holding(engine, laid(engine, played(WRITTEN, engine), "C1 g2", "g1", "c2"), 1, "Swop")
    assert choice(engine, poorer) == "reveal 1", "-2 for -1: only three"


DRAWING = more("trump", "Drawing", '{ op = "draw", who = "self" }', "own-turn")


def test_the_mean_counts_each_outcome_as_often_as_there_are_ways() -> None:
    """(8 + 1 + 1 + 1) / 4 is less than three points, (8 + 1) / 2 would be more; (8 + 1 + 0) / 3 is three."""
    engine = table_with(DRAWING)
    state = holding(engine, laid(engine, played(WRITTEN, engine), "n1", "g2", "c2"), 1, "Drawing")
    assert choice(engine, state.but(deck=(9, 2, 2, 2))) == "reveal 1"
    assert choice(engine, state.but(deck=(9, 2, 6))) == "trump 1 Drawing"


GUST = more("event", "Gust", '{ op = "flip", who = "each", colour = "cover", count = "all" }')
TURN = '{ op = "flip", who = "self", colour = "genre", side = "dark", pick = "random" }'
LUCKY = more("trump", "Lucky", TURN, "event-revealed")


def test_an_answer_ends_with_its_event_also_when_chance_speaks_in_it() -> None:
    """The event brings seat 2 8 points whatever it does, the trump 6 or 4 more.

    Were the trump alone looked at, it would seem to bring 5 in the mean instead of 8.
    """
    engine = table_with(GUST + LUCKY)
    assert choice(engine, gusty(engine, "Lucky")) == "trump 2 Lucky"


def test_what_an_answer_does_behind_its_first_chance_is_left_out() -> None:
    """The first card turned brings 5 in the mean; A1, drawn dark afterwards, would take 8."""
    draw = '{ op = "draw", who = "self", side = "dark" }'
    engine = table_with(GUST + more("trump", "Risky", f"{TURN}, {draw}", "event-revealed"))
    assert choice(engine, gusty(engine, "Risky").but(deck=(9,))) == "trump 2 Risky"


def gusty(engine: WrittenDoujin, trump: str) -> State:
    """Return the state in which seat 2, which has -9, is asked for an answer to an event that brings it 8."""
    state = holding(engine, laid(engine, played(WRITTEN, engine), "N1", "c1 g1 g2", "N2"), 2, trump)
    number = [event.name for event in engine.table.deck.events].index("Gust")
    revealed = engine.advance(state, engine.table.seats[1].reveal[number])
    return engine.advance(revealed, engine.table.seats[1].skip)


TWICE = '{ op = "flip", who = "self", side = "dark", count = 2, pick = "random" }'


def test_of_two_cards_at_random_the_first_counts() -> None:
    """From 0 to 1, from -1 to 2, from -2 to 2: 8/3 in the mean, not quite three; from -3 to 3 it is 10/3."""
    engine = table_with(more("trump", "Twice", TWICE, "own-turn"))
    start = holding(engine, played(WRITTEN, engine), 1, "Twice")
    assert choice(engine, laid(engine, start, "c2 g2 n2", "e2", "C1")) == "reveal 1"
    assert choice(engine, laid(engine, start, "c2 g1 n2", "e2", "C1")) == "trump 1 Twice"


def test_with_an_empty_deck_it_flips_what_is_best() -> None:
    engine = table()
    state = played(DEAL, engine).but(deck=())
    # G1 from 3 to -3, E2 from 0 to 2.
    assert choice(engine, laid(engine, state, "G1 E2", "C1", "N1")) == "flip 1 E2"
    # C1 from 4 to -4, C2 from -1 to 2 (the push that follows isn't looked at), G2 from 2 to -2.
    assert choice(engine, laid(engine, state, "C1 c2 G2", "E1", "N1")) == "flip 1 C2"


def test_in_the_sale_a_flip_that_changes_nothing_is_not_worth_it() -> None:
    engine = table()
    state = played(WRITTEN + "reveal 1 Ban; pass 1; pass 2; pass 3; pass 1", engine)
    assert choice(engine, laid(engine, state, "E1", "c3", "g2")) == "reveal 2", "C3 counts 1 on both sides"
    assert choice(engine, laid(engine, state, "E1", "n2", "g2")) == "flip 2 N2", "from 0 to 1"


def test_right_after_the_action_the_trump_is_used_under_the_same_condition() -> None:
    engine = table()
    state = played(WRITTEN + "reveal 1 Ban; pass 1; pass 2; pass 3", engine)
    assert state.phase is Phase.AFTER
    assert choice(engine, laid(engine, state, "c2", "e2", "g2")) == "trump 1 Own", "from -1 to 2: three"
    less = laid(engine, state, "n2", "e2", "g2")
    assert choice(engine, less) == "pass 1", "from 0 to 1"
    assert choice(engine, less.but(left=4)) == "pass 1"
    assert choice(engine, less.but(left=3)) == "trump 1 Own", "its last turn"
    none = laid(engine, state, "c3", "e2", "g2")
    assert choice(engine, none.but(left=3)) == "pass 1", "nothing to gain"


def test_greedy_never_looks_at_hidden_trumps() -> None:
    """The same decisions whatever the others hold, in games that go through every phase."""
    engine = plain(invented=True)
    bot = GreedyBot(engine)
    phases = set()
    for seed in range(12):
        random = Random(seed)
        state = engine.start()
        while moves := engine.moves(state):
            actor = engine.actor(state)
            move = moves[0]
            if actor is not None and len(moves) > 1:
                move = bot.choose(state, moves, random)
                twins = [*state.trumps]
                hidden = [s for s in range(3) if s + 1 != actor and not state.spent >> s & 1]
                pool = [*state.trump_pile, *(twins[s] for s in hidden)]
                random.shuffle(pool)
                for seat in hidden:
                    twins[seat] = pool.pop()
                twin = state.but(trumps=tuple(twins), trump_pile=tuple(pool))
                other = bot.choose(twin, engine.moves(twin), random)
                assert engine.hint(other) == engine.hint(move)
                phases.add(state.phase)
            if move.event is None:
                (move,) = move.then(move.chance.sample(random))
            state = engine.advance(state, move)
    assert {Phase.MANUSCRIPT, Phase.PUSH, Phase.SALE, Phase.ANSWER, Phase.PICK, Phase.CHOOSE} <= phases


@pytest.mark.parametrize("players", [3, 4, 5])
def test_greedy_games_end_and_greedy_beats_random(players: int) -> None:
    engine = Doujin(table(players, invented=True).table)
    won = 0
    for seed in range(40):
        seat = seed % players
        bots = [BOTS["greedy" if index == seat else "random"](engine) for index in range(players)]
        state, _ = play_game(engine, bots, Random(seed))
        result = engine.result(state)
        assert result is not None
        won += result[seat].placement == 1
    assert won > 40 * 1.5 / players, "well above its share"
