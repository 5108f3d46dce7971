"""Reads fields of parsed JSON with the right type, or says what is wrong.

Owns FMT-2..FMT-5, FMT-7 and FMT-9. Knows kinds of values, not what they mean. `null` in an
optional field means: not given.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from decimal import Decimal
from difflib import get_close_matches
from functools import lru_cache
from typing import TYPE_CHECKING, Final, TypeAlias

from games.core.names import LONGEST_NAME, text_problem
from games.core.wording import clean_quote

if TYPE_CHECKING:
    from games.core.findings import Findings, Param

INT_LIMIT: Final = 999_999_999
_INTEGERS: Final = {int}
_TEXTS: Final = {str}
Json: TypeAlias = Mapping[str, object]


def kind_of(value: object) -> str:
    """Return the kind of a value as used in messages."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "flag"
    for kinds, name in (
        (int, "integer"), ((float, Decimal), "decimal"), (str, "text"),
        ((list, tuple), "list"), (Mapping, "object"),
    ):  # fmt: skip
        if isinstance(value, kinds):
            return name
    return "other"


def pointer(path: str, key: str) -> str:
    """Return the JSON pointer of a key below a path.

    A key that can't be shown or stored safely stands for its parent instead.
    """
    if clean_quote(key) != key:
        return path
    return f"{path}/{key.replace('~', '~0').replace('/', '~1')}"


@lru_cache(maxsize=4096)
def _fine(text: str) -> bool:
    return text_problem(text) is None


class Node:
    """One object of the report: its content, its pointer, and whose it is (for messages)."""

    __slots__ = ("data", "findings", "path", "where")

    def __init__(self, data: Json, findings: Findings, path: str = "", where: str = "") -> None:
        """Wrap an object."""
        self.data = data
        self.findings = findings
        self.path = path
        self.where = where

    def only(self, known: AbstractSet[str]) -> None:
        """Name every field that isn't known (FMT-4)."""
        if self.data.keys() <= known:
            return
        for key in self.data:
            if key not in known:
                self._unknown(str(key), known)

    def integer(self, key: str, *, required: bool = False) -> int | None:
        """Read a whole number (FMT-2, FMT-9)."""
        value = self.data.get(key)
        if type(value) is int and -INT_LIMIT <= value <= INT_LIMIT:
            return value
        if value is None:
            self._absent(key, "integer", required=required)
        elif isinstance(value, int) and not isinstance(value, bool):
            self._huge(key)
        else:
            self._wrong(key, "integer", value)
        return None

    def decimal(self, key: str) -> Decimal | None:
        """Read a number; whole and finite decimal numbers are both fine (FMT-2)."""
        value = self.data.get(key)
        if value is None:
            return None
        if isinstance(value, float) and math.isfinite(value):
            return Decimal(repr(value))
        if isinstance(value, Decimal) and value.is_finite():
            return value
        if isinstance(value, int) and not isinstance(value, bool):
            # A Decimal of a million digits takes long to build; that it is beyond is enough.
            return Decimal(max(-INT_LIMIT - 1, min(INT_LIMIT + 1, value)))
        self._wrong(key, "number", value)
        return None

    def flag(self, key: str) -> bool | None:
        """Read true or false (FMT-2)."""
        value = self.data.get(key)
        if value is None or isinstance(value, bool):
            return value
        self._wrong(key, "flag", value)
        return None

    def text(self, key: str, *, required: bool = False) -> str | None:
        """Read a name (FMT-2, FMT-7)."""
        value = self.data.get(key)
        if isinstance(value, str):
            return value if self._readable(value, key, f"{self.path}/{key}") else None
        if value is None:
            self._absent(key, "text", required=required)
        else:
            self._wrong(key, "text", value)
        return None

    def choice(self, key: str, choices: Sequence[str], *, required: bool = True) -> str | None:
        """Read one of a few fixed words (FMT-5)."""
        value = self.data.get(key)
        if isinstance(value, str) and value in choices:
            return value
        if value is None:
            self._absent(key, "text", required=required)
        elif not isinstance(value, str):
            self._wrong(key, "text", value)
        else:
            self.findings.error(
                "FMT-5", f"{self.path}/{key}", "core.not_a_choice",
                where=self.where, field=key, choices=list(choices), given=clean_quote(value),
            )  # fmt: skip
        return None

    def items(self, key: str, *, required: bool = False) -> Sequence[object] | None:
        """Read a list without looking into it (FMT-2)."""
        value = self.data.get(key)
        if type(value) is list:
            return value
        if value is None:
            self._absent(key, "list", required=required)
        elif isinstance(value, tuple | list):
            return value
        else:
            self._wrong(key, "list", value)
        return None

    def child(self, key: str) -> Node | None:
        """Read an object (FMT-2)."""
        value = self.data.get(key)
        if type(value) is dict or isinstance(value, Mapping):
            return Node(value, self.findings, f"{self.path}/{key}", self.where)
        if value is not None:
            self._wrong(key, "object", value)
        return None

    def children(self, key: str) -> list[Node | None] | None:
        """Read a list of objects; what isn't one is None (FMT-2)."""
        values = self.data.get(key)
        if type(values) is not list:
            values = self.items(key)
        if values is None:
            return None
        nodes: list[Node | None] = []
        for index, value in enumerate(values):
            if type(value) is dict or isinstance(value, Mapping):
                nodes.append(Node(value, self.findings, f"{self.path}/{key}/{index}", self.where))
            else:
                self._wrong_item(key, index, "object", value)
                nodes.append(None)
        return nodes

    def integers(self, key: str) -> list[int | None] | None:
        """Read a list of whole numbers; what isn't one is None (FMT-2, FMT-9)."""
        values = self.data.get(key)
        if type(values) is not list:
            values = self.items(key)
        if values is None:
            return None
        if set(map(type, values)) == _INTEGERS:
            numbers: list[int | None] = list(values)  # type: ignore[arg-type]
            if min(values) >= -INT_LIMIT and max(values) <= INT_LIMIT:
                return numbers
        return [self._integer_item(key, index, value) for index, value in enumerate(values)]

    def texts(self, key: str) -> list[str | None] | None:
        """Read a list of names; what isn't one is None (FMT-2, FMT-7)."""
        values = self.data.get(key)
        if type(values) is not list:
            values = self.items(key)
        if values is None:
            return None
        if not values:
            return []
        if set(map(type, values)) == _TEXTS and all(map(_fine, values)):
            texts: list[str | None] = list(values)  # type: ignore[arg-type]
            return texts
        return [self._text_item(key, index, value) for index, value in enumerate(values)]

    def _text_item(self, key: str, index: int, value: object) -> str | None:
        if isinstance(value, str):
            return value if self._readable(value, key, f"{self.path}/{key}/{index}") else None
        self._wrong_item(key, index, "text", value)
        return None

    def _integer_item(self, key: str, index: int, value: object) -> int | None:
        if type(value) is int and -INT_LIMIT <= value <= INT_LIMIT:
            return value
        if isinstance(value, int) and not isinstance(value, bool):
            self._huge(key, index)
        else:
            self._wrong_item(key, index, "integer", value)
        return None

    def _unknown(self, name: str, known: AbstractSet[str]) -> None:
        shown = clean_quote(name)
        params: dict[str, Param] = {"where": self.where, "name": shown}
        close = [] if self.findings.full else get_close_matches(shown, sorted(known), n=1)
        if close:
            params["hint"] = close[0]
        code = "core.unknown_field_hint" if close else "core.unknown_field"
        self.findings.error("FMT-4", pointer(self.path, name), code, **params)

    def _readable(self, value: str, key: str, path: str) -> bool:
        problem = text_problem(value)
        if problem is None:
            return True
        params: dict[str, Param] = {"where": self.where, "field": key}
        if problem.code == "core.text_long":
            params |= {"limit": LONGEST_NAME, "count": len(value)}
        elif problem.given:
            params["given"] = problem.given
        self.findings.error("FMT-7", path, problem.code, **params)
        return False

    def _absent(self, key: str, expected: str, *, required: bool) -> None:
        if not required:
            return
        if key in self.data:
            self._wrong(key, expected, None)
        else:
            self.findings.error("FMT-3", self.path, "core.missing_field", where=self.where, field=key)

    def _wrong(self, key: str, expected: str, value: object) -> None:
        self.findings.error(
            "FMT-2", f"{self.path}/{key}", "core.wrong_type",
            where=self.where, field=key, expected=expected, found=kind_of(value),
        )  # fmt: skip

    def _wrong_item(self, key: str, index: int, expected: str, value: object) -> None:
        self.findings.error(
            "FMT-2", f"{self.path}/{key}/{index}", "core.wrong_item",
            where=self.where, field=key, number=index + 1, expected=expected, found=kind_of(value),
        )  # fmt: skip

    def _huge(self, key: str, index: int | None = None) -> None:
        place = f"{self.path}/{key}" if index is None else f"{self.path}/{key}/{index}"
        self.findings.error("FMT-9", place, "core.number_huge", where=self.where, field=key, limit=INT_LIMIT)
