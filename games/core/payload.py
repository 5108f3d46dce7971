"""Small checks from which games build the validation of their ruleset payloads (FMT-6).

Owns the checks; each game owns its table of keys.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import TypeAlias

from games.core.findings import Findings
from games.core.node import kind_of, pointer
from games.core.wording import clean_quote

Check: TypeAlias = Callable[[object, str, Findings], None]

_LONGEST_NUMBER = 20
_BEYOND = 10**18


def _wrong_type(value: object, path: str, expected: str, problems: Findings) -> None:
    problems.error(
        "FMT-6", path, "core.payload_type",
        name=name_of(path), expected=expected, found=kind_of(value),
    )  # fmt: skip


def name_of(path: str) -> str:
    """Return a pointer as people write it: `/players/min` is `players.min`."""
    return path.removeprefix("/").replace("/", ".") or "payload"


def whole(low: int, high: int) -> Check:
    """Accept a whole number within bounds."""

    def check(value: object, path: str, problems: Findings) -> None:
        if type(value) is not int:
            _wrong_type(value, path, "integer", problems)
        elif not low <= value <= high:
            given = value if abs(value) < 10**15 else "…"
            problems.error(
                "FMT-6", path, "core.payload_range",
                name=name_of(path), low=low, high=high, given=given,
            )  # fmt: skip

    return check


def whole_or_null(low: int, high: int) -> Check:
    """Accept a whole number within bounds, or null."""
    inner = whole(low, high)

    def check(value: object, path: str, problems: Findings) -> None:
        if value is not None:
            inner(value, path, problems)

    return check


def number(low: float | Decimal, high: float | Decimal, places: int) -> Check:
    """Accept a whole or decimal number within bounds, with at most so many decimal places."""

    def check(value: object, path: str, problems: Findings) -> None:
        exact = _exact(value)
        if exact is None:
            _wrong_type(value, path, "number", problems)
        elif not low <= exact <= high:
            given = str(value) if len(str(exact)) <= _LONGEST_NUMBER else "…"
            problems.error(
                "FMT-6", path, "core.payload_range",
                name=name_of(path), low=str(low), high=str(high), given=given,
            )  # fmt: skip
        elif exact != round(exact, places):
            problems.error("FMT-6", path, "core.payload_places", name=name_of(path), limit=places)

    return check


def _exact(value: object) -> Decimal | None:
    """Return a number as it is written (0.1 is a tenth), None for anything else."""
    if isinstance(value, int) and not isinstance(value, bool):
        # What lies far beyond any bound needn't be exact to be refused.
        return Decimal(max(-_BEYOND, min(_BEYOND, value)))
    if isinstance(value, float) and math.isfinite(value):
        return Decimal(repr(value))
    return value if isinstance(value, Decimal) and value.is_finite() else None


def listed(item: Check, least: int, most: int) -> Check:
    """Accept a list of so many things."""

    def check(value: object, path: str, problems: Findings) -> None:
        if not isinstance(value, list | tuple):
            _wrong_type(value, path, "list", problems)
        elif not least <= len(value) <= most:
            problems.error(
                "FMT-6", path, "core.payload_length",
                name=name_of(path), low=least, high=most, given=len(value),
            )  # fmt: skip
        else:
            for index, one in enumerate(value):
                item(one, f"{path}/{index}", problems)

    return check


def flag(value: object, path: str, problems: Findings) -> None:
    """Accept true or false."""
    if not isinstance(value, bool):
        _wrong_type(value, path, "flag", problems)


def one_of(*choices: str) -> Check:
    """Accept one of some words."""

    def check(value: object, path: str, problems: Findings) -> None:
        if not isinstance(value, str):
            _wrong_type(value, path, "text", problems)
        elif value not in choices:
            problems.error(
                "FMT-6", path, "core.payload_choice",
                name=name_of(path), choices=list(choices), given=clean_quote(value),
            )  # fmt: skip

    return check


def word_or_object(choices: Sequence[str], inner: Check) -> Check:
    """Accept one of some words, or an object that passes another check."""
    word = one_of(*choices)

    def check(value: object, path: str, problems: Findings) -> None:
        (inner if isinstance(value, Mapping) else word)(value, path, problems)

    return check


def record(fields: Mapping[str, Check], optional: Mapping[str, Check] | None = None) -> Check:
    """Accept an object with exactly these keys; the optional ones may be left out."""
    known = {**fields, **(optional or {})}

    def check(value: object, path: str, problems: Findings) -> None:
        if not isinstance(value, Mapping):
            _wrong_type(value, path, "object", problems)
            return
        for name in value:
            if name not in known:
                place = pointer(path, str(name))
                problems.error("FMT-6", place, "core.payload_unknown", name=clean_quote(str(name)))
        for name, inner in known.items():
            place = pointer(path, name)
            if name in value:
                inner(value[name], place, problems)
            elif name in fields:
                problems.error("FMT-6", path, "core.payload_missing", name=name_of(place))

    return check


def players(low: int, high: int) -> Check:
    """Accept `{min, max}` within bounds, in order."""
    shape = record({"min": whole(low, high), "max": whole(low, high)})

    def check(value: object, path: str, problems: Findings) -> None:
        shape(value, path, problems)
        if not isinstance(value, Mapping):
            return
        least, most = value.get("min"), value.get("max")
        if type(least) is int and type(most) is int and low <= most < least <= high:
            problems.error(
                "FMT-6", f"{path}/max", "core.payload_range",
                name=name_of(f"{path}/max"), low=least, high=high, given=most,
            )  # fmt: skip

    return check
