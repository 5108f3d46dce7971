"""All explained rules, game by game: what an id means, and which rule comes before and after.

Owns the look-up only.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

from games.core.findings import Finding, Severity, render
from games.core.format_rules import FORMAT_RULES
from games.core.registry import all_games, get_game

if TYPE_CHECKING:
    from collections.abc import Mapping

    from games.core.rulebook import Rule
    from games.core.ruleset import Ruleset

FORMAT: Final = "format"
_FORMAT_NAMES: Final = {"ja": "報告の書き方", "en": "How a report is written"}


@dataclass(frozen=True, slots=True)
class Chapter:
    """The rules of one game by id, in their order; those of the written form are a chapter of their own."""

    key: str
    names: Mapping[str, str]
    rules: Mapping[str, Rule]


@dataclass(frozen=True, slots=True)
class Entry:
    """A rule in its place: its chapter, and the ids around it ('' at the ends)."""

    id: str
    rule: Rule
    chapter: Chapter
    previous: str
    next: str

    def sentences(self, lang: str) -> tuple[str, ...]:
        """Return what the referee says for this rule, by example, in 'ja' or 'en'."""
        return tuple(
            render(Finding(self.id, Severity.INFO, "", code, params), lang)
            for code, params in self.rule.examples
        )

    def settings(self, ruleset: Ruleset | None = None) -> dict[str, object]:
        """Return the keys that change this rule, with their values in a ruleset (default: the game's first one)."""
        keys = (*self.rule.keys, *self.rule.optional)
        if not keys:
            return {}
        payload = (ruleset or get_game(self.chapter.key).rulesets[0]).payload
        return {key: payload.get(key, self.rule.optional.get(key)) for key in keys}


@cache
def chapters() -> tuple[Chapter, ...]:
    """Return every chapter: the games in their fixed order, then the written form."""
    games = tuple(Chapter(game.key, game.names, game.rulebook) for game in all_games())
    return (*games, Chapter(FORMAT, _FORMAT_NAMES, FORMAT_RULES))


@cache
def _entries() -> dict[str, Entry]:
    found: dict[str, Entry] = {}
    for chapter in chapters():
        ids = list(chapter.rules)
        for before, rule_id, after in zip(["", *ids], ids, [*ids[1:], ""], strict=False):
            found[rule_id] = Entry(rule_id, chapter.rules[rule_id], chapter, before, after)
    return found


def rule_entry(rule_id: str) -> Entry | None:
    """Return the rule with this id, None when there is none."""
    return _entries().get(rule_id)
