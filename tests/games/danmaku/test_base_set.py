"""The 36 subjects: every figure of the rules, and agreement with the naive second writing of them."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random
from typing import TYPE_CHECKING

import pytest

from games.danmaku.cards import base_set, card_set, chance_of_any
from games.danmaku.dice import counts_of, faces_of
from tests.games.danmaku.naive import ABILITIES, CONDITIONS, in_order

if TYPE_CHECKING:
    from games.danmaku.cards import Card, Choice
    from tests.games.danmaku.naive import Row, Way

# Level, name and chance of plain dice, typed from the table of the rules.
SUBJECTS = {
    3: {"チルノ": 25, "ミスティア": 25, "リグル": 64, "ルーミア": 56, "レティ": 56, "慧音": 27, "橙": 96},
    4: {"アリス": 360, "てゐ": 310, "にとり": 310, "メルラン": 256, "リリカ": 256, "ルナサ": 256, "美鈴": 162},
    5: {"イナバ": 243, "パチュリー": 720, "咲夜": 762, "早苗": 156, "魔理沙": 762, "妖夢": 243, "霊夢": 243},
    6: {"レミリア": 918, "衣玖": 720, "永琳": 186, "幽香": 918, "幽々子": 729, "藍": 936},
    7: {"フランドール": 128, "輝夜": 216, "小町": 917, "天子": 128, "妹紅": 330},
    8: {"萃香": 246, "四季映姫": 165, "紫": 256, "神奈子": 45},
}  # fmt: skip
OUTCOMES = {3: 216, 4: 1296, 5: 7776, 6: 46656, 7: 279936, 8: 1679616}
NAMES = [name for level in SUBJECTS.values() for name in level]


def subject(name: str) -> Card:
    found = base_set().find(name)
    assert found is not None
    return found


def test_base_set_has_the_36_subjects_in_the_order_of_the_rules() -> None:
    """DG-1."""
    assert [card.name for card in base_set().cards] == NAMES
    assert [card.level for card in base_set().cards] == [n for n, names in SUBJECTS.items() for _ in names]
    assert len(NAMES) == 36
    assert all(card.ability for card in base_set().cards)


def test_base_set_says_that_it_is_unofficial_in_both_languages() -> None:
    base = base_set()
    assert base.marked
    assert "非公式" in base.title["ja"]
    assert "unofficial" in base.title["en"]
    assert "公式のカードではありません" in base.note["ja"]
    assert "not the official cards" in base.note["en"]


def test_ruleset_names_its_card_set() -> None:
    """DG-4."""
    assert card_set("base") is base_set()
    assert card_set("none") is None


@pytest.mark.parametrize("name", NAMES)
def test_chance_of_plain_dice_is_that_of_the_rules(name: str) -> None:
    """DG-9."""
    card = subject(name)
    right = SUBJECTS[card.level][name]
    assert card.condition.ways(card.level) == right
    assert card.condition.chance(card.level) == Fraction(right, OUTCOMES[card.level])


@pytest.mark.parametrize(
    ("level", "percent"), [(3, 86.11), (4, 87.04), (5, 32.23), (6, 7.99), (7, 0.56), (8, 0.04)]
)
def test_chance_that_plain_dice_meet_a_card_of_the_level(level: int, percent: float) -> None:
    assert round(100 * float(chance_of_any(base_set().of_level(level), level)), 2) == percent


def test_cards_are_found_by_name_romanised_name_and_id() -> None:
    for text in ("チルノ", "ﾁﾙﾉ", "Cirno", "CIRNO", " cirno "):
        assert base_set().find(text) is base_set().cards[0]
    assert base_set().find("鈴仙人") is None
    assert base_set().find("") is None


def test_content_hash_is_of_the_content() -> None:
    assert len(base_set().content_hash) == 64
    assert set(base_set().payload) == {"format", "game", "key", "title", "unofficial", "note", "card"}


def rows(number: int) -> list[Row]:
    """Return all ordered dice up to 4, a sample beyond."""
    if number <= 4:
        return list(product(range(1, 7), repeat=number))
    random = Random(number)
    plain = [tuple(random.choices(range(1, 7), k=number)) for _ in range(3)]
    alike = [tuple(random.choices(random.sample(range(1, 7), 2), k=number)) for _ in range(2)]
    return plain + alike


@pytest.mark.parametrize("number", range(3, 14))
@pytest.mark.parametrize("name", NAMES)
def test_condition_agrees_with_the_naive_one(name: str, number: int) -> None:
    condition = subject(name).condition
    wrong = [row for row in rows(number) if condition.meets(counts_of(row)) != CONDITIONS[name](row)]
    assert wrong == []


def ways_of(choice: Choice) -> Way:
    """Write a choice of the engine as the naive writing does."""
    lying = faces_of(choice.dice)
    if not choice.fresh:
        return ("is", lying)
    if not choice.rest:
        return ("roll", lying, choice.fresh, None)
    rolls = {in_order(roll) for roll in product(range(1, 7), repeat=choice.fresh)}
    after = frozenset((roll, frozenset(map(ways_of, choice.then(roll)))) for roll in rolls)
    return ("roll", lying, choice.fresh, after)


@pytest.mark.parametrize("number", range(3, 14))
@pytest.mark.parametrize("name", NAMES)
def test_ability_agrees_with_the_naive_one(name: str, number: int) -> None:
    """DG-8: the same ways to act, none twice, on all rows of 3 and 4 dice and on samples beyond."""
    ability = subject(name).ability
    assert ability is not None
    seen: set[Row] = set()
    for row in rows(number):
        if in_order(row) in seen:
            continue
        seen.add(in_order(row))
        offered = [ways_of(choice) for choice in ability.start(counts_of(row))]
        assert len(offered) == len(set(offered)), row
        assert set(offered) == set(ABILITIES[name](row)), row
        assert ability.can_act(counts_of(row)) == bool(offered)
