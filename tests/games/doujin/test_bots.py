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
from tests.games.doujin.tables import DEAL, WRITTEN, WrittenDoujin, played, table

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
