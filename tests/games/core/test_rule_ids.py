"""Every rule is found by its id, in the code that keeps it and in the tests that hold it to that."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from games.core.chapters import Chapter, chapters
from games.core.registry import game_keys, get_game

ROOT = Path(__file__).parents[3]
EXPLAINED_IN = {"rulebook.py", "format_rules.py"}  # there stand all ids, kept or not
PREFIXES = {"danmaku": "DG", "doujin": "KD"}
ID = re.compile(r"\b[A-Z]{2,3}-\d+\b")


@cache
def ids_in(folder: str) -> frozenset[str]:
    files = [path for path in (ROOT / folder).rglob("*.py") if path.name not in EXPLAINED_IN]
    return frozenset(found for path in files for found in ID.findall(path.read_text(encoding="utf-8")))


def due(chapter: Chapter) -> set[str]:
    """Return the ids that have to be found: of a game that is only judged, those that the referee cites."""
    judged_only = chapter.key in game_keys() and get_game(chapter.key).play is None
    return {rule_id for rule_id in chapter.rules if not judged_only or rule_id in ids_in("games")}


@pytest.mark.parametrize("chapter", chapters(), ids=lambda chapter: chapter.key)
def test_every_rule_id_is_found_in_code_and_tests(chapter: Chapter) -> None:
    assert due(chapter)
    assert due(chapter) - ids_in("games") == set()
    assert due(chapter) - ids_in("tests/games") == set()


@pytest.mark.parametrize("key", ["danmaku", "doujin"])
def test_a_playable_game_keeps_all_its_rules(key: str) -> None:
    chapter = next(chapter for chapter in chapters() if chapter.key == key)
    assert due(chapter) == {f"{PREFIXES[key]}-{number}" for number in range(1, 22)}
