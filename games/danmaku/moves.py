"""What can be done at a danmaku table, from the decision to the finished event.

Owns the steps of one event: decide, roll, perhaps decide again. Which moves there are is up to
the phases.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from games.core.chance import Dice
from games.danmaku.dice import counts_of
from games.danmaku.events import Ability, Event, Help, Roll
from games.danmaku.state import NO_CARD, NO_DICE

if TYPE_CHECKING:
    from games.core.chance import Faces
    from games.danmaku.cards import Choice
    from games.danmaku.dice import Counts

_ONE: Dice = Dice(1)


@dataclass(frozen=True, slots=True)
class DoneMove:
    """An event that needs nothing more; `dice` are those that lie there after it."""

    event: Event
    dice: Counts = NO_DICE
    card: int = NO_CARD
    chance: None = None

    def then(self, _outcome: Faces) -> tuple[Move, ...]:
        """Nothing is left to happen."""
        return (self,)


@dataclass(frozen=True, slots=True)
class RollMove:
    """All dice are rolled."""

    chance: Dice
    dice: Counts = NO_DICE
    card: int = NO_CARD
    event: None = None

    def then(self, outcome: Faces) -> tuple[Move, ...]:
        """Return the roll."""
        return (DoneMove(Roll(outcome), counts_of(outcome)),)


@dataclass(frozen=True, slots=True)
class HelpMove:
    """A help card rerolls a die that shows a face; `dice` are those before."""

    face: int
    dice: Counts
    card: int = NO_CARD
    chance: Dice = _ONE
    event: None = None

    def then(self, outcome: Faces) -> tuple[Move, ...]:
        """Return the help with what came up."""
        (to,) = outcome
        return (DoneMove(Help(self.face, to), replaced(self.dice, self.face, to)),)


@dataclass(frozen=True, slots=True)
class UseMove:
    """An ability waits for fresh dice; `dice` are those that lie there meanwhile."""

    card: int
    name: str
    choice: Choice
    dice: Counts
    chance: Dice
    event: None = None

    @staticmethod
    def of(card: int, name: str, choice: Choice) -> Move:
        """Return the move of a choice: finished, or waiting for dice."""
        if choice.fresh:
            return UseMove(card, name, choice, choice.dice, Dice(choice.fresh))
        return DoneMove(Ability(name, choice.change), choice.dice, card)

    def then(self, outcome: Faces) -> tuple[Move, ...]:
        """Return what can be decided about the fresh dice."""
        return tuple(UseMove.of(self.card, self.name, choice) for choice in self.choice.then(outcome))


Move: TypeAlias = DoneMove | RollMove | HelpMove | UseMove


def replaced(dice: Counts, face: int, to: int) -> Counts:
    """Return the dice with one that showed a face showing another."""
    counts = list(dice)
    counts[face - 1] -= 1
    counts[to - 1] += 1
    one, two, three, four, five, six = counts
    return one, two, three, four, five, six
