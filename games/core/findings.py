"""Findings: typed results of a check, and how they become a sentence.

Owns the value, the collector and the rendering. Doesn't own the texts (see `messages` here and
in each game) and never decides what is right.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, TypeAlias

from games.core import card_messages, messages, registry
from games.core.wording import spell

Scalar: TypeAlias = str | int | None
Param: TypeAlias = Scalar | list[Scalar] | list[str] | list[int]

# A hostile report of a megabyte could hold a hundred thousand mistakes; nobody reads that many.
MAX_FINDINGS = 500

_SHARED: Final[Mapping[str, Mapping[str, messages.Message]]] = {
    "core": messages.MESSAGES,
    "cards": card_messages.MESSAGES,
}


class Severity(StrEnum):
    """error: can't be so; warning: confirmable with a reason; info: only to know."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


@dataclass(frozen=True, slots=True)
class Finding:
    """One result of a check; `path` is an RFC 6901 pointer into the report ('' = all of it)."""

    rule: str
    severity: Severity
    path: str
    code: str
    params: Mapping[str, Param] = field(default_factory=dict, hash=False)

    def to_dict(self) -> dict[str, object]:
        """Return a JSON-ready copy."""
        return {
            "rule": self.rule,
            "severity": self.severity.value,
            "path": self.path,
            "code": self.code,
            "params": dict(self.params),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> Finding:
        """Read back what `to_dict` wrote; raises ValueError on anything else."""
        params = data.get("params", {})
        texts = [data.get(name) for name in ("rule", "severity", "path", "code")]
        if not isinstance(params, Mapping) or not all(isinstance(text, str) for text in texts):
            message = "not a stored finding"
            raise ValueError(message)
        rule, severity, path, code = (str(text) for text in texts)
        return cls(rule, Severity(severity), path, code, dict(params))


class UnreadableError(ValueError):
    """An input that can't be read at all; `finding` says why, under the rule of its kind."""

    rule = ""

    def __init__(self, code: str, **params: Param) -> None:
        """Keep the reason."""
        self.finding = Finding(self.rule, Severity.ERROR, "", code, params)
        super().__init__(code)

    @property
    def code(self) -> str:
        """The message code of the reason."""
        return self.finding.code

    def render(self, lang: str) -> str:
        """Say the reason in one sentence."""
        return render(self.finding, lang)


class Findings:
    """Collects the findings of one check, in the order in which they were made."""

    __slots__ = ("_items", "_left_out", "has_error")

    def __init__(self) -> None:
        """Start empty."""
        self._items: list[Finding] = []
        self._left_out = 0
        self.has_error = False

    def error(self, rule: str, path: str, code: str, **params: Param) -> None:
        """Add what can't be so under the ruleset."""
        self.has_error = True
        self._add(Finding(rule, Severity.ERROR, path, code, params))

    def warning(self, rule: str, path: str, code: str, **params: Param) -> None:
        """Add what contradicts a policy but may have happened."""
        self._add(Finding(rule, Severity.WARNING, path, code, params))

    def info(self, rule: str, path: str, code: str, **params: Param) -> None:
        """Add what the reader should know."""
        self._add(Finding(rule, Severity.INFO, path, code, params))

    def more(self, number: int) -> None:
        """Count errors that nobody would read any more."""
        self.has_error = True
        self._left_out += number

    @property
    def full(self) -> bool:
        """Whether further findings are only counted."""
        return len(self._items) >= MAX_FINDINGS

    def result(self) -> tuple[Finding, ...]:
        """Return all findings; when some were left out, the last one says how many (FMT-10)."""
        if not self._left_out:
            return tuple(self._items)
        severity = Severity.ERROR if self.has_error else Severity.INFO
        params: dict[str, Param] = {"count": self._left_out}
        rest = Finding("FMT-10", severity, "", "core.more_findings", params)
        return (*self._items, rest)

    def _add(self, finding: Finding) -> None:
        if self.full:
            self._left_out += 1
        else:
            self._items.append(finding)


def message_of(code: str) -> messages.Message:
    """Return the texts of a code such as `core.unknown_field` or `danmaku.page_sum`."""
    owner = code.partition(".")[0]
    table = _SHARED[owner] if owner in _SHARED else registry.get_game(owner).messages
    return table[code]


def render(finding: Finding, lang: str) -> str:
    """Say a finding in one sentence, in 'ja' or 'en'."""
    text = message_of(finding.code).in_language(lang)
    words = {name: spell(name, value, lang) for name, value in finding.params.items()}
    sentence = text.format_map(words)
    return sentence[:1].upper() + sentence[1:] if lang == "en" else sentence
