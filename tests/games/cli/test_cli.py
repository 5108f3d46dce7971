"""The command line: exit codes, JSON keys, languages, streams."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from games.cli import main
from games.cli.app import build_parser
from games.cli.text import TEXTS, choose_language, say
from games.core.game import EVIDENCE_STEPS
from games.core.registry import builtin_ruleset
from games.schemas import schema_text
from tests.games.reports import DESIGN_DANMAKU, DESIGN_DOUJIN, Json, changed, danmaku, generic

ROOT = Path(__file__).parents[3]


@pytest.fixture(autouse=True)
def japanese(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def report_file(tmp_path: Path) -> Json:
    def write(report: Json) -> str:
        path = tmp_path / "report.json"
        path.write_text(json.dumps(report), encoding="utf-8")
        return str(path)

    return write


def run(*arguments: str, stdin: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "games", *arguments],
        input=stdin, capture_output=True, cwd=ROOT, env=os.environ | environment, timeout=60, check=False,
    )  # fmt: skip


def test_valid_report_exits_0(report_file: Json, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", report_file(generic(9, 7))]) == 0
    out, err = capsys.readouterr()
    assert out == "規則に合っています。\n確認できた範囲: 合計と順位\n"
    assert err == ""


def test_broken_report_exits_1_and_says_all(report_file: Json, capsys: pytest.CaptureFixture[str]) -> None:
    report = danmaku({"pages": [{"score": 5}, {"score": 4}], "total": 10}, {"total": 40})
    assert main(["--lang", "en", "check", report_file(report)]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "The report can't be right as it is (to correct: 2).",
        "Checked as far as: totals and placements",
        (
            "error  DG-20  The total of seat 1 doesn't match its pages (5 + 4 = 9, entered: 10).  "
            "[/seats/0/total]"
        ),
        "error  DG-21  The total of seat 2 can't be 40 (possible: 3-23).  [/seats/1/total]",
    ]


def test_check_prints_machine_output(report_file: Json, capsys: pytest.CaptureFixture[str]) -> None:
    report = changed(DESIGN_DOUJIN, "/seats/0/bonus", True)
    assert main(["check", report_file(report), "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert answer == {
        "valid": False,
        "evidence": "scores",
        "findings": [
            {
                "rule": "KD-17",
                "severity": "error",
                "path": "/seats/0/bonus",
                "code": "doujin.bonus_adult",
                "message": "18禁は名誉の4色に数えません。席1はジャンル、要素、名前の光がないので+4はありません。",
            }
        ],
    }


def test_notes_leave_the_exit_code_0(report_file: Json, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", report_file(danmaku({"total": 17}, {"total": 9}))]) == 0
    assert capsys.readouterr().out.startswith("規則に合っています(お知らせ1件)。\n")


def test_example_of_the_design_needs_no_note(report_file: Json, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", report_file(DESIGN_DANMAKU)]) == 0
    assert capsys.readouterr().out.startswith("規則に合っています。\n")


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b"\xff", b'{"a":NaN}', b"[" * 100_000, b" " * 2_000_000]
)
def test_unusable_input_exits_2_with_a_reason(
    content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "x.json"
    path.write_bytes(content)
    assert main(["check", str(path), "--json"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.endswith("。\n")


@pytest.mark.parametrize("name", ["missing.json", ".", "a\x00b"])
def test_unreadable_file_exits_2(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(tmp_path / name)]) == 2
    assert "読めません" in capsys.readouterr().err


def test_other_ruleset_can_be_chosen(report_file: Json, capsys: pytest.CaptureFixture[str]) -> None:
    file = report_file(generic(9, 7, placements=(2, 1)))
    assert main(["check", file]) == 1
    assert main(["check", file, "--ruleset", "lower"]) == 0
    capsys.readouterr()
    assert main(["check", file, "--ruleset", "house"]) == 2
    assert capsys.readouterr().err == "ルールセット「house」はありません。base, lower, mahjongが使えます。\n"
    assert main(["check", report_file({}), "--ruleset", "lower"]) == 2


def test_check_reads_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    text = json.dumps(generic(9, 7)).encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text)))
    assert main(["check", "-"]) == 0


@pytest.mark.parametrize(
    ("dice", "score", "text"),
    [
        ("12333335", 5, "3が5個: 5点"),
        ("22226666", 4, "2が4個: 4点"),
        ("55555555", 9, "5が8個、すべて同じ目で+1: 9点"),
        ("1 2 3 3 3 3 3 5", 5, "3が5個: 5点"),
        ("1,2, 3,3,3,3,3,5", 5, "3が5個: 5点"),
        ("666666", 7, "6が6個、すべて同じ目で+1: 7点"),
    ],
)
def test_score_of_dice(dice: str, score: int, text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", "danmaku", "--dice", dice]) == 0
    assert capsys.readouterr().out == f"{text}\n"
    assert main(["score", "danmaku", "--dice", dice, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"score": score}


@pytest.mark.parametrize(
    ("dice", "message"),
    [
        ("12733335", "ダイスの目は1から6の数字です(「7」は使えません)。"),
        ("1233333\uff15", "ダイスの目は1から6の数字です(「\uff15」は使えません)。"),
        ("0", "ダイスの目は1から6の数字です(「0」は使えません)。"),
        ("", "ダイスの目がありません。12333335 のように書いてください。"),
        (" , ", "ダイスの目がありません。12333335 のように書いてください。"),
        ("1" * 101, "ダイスは100個までです(入力は101個)。"),
    ],
)
def test_bad_dice_exit_2(dice: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", "danmaku", "--dice", dice, "--json"]) == 2
    assert capsys.readouterr() == ("", f"{message}\n")


def test_list_shows_games_players_and_rulesets(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list"]) == 0
    shown = capsys.readouterr().out
    base = builtin_ruleset("danmaku", "base").content_hash
    assert shown.startswith(f"danmaku  東方弾幕画報  2人から5人\n  base  v1  {base[:12]}\n")
    assert main(["list", "--json"]) == 0
    games = json.loads(capsys.readouterr().out)["games"]
    assert [(g["key"], g["players"]) for g in games] == [
        ("danmaku", {"min": 2, "max": 5}),
        ("doujin", {"min": 3, "max": 5}),
        ("generic", {"min": 2, "max": 100}),
    ]
    players = {"min": 2, "max": 5}
    assert games[0]["rulesets"] == [
        {"key": "base", "version": 1, "hash": base, "names": {}, "players": players}
    ]
    mahjong = games[2]["rulesets"][2]
    assert mahjong["players"] == {"min": 4, "max": 4}
    assert mahjong["names"] == {"ja": "麻雀(4人)", "en": "mahjong (4 players)"}
    assert f"  mahjong  v1  {mahjong['hash'][:12]}  麻雀(4人)\n" in shown


@pytest.mark.parametrize("name", ["report", "record"])
def test_schema_is_printed_as_shipped(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", name]) == 0
    assert capsys.readouterr().out == schema_text(name)


@pytest.mark.parametrize(
    ("arguments", "detail"),
    [
        ([], "list|check|replay|play|simulate|score|cards|schema がありません"),
        (
            ["fly"],
            "「fly」は選べません。list, check, replay, play, simulate, score, cards, schema のどれかです",
        ),
        (["list", "--foo"], "--foo は使えません"),
        (["check"], "FILE がありません"),
        (["check", "x", "--ruleset"], "--ruleset の値がありません"),
        (["score", "chess", "--dice", "1"], "「chess」は選べません。danmaku のどれかです"),
        (["schema", "x"], "「x」は選べません。report, record のどれかです"),
        (["list", "--lang", "de"], "「de」は選べません。ja, en のどれかです"),
    ],
)
def test_wrong_usage_exits_2(arguments: list[str], detail: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err == f"指定が正しくありません。python -m games --help をご覧ください({detail})。\n"


@pytest.mark.parametrize("arguments", [["--help"], ["check", "--help"], ["list", "-h", "--lang", "en"]])
def test_help_goes_to_stdout(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 0
    out, err = capsys.readouterr()
    assert out.startswith("usage: python -m games")
    assert err == ""


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_help_names_only_what_exists(lang: str) -> None:
    shown = build_parser(lang).format_help()
    assert all(
        verb in shown for verb in ("list", "check", "replay", "play", "simulate", "score", "cards", "schema")
    )
    assert "edit-odds" not in shown


@pytest.mark.parametrize(
    ("arguments", "environment", "lang"),
    [
        ([], {}, "ja"),
        ([], {"LANG": "C.UTF-8"}, "ja"),
        ([], {"LANG": "en_GB.UTF-8"}, "en"),
        ([], {"LANG": "de_DE.UTF-8"}, "ja"),
        ([], {"LANG": "en_GB.UTF-8", "LC_ALL": "ja_JP.UTF-8"}, "ja"),
        (["--lang", "en"], {"LANG": "ja_JP.UTF-8"}, "en"),
        (["list", "--lang=ja"], {"LANG": "en_GB.UTF-8"}, "ja"),
        (["list", "--lang"], {"LANG": "en_GB.UTF-8"}, "en"),
    ],
)
def test_language_comes_from_option_then_locale(
    arguments: list[str], environment: dict[str, str], lang: str
) -> None:
    assert choose_language(arguments, environment) == lang


@pytest.mark.parametrize("key", sorted(TEXTS))
def test_text_is_in_both_languages(key: str) -> None:
    assert all(TEXTS[key])
    assert TEXTS[key].ja != TEXTS[key].en or "{" in TEXTS[key].ja


def test_output_is_utf_8_whatever_the_locale() -> None:
    done = run("list", LC_ALL="C", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert done.returncode == 0
    assert "東方弾幕画報" in done.stdout.decode("utf-8")


def test_program_reads_a_pipe_and_answers_in_json() -> None:
    done = run("check", "-", "--json", stdin=json.dumps(generic(9, 7)).encode())
    assert done.returncode == 0
    assert json.loads(done.stdout) == {"valid": True, "evidence": "scores", "findings": []}
    assert done.stderr == b""


def test_lone_surrogates_are_printed_safely() -> None:
    report = changed(generic(9, 7), "/seats/0/\ud800", 1)
    done = run("check", "-", stdin=json.dumps(report).encode())
    assert done.returncode == 1
    assert "FMT-4" in done.stdout.decode("utf-8")


def test_closed_pipe_is_no_error() -> None:
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(
        [sys.executable, "-m", "games", "schema", "report"],
        stdout=write, stderr=subprocess.PIPE, cwd=ROOT, timeout=60, check=False,
    )  # fmt: skip
    os.close(write)
    assert done.returncode == 0
    assert done.stderr == b""


def test_engine_imports_no_framework() -> None:
    probe = "import sys, games.cli, games.core.judge as j; j.judge({}); print(*sorted(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", probe], capture_output=True, text=True, cwd=ROOT, timeout=60, check=True
    )
    loaded = {name.split(".")[0] for name in done.stdout.split()}
    assert not loaded & {"django", "numpy", "numba", "jsonschema", "league"}


@pytest.mark.parametrize("level", EVIDENCE_STEPS)
@pytest.mark.parametrize("lang", ["ja", "en"])
def test_every_level_of_evidence_has_words(level: str, lang: str) -> None:
    assert say(f"evidence_{level}", lang)
