"""Reads conditions of the card language (docs/cards.md).

Owns the written words for faces, numbers and conditions. What they mean is in `conditions`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from games.core.node import kind_of
from games.core.wording import clean_quote
from games.danmaku.conditions import (
    AllDifferent,
    AllOf,
    Among,
    AnyOf,
    Bounds,
    Condition,
    Distinct,
    Groups,
    Not,
    OfAKind,
    Only,
    Straight,
    Sum,
)
from games.danmaku.dice import FACES, MOST_DICE
from games.danmaku.selectors import EVEN, ODD

if TYPE_CHECKING:
    from collections.abc import Callable

    from games.core.cardtable import CardTable
    from games.danmaku.dice import Faces

FACE_WORDS: Final[dict[str, Faces]] = {"odd": ODD, "even": EVEN, "any": FACES}
_RANGE: Final = re.compile(r"([1-6])-([1-6])", re.ASCII)
_MOST_PARTS: Final = 12


def read_faces(table: CardTable, key: str) -> Faces | None:
    """Read faces: 5, [1, 2, 3], "4-6", "odd", "even" or "any"."""
    value = table.data[key]
    if type(value) is int and value in FACES:
        return (value,)
    if isinstance(value, str):
        found = _RANGE.fullmatch(value)
        faces = tuple(range(int(found[1]), int(found[2]) + 1)) if found else FACE_WORDS.get(value, ())
        if faces:
            return faces
    if isinstance(value, list) and value and all(type(face) is int and face in FACES for face in value):
        return tuple(sorted(set(value)))
    given = clean_quote(str(value)) if isinstance(value, str | int) else kind_of(value)
    table.error(key, "danmaku.card_faces", name=key, given=given)
    return None


def read_bounds(table: CardTable, key: str, high: int) -> Bounds | None:
    """Read a number, or {min, max} with at least one of them."""
    if isinstance(table.data[key], int):
        exact = table.whole(key, 0, high)
        return None if exact is None else Bounds(exact, exact)
    inner = table.table(key)
    if inner is None:
        return None
    inner.only({"min", "max"})
    return _limits(inner, high)


def _limits(table: CardTable, high: int) -> Bounds | None:
    """Read the keys min and max of a table."""
    given = [key for key in ("min", "max") if key in table.data]
    limits = {key: table.whole(key, 0, high) for key in given}
    if None in limits.values():
        return None
    low, most = limits.get("min") or 0, limits.get("max")
    if not given or (most is not None and most < low):
        table.problems.error(table.rule, table.way, "danmaku.card_bounds", name=str(table.way[-1]))
        return None
    return Bounds(low) if most is None else Bounds(low, most)


def read_condition(table: CardTable) -> Condition | None:
    """Read a table of conditions that all have to be met; None when a part can't be used."""
    table.only(frozenset(WORDS))
    parts = [read(table, key) for key, read in WORDS.items() if key in table.data]
    if not parts and not table.data:
        table.problems.error(table.rule, table.way, "danmaku.card_condition_empty")
    usable = [part for part in parts if part is not None]
    if not usable or len(usable) < len(table.data):
        return None
    return usable[0] if len(usable) == 1 else AllOf(tuple(usable))


def _sum(table: CardTable, key: str) -> Condition | None:
    bounds = read_bounds(table, key, len(FACES) * MOST_DICE)
    return Sum(bounds) if bounds else None


def _distinct(table: CardTable, key: str) -> Condition | None:
    bounds = read_bounds(table, key, len(FACES))
    return Distinct(bounds) if bounds else None


def _all(table: CardTable, key: str) -> Condition | None:
    faces = read_faces(table, key)
    return Only(faces) if faces else None


def _none(table: CardTable, key: str) -> Condition | None:
    faces = read_faces(table, key)
    return Among(faces, Bounds(0, 0)) if faces else None


def _count(table: CardTable, key: str) -> Condition | None:
    inner = table.table(key)
    if inner is None:
        return None
    inner.only({"faces", "min", "max"})
    faces = read_faces(inner, "faces") if inner.has("faces") else None
    bounds = _limits(inner, MOST_DICE)
    return Among(faces, bounds) if faces and bounds else None


def _of_a_kind(table: CardTable, key: str) -> Condition | None:
    number = table.whole(key, 1, MOST_DICE)
    return OfAKind(number) if number else None


def _straight(table: CardTable, key: str) -> Condition | None:
    length = table.whole(key, 1, len(FACES))
    return Straight(length) if length else None


def _all_different(table: CardTable, key: str) -> Condition | None:
    return AllDifferent() if only_true(table, key) else None


def only_true(table: CardTable, key: str) -> bool:
    """Read a key that is written as `key = true` or left out."""
    if table.data[key] is True:
        return True
    table.error(key, "danmaku.card_only_true", name=key)
    return False


def _groups(table: CardTable, key: str) -> Condition | None:
    sizes = table.data[key]
    if not isinstance(sizes, list) or not sizes or not all(_size_fits(size) for size in sizes):
        table.error(key, "danmaku.card_groups", name=key, high=MOST_DICE)
        return None
    return Groups(tuple(sizes))


def _size_fits(size: object) -> bool:
    return type(size) is int and 1 <= size <= MOST_DICE


def _parts(table: CardTable, key: str) -> tuple[Condition, ...] | None:
    inner = table.tables(key)
    if isinstance(table.data[key], list) and not 1 <= len(inner) <= _MOST_PARTS:
        table.error(key, "danmaku.card_parts", name=key, low=1, high=_MOST_PARTS)
        return None
    parts = [part for part in map(read_condition, inner) if part is not None]
    return tuple(parts) if parts and len(parts) == len(inner) else None


def _any_of(table: CardTable, key: str) -> Condition | None:
    parts = _parts(table, key)
    return AnyOf(parts) if parts else None


def _all_of(table: CardTable, key: str) -> Condition | None:
    parts = _parts(table, key)
    return AllOf(parts) if parts else None


def _not(table: CardTable, key: str) -> Condition | None:
    inner = table.table(key)
    part = read_condition(inner) if inner else None
    return Not(part) if part else None


WORDS: Final[dict[str, Callable[[CardTable, str], Condition | None]]] = {
    "sum": _sum,
    "all": _all,
    "none": _none,
    "count": _count,
    "distinct": _distinct,
    "all_different": _all_different,
    "of_a_kind": _of_a_kind,
    "groups": _groups,
    "straight": _straight,
    "any_of": _any_of,
    "all_of": _all_of,
    "not": _not,
}
