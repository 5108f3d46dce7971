"""A ladder's form as text, and from the text to what the ladder counts and how. Whatever was typed stays as it was.

Ratings and points are typed in points and kept in thousandths.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final

from django.utils.translation import gettext

from league.forms.report import number_of
from league.ratings.formulas import FORMULAS
from league.ratings.parameters import (
    ELO,
    MOST_BETA,
    MOST_DEVIATION,
    MOST_MEAN,
    OPENSKILL,
    POINTS,
    PRESETS,
    BadParametersError,
)
from league.services.canonical import format_decimal
from league.services.ladders import LadderSpec

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from django.http import QueryDict

    from league.models import LadderVersion

LISTS: Final = ("games", "rulesets", "seasons")
FIELDS: Final[Mapping[str, tuple[str, ...]]] = {
    "standard": (),
    "steady": (),
    ELO: ("start", "scale", "k_steps", "k_final"),
    OPENSKILL: ("mu", "sigma", "beta", "tau"),
    POINTS: ("by_seats", "best", "min_tables"),
}
PROPOSED: Final = {
    "start": "1500", "scale": "400", "k_steps": "", "k_final": "16",
    "mu": "1500", "sigma": "500", "beta": "250", "tau": "5",
    "by_seats": "", "best": "", "min_tables": "0",
}  # fmt: skip
MOST_CHOSEN, LONGEST = 500, 4000
_GAPS: Final = re.compile(r"[\s,、;；]+")
_STEP: Final = re.compile(r"([0-9]{1,9}):(-?[0-9]{1,9})", re.ASCII)
_LINE: Final = re.compile(r"([0-9]{1,9})\s*(?::|人:?)(.*)", re.ASCII)
_DECIMAL: Final = re.compile(r"(-?)([0-9]{1,9})(?:\.([0-9]{1,3}))?", re.ASCII)
_MINUS: Final = str.maketrans("\N{MINUS SIGN}\N{EN DASH}", "--")


class UnreadableError(ValueError):
    """A text of a field that means nothing; the message is for whoever typed it."""


@dataclass(frozen=True, slots=True)
class LadderSheet:
    """The form as typed; `values` are the texts of all formulas, chosen or not."""

    name: str = ""
    games: tuple[str, ...] = ()
    rulesets: tuple[str, ...] = ()
    seasons: tuple[str, ...] = ()
    formula: str = "standard"
    values: Mapping[str, str] = field(default_factory=lambda: dict(PROPOSED))


def sheet_posted(posted: QueryDict) -> LadderSheet:
    """Read a posted form."""
    chosen = {name: tuple(text[:64] for text in posted.getlist(name)[:MOST_CHOSEN]) for name in LISTS}
    values = {name: posted.get(name, "")[:LONGEST] for name in PROPOSED}
    return LadderSheet(
        name=posted.get("name", "")[:LONGEST], formula=posted.get("formula", "")[:20], values=values, **chosen
    )


def sheet_of(version: LadderVersion) -> LadderSheet:
    """Return the form that says what a version holds."""
    parameters = FORMULAS[version.formula].parse(version.parameters)
    preset = next((name for name, known in PRESETS.items() if known == parameters), version.formula)
    return LadderSheet(
        games=tuple(version.games),
        rulesets=tuple(version.rulesets),
        seasons=tuple(version.seasons),
        formula=preset,
        values=PROPOSED | _WRITERS[version.formula](version.parameters),
    )


def spec_of(sheet: LadderSheet) -> tuple[LadderSpec | None, dict[str, str]]:
    """Return what a form asks for, or what is wrong with which of its fields."""
    if sheet.formula not in FIELDS:
        return None, {"formula": gettext("Please choose a formula.")}
    wrong: dict[str, str] = {}
    read: dict[str, Any] = {}
    for name in FIELDS[sheet.formula]:
        try:
            read[name] = _READERS[name](sheet.values.get(name, ""))
        except UnreadableError as error:
            wrong[name] = str(error)
    if wrong:
        return None, wrong
    try:
        parameters = PRESETS.get(sheet.formula) or FORMULAS[sheet.formula].parse(read)
    except BadParametersError as error:
        return None, {error.name: _bounds(error.name)}
    return LadderSpec(parameters, sheet.games, sheet.rulesets, sheet.seasons), {}


def points_text(thousandths: int) -> str:
    """Return thousandths as people type points: 1500, 0.5, -3."""
    return format_decimal(Decimal(thousandths).scaleb(-3))


def _bounds(name: str) -> str:
    """Return what a field may hold."""
    whole = gettext("A whole number from {least} to {most}.")
    decimal = gettext("A number from {least} to {most}, with at most three decimals.")
    return {
        "start": decimal.format(least=0, most=100_000),
        "scale": decimal.format(least=1, most=10_000),
        "k_steps": gettext(
            "Numbers of tables go from 1 to 1000 and must rise from step to step; k goes from 1 to 400."
        ),
        "k_final": whole.format(least=1, most=400),
        "by_seats": gettext("A table has 2 to 20 people, and a place gives −100 to 100 points."),
        "best": gettext("A whole number from 1 to 1000, or nothing: then all tables count."),
        "min_tables": whole.format(least=0, most=1000),
        "mu": gettext("A whole number from 0 to {times} times beta.").format(times=MOST_MEAN),
        "sigma": gettext("A whole number from 1 to {times} times beta.").format(times=MOST_DEVIATION),
        "beta": whole.format(least=1, most=MOST_BETA),
        "tau": gettext("A whole number from 0 to sigma."),
    }[name]


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", text).translate(_MINUS).strip()


def _thousandths(text: str) -> int | None:
    """Return a number with up to three decimals in thousandths, None for anything else."""
    match = _DECIMAL.fullmatch(_plain(text))
    if match is None:
        return None
    value = int(match[2]) * 1000 + int((match[3] or "").ljust(3, "0"))
    return -value if match[1] else value


def _decimal(name: str) -> Callable[[str], int]:
    def read(text: str) -> int:
        value = _thousandths(text)
        if value is None:
            raise UnreadableError(_bounds(name))
        return value

    return read


def _whole(name: str, *, empty: int | None = None, may_be_empty: bool = False) -> Callable[[str], int | None]:
    def read(text: str) -> int | None:
        value = number_of(text)
        if isinstance(value, int) or (value is None and may_be_empty):
            return empty if value is None else value
        raise UnreadableError(_bounds(name))

    return read


def _steps(text: str) -> list[list[int]]:
    parts = [part for part in _GAPS.split(re.sub(r"\s*:\s*", ":", _plain(text))) if part]
    steps = [_STEP.fullmatch(part) for part in parts]
    if None in steps:
        raise UnreadableError(gettext("Write the steps like 10:48, 20:32."))
    return [[int(step[1]), int(step[2])] for step in steps if step]


def _by_seats(text: str) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        plain = _plain(line)
        if not plain:
            continue
        match = _LINE.fullmatch(plain)
        points = [_thousandths(part) for part in _GAPS.split(match[2].strip()) if part] if match else []
        if match is None or None in points:
            said = gettext("Line {line}: write it like 4: 10 6 3 1, with at most three decimals.")
            raise UnreadableError(said.format(line=number))
        seats = int(match[1])
        if str(seats) in found:
            said = gettext("Line {line}: there is a line for {seats} people already.")
            raise UnreadableError(said.format(line=number, seats=seats))
        if len(points) != seats:
            said = gettext("Line {line}: {seats} people need {seats} numbers, and there are {count}.")
            raise UnreadableError(said.format(line=number, seats=seats, count=len(points)))
        found[str(seats)] = [point for point in points if point is not None]
    return found


_READERS: Final[Mapping[str, Callable[[str], Any]]] = {
    "start": _decimal("start"),
    "scale": _decimal("scale"),
    "k_steps": _steps,
    "by_seats": _by_seats,
    "best": _whole("best", may_be_empty=True),
    "min_tables": _whole("min_tables", empty=0, may_be_empty=True),
    **{name: _whole(name) for name in ("k_final", "mu", "sigma", "beta", "tau")},
}


def _elo_written(parameters: Mapping[str, Any]) -> dict[str, str]:
    return {
        "start": points_text(parameters["start"]),
        "scale": points_text(parameters["scale"]),
        "k_steps": ", ".join(f"{below}:{k}" for below, k in parameters["k_steps"]),
        "k_final": str(parameters["k_final"]),
    }


def _points_written(parameters: Mapping[str, Any]) -> dict[str, str]:
    lines = sorted((int(seats), points) for seats, points in parameters["by_seats"].items())
    return {
        "by_seats": "\n".join(f"{seats}: {' '.join(map(points_text, points))}" for seats, points in lines),
        "best": "" if parameters["best"] is None else str(parameters["best"]),
        "min_tables": str(parameters["min_tables"]),
    }


_WRITERS: Final[Mapping[str, Callable[[Mapping[str, Any]], dict[str, str]]]] = {
    ELO: _elo_written,
    OPENSKILL: lambda parameters: {name: str(parameters[name]) for name in FIELDS[OPENSKILL]},
    POINTS: _points_written,
}
