"""Reads the steps of events and trumps: `{ op = "flip", who = "each", colour = "cover", count = "all" }`.

Owns the keys of a step and which of them each op takes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from games.core.node import kind_of
from games.core.wording import clean_quote
from games.doujin.effects import ALL, ANY_COLOUR, COLOUR_BITS, Op, Picker, Step, Who

if TYPE_CHECKING:
    from games.core.cardtable import CardTable

MOST_STEPS: Final = 6
MOST_CARDS: Final = 9
MOST_POINTS: Final = 20
_CHOOSING: Final = {"who", "colour", "side", "count", "pick"}
_KEYS: Final = {
    Op.FLIP: _CHOOSING,
    Op.GIVE: _CHOOSING | {"to"},
    Op.EXCHANGE: _CHOOSING | {"with"},
    Op.DRAW: {"who", "side", "count"},
    Op.DISCARD: _CHOOSING,
    Op.SCORE: {"who", "count"},
    Op.CANCEL: {"who"},
}
_OTHER: Final = {Op.GIVE: "to", Op.EXCHANGE: "with"}
_SIDES: Final = ("any", "light", "dark")
_ONE_PLAYER: Final = tuple(who for who in Who if who is not Who.EACH)
_CANCELLERS: Final = (Who.SELF, Who.EACH)


def read_steps(card: CardTable) -> tuple[Step, ...]:
    """Read the steps of a card; those that can't be used are left out, with a problem each."""
    tables = card.tables("steps") if card.has("steps") else []
    if "steps" in card.data and isinstance(card.data["steps"], list) and not 0 < len(tables) <= MOST_STEPS:
        card.error("steps", "cards.out_of_range", name="steps", low=1, high=MOST_STEPS, given=len(tables))
        return ()
    steps = [_read_step(table) for table in tables]
    return tuple(step for step in steps if step is not None)


def _read_step(table: CardTable) -> Step | None:
    word = table.choice("op", tuple(Op)) if table.has("op") else None
    if word is None:
        return None
    op = Op(word)
    table.only(frozenset(_KEYS[op] | {"op"}))
    who = _who(table, "who", _CANCELLERS if op is Op.CANCEL else tuple(Who))
    other = _other(table, op, who)
    colours = _colours(table) if "colour" in table.data else COLOUR_BITS[ANY_COLOUR]
    side = table.choice("side", _SIDES) if "side" in table.data else "any"
    count = _count(table, op)
    pick = table.choice("pick", tuple(Picker)) if "pick" in table.data else Picker.OWNER.value
    if who is None or colours is None or side is None or count is None or pick is None:
        return None
    if op in _OTHER and other is None:
        return None
    return Step(op, who, other, colours, side, count, Picker(pick))


def _who(table: CardTable, key: str, choices: tuple[Who, ...]) -> Who | None:
    word = table.choice(key, choices) if table.has(key) else None
    return None if word is None else Who(word)


def _other(table: CardTable, op: Op, who: Who | None) -> Who | None:
    """Read who receives or exchanges; never the one who gives."""
    key = _OTHER.get(op)
    if key is None:
        return None
    other = _who(table, key, _ONE_PLAYER)
    if other is not None and other is who and who in {Who.SELF, Who.RICHEST, Who.POOREST}:
        table.error(key, "doujin.step_same", name=key, given=other.value)
        return None
    return other


def _colours(table: CardTable) -> int | None:
    """Read a colour or a list of them."""
    value = table.data["colour"]
    words = value if isinstance(value, list) else [value]
    colours = 0
    for word in words:
        if not isinstance(word, str):
            found = kind_of(word)
            table.error("colour", "cards.wrong_type", name="colour", expected="text", found=found)
            return None
        if word not in COLOUR_BITS:
            given = clean_quote(word)
            table.error("colour", "cards.not_a_choice", name="colour", choices=list(COLOUR_BITS), given=given)
            return None
        colours |= COLOUR_BITS[word]
    if not colours:
        table.error("colour", "cards.wrong_type", name="colour", expected="text", found="list")
        return None
    return colours


def _count(table: CardTable, op: Op) -> int | None:
    """Read how many cards, or how many points."""
    if "count" not in table.data:
        if op is Op.SCORE:
            table.has("count")
            return None
        return 1
    if table.data["count"] == "all" and "pick" in _KEYS[op]:
        return ALL
    if op is Op.SCORE:
        return table.whole("count", -MOST_POINTS, MOST_POINTS)
    return table.whole("count", 1, MOST_CARDS)
