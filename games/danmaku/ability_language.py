"""Reads abilities of the card language (docs/cards.md).

Owns the written words for taking dice and for what happens to them. What they mean is in
`selectors`, `operations` and `abilities`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from games.danmaku.abilities import Ability
from games.danmaku.condition_language import only_true, read_bounds, read_condition, read_faces
from games.danmaku.dice import FACES, MOST_DICE
from games.danmaku.operations import WORDS as TARGETS
from games.danmaku.operations import (
    AddFresh,
    AddShowing,
    Flip,
    Halve,
    MovePips,
    Operation,
    Replace,
    Reroll,
    SetSame,
    SetTo,
    Shift,
)
from games.danmaku.paths import Action, Either, Then, Together
from games.danmaku.selectors import Chosen, Selector

if TYPE_CHECKING:
    from collections.abc import Callable

    from games.core.cardtable import CardTable
    from games.danmaku.conditions import Condition
    from games.danmaku.dice import Faces
    from games.danmaku.paths import Node

_SELECTOR: Final = frozenset({"dice", "faces", "equal", "different"})
_GROUPS: Final = ("then", "either", "together")
_TWO_PARTS, _MOST_PARTS = 2, 6
_MOST_FRESH: Final = 6
_ADDABLE: Final = ("any", "showing", "lowest", "highest", "most", "unique")


def read_ability(table: CardTable) -> Ability | None:
    """Read an ability; None when it can't be used."""
    if "start_dice" not in table.data:
        root = _node(table)
        return Ability(root) if root else None
    table.only({"start_dice"})
    number = table.whole("start_dice", 1, _MOST_FRESH)
    return Ability(None, number) if number and len(table.data) == 1 else None


def _node(table: CardTable) -> Node | None:
    groups = [key for key in _GROUPS if key in table.data]
    words = [key for key in _OPERATIONS if key in table.data]
    if len(groups) + len(words) != 1:
        _not_one(table, [*groups, *words])
        return None
    before = table.problems.errors
    guard = _guard(table)
    node = _group(table, groups[0], guard) if groups else _action(table, words[0], guard)
    return None if table.problems.errors > before else node


def _not_one(table: CardTable, found: list[str]) -> None:
    """Say that an ability does nothing, unless a mistyped word says so already, or too much at once."""
    before = table.problems.errors
    table.only({"if", "stops", *_GROUPS, *_OPERATIONS, *_SELECTOR})
    if found:
        table.problems.error(table.rule, table.way, "danmaku.card_operations", given=found)
    elif table.problems.errors == before:
        choices = [*_OPERATIONS, *_GROUPS]
        table.problems.error(table.rule, table.way, "danmaku.card_operation_missing", given=choices)


def _guard(table: CardTable) -> Condition | None:
    inner = table.table("if") if "if" in table.data else None
    return read_condition(inner) if inner else None


def _group(table: CardTable, key: str, guard: Condition | None) -> Node | None:
    table.only({"if", key})
    inner = table.tables(key)
    if not _TWO_PARTS <= len(inner) <= _MOST_PARTS:
        table.error(key, "danmaku.card_parts", name=key, low=_TWO_PARTS, high=_MOST_PARTS)
        return None
    nodes = [node for node in map(_node, inner) if node is not None]
    if len(nodes) < len(inner):
        return None
    if key == "then":
        return Then(tuple(nodes), guard)
    if key == "either":
        return Either(tuple(nodes), guard)
    actions = tuple(node for node in nodes if isinstance(node, Action))
    if len(actions) < len(nodes):
        table.error(key, "danmaku.card_together", name=key)
        return None
    return Together(actions, guard)


def _action(table: CardTable, key: str, guard: Condition | None) -> Node | None:
    known = {"if", key} | ({"stops"} if key == "shift" else set())
    if key in ("add", "add_showing"):
        table.only(known)
        selector = None
    elif key == "move_pips":
        table.only(known | {"faces"})
        faces = _faces(table)
        selector = None if faces is None else Selector(faces, 2, 2)
    else:
        table.only(known | _SELECTOR)
        selector = _selector(table)
    operation = _OPERATIONS[key](table, key)
    return None if operation is None else Action(operation, selector, guard)


def _selector(table: CardTable) -> Selector | None:
    faces = _faces(table)
    numbers = _numbers(table) if table.has("dice") else None
    equal, different = (key in table.data and only_true(table, key) for key in ("equal", "different"))
    if numbers is None or faces is None:
        return None
    every = table.data["dice"] == "all"
    if (equal and different) or (every and (equal or different)):
        table.error("equal" if equal else "different", "danmaku.card_selector")
        return None
    return Selector(faces, numbers[0], numbers[1], every, equal, different)


def _faces(table: CardTable) -> Faces | Chosen | None:
    value = table.data.get("faces", "any")
    if isinstance(value, str) and value in list(Chosen):
        return Chosen(value)
    return FACES if "faces" not in table.data else read_faces(table, "faces")


def _numbers(table: CardTable) -> tuple[int, int] | None:
    value = table.data["dice"]
    if value in ("all", "any"):
        return 1, MOST_DICE
    if isinstance(value, str):
        table.error("dice", "danmaku.card_dice", name="dice", high=MOST_DICE)
        return None
    bounds = read_bounds(table, "dice", MOST_DICE)
    if bounds is None:
        return None
    if bounds.high == 0:
        table.error("dice", "danmaku.card_dice", name="dice", high=MOST_DICE)
        return None
    return max(1, bounds.low), min(bounds.high, MOST_DICE)


def _plain(operation: Operation) -> Callable[[CardTable, str], Operation | None]:
    return lambda table, key: operation if only_true(table, key) else None


def _set(table: CardTable, key: str) -> Operation | None:
    value = table.data[key]
    if value in ("same", "most"):
        return SetSame("any" if value == "same" else value)
    if value == "chosen" and table.data.get("faces") not in (Chosen.FACE, Chosen.NEAR):
        table.error(key, "danmaku.card_chosen")
        return None
    if isinstance(value, str) and value in TARGETS:
        return SetTo(value)
    faces = read_faces(table, key)
    return SetTo(faces) if faces else None


def _shift(table: CardTable, key: str) -> Operation | None:
    value = table.data[key]
    given = value if isinstance(value, list) else [value]
    steps = {step for step in given if type(step) is int and 0 < abs(step) < len(FACES)}
    if not steps or len(steps) < len(given):
        table.error(key, "danmaku.card_shift", name=key)
        return None
    return Shift(tuple(sorted(steps)), table.flag("stops"))


def _number(build: Callable[[int], Operation], high: int) -> Callable[[CardTable, str], Operation | None]:
    def read(table: CardTable, key: str) -> Operation | None:
        number = table.whole(key, 1, high)
        return None if number is None else build(number)

    return read


def _add_showing(table: CardTable, key: str) -> Operation | None:
    value = table.data[key]
    if isinstance(value, str) and value in _ADDABLE:
        return AddShowing(value)
    faces = read_faces(table, key)
    return AddShowing(faces) if faces else None


_OPERATIONS: Final[dict[str, Callable[[CardTable, str], Operation | None]]] = {
    "reroll": _plain(Reroll()),
    "set": _set,
    "shift": _shift,
    "flip": _plain(Flip()),
    "halve": _plain(Halve()),
    "remove": _plain(Replace(0)),
    "replace": _number(Replace, _MOST_FRESH),
    "move_pips": _number(MovePips, len(FACES) - 1),
    "add": _number(AddFresh, _MOST_FRESH),
    "add_showing": _add_showing,
}

WORDS: Final = ("start_dice", "if", "stops", *sorted(_SELECTOR), *_OPERATIONS, *_GROUPS)
