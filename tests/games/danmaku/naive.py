"""The 36 subjects once more, in the simplest way: on ordered dice, from the table of the rules.

Knows nothing of the engine. Conditions take dice in a row. Abilities yield every way to act on dice
that lie side by side: ("is", dice afterwards), or ("roll", dice that stay, how many to roll, what may
be done after each roll), everything sorted in the end. Slow and plain on purpose.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations, product
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Row: TypeAlias = tuple[int, ...]
Way: TypeAlias = tuple[Any, ...]

SIDES = range(1, 7)


def equal(dice: Row, number: int) -> bool:
    return any(dice.count(face) >= number for face in SIDES)


CONDITIONS: dict[str, Callable[[Row], bool]] = {
    "チルノ": lambda d: sum(d) == 9,
    "ミスティア": lambda d: sum(d) == 12,
    "リグル": lambda d: 4 not in d and 6 not in d,
    "ルーミア": lambda d: sum(d) >= 13,
    "レティ": lambda d: sum(d) <= 8,
    "慧音": lambda d: all(x % 2 == 0 for x in d),
    "橙": lambda d: len(set(d)) < len(d),
    "アリス": lambda d: len(set(d)) == len(d),
    "てゐ": lambda d: sum(d) >= 17,
    "にとり": lambda d: sum(d) <= 11,
    "メルラン": lambda d: 1 not in d and 2 not in d,
    "リリカ": lambda d: 3 not in d and 4 not in d,
    "ルナサ": lambda d: 5 not in d and 6 not in d,
    "美鈴": lambda d: sum(x % 2 for x in d) >= 4 or sum(x % 2 == 0 for x in d) >= 4,
    "イナバ": lambda d: all(x % 2 for x in d),
    "パチュリー": lambda d: len(set(d)) >= 5,
    "咲夜": lambda d: sum(d) <= 12,
    "早苗": lambda d: equal(d, 4),
    "魔理沙": lambda d: sum(d) >= 23,
    "妖夢": lambda d: sum(x <= 3 for x in d) >= 5,
    "霊夢": lambda d: min(d) >= 4,
    "レミリア": lambda d: sum(d) <= 12,
    "衣玖": lambda d: set(d) == set(SIDES),
    "永琳": lambda d: equal(d, 5),
    "幽香": lambda d: sum(d) >= 30,
    "幽々子": lambda d: sum(x % 2 == 0 for x in d) >= 6,
    "藍": lambda d: len(set(d)) <= 2,
    "フランドール": lambda d: sum(x <= 2 for x in d) >= 7,
    "輝夜": lambda d: equal(d, 6),
    "小町": lambda d: sum(d) == 13,
    "天子": lambda d: set(d) <= {5, 6},
    "妹紅": lambda d: sum(d) >= 38,
    "萃香": lambda d: equal(d, 7),
    "四季映姫": lambda d: sum(d) <= 11,
    "紫": lambda d: set(d) <= {1, 6},
    "神奈子": lambda d: sum(d) >= 46,
}


def in_order(dice: Row) -> Row:
    return tuple(sorted(dice))


def exchanged(dice: Row, new: dict[int, int]) -> Way:
    """Dice with some places showing something else."""
    return ("is", in_order(tuple(new.get(place, face) for place, face in enumerate(dice))))


def rerolled(dice: Row, places: tuple[int, ...], fresh: int | None = None) -> Way:
    """Dice of which some places are rolled again, or replaced by another number of dice."""
    stay = tuple(face for place, face in enumerate(dice) if place not in places)
    return ("roll", in_order(stay), len(places) if fresh is None else fresh, None)


def one_each(dice: Row, number: int, fits: Callable[[int], bool], to: Callable[[int], Any]) -> Iterator[Way]:
    """Take exactly so many fitting dice; each goes to one of its faces, all of them within 1..6."""
    places = [place for place, face in enumerate(dice) if fits(face)]
    for taken in combinations(places, number):
        for faces in product(*(to(dice[place]) for place in taken)):
            if all(face in SIDES for face in faces):
                yield exchanged(dice, dict(zip(taken, faces, strict=True)))


def reroll_one(dice: Row, fits: Callable[[int], bool]) -> Iterator[Way]:
    for place, face in enumerate(dice):
        if fits(face):
            yield rerolled(dice, (place,))


def anything(face: int) -> bool:
    return face in SIDES


def shift(dice: Row, number: int, step: int, fits: Callable[[int], bool] = anything) -> Iterator[Way]:
    return one_each(dice, number, fits, lambda x: [x + step])


def keine(dice: Row) -> Iterator[Way]:
    for place in range(len(dice)):
        rest = dice[:place] + dice[place + 1 :]
        if rest:
            yield ("is", in_order(rest))


def meiling(dice: Row) -> Iterator[Way]:
    evens = [place for place, face in enumerate(dice) if face % 2 == 0]
    for places in combinations(evens, 3):
        yield rerolled(dice, places, 4)


def patchouli(dice: Row) -> Iterator[Way]:
    for parity in (0, 1):
        places = tuple(place for place, face in enumerate(dice) if face % 2 == parity)
        if places:
            yield rerolled(dice, places)


def youmu(dice: Row) -> Iterator[Way]:
    for place, face in enumerate(dice):
        rest = dice[:place] + dice[place + 1 :]
        if face == 1 and rest:
            yield ("is", in_order(rest))
        elif face in (3, 5):
            yield ("is", in_order((*rest, {5: 2, 3: 1}[face])))


def iku(dice: Row) -> Iterator[Way]:
    for one, other in combinations(range(len(dice)), 2):
        if dice[one] == dice[other]:
            yield rerolled(dice, (one, other), 3)


def on_two(dice: Row, first: Callable[[int], int], second: Callable[[int], int]) -> Iterator[Way]:
    """One die this, another one that."""
    for one, other in permutations(range(len(dice)), 2):
        new = {one: first(dice[one]), other: second(dice[other])}
        if all(face in SIDES for face in new.values()):
            yield exchanged(dice, new)


def komachi(dice: Row) -> Iterator[Way]:
    for place in range(len(dice)):
        yield rerolled(dice, (place,), 2)


def set_any(dice: Row, number: int) -> frozenset[Way]:
    return frozenset(one_each(dice, number, anything, lambda _: SIDES))


def tenshi(dice: Row) -> Iterator[Way]:
    for place in range(len(dice)):
        stay = in_order(dice[:place] + dice[place + 1 :])
        after = frozenset(((face,), set_any((*stay, face), 1)) for face in SIDES)
        yield ("roll", stay, 1, after)


def kanako(dice: Row) -> Iterator[Way]:
    rolls = {in_order(roll) for roll in product(SIDES, repeat=2)}
    after = frozenset((roll, set_any(in_order(dice) + roll, 2)) for roll in rolls)
    yield ("roll", in_order(dice), 2, after)


def suika(dice: Row) -> Iterator[Way]:
    most = max(dice.count(face) for face in SIDES)
    for face in set(dice):
        for target in SIDES:
            if dice.count(target) == most:
                yield ("is", in_order(tuple(target if x == face else x for x in dice)))


def eiki(dice: Row) -> Iterator[Way]:
    if set(dice) != set(SIDES):
        return
    for places in combinations(range(len(dice)), 4):
        if len({dice[place] for place in places}) == 4:
            for faces in product(SIDES, repeat=4):
                yield exchanged(dice, dict(zip(places, faces, strict=True)))


def yukari(dice: Row) -> Iterator[Way]:
    for face in SIDES:
        if any(abs(x - face) <= 1 for x in dice):
            yield ("is", in_order(tuple(face if abs(x - face) <= 1 else x for x in dice)))


def flandre(dice: Row) -> Iterator[Way]:
    yield from one_each(dice, 1, anything, lambda x: [max(1, x - 2)])
    yield from shift(dice, 2, -1)


def mokou(dice: Row) -> Iterator[Way]:
    yield from one_each(dice, 1, anything, lambda x: [min(6, x + 2)])
    yield from shift(dice, 2, 1)


ABILITIES: dict[str, Callable[[Row], Iterator[Way]]] = {
    "チルノ": lambda d: shift(d, 2, -1, lambda x: x >= 4),
    "ミスティア": lambda d: shift(d, 2, 1, lambda x: x <= 3),
    "リグル": lambda d: reroll_one(d, lambda x: x % 2 == 1),
    "ルーミア": lambda d: reroll_one(d, lambda x: x <= 4),
    "レティ": lambda d: reroll_one(d, lambda x: x >= 3),
    "慧音": keine,
    "橙": lambda d: reroll_one(d, lambda x: x % 2 == 0),
    "アリス": lambda d: reroll_one(d, anything),
    "てゐ": lambda d: one_each(d, 1, lambda x: x == 1, lambda _: SIDES),
    "にとり": lambda d: one_each(d, 1, lambda x: x == 6, lambda _: SIDES),
    "メルラン": lambda d: shift(d, 1, 1),
    "リリカ": lambda d: one_each(d, 1, anything, lambda _: [f for f, n in Counter(d).items() if n == 1]),
    "ルナサ": lambda d: shift(d, 1, -1),
    "美鈴": meiling,
    "イナバ": lambda d: one_each(d, 1, lambda x: x % 2 == 1, lambda _: [2, 4, 6]),
    "パチュリー": patchouli,
    "咲夜": lambda d: one_each(d, 1, anything, lambda _: [min(d)]),
    "早苗": lambda d: one_each(d, 2, lambda x: x == 5, lambda _: SIDES),
    "魔理沙": lambda d: one_each(d, 1, anything, lambda _: [max(d)]),
    "妖夢": youmu,
    "霊夢": lambda d: one_each(d, 1, anything, lambda x: [7 - x]),
    "レミリア": lambda d: one_each(d, 1, anything, lambda x: range(1, x)),
    "衣玖": iku,
    "永琳": lambda d: on_two(d, lambda x: x + 1, lambda x: x - 1),
    "幽香": lambda d: one_each(d, 1, anything, lambda x: range(x + 1, 7)),
    "幽々子": lambda d: one_each(d, 2, anything, lambda _: [4]),
    "藍": lambda d: one_each(d, 1, anything, lambda _: set(d)),
    "フランドール": flandre,
    "輝夜": lambda d: on_two(d, lambda _: 1, lambda _: 6),
    "小町": komachi,
    "天子": tenshi,
    "妹紅": mokou,
    "萃香": suika,
    "四季映姫": eiki,
    "紫": yukari,
    "神奈子": kanako,
}
