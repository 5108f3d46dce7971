"""What docs/records.md, docs/engine.md and docs/rulesets.md show is so, and docs/bots.md names every bot."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

from games.cli import main
from games.core.judge import judge
from games.core.notation import read_notation, write_notation
from games.core.registry import all_games, builtin_ruleset, get_game
from games.core.ruleset_file import read_ruleset

if TYPE_CHECKING:
    import pytest

EXAMPLE = re.compile(r"```\n(sekijun\.record.*?)```", re.DOTALL)
DOCS = Path(__file__).parents[3] / "docs"


def test_the_example_of_the_text_form_is_a_game_by_the_rules() -> None:
    text = (DOCS / "records.md").read_text(encoding="utf-8")
    example, _ = EXAMPLE.findall(text)
    record = read_notation(example)
    assert read_notation(write_notation(record)) == record
    assert judge(record).findings == ()
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


def test_every_test_that_the_page_about_testing_names_is_there() -> None:
    named = set(re.findall(r"`(test_\w+)`", (DOCS / "testing.md").read_text(encoding="utf-8")))
    sources = [path.read_text(encoding="utf-8") for path in (DOCS.parent / "tests/games").rglob("test_*.py")]
    assert named
    assert (
        named - {name for source in sources for name in re.findall(r"^def (test_\w+)", source, re.MULTILINE)}
        == set()
    )


def test_every_bot_is_written_down() -> None:
    text = (DOCS / "bots.md").read_text(encoding="utf-8")
    for game in all_games():
        for name in game.play.bots if game.play else ():
            assert f"## `{name}` (every game)" in text or f"## `{name}` ({game.key})" in text


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
    danmaku, doujin = text.partition("For 東方弾幕画報:")[2].split("For 王たちの同人誌:")
    for game, part in (("danmaku", danmaku), ("doujin", doujin)):
        assert [key for key in builtin_ruleset(game, "base").payload if f"`{key}`" not in part] == []


def rulesets_doc() -> str:
    return (DOCS / "rulesets.md").read_text(encoding="utf-8")


def test_commands_of_the_rulesets_page_say_what_it_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every file on the page is written down, in the order of the commands that read it."""
    monkeypatch.chdir(tmp_path)
    files = re.findall(r"```json\n(.*?)```", rulesets_doc(), re.DOTALL)
    names = ("mahjong.json", "night.json", "sanma.json", "three.json", "wrong.json")
    for name, content in zip(names, files, strict=True):
        Path(name).write_text(content, encoding="utf-8")
    shown = re.findall(r"```\n\$ python -m games (.*?)\n(.*?)```", rulesets_doc(), re.DOTALL)
    exits = []
    for command, output in shown:
        exits.append(main(command.split()))
        out, err = capsys.readouterr()
        assert out + err == output
    assert exits == [1, 0, 2]
    mended = Path("night.json").read_text(encoding="utf-8").replace("8600", "8700")
    Path("night.json").write_text(mended, encoding="utf-8")
    assert main(["check", "night.json", "--lang", "en"]) == 0
    assert capsys.readouterr().out.startswith("The report follows the rules.\n")


def test_mahjong_of_the_rulesets_page_is_the_built_in_one() -> None:
    (first, *_) = re.findall(r"```json\n(.*?)```", rulesets_doc(), re.DOTALL)
    shipped = builtin_ruleset("generic", "mahjong")
    assert read_ruleset(first.encode()).content_hash == shipped.content_hash


def test_rulesets_page_has_a_row_for_every_key_and_its_payloads_can_be_used() -> None:
    rows = dict(re.findall(r"^\| `(\w+)` \|.*\| (GN-\d) \|$", rulesets_doc(), re.MULTILINE))
    rulebook = get_game("generic").rulebook
    assert rows == {key: rule for rule, one in rulebook.items() for key in (*one.keys, *one.optional)}
    payloads = re.findall(r"\| `(\{.*\})` \|$", rulesets_doc(), re.MULTILINE)
    assert len(payloads) == 4
    for payload in payloads:
        read_ruleset(json.dumps({"game": "generic", "key": "x", "payload": json.loads(payload)}).encode())
