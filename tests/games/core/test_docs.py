"""What docs/records.md shows can be read, and docs/bots.md names every bot."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from games.cli import main
from games.core.judge import judge
from games.core.notation import read_notation, write_notation
from games.core.registry import all_games, get_game

if TYPE_CHECKING:
    import pytest

EXAMPLE = re.compile(r"```\n(sekijun\.record.*?)```", re.DOTALL)
DOCS = Path(__file__).parents[3] / "docs"


def test_the_example_of_the_text_form_reads_and_writes() -> None:
    text = (DOCS / "records.md").read_text(encoding="utf-8")
    example, _ = EXAMPLE.findall(text)
    record = read_notation(example)
    assert read_notation(write_notation(record)) == record
    assert isinstance(record["events"], list)
    assert {event["event"] for event in record["events"]} == {
        "turn", "shot", "roll", "help", "ability", "name", "page", "settle",
    }  # fmt: skip


def test_the_example_of_doujin_is_a_game_by_the_rules_with_every_kind_of_event() -> None:
    _, example = EXAMPLE.findall((DOCS / "records.md").read_text(encoding="utf-8"))
    record = read_notation(example)
    assert read_notation(write_notation(record)) == record
    judgement = judge(record)
    assert judgement.valid, judgement.findings
    assert isinstance(record["events"], list)
    play = get_game("doujin").play
    assert play is not None
    assert {event["event"] for event in record["events"]} == set(play.vocabulary.shapes)


def test_the_worked_examples_of_a_deck_are_as_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (DOCS / "cards.md").read_text(encoding="utf-8").partition("# A club's own deck")[2]
    examples = re.findall(r"```toml\n(.*?)```", text, re.DOTALL)
    assert [example.partition("\n")[0] for example in examples] == ["[[card]]", "[[event]]", "[[trump]]"]
    deck = (DOCS.parent / "games/cardsets/doujin-invented.toml").read_text(encoding="utf-8")
    file = tmp_path / "our-deck.toml"
    file.write_text("\n".join([deck, *examples[1:]]), encoding="utf-8")
    assert main(["--lang", "en", "cards", "lint", str(file)]) == 0
    assert "\n".join(capsys.readouterr().out.splitlines()[-2:]) in text
    (line,) = [line for line in text.split("\n") if line.startswith("error  ")]
    head = 'format = "sekijun.cards/1"\ngame = "doujin"\n'
    file.write_text(head + examples[1].replace('"each"', '"evrybody"'), encoding="utf-8")
    capsys.readouterr()
    assert main(["--lang", "en", "cards", "lint", str(file)]) == 1
    assert line in capsys.readouterr().out.splitlines()


def test_every_bot_is_written_down() -> None:
    text = (DOCS / "bots.md").read_text(encoding="utf-8")
    for game in all_games():
        for name in game.play.bots if game.play else ():
            assert f"## `{name}` (every game)" in text or f"## `{name}` ({game.key})" in text
