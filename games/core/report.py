"""Reports as text: the format name and a strict JSON reader (FMT-1).

Owns what makes a text unusable altogether. What a readable report says is judged elsewhere.
"""

from __future__ import annotations

import json
from decimal import Decimal, DecimalException
from typing import Final, NoReturn

from games.core.findings import UnreadableError
from games.core.node import kind_of
from games.core.wording import clean_quote

FORMAT: Final = "sekijun.report/1"
MAX_BYTES: Final = 1_000_000
MAX_DEPTH: Final = 32


class ReportError(UnreadableError):
    """A text that can't be read as a report (FMT-1)."""

    rule = "FMT-1"


def parse_json(text: str | bytes, *, most: int = MAX_BYTES) -> dict[str, object]:
    """Read a JSON object strictly; decimals come back exact. Raises `ReportError`."""
    source = _decoded(text, most)
    try:
        value = json.loads(
            source, parse_float=_decimal, parse_int=_integer, parse_constant=_constant,
            object_pairs_hook=_pairs,
        )  # fmt: skip
    except json.JSONDecodeError as error:
        raise ReportError("core.not_json", line=error.lineno, column=error.colno) from None
    except RecursionError:
        raise ReportError("core.too_deep", limit=MAX_DEPTH) from None
    if not isinstance(value, dict):
        raise ReportError("core.not_object", found=kind_of(value))
    _check_depth(value)
    return value


def _decoded(text: str | bytes, most: int) -> str:
    if isinstance(text, str):
        # A character takes at least one byte, so the long ones needn't be encoded to know.
        size = len(text) if len(text) > most else len(text.encode("utf-8", "surrogatepass"))
    else:
        size = len(text)
    if size > most:
        raise ReportError("core.too_large", limit=most)
    if isinstance(text, str):
        return text.removeprefix("\ufeff")
    try:
        return text.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ReportError("core.not_utf8", byte=error.start + 1) from None


def _decimal(text: str) -> Decimal:
    try:
        return Decimal(text)
    except DecimalException:
        raise ReportError("core.constant", name=clean_quote(text)) from None


def _integer(text: str) -> int:
    try:
        return int(text)
    except ValueError:  # Python refuses thousands of digits
        raise ReportError("core.constant", name=clean_quote(text)) from None


def _constant(name: str) -> NoReturn:
    raise ReportError("core.constant", name=name)


def _pairs(pairs: list[tuple[str, object]]) -> dict[str, object]:
    result: dict[str, object] = {}
    for key, value in pairs:
        if key in result:
            raise ReportError("core.duplicate_key", name=clean_quote(key))
        result[key] = value
    return result


def _check_depth(value: object) -> None:
    layer = [value]
    for _ in range(MAX_DEPTH):
        layer = [inner for outer in layer for inner in _inside(outer)]
        if not layer:
            return
    if any(isinstance(inner, dict | list) for inner in layer):
        raise ReportError("core.too_deep", limit=MAX_DEPTH)


def _inside(value: object) -> list[object]:
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []
