"""`play`, `replay` and `simulate`: exit codes, files, machine output."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from games.cli import main
from games.core.record import RECORD_BYTES
from tests.games.reports import Json, generic

ROOT = Path(__file__).parents[3]


@pytest.fixture(autouse=True)
def japanese(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(scope="module")
def record_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("records") / "r.json"
    assert (
        main(["play", "danmaku", "--players", "2", "--seed", "7", "--bots", "greedy", "-o", str(path)]) == 0
    )
    return path


def bent(path: Path, tmp_path: Path, index: int, **fields: Json) -> str:
    record = json.loads(path.read_text(encoding="utf-8"))
    record["events"][index] |= fields
    other = tmp_path / "bent.json"
    other.write_text(json.dumps(record), encoding="utf-8")
    return str(other)


def test_play_writes_a_record_that_replays(record_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for verb in ("replay", "check"):
        assert main([verb, str(record_file)]) == 0
        assert capsys.readouterr().out == "記録は規則に合っています。\n確認できた範囲: すべての手\n"
        assert main([verb, str(record_file), "--lang", "en"]) == 0
        assert capsys.readouterr().out == "The record follows the rules.\nChecked as far as: every move\n"
    record = json.loads(record_file.read_text(encoding="utf-8"))
    assert [seat["player"] for seat in record["seats"]] == ["greedy 1", "greedy 2"]
    assert record["finished"] is True


def reworded(path: Path, tmp_path: Path, **fields: Json) -> str:
    record = json.loads(path.read_text(encoding="utf-8"))
    other = tmp_path / "reworded.json"
    other.write_text(json.dumps(record | fields), encoding="utf-8")
    return str(other)


@pytest.mark.parametrize("verb", ["replay", "check"])
def test_a_record_has_sentences_of_its_own(
    verb: str, record_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def said(path: str, lang: str) -> list[str]:
        main([verb, path, "--lang", lang])
        return capsys.readouterr().out.splitlines()[:2]

    wrong = bent(record_file, tmp_path, 1, level=5)
    number = (
        said(wrong, "en")[0]
        .removeprefix("The record can't be right as it is (to correct: ")
        .removesuffix(").")
    )
    assert int(number) >= 1
    assert said(wrong, "en")[1] == "Checked as far as: every move"
    assert said(wrong, "ja") == [f"記録に直すところが{number}件あります。", "確認できた範囲: すべての手"]
    headless = reworded(record_file, tmp_path, ruleset="unheard")
    assert said(headless, "en") == [
        "The record can't be right as it is (to correct: 1).",
        "Its head is wrong, so no move was replayed.",
    ]
    assert said(headless, "ja") == [
        "記録に直すところが1件あります。",
        "先頭に誤りがあるので、手はたどっていません。",
    ]
    early = reworded(record_file, tmp_path, finished=False, events=[{"event": "turn", "seat": 1, "shots": 1}])
    assert said(early, "en")[0] == "The record follows the rules (notes: 1)."
    assert said(early, "ja")[0] == "記録は規則に合っています(お知らせ1件)。"


def test_replay_answers_in_json_with_rule_and_path(
    record_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", bent(record_file, tmp_path, 1, level=5), "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert answer["valid"] is False
    assert answer["evidence"] == "record"
    assert next((f["rule"], f["path"]) for f in answer["findings"]) == ("DG-6", "/events/1")
    assert "shot 3" in answer["findings"][0]["message"]


def test_the_text_form_is_printed_written_and_read(
    record_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(record_file), "--notation"]) == 0
    text = capsys.readouterr().out
    assert text.startswith('sekijun.record/1 danmaku base finished=yes\nseat 1 player="greedy 1" help=2/0')
    path = tmp_path / "r.txt"
    assert main(["play", "danmaku", "--players", "2", "--seed", "7", "-o", str(path)]) == 0
    assert path.read_text(encoding="utf-8") == text
    assert main(["replay", str(path)]) == 0
    assert main(["check", str(path), "--json"]) == 0


def test_play_prints_without_a_file_and_is_the_same_for_a_seed(capsys: pytest.CaptureFixture[str]) -> None:
    texts = []
    for seed in ("3", "3", "4"):
        assert main(["play", "danmaku", "--players", "2", "--seed", seed, "--bots", "greedy,random"]) == 0
        texts.append(capsys.readouterr().out)
    assert texts[0] == texts[1]
    assert texts[0] != texts[2]


def test_a_file_that_cant_be_written_leaves_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "none" / "r.json"
    assert main(["play", "danmaku", "--players", "2", "-o", str(target)]) == 2
    assert "書き込めません" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "JSONとして読めません(1行目1文字目)"),
        (b"sekijun.record/1 danmaku base\nturn x 1\n", "2行目が読めません(「x」)"),
        (b"sekijun.record/1 chess base\n", "1行目が読めません"),
        (b"\xff\xfe", "UTF-8として読めません(1バイト目)"),
        (b" " * (RECORD_BYTES + 1), "報告が大きすぎます(6000000バイトまで)"),
        (json.dumps(generic(1, 2)).encode(), "記録ではありません"),
    ],
)
def test_what_is_no_record_exits_2_with_file_place_and_reason(
    content: bytes, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "x.txt"
    path.write_bytes(content)
    assert main(["replay", str(path), "--json"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert "x.txt" in err
    assert reason in err


def test_a_long_report_is_still_refused_by_check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "long.json"
    path.write_text(json.dumps({"format": "sekijun.report/1", "x": "x" * 1_100_000}), encoding="utf-8")
    assert main(["check", str(path)]) == 2
    assert capsys.readouterr().err.endswith("long.json: 報告が大きすぎます(1000000バイトまで)。\n")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["play", "danmaku", "--players", "6"], "--players は2から5までです(入力は6)。"),
        (["play", "danmaku", "--players", "2", "--bots", "clever"], "ボット「clever」はありません。"),
        (["play", "danmaku", "--players", "2", "--bots", "greedy,greedy,greedy"], "席の数(2)"),
        (["simulate", "danmaku", "--players", "2", "--bot", "greedy", "--games", "0"], "--games は1から"),
        (["simulate", "danmaku", "--players", "2", "--jobs", "0"], "--jobs は1から256までです"),
        (
            ["simulate", "danmaku", "--players", "2", "--ruleset", "night"],
            "ルールセット「night」はありません",
        ),
        (["simulate", "danmaku", "--players", "2", "--ruleset", "/none.json"], "/none.json を読めません"),
        (["play", "generic", "--players", "2"], "「generic」は選べません"),
        (["play", "danmaku", "--players", "two"], "指定が正しくありません"),
    ],
)
def test_unusable_wishes_exit_2(
    arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert reason in err


@pytest.mark.parametrize("kind", ["link", "pipe", "mode"])
def test_what_is_written_to_stays_what_it_is(kind: str, tmp_path: Path) -> None:
    target = tmp_path / "out.json"
    real = tmp_path / "real.json"
    wish = ["play", "danmaku", "--players", "2", "--bots", "greedy", "-o", str(target)]
    if kind == "pipe":
        os.mkfifo(target)
        with subprocess.Popen(["cat", str(target)], stdout=subprocess.PIPE) as reader:  # noqa: S607
            assert main(wish) == 0
            assert json.loads(reader.communicate()[0])["format"] == "sekijun.record/1"
        assert target.is_fifo()
        return
    real.write_text("old", encoding="utf-8")
    real.chmod(0o600)
    if kind == "link":
        target.symlink_to(real)
    else:
        real.rename(target)
    assert main(wish) == 0
    assert target.is_symlink() == (kind == "link")
    assert json.loads(target.read_text(encoding="utf-8"))["format"] == "sekijun.record/1"
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    assert sorted(path.name for path in tmp_path.iterdir()) == (
        ["out.json", "real.json"] if kind == "link" else ["out.json"]
    )


@pytest.mark.parametrize(
    ("redirect", "code"),
    [("list >&-", 2), ("list > /dev/full", 2), ("bogus 2>&-", 2), ("bogus >&- 2>&-", 2), ("check - <&-", 2),
     ("list | true", 0)],
)  # fmt: skip
def test_streams_that_are_closed_or_full_are_no_traceback(redirect: str, code: int) -> None:
    command = f"set -o pipefail; {sys.executable} -m games {redirect}"
    done = subprocess.run(
        ["bash", "-c", command],  # noqa: S607
        capture_output=True, text=True, check=False, cwd=ROOT,
    )  # fmt: skip
    assert done.returncode == code
    assert "Traceback" not in done.stderr


def test_text_form_is_printed_with_what_the_rules_say_beside_it(
    record_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = bent(record_file, tmp_path, 0, shots=3)
    capsys.readouterr()
    assert main(["replay", wrong, "--notation"]) == 1
    shown = capsys.readouterr()
    assert shown.out.startswith("sekijun.record/1 danmaku base finished=yes\n")
    assert "DG-5" in shown.err
