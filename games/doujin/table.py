"""A doujin table before the first event: rules, deck, number of players.

Owns what never changes during a game.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from games.doujin.effects import Who

if TYPE_CHECKING:
    from games.doujin.deck import Deck
    from games.doujin.moves import SeatMoves
    from games.doujin.rules import DoujinRules


@dataclass(frozen=True)
class Table:
    """One table."""

    rules: DoujinRules
    deck: Deck
    players: int

    @cached_property
    def seats(self) -> list[SeatMoves]:
        """The moves of each seat, by its number."""
        return self.deck.seats[self.players]

    @cached_property
    def everyone(self) -> int:
        """All seats as bits."""
        return (1 << self.players) - 1

    @cached_property
    def sale_turns(self) -> int:
        """How many turns the sale phase has (KD-11): so many events at most (KD-21)."""
        return self.players * dict(self.rules.laps)[self.players]

    @cached_property
    def around(self) -> tuple[tuple[int, ...], ...]:
        """All seats in the order of turns, from each seat on (by its number)."""
        return tuple(
            tuple((seat - 1 + step) % self.players + 1 for step in range(self.players))
            for seat in range(self.players + 1)
        )

    def beside(self, seat: int, who: Who) -> int:
        """Return the neighbour to the left (whose turn is next) or to the right."""
        return self.around[seat][1 if who is Who.LEFT else -1]
