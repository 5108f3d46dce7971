"""Reads tables of a file of cards key by key, and collects everything that is wrong.

Owns kinds and bounds of values. What they mean is up to each game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING, Final

from games.core.findings import MAX_FINDINGS, Finding, Param, Severity, render
from games.core.names import LONGEST_NAME, text_problem
from games.core.node import kind_of, pointer
from games.core.wording import clean_quote

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from collections.abc import Set as AbstractSet

    from games.core.cardfile import Way

_HUGE: Final = 10**9


@dataclass(frozen=True, slots=True)
class CardProblem:
    """One thing that is wrong: the finding, its line in the file, and the card ('' = none)."""

    finding: Finding
    line: int
    card: str

    def render(self, lang: str) -> str:
        """Say it in one sentence."""
        return render(self.finding, lang)


class Problems:
    """Collects problems in the order in which they were found."""

    def __init__(self, line_of: Callable[[Way], int]) -> None:
        """Start empty."""
        self._line_of = line_of
        self._items: list[CardProblem] = []
        self.card = ""

    def error(self, rule: str, way: Way, code: str, **params: Param) -> None:
        """Add what can't be used."""
        self._add(Severity.ERROR, rule, way, code, params)

    def warning(self, rule: str, way: Way, code: str, **params: Param) -> None:
        """Add what is odd but can be used."""
        self._add(Severity.WARNING, rule, way, code, params)

    def line_of(self, way: Way) -> int:
        """Return the line of a value."""
        return self._line_of(way)

    @property
    def errors(self) -> int:
        """How many errors there are."""
        return sum(item.finding.severity is Severity.ERROR for item in self._items)

    def result(self) -> tuple[CardProblem, ...]:
        """Return all problems by line."""
        return tuple(sorted(self._items, key=lambda item: item.line))

    def _add(self, severity: Severity, rule: str, way: Way, code: str, params: Mapping[str, Param]) -> None:
        if len(self._items) >= MAX_FINDINGS and (severity is Severity.WARNING or self.errors):
            return  # that something is wrong is never lost
        path = ""
        for part in way:
            path = pointer(path, str(part))
        finding = Finding(rule, severity, path, code, params)
        self._items.append(CardProblem(finding, self._line_of(way), self.card))


class CardTable:
    """One table: its content, where it stands, and under which rule its problems are."""

    def __init__(self, data: Mapping[str, object], way: Way, problems: Problems, rule: str) -> None:
        """Wrap a table."""
        self.data = data
        self.way = way
        self.problems = problems
        self.rule = rule

    def only(self, known: AbstractSet[str]) -> None:
        """Name every key that isn't known."""
        for key in self.data:
            if key not in known:
                shown = clean_quote(key)
                close = get_close_matches(shown, sorted(known), n=1)
                if close:
                    self.error(key, "cards.unknown_key_hint", name=shown, hint=close[0])
                else:
                    self.error(key, "cards.unknown_key", name=shown)

    def error(self, key: str, code: str, **params: Param) -> None:
        """Add a problem of a key."""
        self.problems.error(self.rule, (*self.way, key), code, **params)

    def wrong(self, key: str, expected: str) -> None:
        """Say that a value is of the wrong kind."""
        found = kind_of(self.data[key])
        self.error(key, "cards.wrong_type", name=key, expected=expected, found=found)

    def has(self, key: str) -> bool:
        """Tell whether a required key is there, and say so if it isn't."""
        if key not in self.data:
            self.problems.error(self.rule, self.way, "cards.missing_key", name=key)
        return key in self.data

    def text(self, key: str, *, required: bool = True) -> str:
        """Read a name; '' when it is missing or can't be used."""
        if not (self.has(key) if required else key in self.data):
            return ""
        value = self.data[key]
        if not isinstance(value, str):
            self.wrong(key, "text")
            return ""
        problem = text_problem(value)
        if problem is None:
            return value
        params: dict[str, Param] = {"where": "", "field": key}
        if problem.code == "core.text_long":
            params |= {"limit": LONGEST_NAME, "count": len(value)}
        elif problem.given:
            params["given"] = problem.given
        self.error(key, problem.code, **params)
        return ""

    def prose(self, key: str) -> str:
        """Read optional text of any length, on one or more lines."""
        value = self.data.get(key, "")
        if isinstance(value, str):
            return value
        self.wrong(key, "text")
        return ""

    def whole(self, key: str, low: int, high: int) -> int | None:
        """Read a whole number within bounds; None when it can't be used."""
        value = self.data[key]
        if type(value) is not int:
            self.wrong(key, "integer")
        elif not low <= value <= high:
            given = value if abs(value) < _HUGE else "…"
            self.error(key, "cards.out_of_range", name=key, low=low, high=high, given=given)
        else:
            return value
        return None

    def flag(self, key: str) -> bool:
        """Read true or false; false when it is missing."""
        value = self.data.get(key, False)
        if isinstance(value, bool):
            return value
        self.wrong(key, "flag")
        return False

    def choice(self, key: str, choices: Sequence[str]) -> str | None:
        """Read one of some words."""
        value = self.data[key]
        if isinstance(value, str) and value in choices:
            return value
        if isinstance(value, str):
            given = clean_quote(value)
            self.error(key, "cards.not_a_choice", name=key, choices=list(choices), given=given)
        else:
            self.wrong(key, "text")
        return None

    def table(self, key: str) -> CardTable | None:
        """Read a table."""
        value = self.data[key]
        if isinstance(value, Mapping):
            return CardTable(value, (*self.way, key), self.problems, self.rule)
        self.wrong(key, "object")
        return None

    def tables(self, key: str) -> list[CardTable]:
        """Read a list of tables, without what isn't one."""
        values = self.data[key]
        if not isinstance(values, list):
            self.wrong(key, "list")
            return []
        found = []
        for index, value in enumerate(values):
            if isinstance(value, Mapping):
                found.append(CardTable(value, (*self.way, key, index), self.problems, self.rule))
            else:
                self.problems.error(
                    self.rule, (*self.way, key, index), "cards.wrong_type",
                    name=key, expected="object", found=kind_of(value),
                )  # fmt: skip
        return found
