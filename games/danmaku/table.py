"""A danmaku table before the first event: rules, cards, seats, dealt help cards, edit order.

Owns what never changes during a game.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from games.danmaku.deck import Deck
    from games.danmaku.rules import DanmakuRules, PlayRules

Deal: TypeAlias = tuple[tuple[int, int], ...]
"""Help cards (untapped, tapped) per seat."""


@dataclass(frozen=True, slots=True)
class Table:
    """`edit_order` is the way of DG-17 that holds here; `order` the seats' own order where it was reported."""

    rules: PlayRules
    scoring: DanmakuRules
    deck: Deck
    deal: Deal
    edit_order: str
    order: tuple[int, ...] | None

    @property
    def players(self) -> int:
        """How many seats there are."""
        return len(self.deal)
