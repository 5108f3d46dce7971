"""Chances and expected scores of single uses, exact and remembered.

Owns arithmetic for bots: no decision. Exact fractions, so that equal chances are equal and a second
implementation decides the same.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from games.danmaku.dice import plus, rolls
from games.danmaku.edit import page_score
from games.danmaku.state import bits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from games.danmaku.deck import Deck
    from games.danmaku.dice import Counts
    from games.danmaku.moves import Move
    from games.danmaku.rules import DanmakuRules

Value: TypeAlias = Fraction | int
SIDES: Final = 6
_REMEMBERED: Final = 1 << 15


class Best(NamedTuple):
    """The best of some moves (the first of equals) and what it is worth; None when there is none."""

    value: Value
    move: Move | None


NOTHING: Final = Best(0, None)


def worth(move: Move, dice: Counts, final: Callable[[Counts], Value]) -> Value:
    """Return the expectation of a move that is followed in the best way; `final` values the dice at its end."""
    if move.event is not None:
        return final(plus(dice, move.delta))
    chance = move.chance
    total: Value = 0
    ways = 0
    for outcome, times in chance.outcomes():
        total += times * max(worth(then, dice, final) for then in move.then(outcome))
        ways += times
    return total if ways == 1 else Fraction(total, ways)


def best(moves: Iterable[Move], dice: Counts, final: Callable[[Counts], Value]) -> Best:
    """Return the move that is worth most, the first of equals."""
    found: Best = NOTHING
    for move in moves:
        value = worth(move, dice, final)
        if found.move is None or value > found.value:
            found = Best(value, move)
    return found


class Odds:
    """Remembered answers for one card set and one way of scoring."""

    def __init__(self, deck: Deck, scoring: DanmakuRules) -> None:
        """Bind to the cards."""
        self.deck = deck
        self.scoring = scoring
        self.plain = lru_cache(_REMEMBERED)(self._plain)
        self.use = lru_cache(_REMEMBERED)(self._use)
        self.help = lru_cache(_REMEMBERED)(self._help)
        self.edit_use = lru_cache(_REMEMBERED)(self._edit_use)
        self.rarity = lru_cache(256)(self._rarity)

    def hits(self, dice: Counts, aim: int) -> bool:
        """Tell whether dice meet one of the cards aimed at."""
        return bool(self.deck.met(dice) & aim)

    def score(self, dice: Counts) -> int:
        """Return what a page with these dice scores."""
        return page_score(dice, self.scoring)

    def _plain(self, number: int, aim: int) -> Fraction:
        """Return the chance that so many dice, unchanged, meet one of the cards aimed at."""
        ways = sum(times for dice, times in rolls(number) if self.hits(dice, aim))
        return Fraction(ways, SIDES**number)

    def _rarity(self, card: int) -> Fraction:
        """Return the plain chance of one card with as many dice as its level."""
        return self._plain(self.deck.level_of[card], 1 << card)

    def _use(self, card: int, dice: Counts, aim: int) -> Best:
        """Return the use of one ability with the best chance to meet a card aimed at."""
        return best(self.deck.uses_of(card, dice), dice, lambda after: int(self.hits(after, aim)))

    def _help(self, dice: Counts, aim: int) -> Best:
        """Return the use of a help card with the best chance to meet a card aimed at."""
        return best(self.deck.sight(dice).helps, dice, lambda after: int(self.hits(after, aim)))

    def _edit_use(self, card: int, dice: Counts) -> Best:
        """Return the use of one ability with the best expected score of the page."""
        return best(self.deck.uses_of(card, dice), dice, self.score)

    def single(self, dice: Counts, aim: int, abilities: int, *, help_card: bool) -> Best:
        """Return the best single use: abilities in the order of the cards, then help; the first of equals."""
        found = NOTHING
        for card in bits(abilities):
            one = self.use(card, dice, aim)
            if one.value > found.value:
                found = one
        if help_card:
            one = self.help(dice, aim)
            if one.value > found.value:
                found = one
        return found
