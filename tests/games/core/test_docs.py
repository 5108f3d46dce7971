"""What docs/records.md and docs/engine.md show is so, and docs/bots.md names every bot."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

from games.cli import main
from games.core.judge import judge
from games.core.notation import read_notation, write_notation
from games.core.registry import all_games, builtin_ruleset

if TYPE_CHECKING:
    import pytest

DOCS = Path(__file__).parents[3] / "docs"


def test_the_example_of_the_text_form_is_a_game_by_the_rules() -> None:
    text = (DOCS / "records.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```\n(sekijun\.record.*?)```", text, re.DOTALL)
    record = read_notation(example)
    assert read_notation(write_notation(record)) == record
    assert judge(record).findings == ()
    assert isinstance(record["events"], list)
    assert {event["event"] for event in record["events"]} == {
        "turn", "shot", "roll", "help", "ability", "name", "page", "settle",
    }  # fmt: skip


def test_every_bot_is_written_down() -> None:
    text = (DOCS / "bots.md").read_text(encoding="utf-8")
    for game in all_games():
        for name in game.play.bots if game.play else ():
            assert f"## `{name}`" in text


def test_the_page_about_the_engine_shows_what_the_referee_says(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (DOCS / "engine.md").read_text(encoding="utf-8")
    examples = re.findall(r"`(\w+\.json)`:\n\n```json\n(.*?)```", text, re.DOTALL)
    answers = re.findall(r"```\n\$ python -m games check (\w+\.json) --lang en\n(.*?)```", text, re.DOTALL)
    assert [name for name, _ in examples] == [name for name, _ in answers] == ["report.json", "wrong.json"]
    for (name, report), (_, answer) in zip(examples, answers, strict=True):
        (tmp_path / name).write_text(report, encoding="utf-8")
        assert main(["check", str(tmp_path / name), "--lang", "en"]) == (name == "wrong.json")
        assert capsys.readouterr().out == answer


def test_the_page_about_the_engine_shows_a_game_and_what_replaying_it_says(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = (DOCS / "engine.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```\n(\$ python -m games (?:play|replay).*?)```", text, re.DOTALL)
    runs = [run.partition("\n") for block in blocks for run in block.split("$ python -m games ")[1:]]
    assert [command.split()[0] for command, _, _ in runs] == ["play", "replay", "replay"]
    for command, _, shown in runs:
        main(command.split())
        told = "".join(capsys.readouterr())
        assert told.startswith(shown.removesuffix("…\n"))
        if command.startswith("play"):  # a subject that seat 1 has already
            record = json.loads(Path("r.json").read_text(encoding="utf-8"))
            record["events"][20]["subject"] = "ルーミア"
            Path("bent.json").write_text(json.dumps(record), encoding="utf-8")


def test_the_page_about_the_engine_names_every_key_of_a_ruleset() -> None:
    text = (DOCS / "engine.md").read_text(encoding="utf-8")
    assert [key for key in builtin_ruleset("danmaku", "base").payload if f"`{key}`" not in text] == []
