"""A card set as tables for playing: cards as numbers, sets of cards as bits, answers remembered.

Owns no rule. What a condition means or an ability does is asked of the card once per dice.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from games.core.names import name_key
from games.danmaku.dice import plus
from games.danmaku.moves import HelpMove, Move, UseMove, less
from games.danmaku.state import HIGHEST, LOWEST, bits

if TYPE_CHECKING:
    from games.core.kinds import Pair
    from games.danmaku.cards import CardSet
    from games.danmaku.dice import Counts

# Enough for the dice of many games; what falls out is worked out again.
_REMEMBERED: Final = 1 << 15
LEVELS: Final = range(LOWEST, HIGHEST + 1)


class Deck:
    """The tables of one card set."""

    def __init__(self, cards: CardSet) -> None:
        """Number the cards."""
        self.cards = cards.cards
        self.names = tuple(card.name for card in self.cards)
        self.all = (1 << len(self.cards)) - 1
        self.levels = {
            level: sum(1 << number for number, card in enumerate(self.cards) if card.level == level)
            for level in LEVELS
        }
        self.level_of = tuple(card.level for card in self.cards)
        self._numbers = {
            name_key(text): number
            for number, card in enumerate(self.cards)
            for text in (card.romanised, card.id, card.name)
        }
        self._numbers |= {name: number for number, name in enumerate(self.names)}
        self._start_dice = tuple(card.ability.start_dice if card.ability else 0 for card in self.cards)
        self._any_start_dice = any(self._start_dice)
        self._grips = tuple(getattr(card.ability, "grip", None) for card in self.cards)
        self._met: dict[Counts, int] = {}
        self._held = lru_cache(_REMEMBERED)(self._holds)
        self._uses = lru_cache(_REMEMBERED)(self._uses_of)
        self._explained = lru_cache(_REMEMBERED)(self._explain)

    def number(self, text: str) -> int | None:
        """Return the card of a name, romanised name or id."""
        number = self._numbers.get(text)
        return self._numbers.get(name_key(text)) if number is None else number

    def met(self, dice: Counts) -> int:
        """Return all cards whose condition these dice meet (DG-9)."""
        found = self._met.get(dice)
        if found is None:
            found = sum(1 << number for number, card in enumerate(self.cards) if card.condition.meets(dice))
            self._met[dice] = found
        return found

    def start_dice(self, owned: int) -> int:
        """Return how many dice the captured subjects add to a roll; none in the base set."""
        return sum(self._start_dice[number] for number in bits(owned)) if self._any_start_dice else 0

    def uses(self, cards: int, dice: Counts) -> list[Move]:
        """Return every way in which the abilities of some cards can begin to act."""
        held = self._held(dice)
        found: list[Move] = []
        for number in bits(cards):
            found += self._uses(number, held[number])
        return found

    def uses_of(self, number: int, dice: Counts) -> tuple[Move, ...]:
        """Return every way in which the ability of one card can begin to act."""
        return self._uses(number, self._held(dice)[number])

    def explained(self, number: int, dice: Counts, change: tuple[Pair, ...]) -> Counts | None:
        """Return the dice after the change that an ability made, None when it can't make it."""
        delta = self._explained(number, self._held(dice)[number], change)
        return None if delta is None else plus(dice, delta)

    def _holds(self, dice: Counts) -> tuple[Counts, ...]:
        """Return for each card as many of the dice as its ability can tell apart (`Ability.grip`)."""
        gripped = {grip: dice if grip is None else clamped(dice, grip) for grip in set(self._grips)}
        return tuple(gripped[grip] for grip in self._grips)

    def _uses_of(self, number: int, dice: Counts) -> tuple[Move, ...]:
        ability = self.cards[number].ability
        if ability is None:
            return ()
        name = self.names[number]
        return tuple(UseMove.of(number, name, choice, dice) for choice in ability.start(dice))

    def _explain(self, number: int, dice: Counts, change: tuple[Pair, ...]) -> Counts | None:
        ability = self.cards[number].ability
        after = None if ability is None else ability.explains(dice, change)
        return None if after is None else less(after, dice)


def helps(dice: Counts) -> tuple[Move, ...]:
    """Return the rerolls of one die that a help card allows."""
    return _helps(clamped(dice, 1))


@lru_cache(maxsize=64)
def _helps(shown: Counts) -> tuple[Move, ...]:
    return tuple(HelpMove(face) for face, shows in enumerate(shown, start=1) if shows)


def clamped(dice: Counts, most: int) -> Counts:
    """Return the dice without those beyond so many of a face."""
    one, two, three, four, five, six = (min(count, most) for count in dice)
    return one, two, three, four, five, six
