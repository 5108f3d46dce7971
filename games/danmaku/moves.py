"""What can be done at a danmaku table, from the decision to the finished event.

Owns the steps of one event: decide, roll, perhaps decide again. Which moves there are is up to
the phases.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final, TypeAlias

from games.core.chance import Dice
from games.danmaku.dice import counts_of
from games.danmaku.events import Ability, Event, Help, Roll
from games.danmaku.state import NO_CARD, NO_DICE

if TYPE_CHECKING:
    from games.core.chance import Faces
    from games.danmaku.cards import Choice
    from games.danmaku.dice import Counts

_ONE: Final = Dice(1)


@dataclass(frozen=True, slots=True)
class DoneMove:
    """An event that needs nothing more; `delta` is what it adds to the dice of each face."""

    event: Event
    delta: Counts = NO_DICE
    card: int = NO_CARD
    chance: None = None

    def then(self, _outcome: Faces) -> tuple[Move, ...]:
        """Nothing is left to happen."""
        return (self,)


@dataclass(frozen=True, slots=True)
class RollMove:
    """All dice are rolled."""

    chance: Dice
    event: None = None

    def then(self, outcome: Faces) -> tuple[Move, ...]:
        """Return the roll."""
        return _rolled(outcome)


@lru_cache(maxsize=64)
def rolling(number: int) -> tuple[Move, ...]:
    """Return the roll of so many dice."""
    return (RollMove(Dice(number)),)


@lru_cache(maxsize=1 << 14)
def _rolled(outcome: Faces) -> tuple[Move, ...]:
    return (DoneMove(Roll(outcome), counts_of(outcome)),)


@dataclass(frozen=True, slots=True)
class HelpMove:
    """A help card rerolls a die that shows a face."""

    face: int
    chance: Dice = _ONE
    event: None = None

    @property
    def lying(self) -> Counts:
        """What the dice lose while one is rolled."""
        return less(NO_DICE, counts_of((self.face,)))

    @property
    def decides(self) -> bool:
        """Whether a decision follows the roll: never."""
        return False

    def then(self, outcome: Faces) -> tuple[Move, ...]:
        """Return the help with what came up."""
        return _helped(self.face, outcome[0])


@lru_cache(maxsize=64)
def _helped(face: int, to: int) -> tuple[Move, ...]:
    return (DoneMove(Help(face, to), replaced(NO_DICE, face, to)),)


@dataclass(frozen=True, slots=True, eq=False)
class UseMove:
    """An ability waits for fresh dice; moves are remembered, so being the same one is quick to tell."""

    card: int
    name: str
    choice: Choice
    start: Counts  # the dice before the use, as far as the ability can tell them apart
    chance: Dice
    event: None = None

    @property
    def lying(self) -> Counts:
        """What the use adds to the dice before any are rolled; below zero for those that are taken away."""
        return less(self.choice.dice, self.start)

    @property
    def decides(self) -> bool:
        """Whether a decision follows the roll."""
        return bool(self.choice.rest)

    @staticmethod
    def of(card: int, name: str, choice: Choice, start: Counts) -> Move:
        """Return the move of a choice: finished, or waiting for dice."""
        if choice.fresh:
            return UseMove(card, name, choice, start, Dice(choice.fresh))
        return DoneMove(Ability(name, choice.change), less(choice.dice, start), card)

    def then(self, outcome: Faces) -> tuple[Move, ...]:
        """Return what can be decided about the fresh dice."""
        return _used(self, outcome)


@lru_cache(maxsize=1 << 15)
def _used(move: UseMove, outcome: Faces) -> tuple[Move, ...]:
    choices = move.choice.then(outcome)
    return tuple(UseMove.of(move.card, move.name, choice, move.start) for choice in choices)


Move: TypeAlias = DoneMove | RollMove | HelpMove | UseMove


def less(dice: Counts, others: Counts) -> Counts:
    """Return the difference of each face; it may be below zero."""
    a, b, c, d, e, f = dice
    u, v, w, x, y, z = others
    return a - u, b - v, c - w, d - x, e - y, f - z


def replaced(dice: Counts, face: int, to: int) -> Counts:
    """Return the dice with one that showed a face showing another."""
    counts = list(dice)
    counts[face - 1] -= 1
    counts[to - 1] += 1
    one, two, three, four, five, six = counts
    return one, two, three, four, five, six
