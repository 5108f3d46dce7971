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
from games.danmaku.moves import DoneMove, HelpMove, UseMove
from games.danmaku.state import bits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from games.danmaku.deck import Deck
    from games.danmaku.dice import Counts
    from games.danmaku.moves import Move
    from games.danmaku.rules import DanmakuRules

Value: TypeAlias = Fraction | int
SIDES: Final = 6
# Chances are whole numbers of such parts, quick to compare, for up to twelve dice; exact fractions of one beyond.
SCALE: Final = SIDES**12
_REMEMBERED: Final = 1 << 15


class Best(NamedTuple):
    """The best of some moves (the first of equals) and what it is worth; None when there is none."""

    value: Value
    move: Move | None


class Option(NamedTuple):
    """A use, and which cards its ends meet in how many of `SCALE` parts; None where it rolls more than once."""

    move: Move
    met: tuple[tuple[int, Value], ...] | None


NOTHING: Final = Best(0, None)
HELP: Final = -1  # asks for a help card where a card is asked for


def whole(value: Value) -> Value:
    """Return a value as a whole number where it is one."""
    return value.numerator if value.denominator == 1 else value


def _rolls_again(move: Move) -> bool:
    """Tell whether a decision about rolled dice can wait for another roll."""
    if not isinstance(move, UseMove) or not move.decides:
        return False
    return any(then.event is None for outcome, _ in move.chance.outcomes() for then in move.then(outcome))


def _ends(move: Move, dice: Counts) -> Iterator[tuple[list[Counts], int]]:
    """Yield the dice that each roll can be made to end with, and how many ways there are for that roll."""
    assert isinstance(move, HelpMove | UseMove)  # noqa: S101 - the moves that wait for dice here
    if not move.decides:
        lying = plus(dice, move.lying)
        for rolled, times in rolls(move.chance.number):
            yield [plus(lying, rolled)], times
        return
    for outcome, times in move.chance.outcomes():
        ends = (then for then in move.then(outcome) if isinstance(then, DoneMove))
        yield [plus(dice, end.delta) for end in ends], times


def worth(move: Move, dice: Counts, final: Callable[[Counts], Value]) -> Value:
    """Return the expectation of a move that is followed in the best way; `final` values the dice at its end."""
    if move.event is not None:
        return final(plus(dice, move.delta))
    chance = move.chance
    total: Value = 0
    if isinstance(move, HelpMove | UseMove) and not move.decides:
        lying = plus(dice, move.lying)
        for rolled, times in rolls(chance.number):
            total += times * final(plus(lying, rolled))
    else:
        for outcome, times in chance.outcomes():
            total += times * max(worth(then, dice, final) for then in move.then(outcome))
    return Fraction(total, SIDES**chance.number)


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
        self._options = lru_cache(_REMEMBERED)(self._all_options)
        self.edit_use = lru_cache(_REMEMBERED)(self._edit_use)
        self.parts = lru_cache(_REMEMBERED)(self._parts)
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

    def _parts(self, number: int, aim: int) -> Value:
        """Return the same chance in parts of `SCALE`."""
        return whole(self.plain(number, aim) * SCALE)

    def _rarity(self, card: int) -> Fraction:
        """Return the plain chance of one card with as many dice as its level."""
        return self._plain(self.deck.level_of[card], 1 << card)

    def use(self, card: int, dice: Counts, aim: int) -> Best:
        """Return the use of one ability with the best chance to meet a card aimed at."""
        return self._best_option(self._options(card, dice, self._level(aim)), dice, aim)

    def help(self, dice: Counts, aim: int) -> Best:
        """Return the use of a help card with the best chance to meet a card aimed at."""
        return self._best_option(self._options(HELP, dice, self._level(aim)), dice, aim)

    def _best_option(self, options: tuple[Option, ...], dice: Counts, aim: int) -> Best:
        found = NOTHING
        for option in options:
            parts: Value = 0
            if option.met is None:
                parts = whole(worth(option.move, dice, self.hit_parts(aim)))
            else:
                for cards, ways in option.met:
                    if cards & aim:
                        parts += ways
            if parts > found.value:
                found = Best(parts, option.move)
        return found

    def hit_parts(self, aim: int) -> Callable[[Counts], Value]:
        """Return what final dice are worth: all of `SCALE` when they meet a card aimed at."""
        return lambda dice: SCALE if self.hits(dice, aim) else 0

    def _level(self, aim: int) -> int:
        return self.deck.level_of[(aim & -aim).bit_length() - 1]

    def _all_options(self, card: int, dice: Counts, level: int) -> tuple[Option, ...]:
        """Return the uses of an ability (or of a help card) that can meet a card of a level at all."""
        moves = self.deck.sight(dice).helps if card == HELP else self.deck.uses_of(card, dice)
        cards = self.deck.levels[level]
        options = (self._option(move, dice, cards) for move in moves)
        return tuple(option for option in options if option.met != ())

    def _option(self, move: Move, dice: Counts, cards: int) -> Option:
        """Return what a use can meet; after a roll the best of what can be decided counts."""
        if _rolls_again(move):
            return Option(move, None)
        met: dict[int, Value] = {}
        if move.event is not None:
            met[self.deck.met(plus(dice, move.delta)) & cards] = SCALE
        else:
            part = whole(Fraction(SCALE, SIDES**move.chance.number))
            for after, times in _ends(move, dice):
                reached = 0
                for end in after:
                    reached |= self.deck.met(end)
                met[reached & cards] = met.get(reached & cards, 0) + times * part
        met.pop(0, None)
        return Option(move, tuple(met.items()))

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
