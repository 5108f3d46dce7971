"""Card sets of 東方弾幕画報: the cards, where they come from, and which set a ruleset names (DG-1, DG-4).

Owns the set as a value and its content hash. How cards are written is in docs/cards.md, reading them
in `card_language`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from games.core.cardfile import read_cards
from games.core.cardset import CardContent, CardSetError, held_cards
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

    @property
    def unofficial(self) -> bool:
        """Whether it is a reconstruction, to be said wherever the set is shown."""
        return self.head.marked

    def find(self, text: str) -> Card | None:
        """Return the card with this name, romanised name or id, however it is spelled."""
        return self.names.get(text) or self.names.get(name_key(text))

    def of_level(self, level: int) -> tuple[Card, ...]:
        """Return the cards of a level."""
        return tuple(card for card in self.cards if card.level == level)

    @cached_property
    def names(self) -> dict[str, Card]:
        """Every card by the keys of its names, and by its name as it is written."""
        names = {name_key(text): card for card in self.cards for text in (card.id, card.romanised)}
        return names | {key: card for card in self.cards for key in (name_key(card.name), card.name)}

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
    draft = card_language.read_set(file)
    if draft.errors:
        raise CardSetError(draft.problems)
    return CardSet(draft.head, file.content, draft.cards)


@cache
def base_set() -> CardSet:
    """Return the 36 subjects that come with the game: an unofficial reconstruction."""
    return load(read_cards(files("games.cardsets").joinpath(_BASE).read_bytes()))


def card_set(named: object) -> CardSet | None:
    """Return the set that a ruleset names or holds; None when it looks at no cards.

    Raises `CardSetError` when it holds a set that can't be used; a ruleset is never built with such a one.
    """
    if isinstance(named, Mapping):
        return load(held_cards(named))
    return base_set() if named == "base" else None
