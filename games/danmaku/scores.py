"""What dice score, and which scores are possible (DG-18, DG-21).

Owns arithmetic only: knows no report and makes no findings.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.danmaku.dice_numbers import Pairs
    from games.danmaku.rules import DanmakuRules

FACES = 6


class PageScore(NamedTuple):
    """The score of final dice: the largest number of equal ones, their face, and the bonus."""

    score: int
    equal: int
    face: int
    bonus: bool


class PageKnowledge(NamedTuple):
    """What is known of a page: the number of its final dice, its score."""

    dice: int | None
    score: int | None


def score_dice(dice: Sequence[int], rules: DanmakuRules) -> PageScore:
    """Score the final dice of a page: the largest number of equal faces, +1 when all are (DG-18)."""
    counts = [(dice.count(face), -face) for face in range(1, FACES + 1)]
    count, face = max(counts)
    bonus = count == len(dice) and (rules.bonus_on_any_count or count == rules.page_dice)
    return PageScore(score=count + bonus, equal=count, face=-face, bonus=bonus)


def score_of(dice: Sequence[int], rules: DanmakuRules) -> int:
    """Return the score of the final dice of a page, without saying how it comes about."""
    count = max(map(dice.count, set(dice)))
    bonus = count == len(dice) and (rules.bonus_on_any_count or count == rules.page_dice)
    return count + bonus


def dice_range(rules: DanmakuRules) -> range:
    """Return how many dice a page can end with: 6..13 over the base set (DG-21)."""
    return range(max(1, rules.starts[0] - rules.most_removed), rules.starts[-1] + rules.most_added + 1)


@lru_cache(maxsize=1024)
def scores_of(dice: int, rules: DanmakuRules) -> frozenset[int]:
    """Return the possible scores of a page with this many dice: ⌈n/6⌉..n-1 or n+1 (DG-21)."""
    best = dice + 1 if rules.bonus_on_any_count or dice == rules.page_dice else dice
    return frozenset({*range(-(-dice // FACES), dice), best})


@lru_cache(maxsize=1024)
def page_scores(numbers: frozenset[int], rules: DanmakuRules) -> frozenset[int]:
    """Return the possible scores of a page that can have any of these numbers of dice."""
    return frozenset().union(*(scores_of(number, rules) for number in numbers))


@lru_cache(maxsize=1024)
def numbers_of(pairs: Pairs, page: int) -> frozenset[int]:
    """Return the possible numbers of dice of the front page (0) or the back page (1)."""
    return frozenset(pair[page] for pair in pairs)


class Totals(NamedTuple):
    """The possible totals, and those of them that need no change of the number of dice on an open page."""

    possible: frozenset[int]
    plain: frozenset[int]


@lru_cache(maxsize=4096)
def totals_of(front: PageKnowledge, back: PageKnowledge, pairs: Pairs, rules: DanmakuRules) -> Totals:
    """Return the totals that fit what is known of both pages (DG-20, DG-21)."""
    plain = [
        page._replace(dice=rules.page_dice)
        if page.dice is None and page.score is None and rules.page_dice in numbers_of(pairs, number)
        else page
        for number, page in enumerate((front, back))
    ]
    return Totals(
        possible_totals(front, back, pairs, rules), possible_totals(plain[0], plain[1], pairs, rules)
    )


@lru_cache(maxsize=4096)
def possible_totals(
    front: PageKnowledge, back: PageKnowledge, pairs: Pairs, rules: DanmakuRules
) -> frozenset[int]:
    """Return every total that fits what is known of both pages (DG-20, DG-21)."""
    return frozenset(
        one + two
        for first, second in pairs
        if front.dice in (None, first) and back.dice in (None, second)
        for one in _scores(first, front.score, rules)
        for two in _scores(second, back.score, rules)
    )


def _scores(dice: int, score: int | None, rules: DanmakuRules) -> frozenset[int]:
    possible = scores_of(dice, rules)
    return possible if score is None else possible & {score}
