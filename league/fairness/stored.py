"""Reports as JSON and back. A number that JSON can't hold is written as the largest one that it can."""

from __future__ import annotations

import hashlib
import math
import sys
from dataclasses import asdict, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, Final, get_args, get_origin, get_type_hints

from league.fairness.report import Report

if TYPE_CHECKING:
    from collections.abc import Mapping

NOBODY: Final = -1
"""Stands for whoever was left out: a stored report names no person, so that nobody who is hidden is in it."""


@cache
def shape() -> str:
    """Return what changes when reports hold something else, so that those of before are known to be unreadable."""
    names: list[str] = []
    waiting: list[Any] = [Report]
    for kind in waiting:  # it grows while it is walked
        if is_dataclass(kind) and isinstance(kind, type):
            names += [f"{kind.__name__}.{field.name}" for field in fields(kind)]
            waiting += [one for one in _hints(kind).values() if one not in waiting]
        waiting += [one for one in get_args(kind) if one not in waiting]
    return hashlib.sha256(" ".join(names).encode()).hexdigest()[:8]


def report_json(report: Report) -> dict[str, Any]:
    """Return a report as it is stored, without the people in it."""
    stored: dict[str, Any] = _plain(asdict(report))
    for stratum in stored["strata"]:
        without = (stratum["diagnostics"] or {}).get("without")
        if without:
            without |= {"low_player": NOBODY, "high_player": NOBODY}
    return stored


def report_read(stored: Mapping[str, Any]) -> Report:
    """Return the report that was stored.

    Raises:
        LookupError, ValueError: another version stored it, whose reports held something else.
    """
    report: Report = _value(Report, stored)
    return report


def _plain(value: Any) -> Any:  # noqa: ANN401 - whatever a report holds
    """Return a value of which JSON knows every part."""
    if isinstance(value, dict):
        return {name: _plain(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None if math.isnan(value) else math.copysign(sys.float_info.max, value)
    return value


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _value(kind: Any, stored: Any) -> Any:  # noqa: ANN401 - typed by `kind`
    """Return a stored value as the type that the report gives it."""
    if stored is None:
        return None
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is UnionType:
        return _value(next(one for one in arguments if one is not NoneType), stored)
    if origin is tuple:
        kinds = arguments[:1] * len(stored) if arguments[1:] == (...,) else arguments
        return tuple(_value(one, item) for one, item in zip(kinds, stored, strict=True))
    if is_dataclass(kind) and isinstance(kind, type):
        hints = _hints(kind)
        given = {field.name: _value(hints[field.name], stored[field.name]) for field in fields(kind)}
        return kind(**given)
    if kind is float and isinstance(stored, int):
        return float(stored)
    return kind(stored)
