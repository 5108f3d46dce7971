"""What docs/records.md shows can be read, and docs/bots.md names every bot."""

from __future__ import annotations

import re
from pathlib import Path

from games.core.notation import read_notation, write_notation
from games.core.registry import all_games

DOCS = Path(__file__).parents[3] / "docs"


def test_the_example_of_the_text_form_reads_and_writes() -> None:
    text = (DOCS / "records.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```\n(sekijun\.record.*?)```", text, re.DOTALL)
    record = read_notation(example)
    assert read_notation(write_notation(record)) == record
    assert isinstance(record["events"], list)
    assert {event["event"] for event in record["events"]} == {
        "turn", "shot", "roll", "help", "ability", "name", "page", "settle",
    }  # fmt: skip


def test_every_bot_is_written_down() -> None:
    text = (DOCS / "bots.md").read_text(encoding="utf-8")
    for game in all_games():
        for name in game.play.bots if game.play else ():
            assert f"## `{name}`" in text
