"""Checks the two pages of one seat against their dice, their abilities and the total.

Owns DG-18, DG-20 (the sum) and DG-21. Which numbers of dice the cards allow comes from outside.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from games.danmaku.dice_numbers import open_pairs
from games.danmaku.scores import (
    FACES,
    PageKnowledge,
    dice_range,
    numbers_of,
    page_scores,
    score_dice,
    score_of,
    scores_of,
    totals_of,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.core.findings import Param
    from games.core.node import Node
    from games.danmaku.dice_numbers import Pairs
    from games.danmaku.rules import DanmakuRules

PAGE_KEYS: Final = frozenset({"dice", "abilities", "score"})
_PAGES: Final = 2
_FACES: Final[frozenset[int | None]] = frozenset(range(1, FACES + 1))
_UNKNOWN: Final = PageKnowledge(None, None)


class Page:
    """One page as reported; `dice` are those that can be scored, `knowledge` is what survived the checks.

    `explained` = abilities that were used may have changed the number of dice.
    """

    __slots__ = ("abilities", "dice", "explained", "given", "knowledge", "node", "number", "score")

    def __init__(self, node: Node, number: int) -> None:
        """Read the fields."""
        node.only(PAGE_KEYS)
        self.node = node
        self.number = number
        self.given = node.integers("dice")
        self.abilities = node.texts("abilities")
        self.score = node.integer("score")
        self.dice: list[int] | None = None
        self.knowledge = _UNKNOWN
        self.explained = False

    def parts(self) -> dict[str, object]:
        """Return what was reported, without what couldn't be read."""
        given: dict[str, object] = {}
        if self.dice is not None:
            given["dice"] = self.dice
        if self.abilities is not None:
            given["abilities"] = [name for name in self.abilities if name is not None]
        if self.score is not None:
            given["score"] = self.score
        return given


def judge_page(page: Page, rules: DanmakuRules, allowed: frozenset[int], *, idle: bool) -> None:
    """Check one page by itself: how many dice it may have is known; `idle` = nothing was captured."""
    idle = idle or (page.abilities is not None and not page.abilities)
    page.explained = not idle and page.abilities is not None
    count = _dice_count(page, page.given, rules, allowed, idle=idle)
    right = None
    if page.given and _faces_fit(page, page.given):
        page.dice = [*filter(None, page.given)]
        right = _check_against_dice(page, page.dice, rules)
    if right is None and page.score is not None:
        right = _check_alone(page, page.score, count, allowed, rules)
    page.knowledge = PageKnowledge(count, right)


def _dice_count(
    page: Page, dice: Sequence[object] | None, rules: DanmakuRules, allowed: frozenset[int], *, idle: bool
) -> int | None:
    """Return the number of final dice if known: 8 unless abilities can have changed it."""
    if dice is None:
        return next(iter(allowed)) if len(allowed) == 1 else None
    count = len(dice)
    plain = rules.page_dice if rules.page_dice in allowed else min(allowed, default=rules.page_dice)
    if count in allowed and (count == plain or page.explained or rules.page_dice not in allowed):
        return count
    params: dict[str, Param] = {"who": page.node.where, "page": page.number, "given": count}
    possible = dice_range(rules)
    findings, path = page.node.findings, f"{page.node.path}/dice"
    if count in allowed:
        findings.info("DG-18", path, "danmaku.dice_need_ability", right=plain, **params)
        return count
    if count not in possible:
        findings.error("DG-21", path, "danmaku.dice_bounds", low=possible[0], high=possible[-1], **params)
    elif idle:
        findings.error("DG-18", path, "danmaku.dice_unexplained", right=plain, **params)
    elif page.abilities is not None:
        findings.error("DG-18", path, "danmaku.dice_by_abilities", right=ranges(allowed), **params)
    else:
        findings.error("DG-18", path, "danmaku.dice_by_captures", right=ranges(allowed), **params)
    return None


def _faces_fit(page: Page, dice: Sequence[int | None]) -> bool:
    if _FACES.issuperset(dice):
        return True
    for index, die in enumerate(dice):
        if die is not None and die not in _FACES:
            page.node.findings.error(
                "DG-18", f"{page.node.path}/dice/{index}", "danmaku.die_face",
                who=page.node.where, page=page.number, number=index + 1, given=die,
            )  # fmt: skip
    return False


def _check_against_dice(page: Page, dice: list[int], rules: DanmakuRules) -> int:
    """Recompute the score (DG-18); returns the right one."""
    points = score_of(dice, rules)
    if page.score is not None and page.score != points:
        right = score_dice(dice, rules)
        code = "danmaku.page_score_bonus" if right.bonus else "danmaku.page_score"
        page.node.findings.error(
            "DG-18", f"{page.node.path}/score", code,
            who=page.node.where, page=page.number,
            count=right.equal, right=right.score, given=page.score,
        )  # fmt: skip
        _check_never_n(page, len(dice), rules)
    return points


def _check_never_n(page: Page, count: int, rules: DanmakuRules) -> bool:
    """Say that n dice never score n (DG-21); returns whether that was the case."""
    if page.score != count or count in scores_of(count, rules):
        return False
    page.node.findings.error(
        "DG-21", f"{page.node.path}/score", "danmaku.never_n",
        who=page.node.where, page=page.number, count=count, bonus=count + 1,
    )  # fmt: skip
    return True


def _check_alone(
    page: Page, score: int, count: int | None, allowed: frozenset[int], rules: DanmakuRules
) -> int | None:
    """Check a score without usable dice (DG-21); returns it if it is possible."""
    possible = page_scores(allowed, rules) if count is None else scores_of(count, rules)
    findings, path = page.node.findings, f"{page.node.path}/score"
    if score not in possible:
        if count is None or not _check_never_n(page, count, rules):
            findings.error(
                "DG-21", path, "danmaku.page_range",
                who=page.node.where, page=page.number, given=score, right=ranges(possible),
            )  # fmt: skip
        return None
    plain = count is not None or page.explained or score in scores_of(rules.page_dice, rules)
    if not plain and rules.page_dice in allowed:
        findings.info(
            "DG-21", path, "danmaku.page_needs_ability",
            who=page.node.where, page=page.number, given=score, count=rules.page_dice,
        )  # fmt: skip
    return score


def check_total(
    node: Node, pages: Sequence[Page], total: int | None, rules: DanmakuRules, pairs: Pairs
) -> int | None:
    """Check a total against the pages (DG-20, DG-21); returns it, or the sum when absent."""
    if len(pages) == _PAGES:
        front, back = pages[0].knowledge, pages[1].knowledge
        if front.score is not None and back.score is not None and (front.dice, back.dice) in pairs:
            return _check_sum(node, front.score, back.score, total)
    known = [page.knowledge for page in pages[:_PAGES]]
    front, back = [*known, *(_blank(pairs, number) for number in range(len(known), _PAGES))]
    broken = any(page.score is not None and page.knowledge.score is None for page in pages)
    refused = any(page.dice is not None and page.knowledge.dice is None for page in pages)
    possible, plain = totals_of(front, back, pairs, rules)
    if not possible and not refused:
        _refuse_pair(node, pairs, rules)
    if front.score is not None and back.score is not None:
        return _check_sum(node, front.score, back.score, total)
    if total is None or broken or not possible:
        return total
    if total not in possible:
        _refuse_total(node, (front, back), total, possible, rules)
    elif total not in plain and not any(p.explained for p in pages):
        node.findings.info(
            "DG-21", f"{node.path}/total", "danmaku.total_needs_ability",
            who=node.where, given=total, count=rules.page_dice,
        )  # fmt: skip
    return total


def _blank(pairs: Pairs, page: int) -> PageKnowledge:
    """Return what is known of a page that nothing was written of."""
    numbers = numbers_of(pairs, page)
    return PageKnowledge(next(iter(numbers)), None) if len(numbers) == 1 else _UNKNOWN


def _refuse_pair(node: Node, pairs: Pairs, rules: DanmakuRules) -> None:
    """Say that both pages can't have their numbers of dice at once."""
    path = f"{node.path}/pages"
    if pairs == open_pairs(rules):
        node.findings.error(
            "DG-21", path, "danmaku.pages_together",
            who=node.where, added=rules.most_added, removed=rules.most_removed,
        )  # fmt: skip
    else:
        node.findings.error("DG-21", path, "danmaku.pages_by_cards", who=node.where)


def _check_sum(node: Node, front: int, back: int, total: int | None) -> int:
    right = front + back
    if total is not None and total != right:
        node.findings.error(
            "DG-20", f"{node.path}/total", "danmaku.page_sum",
            who=node.where, front=front, back=back, right=right, given=total,
        )  # fmt: skip
    return right if total is None else total


def _refuse_total(
    node: Node,
    pages: tuple[PageKnowledge, PageKnowledge],
    total: int,
    possible: frozenset[int],
    rules: DanmakuRules,
) -> None:
    """Say why no open page can make up this total."""
    path = f"{node.path}/total"
    known = next((number for number, page in enumerate(pages) if page.score is not None), None)
    if known is not None:
        score = pages[known].score or 0
        other = pages[1 - known]
        node.findings.error(
            "DG-20", path, "danmaku.rest",
            who=node.where, page=known, score=score, given=total, rest=total - score,
            right=ranges(frozenset(value - score for value in possible)),
        )  # fmt: skip
        if other.dice == total - score and other.dice not in scores_of(other.dice, rules):
            node.findings.error(
                "DG-21", path, "danmaku.never_n",
                who=node.where, page=1 - known, count=other.dice, bonus=other.dice + 1,
            )  # fmt: skip
        return
    node.findings.error(
        "DG-21", path, "danmaku.total_impossible",
        who=node.where, given=total, right=ranges(possible),
    )  # fmt: skip


def ranges(values: frozenset[int]) -> list[str]:
    """Write a set of numbers in short: {4, 5, 6, 8} is ["4-6", "8"]."""
    written: list[str] = []
    numbers = sorted(values)
    for start in (n for n in numbers if n - 1 not in values):
        end = next(n for n in range(start, numbers[-1] + 1) if n + 1 not in values)
        written.append(str(start) if start == end else f"{start}-{end}")
    return written
