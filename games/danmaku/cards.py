"""Card sets of 東方弾幕画報: the cards, where they come from, and which set a ruleset names (DG-1, DG-4).

Owns the set as a value and its content hash. How cards are written is in docs/cards.md, reading them
in `card_language`.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from typing import TYPE_CHECKING, Final

from games.core.cardset import CardContent, CardSetError, named_set, numbers_by_name, shipped, usable
from games.core.names import name_key
from games.danmaku import card_language
from games.danmaku.abilities import Ability, Change, Choice
from games.danmaku.card_language import Card
from games.danmaku.conditions import Condition
from games.danmaku.dice import FACES, rolls

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.core.cardfile import CardFile

__all__ = [
    "Ability",
    "Card",
    "CardSet",
    "CardSetError",
    "Change",
    "Choice",
    "Condition",
    "base_set",
    "card_set",
    "chance_of_any",
    "load",
]

_BASE: Final = "danmaku-base.toml"


@dataclass(frozen=True, eq=False)
class CardSet(CardContent):
    """A set of subjects."""

    cards: tuple[Card, ...]

    def find(self, text: str) -> Card | None:
        """Return the card with this name, romanised name or id, however it is spelled."""
        return self.names.get(text) or self.names.get(name_key(text))

    def of_level(self, level: int) -> tuple[Card, ...]:
        """Return the cards of a level."""
        return tuple(card for card in self.cards if card.level == level)

    @cached_property
    def names(self) -> dict[str, Card]:
        """Every card by the keys of its names, and by its name as it is written."""
        return {key: self.cards[number] for key, number in numbers_by_name(self.cards).items()}

    @cached_property
    def changers(self) -> frozenset[Card]:
        """The cards whose ability can change the number of dice (DG-21)."""
        return frozenset(card for card in self.cards if card.ability and card.ability.dice_change != {0})

    @cached_property
    def starters(self) -> frozenset[Card]:
        """The cards that add dice to every roll, its player doing nothing."""
        return frozenset(card for card in self.cards if card.ability and card.ability.start_dice)

    @cached_property
    def most_added(self) -> int:
        """How many dice all abilities together can add, each used once."""
        return sum(max(0, *card.ability.dice_change) for card in self.changers if card.ability)

    @cached_property
    def most_removed(self) -> int:
        """How many dice all abilities together can take away, each used once."""
        return -sum(min(0, *card.ability.dice_change) for card in self.changers if card.ability)


def chance_of_any(cards: Sequence[Card], dice: int) -> Fraction:
    """Return the exact chance that so many plain dice meet at least one of some cards."""
    met = sum(ways for shown, ways in rolls(dice) if any(card.condition.meets(shown) for card in cards))
    return Fraction(met, len(FACES) ** dice)


def load(file: CardFile) -> CardSet:
    """Build the set of a file; raises `CardSetError` with all problems."""
    draft = usable(card_language.read_set(file))
    return CardSet(draft.head, file.content, draft.cards)


@cache
def base_set() -> CardSet:
    """Return the 36 subjects that come with the game: an unofficial reconstruction."""
    return load(shipped(_BASE))


def card_set(named: object) -> CardSet | None:
    """Return the set that a ruleset names or holds (`games.core.cardset.named_set`)."""
    return named_set(named, load, {"base": base_set})
