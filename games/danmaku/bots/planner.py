"""`planner`: thinks a shot through to its end, by expected values (docs/bots.md).

Owns what planner does otherwise than greedy: two uses ahead, levels by what own cards make of the
roll, and on the front page only uses that gain enough.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from games.danmaku.bots.greedy import GreedyBot
from games.danmaku.bots.odds import NOTHING, SCALE, SIDES, Best, best, worth
from games.danmaku.dice import rolls
from games.danmaku.moves import DoneMove, UseMove
from games.danmaku.shots import roll_number
from games.danmaku.state import bits

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from games.danmaku.bots.odds import Value
    from games.danmaku.dice import Counts
    from games.danmaku.engine import Danmaku
    from games.danmaku.moves import Move
    from games.danmaku.state import State

FRONT_GAIN: Final = Fraction(1, 2)
MOST_ROLLED: Final = 1  # dice of a use that is thought on from; beyond, the ways are too many


class PlannerBot(GreedyBot):
    """Looks two uses ahead."""

    def __init__(self, engine: Danmaku) -> None:
        """Get to know the table."""
        super().__init__(engine)
        self._reach = lru_cache(1 << 12)(self._reached)

    def chance(self, state: State, level: int, aim: int) -> Value:
        """Return the chance to meet a card with the roll and at most one use after it."""
        seat = state.seat - 1
        number = roll_number(self.table, state, level)
        return self._reach(number, aim, state.owned[seat], state.untapped[seat] > 0)

    def _reached(self, number: int, aim: int, abilities: int, help_card: bool) -> Fraction:  # noqa: FBT001
        total = sum(
            (
                times * self._one_use(dice, aim, abilities, help_card=help_card)
                for dice, times in rolls(number)
            ),
            start=Fraction(0),
        )
        return Fraction(total, SIDES**number)

    def _one_use(self, dice: Counts, aim: int, abilities: int, *, help_card: bool) -> Value:
        if self.odds.hits(dice, aim):
            return SCALE
        return self.odds.single(dice, aim, abilities, help_card=help_card).value

    def best_use(self, state: State, aim: int) -> Best:
        """Return the use with the best chance when one more may follow it."""
        dice, seat = state.dice, state.seat - 1
        abilities, cards = state.owned[seat] & ~state.used, state.untapped[seat]
        found = NOTHING
        for card in bits(abilities):
            rest = abilities & ~(1 << card)
            found = self._better(
                found, self.deck.uses_of(card, dice), dice, aim, self._final(aim, rest, cards)
            )
        if cards:
            found = self._better(
                found, self.deck.sight(dice).helps, dice, aim, self._final(aim, abilities, cards - 1)
            )
        return found

    def _better(
        self, found: Best, moves: Sequence[Move], dice: Counts, aim: int, final: Callable[[Counts], Value]
    ) -> Best:
        """Return the better of what was found and of some moves, the first of equals."""
        for move in moves:
            wide = move.chance is not None and move.chance.number > MOST_ROLLED
            value = worth(move, dice, self.odds.hit_parts(aim) if wide else final)
            if value > found.value:
                found = Best(value, move)
        return found

    def go_on(self, state: State, moves: Sequence[Move]) -> Move:
        """Decide about dice that an ability just rolled as planned: one more use may follow."""
        seat, used = state.seat - 1, moves[0]
        assert isinstance(used, DoneMove | UseMove)  # noqa: S101 - what an ability can become
        abilities = state.owned[seat] & ~state.used & ~(1 << used.card)
        final = self._final(self.aim(state), abilities, state.untapped[seat])
        return best(moves, state.dice, final).move or moves[0]

    def _final(self, aim: int, abilities: int, cards: int) -> Callable[[Counts], Value]:
        return lambda dice: self._one_use(dice, aim, abilities, help_card=cards > 0)

    def least_gain(self, state: State) -> Fraction | int:
        """On the front page a use has to gain more than half a point: it would be missed on the back page."""
        return 0 if state.pages[state.seat - 1] else FRONT_GAIN
