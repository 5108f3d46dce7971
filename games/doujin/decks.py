"""Decks: the cards, events and trumps of one file, checked (KD-20).

Owns loading them and the invented deck that comes with the engine.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING, Final

from games.core.cardset import CardContent, named_set, shipped, usable
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

    @cached_property
    def scores(self) -> bool:
        """Whether an effect scores points beside the hand (KD-16)."""
        return any(step.op is Op.SCORE for kind in (*self.events, *self.trumps) for step in kind.steps)


def load(file: CardFile) -> DeckSet:
    """Build the deck of a file; raises `CardSetError` with all problems."""
    draft = usable(read_deck(file))
    return DeckSet(draft.head, file.content, draft.cards, draft.events, draft.trumps)


@cache
def invented_deck() -> DeckSet:
    """Return the deck that comes with the engine: invented, since the real cards aren't public."""
    return load(shipped(_INVENTED))


def deck_set(named: object) -> DeckSet | None:
    """Return the deck that a ruleset names or holds (`games.core.cardset.named_set`)."""
    return named_set(named, load, {"invented": invented_deck})
