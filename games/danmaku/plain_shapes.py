"""The shapes of reports that the short cut of the referee looks at: known fields, each of the right type.

Owns shapes only; what is in the fields is looked at in `plain`.
"""

from __future__ import annotations

from typing import Final

_NOTHING: Final = type(None)
_MOST: Final = 1_000


class Odd(Exception):  # noqa: N818 - nothing need be wrong; the referee has to look
    """Something is to be said, or may be."""


class Shape:
    """The fields of one kind of object and their types; what fitted once is known again at a glance."""

    __slots__ = ("_kinds", "_needed", "_seen")

    def __init__(self, kinds: dict[str, tuple[type, ...]]) -> None:
        """Know the types of each field; one that can be missing is None too."""
        self._kinds = kinds
        self._needed = {key for key, types in kinds.items() if _NOTHING not in types}
        self._seen: set[tuple[object, ...]] = set()

    def check(self, data: object) -> None:
        """Raise `Odd` unless the object has known fields only, each of the right type."""
        if type(data) is not dict:
            raise Odd
        shape = (*data, *map(type, data.values()))
        if shape in self._seen:
            return
        if not self._needed <= data.keys() <= self._kinds.keys():
            raise Odd
        if not all(type(value) in self._kinds[key] for key, value in data.items()):
            raise Odd
        if len(self._seen) < _MOST:
            self._seen.add(shape)


TOP: Final = Shape(
    {"format": (str,), "game": (str,), "ruleset": (str,), "seats": (list,), "finished": (bool, _NOTHING)}
)
SEAT: Final = Shape(
    {
        "seat": (int,), "player": (str,), "guest": (bool, _NOTHING), "total": (int, _NOTHING),
        "placement": (int, _NOTHING), "edit_order": (int, _NOTHING), "help": (dict, _NOTHING),
        "captured": (list, _NOTHING), "pages": (list, _NOTHING),
    }
)  # fmt: skip
PAGE: Final = Shape({"dice": (list, _NOTHING), "abilities": (list, _NOTHING), "score": (int, _NOTHING)})
HELP: Final = Shape({"untapped": (int, _NOTHING), "tapped": (int, _NOTHING)})
