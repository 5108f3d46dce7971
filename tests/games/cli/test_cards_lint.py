"""`cards lint`: figures, problems with their place, exit codes."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from games.cli import main
from tests.games.danmaku.test_base_set import OUTCOMES, SUBJECTS

ROOT = Path(__file__).parents[3]
BASE = str(ROOT / "games" / "cardsets" / "danmaku-base.toml")
DECK = str(ROOT / "games" / "cardsets" / "doujin-invented.toml")


@pytest.fixture(autouse=True)
def japanese(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)


def test_base_set_prints_every_chance_of_the_rules(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cards", "lint", BASE, "--json"]) == 0
    out, err = capsys.readouterr()
    answer = json.loads(out)
    assert err == ""
    assert [(card["level"], card["name"], card["p"]) for card in answer["cards"]] == [
        (level, name, f"{ways}/{OUTCOMES[level]}")
        for level, subjects in SUBJECTS.items()
        for name, ways in subjects.items()
    ]
    assert answer["cards"][0]["id"] == "cirno"
    assert answer["problems"] == []
    assert answer["unofficial"] is True
    assert [level["p"] for level in answer["levels"]] == [
        "186/216", "1128/1296", "2506/7776", "3726/46656", "1560/279936", "652/1679616",
    ]  # fmt: skip


def test_text_shows_that_the_set_is_unofficial_and_the_chances_of_levels(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["cards", "lint", BASE]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "被写体36枚(有志による非公式の再構成) [非公式]"
    assert lines[1].split() == ["3", "25/216", "11.574", "%", "cirno", "チルノ"]
    assert lines[37:] == [
        "レベル3のどれかを満たす確率: 186/216 = 86.11 %",
        "レベル4のどれかを満たす確率: 1128/1296 = 87.04 %",
        "レベル5のどれかを満たす確率: 2506/7776 = 32.23 %",
        "レベル6のどれかを満たす確率: 3726/46656 = 7.99 %",
        "レベル7のどれかを満たす確率: 1560/279936 = 0.56 %",
        "レベル8のどれかを満たす確率: 652/1679616 = 0.04 %",
        "36枚に問題はありません。",
    ]


def test_mistyped_card_exits_1_with_line_and_card(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "club.toml"
    text = Path(BASE).read_text(encoding="utf-8").replace("sum = 9 }", "sum = 19 }")
    file.write_text(text.replace("shift = 1 }\n", "shfit = 1 }\n", 1), encoding="utf-8")
    assert main(["--lang", "en", "cards", "lint", str(file)]) == 1
    assert capsys.readouterr().out.splitlines()[-3:] == [
        "To correct: 2.",
        "error  club.toml:22  [cirno]  This condition can never be met by 3 plain dice.",
        'error  club.toml:31  [mystia]  The key "shfit" is unknown; did you mean "shift"?',
    ]


def test_problems_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "club.toml"
    file.write_text(
        Path(BASE).read_text(encoding="utf-8").replace("level = 8", "level = 9", 1), encoding="utf-8"
    )
    assert main(["cards", "lint", str(file), "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert answer["problems"] == [
        {
            "rule": "DG-1",
            "severity": "error",
            "line": 275,
            "card": "suika",
            "path": "/card/32/level",
            "code": "cards.out_of_range",
            "message": "「level」は3から8までです(入力は9)。",
        }
    ]
    assert len(answer["cards"]) == 35


def test_a_deck_of_doujin_says_that_it_is_invented(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cards", "lint", DECK, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["invented"] is True
    assert answer["problems"] == []
    assert (len(answer["cards"]), answer["cards"][0]["colour"]) == (52, "cover")
    assert sum(event["copies"] for event in answer["events"]) >= 36
    assert main(["--lang", "en", "cards", "lint", DECK]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Invented deck (not the real cards) [invented]"
    assert lines[1].split() == ["cover", "+4/-7", "foil", "箔押しの表紙"]
    assert lines[-2] == "doujin cards: 52 (adult: 4), events: 44 of 16 kinds, trumps: 15"
    assert lines[-1] == "No problem in 111 cards."


def test_a_deck_with_a_mistake_exits_1_with_line_and_card(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "deck.toml"
    text = Path(DECK).read_text(encoding="utf-8").replace('op = "give"', 'op = "gvie"', 1)
    file.write_text(text, encoding="utf-8")
    assert main(["--lang", "en", "cards", "lint", str(file)]) == 1
    line = next(number for number, content in enumerate(text.split("\n"), start=1) if "gvie" in content)
    assert capsys.readouterr().out.splitlines()[-1].startswith(f"error  deck.toml:{line}  [queue]  ")


def test_set_that_is_not_complete_is_only_warned_of(tmp_path: Path) -> None:
    file = tmp_path / "club.toml"
    file.write_text(Path(BASE).read_text(encoding="utf-8").rpartition("[[card]]")[0], encoding="utf-8")
    assert main(["cards", "lint", str(file)]) == 0


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"\xff", "UTF-8として読めません(1バイト目)"),
        (b"x = \n", "TOMLとして読めません(1行目5文字目)"),
        (b"\x00" * 300_000, "200000バイトまで"),
        (b"a = " + b"[" * 200 + b"]" * 200, "入れ子が深すぎます"),
    ],
)
def test_unusable_file_exits_2_with_one_line(
    content: bytes, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "x.toml"
    file.write_bytes(content)
    assert main(["cards", "lint", str(file), "--json"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert reason in err


@pytest.mark.parametrize("name", ["missing.toml", ".", "a\x00b"])
def test_unreadable_file_exits_2(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cards", "lint", str(tmp_path / name)]) == 2
    assert "読めません" in capsys.readouterr().err


def test_endless_device_exits_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cards", "lint", "/dev/zero"]) == 2
    assert capsys.readouterr().err == "/dev/zero: カードのファイルは200000バイトまでです。\n"


def test_lint_reads_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(Path(BASE).read_bytes())))
    assert main(["cards", "lint", "-"]) == 0


@pytest.mark.parametrize("arguments", [["cards"], ["cards", "lint"], ["cards", "mend", BASE]])
def test_wrong_usage_exits_2(arguments: list[str]) -> None:
    assert main(arguments) == 2
