"""A club plays, judges and stores its own cards without code: a ruleset holds the content of a card file (DG-4)."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from games.cli import main
from games.core.judge import judge
from games.core.registry import builtin_ruleset
from games.core.ruleset import Ruleset, RulesetError
from tests.games.reports import Json, danmaku, errors

COURT = Path(__file__).parent.parent / "danmaku" / "court.toml"
CONTENT = tomllib.loads(COURT.read_text(encoding="utf-8"))


def holding(content: Json) -> Ruleset:
    payload = {**builtin_ruleset("danmaku", "base").payload, "card_set": content}
    return Ruleset.from_payload(game="danmaku", key="court", version=1, payload=payload)


def test_report_is_judged_by_the_cards_that_its_ruleset_holds() -> None:
    own = CONTENT["card"][0]["name"]
    report = danmaku({"total": 9, "captured": [own]}, {"total": 8, "captured": ["チルノ"]})
    assert errors(judge(report, holding(CONTENT))) == [("DG-1", "/seats/1/captured/0")]
    assert errors(judge(report)) == [("DG-1", "/seats/0/captured/0")]


def test_ruleset_with_cards_goes_through_json_as_the_same_ruleset() -> None:
    ruleset = holding(CONTENT)
    again = holding(json.loads(json.dumps(ruleset.payload))["card_set"])
    assert again == ruleset
    assert again.content_hash == ruleset.content_hash
    changed = holding(json.loads(json.dumps(CONTENT).replace('"level": 3', '"level": 4')))
    assert changed.content_hash != ruleset.content_hash


@pytest.mark.parametrize(
    ("content", "path", "code"),
    [
        ("court", "/card_set", "core.payload_choice"),
        (7, "/card_set", "core.payload_type"),
        ({}, "/card_set", "cards.missing_key"),
        (CONTENT | {"card": []}, "/card_set/card", "cards.no_cards"),
        (
            CONTENT | {"card": [CONTENT["card"][0] | {"level": 9}]},
            "/card_set/card/0/level",
            "cards.out_of_range",
        ),
        (CONTENT | {"colour": 1}, "/card_set/colour", "cards.unknown_key"),
        ({"card": {"deep": [[[1]]]}}, "/card_set/card", "cards.wrong_type"),
    ],
)
def test_cards_that_cannot_be_used_are_no_ruleset(content: Json, path: str, code: str) -> None:
    with pytest.raises(RulesetError) as caught:
        holding(content)
    assert (path, code) in [(problem.path, problem.code) for problem in caught.value.problems]
    assert caught.value.render("ja")


@pytest.mark.parametrize("form", ["cards", "ruleset"])
def test_game_with_own_cards_is_played_and_replayed(
    form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wanted = str(COURT)
    if form == "ruleset":
        (tmp_path / "court.toml").write_bytes(COURT.read_bytes())
        wanted = str(tmp_path / "club.json")
        Path(wanted).write_text(
            json.dumps({"key": "club", "payload": {"card_set": "court.toml", "help_deal": "rising"}}),
            encoding="utf-8",
        )
    record = str(tmp_path / "r.json")
    assert main(["play", "danmaku", "--players", "3", "--seed", "3", "--ruleset", wanted, "-o", record]) == 0
    assert main(["replay", record, "--ruleset", wanted]) == 0
    capsys.readouterr()
    assert main(["replay", record, "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert [finding["rule"] for finding in answer["findings"]] == ["FMT-6"]


@pytest.mark.parametrize(
    ("game", "file", "text", "said"),
    [
        ("danmaku", "x.toml", "format = ", "x.toml: "),
        ("danmaku", "x.toml", 'format = "sekijun.cards/1"\nkey = "x"\nlevels = 3', "\n3: "),
        ("danmaku", "x.json", '{"payload": {"card_set": "nowhere.toml"}}', "nowhere.toml"),
        ("danmaku", "x.json", '{"payload": {"card_set": 5}}', "card_set"),
        ("danmaku", "x.json", '{"payload": {"card_set": {"card": [[], 1]}}}', "/card_set/card"),
        ("generic", "x.toml", "", "x.toml"),
    ],
)
def test_cards_that_cannot_be_used_exit_2(
    game: str, file: str, text: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, report = tmp_path / file, tmp_path / "report.json"
    path.write_text(text, encoding="utf-8")
    report.write_text(json.dumps(danmaku({"total": 9}, {"total": 8}) | {"game": game}), encoding="utf-8")
    assert main(["check", str(report), "--ruleset", str(path)]) == 2
    shown = capsys.readouterr()
    assert said in shown.err
    assert not shown.out
