"""How the use of an ability is written in a record, and recognised there (DG-8, DG-19)."""

from __future__ import annotations

from itertools import combinations, product
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.danmaku.cards import base_set
from games.danmaku.dice import counts_of, faces_of, minus, multisets, plus

if TYPE_CHECKING:
    from games.danmaku.cards import Ability, Change, Choice
    from games.danmaku.dice import Counts, Faces

NAMES = [card.name for card in base_set().cards]


def ability_of(name: str) -> Ability:
    card = base_set().find(name)
    assert card is not None
    assert card.ability is not None
    return card.ability


def explained(name: str, dice: str, change: Change) -> str | None:
    """Return the dice after a change as digits, None when it isn't a use of the ability."""
    after = ability_of(name).explains(counts_of(map(int, dice)), change)
    return None if after is None else "".join(map(str, faces_of(after)))


@pytest.mark.parametrize(
    ("name", "dice", "change", "after"),
    [
        ("チルノ", "1456", ((4, 3), (5, 4)), "1346"),
        ("チルノ", "1456", ((4, 3),), None),  # two dice are exactly two
        ("チルノ", "1456", ((4, 3), (5, 4), (6, 5)), None),
        ("チルノ", "1456", ((1, 0), (5, 4)), None),
        ("アリス", "1456", ((1, 6),), "4566"),
        ("アリス", "1456", ((1, 1),), "1456"),
        ("アリス", "1456", (), "1456"),  # the rolled die showed the same again
        ("アリス", "1456", ((2, 6),), None),
        ("アリス", "1456", ((1, 6), (4, 6)), None),
        ("アリス", "1456", ((1, None), (None, 6)), None),  # a reroll is no exchange
        ("慧音", "12", ((1, None),), "2"),
        ("慧音", "12", ((1, None), (2, None)), None),
        ("慧音", "1", ((1, None),), None),  # one die has to be left
        ("妖夢", "135", ((5, 2),), "123"),
        ("妖夢", "135", ((3, 1),), "115"),
        ("妖夢", "135", ((1, None),), "35"),
        ("妖夢", "135", ((5, 3),), None),
        ("美鈴", "1246", ((2, None), (4, None), (6, None), *[(None, 5)] * 4), "15555"),
        ("美鈴", "1246", ((2, 5), (4, 5), (6, 5), (None, 5)), "15555"),
        ("美鈴", "1246", ((2, 5), (4, 5), (6, 5)), None),
        ("美鈴", "1246", ((1, 5), (4, 5), (6, 5), (None, 5)), None),
        ("衣玖", "1122", ((1, 3), (1, 3), (None, 4)), "22334"),
        ("衣玖", "1122", ((1, 3), (2, 3), (None, 4)), None),
        ("永琳", "34", ((3, 4), (4, 3)), "34"),
        ("永琳", "34", ((3, 2), (4, 5)), "25"),
        ("永琳", "34", ((3, 2), (4, 3)), None),
        ("永琳", "66", ((6, 5),), None),  # a 6 can't go up
        ("フランドール", "1116", ((6, 4),), "1114"),
        ("フランドール", "1116", ((1, 1),), "1116"),  # -2 stops at 1
        ("フランドール", "1126", ((2, 1), (6, 5)), "1115"),
        ("フランドール", "1116", ((6, 5), (1, 1)), None),  # -1 doesn't
        ("妹紅", "1556", ((5, 6),), "1566"),
        ("妹紅", "1556", ((1, 2), (5, 6)), "2566"),
        ("妹紅", "1566", ((5, 6), (6, 6)), None),
        ("萃香", "11223", ((1, 2), (1, 2)), "22223"),
        ("萃香", "11223", ((1, 2),), None),  # every die that shows it
        ("萃香", "11223", ((3, 1),), "11122"),
        ("萃香", "11223", ((1, 3), (1, 3)), None),
        ("四季映姫", "123456", ((1, 6), (2, 6), (3, 6), (4, 6)), "566666"),
        ("四季映姫", "1234566", ((6, 1), (6, 1), (3, 1), (4, 1)), None),  # four different faces
        ("四季映姫", "123455", ((1, 5), (2, 5), (3, 5), (4, 5)), None),  # all six have to show
        ("紫", "34451", ((3, 4), (5, 4)), "14444"),
        ("紫", "34451", ((3, 4), (4, 4), (4, 4), (5, 4)), "14444"),
        ("紫", "34451", ((3, 4),), None),
        ("天子", "223", ((3, 5), (5, 6)), "226"),
        ("天子", "223", ((3, 6),), "226"),
        ("天子", "223", ((3, 5), (2, 6)), "256"),
        ("天子", "223", ((2, 4), (2, 4)), "344"),
        ("天子", "223", ((2, 4), (2, 4), (3, 4)), None),
        ("神奈子", "123", ((None, 4), (None, 5), (1, 6), (4, 6)), "23566"),
        ("神奈子", "123", ((None, 6), (None, 6)), "12366"),
        ("神奈子", "123", ((None, 6),), None),
        ("神奈子", "123", ((None, 4), (None, 5), (1, 6), (2, 6), (3, 6)), None),
    ],
)
def test_change_is_a_use_or_not(name: str, dice: str, change: Change, after: str | None) -> None:
    assert explained(name, dice, change) == after


def test_die_that_moves_twice_is_written_twice_so_that_its_roll_stays_known() -> None:
    (choice,) = [c for c in ability_of("天子").start(counts_of((2, 2, 3))) if faces_of(c.dice) == (2, 2)]
    assert choice.change == ()
    (after,) = [c for c in choice.then((5,)) if faces_of(c.dice) == (2, 2, 6)]
    assert after.change == ((3, 5), (5, 6))


def test_rolled_die_is_written_even_when_it_shows_the_same() -> None:
    (choice,) = ability_of("アリス").start(counts_of((3, 3)))
    assert [c.change for c in choice.then((3,))] == [((3, 3),)]


def test_use_without_effect_is_offered_once_and_written_as_one_die_that_stays() -> None:
    """DG-19: it spends the ability."""
    offered = ability_of("藍").start(counts_of((2, 2, 3)))
    assert [c.change for c in offered if faces_of(c.dice) == (2, 2, 3)] == [((2, 2),)]
    assert ability_of("美鈴").start(counts_of((1, 3, 5))) == ()


@pytest.mark.parametrize("rolled", [(), (1, 2), (7,), (0,)])
def test_wrong_roll_is_refused(rolled: Faces) -> None:
    choice = ability_of("アリス").start(counts_of((3, 3)))[0]
    with pytest.raises(ValueError, match=r"die|dice"):
        choice.then(rolled)


def test_finished_use_takes_no_roll() -> None:
    choice = ability_of("霊夢").start(counts_of((3, 3)))[0]
    assert choice.fresh == 0
    with pytest.raises(ValueError, match="0 dice"):
        choice.then(())


DICE = st.lists(st.integers(1, 6), min_size=1, max_size=10).map(counts_of)


def played(data: st.DataObject, choices: tuple[Choice, ...]) -> Choice:
    """Use an ability to the end, with drawn decisions and rolls."""
    choice = data.draw(st.sampled_from(choices))
    while choice.fresh:
        rolled = data.draw(st.lists(st.integers(1, 6), min_size=choice.fresh, max_size=choice.fresh))
        choice = data.draw(st.sampled_from(choice.then(tuple(sorted(rolled)))))
    return choice


@settings(max_examples=300, deadline=None)
@given(name=st.sampled_from(NAMES), dice=DICE, data=st.data())
def test_what_was_played_explains_itself_in_any_order(name: str, dice: Counts, data: st.DataObject) -> None:
    ability = ability_of(name)
    choices = ability.start(dice)
    if not choices:
        return
    end = played(data, choices)
    turned = tuple(data.draw(st.permutations(end.change)))
    assert ability.explains(dice, turned) == end.dice
    assert end.change
    assert sum(end.dice) - sum(dice) in ability.dice_change


MOVES = st.tuples(st.none() | st.integers(1, 6), st.none() | st.integers(1, 6)).filter(any)


@settings(max_examples=300, deadline=None)
@given(name=st.sampled_from(NAMES), dice=DICE, change=st.lists(MOVES, max_size=4).map(tuple))
def test_explained_change_has_the_effect_it_tells(name: str, dice: Counts, change: Change) -> None:
    after = ability_of(name).explains(dice, change)
    if after is not None:
        come = counts_of(face for _, face in change if face is not None)
        gone = counts_of(face for face, _ in change if face is not None)
        assert after == minus(plus(dice, come), gone)
        assert sum(after) >= 1


@pytest.mark.parametrize("name", ["チルノ", "永琳", "輝夜", "幽々子", "妹紅", "リリカ"])
def test_exactly_the_changes_of_the_rules_are_explained(name: str) -> None:
    """All pairs of moves on all dice, against a list of what the card says."""
    says = {
        "チルノ": lambda d, m: len(m) == 2 and all(a >= 4 and b == a - 1 for a, b in m),
        "永琳": lambda d, m: sorted(b - a for a, b in m) == [-1, 1],
        "輝夜": lambda d, m: sorted(b for _, b in m) == [1, 6],
        "幽々子": lambda d, m: len(m) == 2 and all(b == 4 for _, b in m),
        "妹紅": lambda d, m: (
            (len(m) == 1 and m[0][1] == min(6, m[0][0] + 2)) or [b - a for a, b in m] == [1, 1]
        ),
        "リリカ": lambda d, m: len(m) == 1 and d.count(m[0][1]) == 1,
    }[name]
    ability = ability_of(name)
    for dice in multisets(3):
        row = faces_of(dice)
        for size in (1, 2):
            for places in combinations(range(3), size):
                for faces in product(range(1, 7), repeat=size):
                    moves = [(row[place], face) for place, face in zip(places, faces, strict=True)]
                    if any(before == after for before, after in moves):
                        continue  # a die that stays may be left out, or stand for another
                    assert (ability.explains(dice, tuple(moves)) is not None) == _told(says, row, moves)


def _told(says: object, row: Faces, moves: list[tuple[int, int]]) -> bool:
    """Tell whether moves are a use, with dice that stay added where they were left out."""
    assert callable(says)
    others = list(row)
    for before, _ in moves:
        others.remove(before)
    whole = [moves, *([*moves, (die, die)] for die in others)]
    return any(says(row, told) for told in whole)


@pytest.mark.parametrize("name", NAMES)
def test_more_dice_of_a_face_than_the_grip_change_nothing(name: str) -> None:
    ability = ability_of(name)
    grip = ability.grip
    if grip is None:
        assert name in {"パチュリー", "萃香", "紫"}
        return
    for number, every in ((3, 1), (4, 2), (6, 20), (8, 99)):
        for dice in multisets(number)[::every]:
            few = counts_of(face for face, count in enumerate(dice, 1) for _ in range(min(count, grip)))
            rest = minus(dice, few)
            assert rest is not None
            assert _tree(ability.start(dice), dice, 1) == _tree(ability.start(few), few, 1)


def _tree(choices: tuple[Choice, ...], before: Counts, deep: int) -> list[object]:
    """Return choices by what they change, with what follows on the highest and the lowest roll."""
    found: list[object] = []
    for choice in choices:
        delta = tuple(now - then for now, then in zip(choice.dice, before, strict=True))
        found.append((delta, choice.change, choice.fresh))
        if choice.fresh and deep:
            for face in (1, 6):
                found += _tree(choice.then((face,) * choice.fresh), before, deep - 1)
    return found


@pytest.mark.parametrize(
    ("name", "grip"),
    [
        ("アリス", 1),
        ("慧音", 2),
        ("妖夢", 2),
        ("リリカ", 2),
        ("チルノ", 2),
        ("永琳", 2),
        ("美鈴", 3),
        ("天子", 2),
        ("神奈子", 2),
    ],
)
def test_grip_is_as_small_as_it_can_be_told(name: str, grip: int) -> None:
    assert ability_of(name).grip == grip
