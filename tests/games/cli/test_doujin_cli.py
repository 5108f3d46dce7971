"""`play`, `replay`, `check` and `simulate` for a game that is played with an invented deck."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from games.cli import main

ROOT = Path(__file__).parents[3]


@pytest.fixture(autouse=True)
def japanese(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)


def test_doujin_is_played_with_the_invented_deck_and_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "d.json"
    assert main(["play", "doujin", "--players", "3", "--seed", "2", "-o", str(path)]) == 0
    assert "山札は創作です。" in capsys.readouterr().err
    record = json.loads(path.read_text(encoding="utf-8"))
    assert (record["game"], record["ruleset"], record["finished"]) == ("doujin", "invented", True)
    for verb in ("replay", "check"):
        assert main([verb, str(path), "--json"]) == 0
        answer = json.loads(capsys.readouterr().out)
        assert answer["evidence"] == "record"
        assert [finding["rule"] for finding in answer["findings"]] == ["KD-20"]
    assert main(["replay", str(path), "--notation"]) == 0
    assert capsys.readouterr().out.startswith("sekijun.record/1 doujin invented finished=yes\nseat 1 ")


def test_doujin_is_simulated_and_says_that_the_deck_is_invented(capsys: pytest.CaptureFixture[str]) -> None:
    options = ["simulate", "doujin", "--players", "4", "--games", "6", "--seed", "1", "--bot", "greedy"]
    answers = []
    for jobs in ("1", "2"):
        assert main(["--lang", "en", *options, "--jobs", jobs, "--json"]) == 0
        answers.append(json.loads(capsys.readouterr().out))
    assert answers[0]["notices"] == ["The deck is invented: the real cards aren't public."]
    assert answers[0]["seats"] == answers[1]["seats"]
    assert answers[0]["events"] == answers[1]["events"]
    assert len(answers[0]["seats"]) == 4
    assert main(options) == 0
    assert capsys.readouterr().out.splitlines()[-1].startswith("山札は創作です。")


def test_a_ruleset_without_a_deck_cant_be_played(capsys: pytest.CaptureFixture[str]) -> None:
    for verb in ("play", "simulate"):
        assert main(["--lang", "en", verb, "doujin", "--players", "3", "--ruleset", "base"]) == 2
        assert "names no deck" in capsys.readouterr().err


def test_a_ruleset_of_ones_own_starts_from_the_invented_deck(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "r.json"
    path.write_text(json.dumps({"key": "house", "payload": {"tiebreak": "early_bird"}}), encoding="utf-8")
    options = ["--players", "3", "--games", "2", "--bot", "random", "--ruleset", str(path), "--json"]
    assert main(["simulate", "doujin", *options]) == 0
    assert json.loads(capsys.readouterr().out)["ruleset"] == "house"


def test_b_after_b_exits_1_with_its_rule(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = """sekijun.record/1 doujin invented
seat 1 player=A
seat 2 player=B
seat 3 player=C
deal 1 徹夜の底力
deal 2 徹夜の底力
"""
    path = tmp_path / "b.txt"
    path.write_text(lines, encoding="utf-8")
    assert main(["check", str(path), "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert ("KD-1", "/events/1") in [(finding["rule"], finding["path"]) for finding in answer["findings"]]
    assert main(["play", "doujin", "--players", "3", "--seed", "3", "-o", str(path)]) == 0
    text = path.read_text(encoding="utf-8").splitlines()
    reveal = next(index for index, line in enumerate(text) if line.startswith("reveal"))
    flip = next(index for index in range(reveal, len(text)) if text[index].startswith("flip"))
    seat = int(text[flip].split()[1]) % 3 + 1
    card = next(line.split()[2] for line in text if line.startswith(f"draw {seat}"))
    text[flip + 1 :] = [f"flip {seat} {card}"]
    path.write_text("\n".join(text), encoding="utf-8")
    capsys.readouterr()
    assert main(["check", str(path), "--json"]) == 1
    rules = [finding["rule"] for finding in json.loads(capsys.readouterr().out)["findings"]]
    assert "KD-12" in rules
