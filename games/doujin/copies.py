"""Whether hands can have come from one deck: no more cards than it has copies (KD-20).

Owns the assignment of reported cards to printed ones. A card lies with one of its two sides up, so cards that are told
apart in a report can still be the same piece of cardboard. Only asked where a ruleset names a deck.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from games.core.node import Node
    from games.doujin.hand import Card, Hand


class PrintedCard(Protocol):
    """One card of a deck, as far as a final hand shows it; a deck holds it once for each copy."""

    @property
    def colour(self) -> str:
        """One of the four colours, or `adult`."""

    @property
    def light(self) -> int:
        """The points on the light side."""

    @property
    def dark(self) -> int:
        """The points on the dark side."""


_Side: TypeAlias = tuple[str, str, int | None]
_Print: TypeAlias = tuple[str, int, int]


def check_copies(hands: Sequence[tuple[Node, Hand]], deck: Iterable[PrintedCard]) -> None:
    """Take every card of known hands out of the deck; what can't be taken is an error at that card (KD-20)."""
    pile = _Pile(deck)
    for node, hand in hands:
        for card, path in zip(hand.cards, hand.paths, strict=True):
            if node.findings.full:
                node.findings.more(1)  # so many are wrong that nobody would read of this one
            elif not pile.take(card):
                _refuse(node, path, card, pile)


def _refuse(node: Node, path: str, card: Card, pile: _Pile) -> None:
    printed = pile.copies(card)
    code = "doujin.card_not_printed"
    if printed:
        code = "doujin.card_copies" if pile.taken(card) >= printed else "doujin.card_turned"
    node.findings.error(
        "KD-20", path, code,
        who=node.where, colour=card.colour, side=card.side, points=card.points, limit=printed,
    )  # fmt: skip


class _Pile:
    """A deck from which cards are taken one by one; a taken card may turn out to be another one of the same looks."""

    def __init__(self, deck: Iterable[PrintedCard]) -> None:
        """Count the copies of each print, and which prints show a side."""
        self._copies = Counter((card.colour, card.light, card.dark) for card in deck)
        self._showing: dict[_Side, list[_Print]] = {}
        for colour, light, dark in self._copies:
            self._showing.setdefault((colour, "light", light), []).append((colour, light, dark))
            self._showing.setdefault((colour, "dark", dark), []).append((colour, light, dark))
        self._used: dict[_Print, Counter[_Side]] = {one: Counter() for one in self._copies}
        self._left = self._copies.total()

    def copies(self, card: Card) -> int:
        """Return how many cards of the deck can lie like this one."""
        return sum(self._copies[one] for one in self._showing.get(_side(card), ()))

    def taken(self, card: Card) -> int:
        """Return how many cards that lie like this one were taken."""
        return sum(used[_side(card)] for used in self._used.values())

    def take(self, card: Card) -> bool:
        """Take a card that lies like this one, giving other prints to cards taken before where that helps."""
        if not self._left or not self._place(_side(card), set()):
            return False
        self._left -= 1
        return True

    def _place(self, side: _Side, tried: set[_Print]) -> bool:
        for one in self._showing.get(side, ()):
            if one in tried:
                continue
            tried.add(one)
            used = self._used[one]
            if used.total() < self._copies[one] or self._moved(used, tried):
                used[side] += 1
                return True
        return False

    def _moved(self, used: Counter[_Side], tried: set[_Print]) -> bool:
        for other in [side for side, count in used.items() if count]:
            if self._place(other, tried):
                used[other] -= 1
                return True
        return False


def _side(card: Card) -> _Side:
    return card.colour, card.side, card.points
