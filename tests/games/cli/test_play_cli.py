"""`play`, `replay` and `simulate`: exit codes, files, machine output."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from games.cli import main
from games.core.record import RECORD_BYTES
from games.core.registry import builtin_ruleset
from games.simulate.batch import Job, Tally, simulate_games, wilson
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


def simulated(capsys: pytest.CaptureFixture[str], *options: str) -> Json:
    assert main(["simulate", "danmaku", "--players", "3", "--seed", "5", *options, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_simulate_has_its_keys_and_is_the_same_for_any_number_of_jobs(
    capsys: pytest.CaptureFixture[str],
) -> None:
    one = simulated(capsys, "--games", "4", "--bot", "greedy", "--jobs", "1")
    two = simulated(capsys, "--games", "4", "--bot", "greedy", "--jobs", "3")
    assert {
        "game",
        "players",
        "games",
        "seed",
        "bot",
        "seconds",
        "games_per_s",
        "events_per_s",
        "seats",
    } <= set(one)
    assert set(one["seats"][0]) == {"seat", "win_share", "low", "high", "mean_total", "mean_placement"}
    timing = {"seconds", "games_per_s", "events_per_s"}
    assert {k: v for k, v in one.items() if k not in timing} == {
        k: v for k, v in two.items() if k not in timing
    }
    assert sum(seat["win_share"] for seat in one["seats"]) == pytest.approx(1, abs=1e-5)
    assert sum(seat["mean_placement"] for seat in one["seats"]) == pytest.approx(6)


def test_simulate_takes_a_ruleset_from_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "short.json"
    path.write_text(json.dumps({"key": "short", "payload": {"max_turns": 3}}), encoding="utf-8")
    answer = simulated(capsys, "--games", "2", "--bot", "random", "--ruleset", str(path))
    assert (answer["ruleset"], answer["unfinished"], answer["seats"]) == ("short", 2, [])
    path.write_text(json.dumps({"payload": {"max_turns": 0, "page_dice": "8"}}), encoding="utf-8")
    assert main(["simulate", "danmaku", "--players", "2", "--ruleset", str(path)]) == 2
    assert "max_turns" in capsys.readouterr().err
    path.write_text(json.dumps({"rules": {}}), encoding="utf-8")
    assert main(["simulate", "danmaku", "--players", "2", "--ruleset", str(path)]) == 2
    assert "game, key, version, payload だけ" in capsys.readouterr().err


def test_simulate_speaks_in_sentences_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        main(["--lang", "en", "simulate", "danmaku", "--players", "2", "--games", "1", "--bot", "greedy"])
        == 0
    )
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("danmaku, 2 players, 1 games of greedy (seed 1): ")
    assert [line.partition(":")[0] for line in lines[1:-1]] == ["seat 1", "seat 2"]
    assert lines[-1] == "The subjects are an unofficial reconstruction from what is public."


@pytest.mark.parametrize(
    ("share", "number", "low", "high"),
    [(0.5, 100, 0.403832, 0.596168), (0.0, 10, 0.0, 0.277533), (1.0, 10, 0.722467, 1.0)],
)
def test_wilson_intervals(share: float, number: int, low: float, high: float) -> None:
    assert wilson(share, number) == pytest.approx((low, high), abs=1e-6)


def test_a_game_given_up_counts_for_no_seat() -> None:
    tally = Tally.empty(2)
    tally.add(None, 10)
    assert (tally.finished, tally.unfinished, tally.events, tally.wins) == (0, 1, 10, [0, 0])


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


def test_a_terminal_is_told_how_far_it_has_come_and_a_file_is_not(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    options = [
        "--lang",
        "en",
        "simulate",
        "doujin",
        "--players",
        "3",
        "--games",
        "3",
        "--bot",
        "random",
        "--json",
    ]
    assert main(options) == 0
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert main(options) == 0
    out, err = capsys.readouterr()
    assert err == "\r1 of 3 games\r2 of 3 games\r3 of 3 games\n"
    assert json.loads(out)["games"] == 3


def test_an_interrupt_stops_without_a_trace(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("games.simulate.batch.play_game", interrupted)
    assert main(["--lang", "en", "simulate", "doujin", "--players", "3"]) == 130
    assert capsys.readouterr() == ("", "\nStopped.\n")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_processes_end_with_whoever_started_them(number: signal.Signals) -> None:
    job = Job("doujin", builtin_ruleset("doujin", "invented"), 3, 400, 1, "random")

    def stop(_done: int) -> None:
        os.kill(os.getpid(), number)

    before = signal.getsignal(signal.SIGTERM)
    # Whoever starts the tests in the background may have them ignore an interrupt.
    ignored = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            simulate_games(job, 2, stop)
    finally:
        signal.signal(signal.SIGINT, ignored)
    assert multiprocessing.active_children() == []
    assert signal.getsignal(signal.SIGTERM) is before


# doujin


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
