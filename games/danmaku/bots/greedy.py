"""`greedy`: the best single step, again and again (docs/bots.md).

Owns the decisions of greedy; `planner` builds on it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from games.danmaku.bots.odds import NOTHING, Best, Odds, Value, best
from games.danmaku.events import Name, Settle, Shot, Turn
from games.danmaku.shots import roll_number
from games.danmaku.state import NO_CARD, Phase, State, bits

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction
    from random import Random

    from games.danmaku.engine import Danmaku
    from games.danmaku.moves import Move

BOOST_FROM: Final = 4


class GreedyBot:
    """Looks one step ahead."""

    def __init__(self, engine: Danmaku) -> None:
        """Get to know the table."""
        self.table = engine.table
        self.deck = engine.table.deck
        self.odds = Odds(self.deck, engine.table.scoring)

    def choose(self, state: State, moves: Sequence[Move], _random: Random) -> Move:
        """Return the move to make."""
        if state.phase in {Phase.TURN, Phase.OFFER}:
            return self.choose_shots(state, moves)
        if state.phase is Phase.SHOT:
            return self.choose_aim(state, moves)
        if state.phase is Phase.CHANGE:
            stops = isinstance(moves[0].event, Name | Settle)
            return self.change(state, moves) if stops else self.go_on(state, moves)
        if state.phase is Phase.EDIT:
            stops = isinstance(moves[0].event, Settle)
            return self.edit(state, moves) if stops else self.go_on_editing(state, moves)
        return moves[0]

    def choose_shots(self, state: State, moves: Sequence[Move]) -> Move:
        """Boost with at least four untapped help cards; never decline an extra turn."""
        wanted = 2 if state.untapped[state.seat - 1] >= BOOST_FROM else 1
        return next(move for move in moves if isinstance(move.event, Turn) and move.event.shots == wanted)

    def choose_aim(self, state: State, moves: Sequence[Move]) -> Move:
        """Take the best chance times level, the first of equals."""
        chosen, top = moves[0], None
        for move in moves:
            assert isinstance(move.event, Shot)  # noqa: S101 - what is offered in this phase
            level = move.event.level
            aim = state.free & self.deck.levels[level]
            if move.event.subject is not None:
                aim = 1 << (self.deck.number(move.event.subject) or 0)
            value = level * self.chance(state, level, aim)
            if top is None or value > top:
                chosen, top = move, value
        return chosen

    def chance(self, state: State, level: int, aim: int) -> Value:
        """Return the chance of a roll that counts for the choice of the level, in parts of `SCALE`."""
        return self.odds.parts(roll_number(self.table, state, level), aim)

    def aim(self, state: State) -> int:
        """Return the cards that can still be captured with this shot."""
        if state.target != NO_CARD:
            return 1 << state.target
        return state.free & self.deck.levels[state.level]

    def change(self, state: State, moves: Sequence[Move]) -> Move:
        """Stop when something is met, or when nothing can be reached; else use what is best."""
        aim = self.aim(state)
        met = self.deck.met(state.dice) & aim
        if met:
            return self.stop(moves, met)
        use = self.best_use(state, aim).move
        return self.stop(moves, aim) if use is None else use

    def stop(self, moves: Sequence[Move], cards: int) -> Move:
        """Name the rarest of some cards, the first of equals; settle where it is named already."""
        if isinstance(moves[0].event, Settle):
            return moves[0]
        rarest = min(bits(cards), key=lambda card: (self.odds.rarity(card), card))
        return next(move for move in moves if isinstance(move.event, Name) and move.card == rarest)

    def best_use(self, state: State, aim: int) -> Best:
        """Return the use with the best chance to meet a card aimed at; no move when there is no chance."""
        seat = state.seat - 1
        abilities = state.owned[seat] & ~state.used
        return self.odds.single(state.dice, aim, abilities, help_card=state.untapped[seat] > 0)

    def go_on(self, state: State, moves: Sequence[Move]) -> Move:
        """Decide about dice that an ability just rolled."""
        aim = self.aim(state)
        return best(moves, state.dice, self.odds.hit_parts(aim)).move or moves[0]

    def edit(self, state: State, moves: Sequence[Move]) -> Move:
        """Use what raises the expected score of the page most, else settle."""
        found = self.best_edit(state)
        if found.move is None or found.value - self.odds.score(state.dice) <= self.least_gain(state):
            return moves[0]
        return found.move

    def go_on_editing(self, state: State, moves: Sequence[Move]) -> Move:
        """Decide about dice that an ability just rolled for a page."""
        return best(moves, state.dice, self.odds.score).move or moves[0]

    def best_edit(self, state: State) -> Best:
        """Return the use with the best expected score, the first of equals."""
        found = NOTHING
        for card in bits(state.owned[state.seat - 1] & ~state.used):
            one = self.odds.edit_use(card, state.dice)
            if one.value > found.value:
                found = one
        return found

    def least_gain(self, _state: State) -> Fraction | int:
        """Return what a use has to gain more than."""
        return 0
