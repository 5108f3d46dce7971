"""Bends records in arbitrary places, for tests of every game: whatever comes of it is judged in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import strategies as st

from games.core.chapters import rule_entry
from games.core.findings import render
from games.core.judge import judge
from tests.games.reports import Json, resolves

if TYPE_CHECKING:
    from games.core.ruleset import Ruleset

VALUES = st.none() | st.booleans() | st.integers(-2, 9) | st.sampled_from(
    ["", "\u202e", 10**30, 1.5, [], {}, [1, 2], [[1, 2]], {"event": "settle"}]
)  # fmt: skip


def places(value: Json, way: tuple[Json, ...] = ()) -> list[tuple[Json, ...]]:
    """Return the ways to all places below a value."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [place for key, inner in items for place in [(*way, key), *places(inner, (*way, key))]]


def bend(record: Json, data: st.DataObject, words: list[str]) -> None:
    """Leave out events and change or remove some values; `words` are some that the game knows."""
    if data.draw(st.booleans()):
        record["events"] = record["events"][-data.draw(st.integers(5, 80)) :]
    ways = places(record)
    for _ in range(data.draw(st.integers(1, 5))):
        *way, last = data.draw(st.sampled_from(ways))
        target: Json = record
        try:
            for step in way:
                target = target[step]
            if data.draw(st.booleans()):
                target[last] = data.draw(VALUES | st.sampled_from(words))
            else:
                del target[last]
        except (KeyError, IndexError, TypeError):
            continue  # an earlier change took the place away


def assert_told(record: Json, ruleset: Ruleset | None = None) -> None:
    """Judge a record: every finding has its place, its rule and a sentence in both languages."""
    for finding in judge(record, ruleset).findings:
        assert resolves(record, finding.path), finding
        assert rule_entry(finding.rule), finding
        for lang in ("ja", "en"):
            assert render(finding, lang).encode()
