"""Query parameters: a fixed vocabulary per address, each with its form, its words and its place in the OpenAPI.

Everything is checked by form before anything else sees it, so no odd digit, zero byte or endless number gets further.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING, Any

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter

from api.problems import INVALID, FieldError, ProblemError
from games.core.registry import game_keys
from games.core.wording import clean_quote
from league.models import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from django.http import QueryDict
    from django.utils.functional import _StrOrPromise

LARGEST_PAGE, USUAL_PAGE = 100, 50
ID_PATTERN = "[2-9a-hjkmnp-z]{16}"
RUN_PATTERN = "[1-9][0-9]{0,8}"
CURSOR_PATTERN = "[A-Za-z0-9_-]{1,200}"
DAY_PATTERN = "[0-9]{4}-[0-9]{2}-[0-9]{2}"


@dataclass(frozen=True, slots=True)
class Parameter:
    """One query parameter: what it looks like, how it is read, and what to say when it is something else."""

    name: str
    description: str
    expected: _StrOrPromise
    pattern: str
    read: Callable[[str], Any] = str
    schema: Mapping[str, Any] = field(default_factory=dict)

    def value(self, text: str) -> object:
        """Return what a text means.

        Raises:
            ValueError: it isn't of the right form.
        """
        if not re.fullmatch(self.pattern, text, re.ASCII):
            raise ValueError(self.name)
        return self.read(text)

    def documented(self) -> OpenApiParameter:
        """Return the parameter for the OpenAPI."""
        schema = dict(self.schema) or {"type": "string", "pattern": f"^{self.pattern}$"}
        return OpenApiParameter(self.name, schema, OpenApiParameter.QUERY, description=self.description)


def one_of(name: str, description: str, choices: Sequence[str]) -> Parameter:
    """Return a parameter that takes one of a few words."""
    expected = format_lazy(_("Use one of: {choices}."), choices=", ".join(choices))
    words = {"type": "string", "enum": list(choices)}
    return Parameter(name, description, expected, "|".join(choices), str, words)


def _identifier(name: str, description: str) -> Parameter:
    return Parameter(name, description, _("Use an id as this API gives them: 16 characters."), ID_PATTERN)


_DAY_EXPECTED = _("Use a day such as 2026-11-28.")


def _day(name: str, description: str, expected: _StrOrPromise = _DAY_EXPECTED) -> Parameter:
    schema = {"type": "string", "format": "date"}
    return Parameter(name, description, expected, DAY_PATTERN, date.fromisoformat, schema)


def _page_size(text: str) -> int:
    size = int(text)
    if size > LARGEST_PAGE:
        raise ValueError(text)
    return size


LIMIT = Parameter(
    "limit",
    f"Rows on a page: 1 to {LARGEST_PAGE}, {USUAL_PAGE} when not given.",
    _("Use a whole number from 1 to 100."),
    "[1-9][0-9]{0,2}",
    _page_size,
    {"type": "integer", "minimum": 1, "maximum": LARGEST_PAGE},
)
CURSOR = Parameter(
    "cursor",
    "Where the page before ended. Don't build it: follow `next`.",
    _("Follow the link `next` of the page before, unchanged."),
    CURSOR_PATTERN,
)
ORDER = one_of(
    "order", "Direction of the club's order of tables; `oldest` when not given.", ("oldest", "newest")
)
MEETING = _identifier("meeting", "Only of this meeting.")
SEASON = _identifier("season", "Only of this season.")
PLAYER = _identifier("player", "Only of this player; a merged record's id means the person it counts as.")
GAME = one_of("game", "Only of this game.", game_keys())
STATE = one_of("state", "Only in this state.", Table.State.values)
AS_OF = _day("as_of", "Standings after the last table of this club day, as the run knows that time.")
FIRST = _day("first", "Only tables from this club day on.")
LAST = _day(
    "last",
    "Only tables up to this club day; not before `first`.",
    _("Use a day such as 2026-11-28, not before the first one."),
)
MIN_TABLES = Parameter(
    "min_tables",
    "Only tables of people who each have so many of them.",
    _("Use a whole number from 1 to 9999."),
    "[1-9][0-9]{0,3}",
    int,
    {"type": "integer", "minimum": 1, "maximum": 9_999},
)
RUN = Parameter(
    "run",
    "The run to read: links carry it, so that a walk never mixes two. Answers 410 when it isn't kept any more.",
    _("Use the number of a run."),
    RUN_PATTERN,
    int,
    {"type": "integer", "minimum": 1, "maximum": 999_999_999},
)


def read_query(given: QueryDict, known: Sequence[Parameter]) -> dict[str, Any]:
    """Return the values of the parameters that are given, by name.

    Raises:
        ProblemError: names every parameter that is unknown, given twice, or of the wrong form.
    """
    by_name = {parameter.name: parameter for parameter in known}
    values: dict[str, Any] = {}
    errors: list[FieldError] = []
    for name, texts in given.lists():
        parameter = by_name.get(name)
        if parameter is None:
            errors.append(FieldError(clean_quote(name), _("There is no such parameter here.")))
        elif len(texts) != 1:
            errors.append(FieldError(name, _("Give it once.")))
        else:
            try:
                values[name] = parameter.value(texts[0])
            except ValueError:
                errors.append(FieldError(name, parameter.expected))
    if errors:
        raise ProblemError(INVALID, errors[:LARGEST_PAGE])
    return values
