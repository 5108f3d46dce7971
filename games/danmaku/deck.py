"""A card set as tables for playing: cards as numbers, sets of cards as bits, answers remembered.

Owns no rule. What a condition means or an ability does is asked of the card once per dice.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from games.core.cardset import numbers_by_name
from games.core.names import name_key
from games.danmaku.dice import plus
from games.danmaku.events import Name
from games.danmaku.moves import DoneMove, HelpMove, Move, UseMove, less
from games.danmaku.state import HIGHEST, LOWEST, bits

if TYPE_CHECKING:
    from games.core.kinds import Pair
    from games.danmaku.cards import CardSet
    from games.danmaku.dice import Counts

# Enough for the dice of many games; what falls out is worked out again.
_REMEMBERED: Final = 1 << 15
LEVELS: Final = range(LOWEST, HIGHEST + 1)


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """What can be seen of some dice; `uses` fills up per card as it is asked for."""

    dice: Counts
    met: int  # the cards whose conditions are met
    helps: tuple[Move, ...]
    uses: list[tuple[Move, ...] | None]


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
        self.up_to = {
            level: sum(cards for other, cards in self.levels.items() if other <= level) for level in LEVELS
        }
        self.level_of = tuple(card.level for card in self.cards)
        self._numbers = numbers_by_name(self.cards)
        self._start_dice = tuple(card.ability.start_dice if card.ability else 0 for card in self.cards)
        self._any_start_dice = any(self._start_dice)
        self._grips = tuple(card.ability.grip if card.ability else None for card in self.cards)
        self._sights: dict[Counts, Sight] = {}
        self._uses = lru_cache(_REMEMBERED)(self._uses_of)
        self._explained = lru_cache(_REMEMBERED)(self._explain)
        self._namings: dict[tuple[int, int], tuple[Move, ...]] = {}

    def number(self, text: str) -> int | None:
        """Return the card of a name, romanised name or id."""
        number = self._numbers.get(text)
        return self._numbers.get(name_key(text)) if number is None else number

    def sight(self, dice: Counts) -> Sight:
        """Return all that can be seen of some dice."""
        sight = self._sights.get(dice)
        if sight is None:
            if len(self._sights) >= _REMEMBERED:
                self._sights.clear()
            sight = self._sights[dice] = self._see(dice)
        return sight

    def met(self, dice: Counts) -> int:
        """Return all cards whose condition these dice meet (DG-9)."""
        return self.sight(dice).met

    def namings(self, cards: int, met: int) -> tuple[Move, ...]:
        """Return the naming of each of some cards, of which some are met."""
        found = self._namings.get((cards, met))
        if found is None:
            found = self._namings[cards, met] = tuple(
                DoneMove(Name(self.names[number], success=bool(met >> number & 1)), card=number)
                for number in bits(cards)
            )
        return found

    def start_dice(self, owned: int) -> int:
        """Return how many dice the captured subjects add to a roll; none in the base set."""
        return sum(self._start_dice[number] for number in bits(owned)) if self._any_start_dice else 0

    def uses(self, cards: int, sight: Sight) -> list[Move]:
        """Return every way in which the abilities of some cards can begin to act."""
        found: list[Move] = []
        rows = sight.uses
        for number in bits(cards):
            row = rows[number]
            found += self.uses_of(number, sight.dice) if row is None else row
        return found

    def uses_of(self, number: int, dice: Counts) -> tuple[Move, ...]:
        """Return every way in which the ability of one card can begin to act."""
        sight = self.sight(dice)
        row = sight.uses[number]
        if row is None:
            row = sight.uses[number] = self._uses(number, self._held(number, dice))
        return row

    def explained(self, number: int, dice: Counts, change: tuple[Pair, ...]) -> Counts | None:
        """Return the dice after the change that an ability made, None when it can't make it."""
        delta = self._explained(number, self._held(number, dice), change)
        return None if delta is None else plus(dice, delta)

    def _see(self, dice: Counts) -> Sight:
        met = sum(1 << number for number, card in enumerate(self.cards) if card.condition.meets(dice))
        helps = tuple(HelpMove(face) for face, shows in enumerate(dice, start=1) if shows)
        return Sight(dice, met, helps, [None] * len(self.cards))

    def _held(self, number: int, dice: Counts) -> Counts:
        """Return as many of the dice as an ability can tell apart (`Ability.grip`)."""
        grip = self._grips[number]
        return dice if grip is None or max(dice) <= grip else clamped(dice, grip)

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


def clamped(dice: Counts, most: int) -> Counts:
    """Return the dice without those beyond so many of a face."""
    one, two, three, four, five, six = (min(count, most) for count in dice)
    return one, two, three, four, five, six
