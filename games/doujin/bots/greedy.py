"""`greedy`: what is best right after it (docs/bots.md).

Owns the decisions of greedy. It looks at what lies open, and at no trump but its own.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from games.doujin.events import Flip, Pass, Trump
from games.doujin.moves import DoneMove, FallMove
from games.doujin.result import total
from games.doujin.state import Phase

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
            if self._after(state, best, seat) > now:
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
        ends = [self._after(state, move, seat) for move in moves]
        return moves[ends.index(max(ends))]

    def worth(self, state: State, seat: int) -> Worth:
        """Return how good a state is for a seat as the cards lie."""
        totals = [total(self.table, state, other) for other in range(1, self.table.players + 1)]
        own = totals.pop(seat - 1)
        return Worth(own * len(totals) - sum(totals), own - max(totals))

    def _after(self, state: State, move: Move, seat: int) -> Worth:
        """Return how good it is right after a move."""
        assert isinstance(move, DoneMove)  # noqa: S101 - asked of finished moves only
        return self.worth(self.engine.advance(state, move), seat)

    def _end(self, state: State, move: Move, seat: int) -> Worth:
        """Return how good it is when the effect that a move begins or goes on with has been carried out.

        Whoever decides takes what is best for them right after it. Where chance speaks, the mean right after it
        counts. Others who are asked for a trump pass.
        """
        assert isinstance(move, DoneMove)  # noqa: S101 - asked of finished moves only
        state = self.engine.advance(state, move)
        while state.phase in _FOLLOWED:
            moves = self.engine.moves(state)
            first = moves[0]
            if isinstance(first, FallMove):
                return self._mean(state, first, seat)
            state = self._step(state, moves)
        return self.worth(state, seat)

    def _step(self, state: State, moves: Sequence[Move]) -> State:
        chosen = moves[0] if state.phase is Phase.ANSWER else self._best(state, moves, state.asked)
        assert isinstance(chosen, DoneMove)  # noqa: S101 - nothing comes up by chance here
        return self.engine.advance(state, chosen)

    def _mean(self, state: State, fall: FallMove, seat: int) -> Worth:
        ends = [
            (self._after(state, fall.ends[outcome[0]], seat), ways)
            for outcome, ways in fall.chance.outcomes()
        ]
        number = sum(ways for _, ways in ends)
        lead, margin = (sum(worth[part] * ways for worth, ways in ends) for part in range(2))
        return Worth(Fraction(lead, number), Fraction(margin, number))


_FOLLOWED: Final = frozenset({Phase.CHOOSE, Phase.PICK, Phase.LOT, Phase.DRAW, Phase.ANSWER})
