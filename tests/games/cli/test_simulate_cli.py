"""`simulate`: its figures, its languages, how far it is, and how it stops."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from games.cli import main
from games.core.registry import builtin_ruleset
from games.simulate.batch import Job, Tally, simulate_games, wilson

if TYPE_CHECKING:
    from tests.games.reports import Json

ROOT = Path(__file__).parents[3]


@pytest.fixture(autouse=True)
def japanese(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)


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
