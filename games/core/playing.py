"""What games that are played with cards offer for playing: what has to be said of the cards.

Owns what such games share. Tables, bots and seats are up to each game.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from games.core.cardset import CardContent
    from games.core.messages import Message
    from games.core.ruleset import Ruleset


class PlayedWithCards(ABC):
    """The playable side of a registry entry."""

    of_marked_cards: ClassVar[Message]

    @abstractmethod
    def cards_of(self, ruleset: Ruleset) -> CardContent | None:
        """Return the cards of a ruleset, None when it names none."""

    def notice(self, ruleset: Ruleset) -> Message | None:
        """Return what has to be said wherever the cards of a ruleset are shown (DG-4, KD-20)."""
        cards = self.cards_of(ruleset)
        return self.of_marked_cards if cards is not None and cards.marked else None
