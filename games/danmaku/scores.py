"""What dice score, and which scores are possible (DG-18, DG-21).

Owns arithmetic only: knows no report and makes no findings.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

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


def dice_range(rules: DanmakuRules) -> range:
    """Return how many dice a page can end with: 6..13 over the base set (DG-21)."""
    return range(max(1, rules.page_dice - rules.most_removed), rules.page_dice + rules.most_added + 1)


@lru_cache(maxsize=1024)
def scores_of(dice: int, rules: DanmakuRules) -> frozenset[int]:
    """Return the possible scores of a page with this many dice: ⌈n/6⌉..n-1 or n+1 (DG-21)."""
    best = dice + 1 if rules.bonus_on_any_count or dice == rules.page_dice else dice
    return frozenset({*range(-(-dice // FACES), dice), best})


@lru_cache(maxsize=1024)
def page_scores(dice: int | None, rules: DanmakuRules) -> frozenset[int]:
    """Return the possible scores of a page whose number of dice may be unknown."""
    counts = dice_range(rules) if dice is None else (dice,)
    return frozenset().union(*(scores_of(count, rules) for count in counts))


def _together(front: int, back: int, rules: DanmakuRules) -> bool:
    """Whether both pages can have these numbers of dice: each ability works once (DG-19)."""
    changes = (front - rules.page_dice, back - rules.page_dice)
    added = sum(change for change in changes if change > 0)
    removed = -sum(change for change in changes if change < 0)
    return added <= rules.most_added and removed <= rules.most_removed


@lru_cache(maxsize=4096)
def possible_totals(front: PageKnowledge, back: PageKnowledge, rules: DanmakuRules) -> frozenset[int]:
    """Return every total that fits what is known of both pages (DG-20, DG-21)."""
    fronts = dice_range(rules) if front.dice is None else (front.dice,)
    backs = dice_range(rules) if back.dice is None else (back.dice,)
    return frozenset(
        one + two
        for first in fronts
        for second in backs
        if _together(first, second, rules)
        for one in _scores(first, front.score, rules)
        for two in _scores(second, back.score, rules)
    )


def _scores(dice: int, score: int | None, rules: DanmakuRules) -> frozenset[int]:
    possible = scores_of(dice, rules)
    return possible if score is None else possible & {score}
