"""The reference engine beside a bare loop: events a second of one core, base card set, four players.

Usage: python -m benchmarks.bench_engine [games]. CPU time, best of some rounds after a warm-up. New games are
played in each round; the answers that a deck remembers grow meanwhile, so the same games again are faster. The bare
loop plays Pig with a dictionary as its state and keeps a log: about the least that a game in plain Python can do.
Absolute figures depend on the machine; the ratios count.
"""

from __future__ import annotations

import sys
import time
from itertools import count
from typing import TYPE_CHECKING, Any

from games.core.chance import generator
from games.core.findings import Findings
from games.core.judge import judge
from games.core.play import play_game
from games.core.record import read_events, record_json, record_text
from games.core.registry import builtin_ruleset, get_game
from games.core.replay import replay
from games.core.report import parse_json

if TYPE_CHECKING:
    from collections.abc import Callable

PLAYERS, ROUNDS, PIG_EVENTS = 4, 5, 100_000
TARGET = 100
REPEATS, WARM_UP = 10, 5


def bare_loop() -> int:
    """Play Pig at random and keep a log."""
    random = generator("pig")
    log: list[tuple[int, str, int]] = []
    state: dict[str, Any] = {"seat": 0, "turn": 0, "scores": [0] * PLAYERS}
    while len(log) < PIG_EVENTS:
        seat = state["seat"]
        if int(random.random() * 6):
            die = int(random.random() * 6) + 1
            log.append((seat, "roll", die))
            turn = 0 if die == 1 else state["turn"] + die
            state = {**state, "turn": turn, "seat": (seat + 1) % PLAYERS if die == 1 else seat}
        else:
            log.append((seat, "hold", state["turn"]))
            scores = [*state["scores"]]
            scores[seat] = (scores[seat] + state["turn"]) % TARGET
            state = {"seat": (seat + 1) % PLAYERS, "turn": 0, "scores": scores}
    return len(log)


def best_rate(work: Callable[[], int]) -> float:
    """Return events a CPU second, the best of some rounds."""
    best = 0.0
    for _ in range(ROUNDS):
        began = time.process_time()
        events = work()
        best = max(best, events / (time.process_time() - began))
    return best


def playing(engine: Any, bot: Any, name: str, games: int) -> dict[str, float]:  # noqa: ANN401 - of the game
    """Return the rates of new games and of the same games again."""
    bots, numbers = [bot] * PLAYERS, count()

    def play(number: int) -> int:
        return len(play_game(engine, bots, generator(f"{name}/{number}"))[1])

    def new() -> int:
        return sum(play(next(numbers)) for _ in range(games))

    for _ in range(WARM_UP):
        new()
    return {
        f"play, {name}, new games, full log": best_rate(new),
        f"play, {name}, the same games again": best_rate(lambda: sum(map(play, range(games)))),
    }


def judging(engine: Any, play: Any, bot: Any, name: str) -> dict[str, float]:  # noqa: ANN401 - of the game
    """Return the rates of replaying one record and of judging it, parsed and from its text."""
    state, log = play_game(engine, [bot] * PLAYERS, generator(f"{name}/0"))
    record = record_json(
        game="danmaku", ruleset="base", finished=True, seats=play.seats(engine, state), events=log,
        vocabulary=play.vocabulary,
    )  # fmt: skip
    events: Any = record["events"]
    read = read_events(events, play.vocabulary, Findings())
    text = record_text(record)

    def times(act: Callable[[], object]) -> Callable[[], int]:
        def work() -> int:
            for _ in range(REPEATS):
                act()
            return REPEATS * len(log)

        return work

    return {
        f"replay, {name}": best_rate(times(lambda: replay(engine, read, Findings()))),
        f"judge a parsed record, {name}": best_rate(times(lambda: judge(record))),
        f"judge the text of a record, {name}": best_rate(
            times(lambda: judge(parse_json(text, most=len(text) * 4)))
        ),
    }


def main() -> None:
    """Print events a second and their ratio to the bare loop."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 4
    play = get_game("danmaku").play
    assert play is not None  # noqa: S101 - danmaku has one
    engine = play.engine(builtin_ruleset("danmaku", "base"), PLAYERS, max_turns=5_000)
    rates: dict[str, float] = {"bare loop": best_rate(bare_loop)}
    for name in ("random", "greedy"):
        bot = play.bots[name](engine)
        rates |= playing(engine, bot, name, games) | judging(engine, play, bot, name)
    for name, rate in rates.items():
        print(f"{name:38} {rate:12,.0f} events/s   {rate / rates['bare loop']:6.2f} x bare loop")


if __name__ == "__main__":
    main()
