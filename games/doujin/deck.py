"""A deck as tables for playing: cards as numbers, sets of cards as bits, moves ready-made.

Owns no rule.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from games.core.bits import bits
from games.core.cardset import numbers_by_name
from games.core.names import name_key
from games.doujin.effects import ADULT, COLOUR_BITS
from games.doujin.hand import ALL_COLOURS
from games.doujin.moves import SeatMoves

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from games.doujin.card_language import EventCard, TrumpCard
    from games.doujin.decks import DeckSet

_MOST_PLAYERS: Final = 5
_REMEMBERED: Final = 1 << 16
_COLOURS: Final = 1 << len(ALL_COLOURS)


class Deck:
    """The tables of one deck."""

    def __init__(self, cards: DeckSet) -> None:
        """Number everything."""
        self.set = cards
        self.cards, self.events, self.trumps = cards.cards, cards.events, cards.trumps
        self.names = tuple(card.name for card in self.cards)
        self.all = (1 << len(self.cards)) - 1
        self.light = tuple(card.light for card in self.cards)
        self.dark = tuple(card.dark for card in self.cards)
        self.colour_of = tuple(ALL_COLOURS.index(card.colour) for card in self.cards)
        self.of_colours = tuple(
            sum(1 << number for number, colour in enumerate(self.colour_of) if colours >> colour & 1)
            for colours in range(_COLOURS)
        )
        self.colours = tuple(self.of_colours[1 << colour] for colour in range(ADULT))
        self.adults = self.of_colours[1 << ADULT]
        self.plain = self.of_colours[COLOUR_BITS["any"]]
        self._points = lru_cache(_REMEMBERED)(self._sum)
        self.deck = tuple(range(len(self.cards)))
        self.pile = _copies(self.events)
        self.trump_pile = _copies(self.trumps)
        self._numbers: Mapping[str, dict[str, int]] = {
            "card": numbers_by_name(self.cards),
            "event": numbers_by_name(self.events),
            "trump": numbers_by_name(self.trumps),
        }
        events, trumps = [event.name for event in self.events], [trump.name for trump in self.trumps]
        self.seats = {
            players: [
                SeatMoves(seat, self.names, events, trumps, range(1, players + 1))
                for seat in range(players + 1)
            ]
            for players in range(3, _MOST_PLAYERS + 1)
        }

    def number(self, kind: str, text: str) -> int | None:
        """Return the number of a 'card', 'event' or 'trump' by its name, romanised name or id."""
        numbers = self._numbers[kind]
        number = numbers.get(text)
        return numbers.get(name_key(text)) if number is None else number

    def points(self, hand: int, light: int) -> int:
        """Return the sum of the sides that lie up (KD-16)."""
        return self._points(hand & light, hand & ~light)

    def _sum(self, lights: int, darks: int) -> int:
        return sum([self.light[n] for n in bits(lights)]) + sum([self.dark[n] for n in bits(darks)])

    def lit(self, cards: int) -> int:
        """Return how many of the four colours are among some cards."""
        one, two, three, four = self.colours
        return bool(cards & one) + bool(cards & two) + bool(cards & three) + bool(cards & four)


def _copies(kinds: Sequence[EventCard | TrumpCard]) -> tuple[int, ...]:
    return tuple(number for number, kind in enumerate(kinds) for _ in range(kind.copies))


@lru_cache(maxsize=16)
def deck_of(cards: DeckSet | None) -> Deck | None:
    """Return the tables of the deck that a ruleset names, None when it names none."""
    return None if cards is None else Deck(cards)
