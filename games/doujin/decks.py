"""Decks: the cards, events and trumps of one file, checked (KD-20).

Owns loading them and the invented deck that comes with the engine.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from games.core.cardfile import read_cards
from games.core.cardset import CardContent, CardSetError, held_cards
from games.doujin.card_language import DoujinCard, EventCard, TrumpCard, read_deck
from games.doujin.effects import Op

if TYPE_CHECKING:
    from games.core.cardfile import CardFile

_INVENTED: Final = "doujin-invented.toml"


@dataclass(frozen=True, eq=False)
class DeckSet(CardContent):
    """A deck."""

    cards: tuple[DoujinCard, ...]
    events: tuple[EventCard, ...]
    trumps: tuple[TrumpCard, ...]

    @property
    def invented(self) -> bool:
        """Whether its cards are made up, to be said wherever the deck is shown."""
        return self.head.marked

    @cached_property
    def scores(self) -> bool:
        """Whether an effect scores points beside the hand (KD-16)."""
        return any(step.op is Op.SCORE for kind in (*self.events, *self.trumps) for step in kind.steps)


def load(file: CardFile) -> DeckSet:
    """Build the deck of a file; raises `CardSetError` with all problems."""
    draft = read_deck(file)
    if draft.errors:
        raise CardSetError(draft.problems)
    return DeckSet(draft.head, file.content, draft.cards, draft.events, draft.trumps)


@cache
def invented_deck() -> DeckSet:
    """Return the deck that comes with the engine: invented, since the real cards aren't public."""
    return load(read_cards(files("games.cardsets").joinpath(_INVENTED).read_bytes()))


def deck_set(named: object) -> DeckSet | None:
    """Return the deck that a ruleset names or holds; None when it names none.

    Raises `CardSetError` when it holds one that can't be used; a ruleset is never built with such a one.
    """
    if isinstance(named, Mapping):
        return load(held_cards(named))
    return invented_deck() if named == "invented" else None
