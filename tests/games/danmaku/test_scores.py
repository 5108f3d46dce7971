"""Scores of dice and possible scores, against outside counts and brute force."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import factorial

import pytest

from games.core.registry import builtin_ruleset
from games.core.ruleset import Ruleset
from games.danmaku.cards import base_set
from games.danmaku.dice_numbers import open_pairs
from games.danmaku.rules import preset_deal, rules_of
from games.danmaku.scores import (
    PageKnowledge,
    dice_range,
    numbers_of,
    page_scores,
    possible_totals,
    score_dice,
    scores_of,
)

BASE = rules_of(builtin_ruleset("danmaku", "base"))
OPEN = open_pairs(BASE)


def distribution(dice: int) -> Counter[int]:
    """Count the outcomes per score over all ordered rolls, by multisets."""
    outcomes: Counter[int] = Counter()
    for roll in combinations_with_replacement(range(1, 7), dice):
        ways = factorial(dice)
        for repeated in Counter(roll).values():
            ways //= factorial(repeated)
        outcomes[score_dice(roll, BASE).score] += ways
    return outcomes


@pytest.mark.parametrize(
    ("dice", "score"),
    [
        ([1, 2, 3, 3, 3, 3, 3, 5], 5),
        ([2, 2, 2, 2, 6, 6, 6, 6], 4),
        ([5] * 8, 9),
        ([1, 1, 2, 3, 4, 5, 6, 6], 2),
        ([4] * 7 + [1], 7),
        ([3] * 6, 7),
        ([3] * 13, 14),
        ([1, 2, 3, 4, 5, 6], 1),
    ],
)
def test_dg_18_examples(dice: list[int], score: int) -> None:
    assert score_dice(dice, BASE).score == score


def test_one_page_of_8_dice_has_the_known_distribution() -> None:
    assert distribution(8) == {
        2: 491_400, 3: 880_320, 4: 261_450, 5: 42_000, 6: 4_200, 7: 240, 9: 6,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("dice", "mean"),
    [
        (3, Fraction(3, 2)), (4, Fraction(395, 216)), (5, Fraction(347, 162)),
        (6, Fraction(18727, 7776)), (7, Fraction(13787, 5184)), (8, Fraction(30287, 10368)),
        (9, Fraction(1338475, 419904)), (10, Fraction(34715111, 10077696)),
    ],
)  # fmt: skip
def test_mean_score_of_n_dice_is_exact(dice: int, mean: Fraction) -> None:
    outcomes = distribution(dice)
    assert Fraction(sum(score * ways for score, ways in outcomes.items()), 6**dice) == mean


@pytest.mark.parametrize("dice", range(2, 14))
def test_possible_scores_are_those_that_occur(dice: int) -> None:
    assert scores_of(dice, BASE) == set(distribution(dice))


def test_dg_21_numbers() -> None:
    assert sorted(scores_of(8, BASE)) == [2, 3, 4, 5, 6, 7, 9]
    assert list(dice_range(BASE)) == [6, 7, 8, 9, 10, 11, 12, 13]
    assert page_scores(numbers_of(OPEN, 0), BASE) == set(range(1, 15))
    blank = PageKnowledge(None, None)
    assert possible_totals(blank, blank, OPEN, BASE) == set(range(3, 24))


def test_two_pages_of_8_dice_total_4_to_16_or_18() -> None:
    plain = PageKnowledge(8, None)
    assert possible_totals(plain, plain, OPEN, BASE) == {*range(4, 17), 18}


def reachable_pairs() -> set[tuple[int, int]]:
    """Use each of the six abilities that change the number of dice on the front, the back or not."""
    changes = (1, 1, 1, 2, -1, -1)
    return {
        (
            8 + sum(c for c, place in zip(changes, places, strict=True) if place == "front"),
            8 + sum(c for c, place in zip(changes, places, strict=True) if place == "back"),
        )
        for places in product(("front", "back", "unused"), repeat=6)
    }


def test_pages_go_together_as_the_six_abilities_allow() -> None:
    pairs = reachable_pairs()
    for front, back in product(range(4, 16), repeat=2):
        totals = possible_totals(PageKnowledge(front, None), PageKnowledge(back, None), OPEN, BASE)
        assert bool(totals) == ((front, back) in pairs)


def test_known_score_leaves_what_the_other_page_can_add() -> None:
    rest = {
        total - 5 for total in possible_totals(PageKnowledge(None, 5), PageKnowledge(8, None), OPEN, BASE)
    }
    assert rest == {2, 3, 4, 5, 6, 7, 9}


def test_bonus_on_first_rolled_dice_only() -> None:
    payload = dict(builtin_ruleset("danmaku", "base").payload) | {"all_equal_basis": "rolled"}
    rules = rules_of(Ruleset.from_payload(game="danmaku", key="x", version=1, payload=payload))
    assert [score_dice([6] * n, rules).score for n in (7, 8, 9)] == [7, 9, 9]
    assert scores_of(9, rules) == {2, 3, 4, 5, 6, 7, 8, 9}
    assert scores_of(8, rules) == scores_of(8, BASE)


@pytest.mark.parametrize(
    ("preset", "players", "deal"),
    [
        ("even", 3, [2, 2, 2]),
        ("rising", 4, [0, 1, 2, 3]),
        ("front", 4, [2, 1, 1, 1]),
        ("front", 2, [2, 1]),
    ],
)
def test_preset_help_deals(preset: str, players: int, deal: list[int]) -> None:
    assert preset_deal(preset, players) == tuple((cards, 0) for cards in deal)


def test_typed_rules_follow_the_payload() -> None:
    typed = [getattr(BASE, field.name) for field in fields(BASE)]
    assert typed == [2, 5, base_set(), 18, False, "reported", True, 8, (8,), 5, 2]
