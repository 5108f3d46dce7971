"""How many dice the two pages can end with, given what is known of cards and abilities (DG-18, DG-21).

Owns numbers only. What isn't known counts in its widest sense, so nothing legal is refused.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.danmaku.cards import Card
    from games.danmaku.rules import DanmakuRules

Pairs: TypeAlias = frozenset[tuple[int, int]]
"""Numbers of final dice of the front and of the back page."""

Changers: TypeAlias = frozenset["Card"]
"""Cards whose ability can change the number of dice."""

NONE: Final[Changers] = frozenset()
"""Nobody changed the number of dice."""

# With more such cards than this in one hand, all their subsets aren't looked at one by one.
_MANY: Final = 8


def changers_of(listed: Sequence[Card | str | None] | None, rules: DanmakuRules) -> Changers | None:
    """Return the listed cards that can change the number of dice; None when that isn't known."""
    if listed is None:
        return None
    if not listed:
        return NONE
    return None if rules.cards is None else rules.cards.changers.intersection(listed)


def starts_of(listed: Sequence[Card | str | None] | None, rules: DanmakuRules) -> tuple[int, ...]:
    """Return with how many dice a page can begin, for the captured cards; None = not known (DG-18)."""
    if len(rules.starts) == 1 or listed is None or rules.cards is None:
        return rules.starts
    extra = sum(card.ability.start_dice for card in rules.cards.starters.intersection(listed) if card.ability)
    return (rules.page_dice + extra,)


@lru_cache(maxsize=64)
def open_pairs(rules: DanmakuRules) -> Pairs:
    """Return what the ruleset allows when no card is known: each ability works once (DG-19)."""
    return frozenset().union(*(_pairs_from(start, rules) for start in rules.starts))


def _pairs_from(start: int, rules: DanmakuRules) -> Pairs:
    possible = range(max(1, start - rules.most_removed), start + rules.most_added + 1)
    return frozenset(
        (front, back)
        for front in possible
        for back in possible
        if _together(front - start, back - start, rules)
    )


def _together(front: int, back: int, rules: DanmakuRules) -> bool:
    changes = (front, back)
    added = sum(change for change in changes if change > 0)
    removed = -sum(change for change in changes if change < 0)
    return added <= rules.most_added and removed <= rules.most_removed


@lru_cache(maxsize=4096)
def pairs_of(
    rules: DanmakuRules,
    starts: tuple[int, ...],
    pool: Changers | None,
    front: Changers | None,
    back: Changers | None,
) -> Pairs:
    """Return the pairs for the cards that a player owns and used on each page; None = not known.

    `starts` are the numbers of dice with which the pages can begin.
    """
    return frozenset().union(*(_pairs_of(rules, start, pool, front, back) for start in starts))


def _pairs_of(
    rules: DanmakuRules, start: int, pool: Changers | None, front: Changers | None, back: Changers | None
) -> Pairs:
    if front is not None and back is not None:
        return _product(_after_all(start, front), _after_all(start, back))
    if pool is None or len(pool) > _MANY:
        known = [None if used is None else _after_all(start, used) for used in (front, back)]
        return frozenset(
            pair
            for pair in _pairs_from(start, rules)
            if all(numbers is None or number in numbers for number, numbers in zip(pair, known, strict=True))
        )
    fronts = [front] if front is not None else _subsets(pool - (back or frozenset()))
    return frozenset().union(
        *(
            _product(_after_all(start, one), _after_all(start, other))
            for one in fronts
            for other in ([back] if back is not None else _subsets(pool - one))
        )
    )


def _product(fronts: frozenset[int], backs: frozenset[int]) -> Pairs:
    return frozenset((front, back) for front in fronts for back in backs)


def _subsets(cards: Changers) -> list[Changers]:
    listed = sorted(cards, key=lambda card: card.id)
    return [frozenset(some) for size in range(len(listed) + 1) for some in combinations(listed, size)]


@lru_cache(maxsize=4096)
def _after_all(start: int, used: Changers) -> frozenset[int]:
    """Return how many dice there can be after all of these abilities were used, in any order."""
    if not used:
        return frozenset({start})
    return frozenset().union(
        *(_after_all(number, used - {card}) for card in used for number in _after_one(start, card))
    )


def _after_one(start: int, card: Card) -> set[int]:
    """Return how many dice one ability leaves; one that finds nothing to act on is spent without effect."""
    ability = card.ability
    if ability is None:
        return {start}
    numbers = {start + change for change in ability.dice_change if start + change >= 1}
    return numbers | {start} if ability.may_be_blocked(start) else numbers
