"""`greedy`: what is best right after it (docs/bots.md).

Owns the decisions of greedy. It looks at what lies open, and at no trump but its own.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from games.doujin.events import Flip, Pass, Trump
from games.doujin.moves import DoneMove, FallMove
from games.doujin.result import total
from games.doujin.sale import resume
from games.doujin.state import EFFECT, Back, Phase, Run

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from games.doujin.engine import Doujin
    from games.doujin.moves import Move
    from games.doujin.state import State

PATIENCE: Final = 3  # points that a trump of the own turn has to gain before the last turn
Points: TypeAlias = Fraction | int


class Worth(NamedTuple):
    """How good a state is for a seat: ahead of all others together, then ahead of the best of them."""

    lead: Points
    margin: Points


class GreedyBot:
    """Looks at the state after each of its moves."""

    def __init__(self, engine: Doujin) -> None:
        """Get to know the table."""
        self.engine = engine
        self.table = engine.table

    def choose(self, state: State, moves: Sequence[Move], _random: Random) -> Move:
        """Return the move to make."""
        if state.phase is Phase.MANUSCRIPT:
            return self._write(state, moves)
        if state.phase is Phase.SALE:
            return self._sell(state, moves)
        if isinstance(moves[0].event, Pass):
            return self._use(state, moves)
        ends = [self._end(state, move, state.asked) for move in moves]
        return moves[ends.index(max(ends))]

    def _write(self, state: State, moves: Sequence[Move]) -> Move:
        """Turn light what is missing, else draw, else flip what is best."""
        deck, seat = self.table.deck, state.seat
        lights = state.hands[seat - 1] & state.light
        missing = [
            move
            for move in moves
            if isinstance(move, DoneMove) and not lights & deck.colours[deck.colour_of[move.number]]
        ]
        if missing:
            return max(missing, key=lambda move: deck.light[move.number])
        return moves[0] if isinstance(moves[0], FallMove) else self._best(state, moves, seat)

    def _sell(self, state: State, moves: Sequence[Move]) -> Move:
        """Use the trump if it gains enough, flip if that gains anything, else draw an event."""
        seat = state.seat
        now = self.worth(state, seat)
        trump = moves[-1]
        if isinstance(trump.event, Trump) and self._gains(state, trump, now, seat):
            return trump
        flips = [move for move in moves if isinstance(move.event, Flip)]
        if flips:
            best = self._best(state, flips, seat)
            if self._soon(state, best, seat) > now:
                return best
        return moves[0]

    def _use(self, state: State, moves: Sequence[Move]) -> Move:
        """Use a trump where that is better than passing."""
        keep, trump = moves
        seat = state.asked
        if state.phase is Phase.AFTER:
            return trump if self._gains(state, trump, self.worth(state, seat), seat) else keep
        return trump if self._end(state, trump, seat) > self._end(state, keep, seat) else keep

    def _gains(self, state: State, trump: Move, now: Worth, seat: int) -> bool:
        """Tell whether a trump of the own turn gains enough; in the last own turn anything will do."""
        gain = self._end(state, trump, seat).lead - now.lead
        last = state.left <= self.table.players
        return gain > 0 if last else gain >= PATIENCE * (self.table.players - 1)

    def _best(self, state: State, moves: Sequence[Move], seat: int) -> Move:
        soon = [self._soon(state, move, seat) for move in moves]
        return moves[soon.index(max(soon))]

    def worth(self, state: State, seat: int) -> Worth:
        """Return how good a state is for a seat as the cards lie."""
        totals = [total(self.table, state, other) for other in range(1, self.table.players + 1)]
        own = totals.pop(seat - 1)
        return Worth(own * len(totals) - sum(totals), own - max(totals))

    def _soon(self, state: State, move: Move, seat: int) -> Worth:
        """Return how good it is right after a move: as soon as something lies otherwise, or the effect is over.

        Choosing a player moves no card yet, nor does the first card of an exchange.
        """
        before, state = state, self._advance(state, move)
        while state.phase in EFFECT and _same(before, state):
            moves = self.engine.moves(state)
            first = moves[0]
            if isinstance(first, FallMove):
                return _mean([(self.worth(end, seat), part) for end, part in self._fallen(state, first)])
            state = self._advance(state, self._best(state, moves, state.asked))
        return self.worth(state, seat)

    def _end(self, state: State, move: Move, seat: int) -> Worth:
        """Return how good it is when the effect that a move begins or goes on with has been carried out."""
        return self._followed(self._advance(state, move), seat)

    def _followed(self, state: State, seat: int) -> Worth:
        """Follow an effect to its end or to where chance speaks.

        Whoever decides takes what is best for them right after it. Others who are asked for a trump pass.
        """
        while state.phase in _FOLLOWED:
            moves = self.engine.moves(state)
            first = moves[0]
            if isinstance(first, FallMove):
                ends = self._fallen(state, first)
                return _mean([(self._behind(end, state.run, seat), part) for end, part in ends])
            asked = state.phase is Phase.ANSWER
            state = self._advance(state, first if asked else self._best(state, moves, state.asked))
        return self.worth(state, seat)

    def _behind(self, state: State, run: Run | None, seat: int) -> Worth:
        """Return how good it is behind a chance: the event is still to come if the chance was of an answer to it."""
        assert run is not None  # noqa: S101 - chance speaks within an effect
        if run.back is not Back.ANSWER:
            return self.worth(state, seat)
        if state.run is not None and state.run.back is Back.ANSWER:
            state = resume(self.table, state, Run(run.actor, (), Back.ANSWER))
        return self._followed(state, seat)

    def _fallen(self, state: State, fall: FallMove) -> list[tuple[State, Fraction]]:
        """Return what can come of a chance and how likely each is; of an exchange, when both cards came up."""
        outcomes = fall.chance.outcomes()
        number = sum(ways for _, ways in outcomes)
        found: list[tuple[State, Fraction]] = []
        for (thing,), ways in outcomes:
            part, end = Fraction(ways, number), self.engine.advance(state, fall.ends[thing])
            second = self.engine.moves(end)[0] if end.phase is Phase.LOT and _same(state, end) else None
            if isinstance(second, FallMove):
                found += [(last, part * rest) for last, rest in self._fallen(end, second)]
            else:
                found.append((end, part))
        return found

    def _advance(self, state: State, move: Move) -> State:
        assert isinstance(move, DoneMove)  # noqa: S101 - what comes up by chance is not decided on
        return self.engine.advance(state, move)


def _same(before: State, state: State) -> bool:
    """Tell whether everything lies as before within one effect."""
    if before.run is None or state.run is None or before.run.back is not state.run.back:
        return False
    return (before.hands, before.light, before.scored) == (state.hands, state.light, state.scored)


def _mean(ends: Sequence[tuple[Worth, Fraction]]) -> Worth:
    return Worth(
        sum(worth.lead * part for worth, part in ends), sum(worth.margin * part for worth, part in ends)
    )


_FOLLOWED: Final = EFFECT | {Phase.ANSWER}
