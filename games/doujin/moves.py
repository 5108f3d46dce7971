"""What can be done at a doujin table, ready-made for each seat, since the same moves return all the time.

Owns the values. Which of them there are is up to the phases.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final, TypeAlias

from games.core.bits import bits
from games.doujin.events import Choose, Deal, Draw, Event, Flip, Pass, Pick, Push, Reveal, Trump
from games.doujin.state import NOTHING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.core.chance import OneOf


@dataclass(slots=True, eq=False)
class DoneMove:
    """A finished event; `number` is its card, event or trump, `other` a second seat."""

    event: Event
    seat: int
    number: int = NOTHING
    other: int = 0
    chance: None = None

    def then(self, _outcome: tuple[int, ...]) -> tuple[Move, ...]:
        """Nothing is left to happen."""
        return (self,)


@dataclass(slots=True, eq=False)
class FallMove:
    """Something comes up: `ends` has the finished move of each number, `line` is how the event begins."""

    line: str
    chance: OneOf
    ends: Sequence[DoneMove]
    event: None = None

    def then(self, outcome: tuple[int, ...]) -> tuple[Move, ...]:
        """Return what came up."""
        return (self.ends[outcome[0]],)


# Hands come back turn after turn; what falls out is worked out again.
_REMEMBERED: Final = 1 << 14
Move: TypeAlias = DoneMove | FallMove


class SeatMoves:
    """Every finished move of one seat, by number."""

    def __init__(
        self, seat: int, cards: Sequence[str], events: Sequence[str], trumps: Sequence[str], seats: range
    ) -> None:
        """Make them."""
        numbered = list(enumerate(cards))
        self.deal = [DoneMove(Deal(seat, name), seat, number) for number, name in enumerate(trumps)]
        self.draw = [DoneMove(Draw(seat, name), seat, number) for number, name in numbered]
        self.flip = [DoneMove(Flip(seat, name), seat, number) for number, name in numbered]
        self.pick = [DoneMove(Pick(seat, name), seat, number) for number, name in numbered]
        self.push = [
            {to: DoneMove(Push(seat, name, to), seat, number, to) for to in seats if to != seat}
            for number, name in numbered
        ]
        self.reveal = [DoneMove(Reveal(seat, name), seat, number) for number, name in enumerate(events)]
        self.trump = [DoneMove(Trump(seat, name), seat, number) for number, name in enumerate(trumps)]
        self.choose = {to: DoneMove(Choose(seat, to), seat, NOTHING, to) for to in seats}
        self.drawing, self.revealing = f"draw {seat}", f"reveal {seat}"
        self.flips = lru_cache(_REMEMBERED)(self._flips)
        self.skip = DoneMove(Pass(seat), seat)
        self.only_skip = (self.skip,)
        self.skip_or_trump = [(self.skip, trump) for trump in self.trump]

    def _flips(self, cards: int) -> tuple[DoneMove, ...]:
        """Return the flip of each of some cards."""
        return tuple([self.flip[card] for card in bits(cards)])
