"""The reference engine beside a bare loop: events a second of one core, base card set, four players.

Usage: python -m benchmarks.bench_engine [games]. CPU time, best of some rounds after a warm-up. The bare loop
plays Pig with a dictionary as its state and keeps a log: about the least that a game in plain Python can do.
Absolute figures depend on the machine; the ratios count.
"""

from __future__ import annotations

import sys
import time
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
REPEATS = 10


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


def main() -> None:
    """Print events a second and their ratio to the bare loop."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 4
    play = get_game("danmaku").play
    assert play is not None  # noqa: S101 - danmaku has one
    engine = play.engine(builtin_ruleset("danmaku", "base"), PLAYERS, max_turns=5_000)
    records = []
    rates: dict[str, float] = {"bare loop": best_rate(bare_loop)}
    for bot in ("random", "greedy"):
        bots = [play.bots[bot](engine)] * PLAYERS

        def played(bots: Any = bots, bot: str = bot) -> int:  # noqa: ANN401 - bots of the game
            return sum(len(play_game(engine, bots, generator(f"{bot}/{n}"))[1]) for n in range(games))

        played()
        rates[f"play, {bot}, full log"] = best_rate(played)
        state, log = play_game(engine, bots, generator(f"{bot}/0"))
        records.append(
            record_json(
                game="danmaku", ruleset="base", finished=True, seats=play.seats(engine, state), events=log,
                vocabulary=play.vocabulary,
            )
        )  # fmt: skip
    for bot, record in zip(("random", "greedy"), records, strict=True):
        events: Any = record["events"]
        read = read_events(events, play.vocabulary, Findings())

        def replayed(read: Any = read) -> int:  # noqa: ANN401 - events of the game
            for _ in range(REPEATS):
                replay(engine, read, Findings())
            return REPEATS * len(read)

        def judged(record: Any = record, count: int = len(events)) -> int:  # noqa: ANN401 - JSON
            for _ in range(REPEATS):
                judge(record)
            return REPEATS * count

        def from_text(text: str = record_text(record), count: int = len(events)) -> int:
            judge(parse_json(text, most=len(text) * 4))
            return count

        rates[f"replay, {bot}"] = best_rate(replayed)
        rates[f"judge a parsed record, {bot}"] = best_rate(judged)
        rates[f"judge the text of a record, {bot}"] = best_rate(from_text)
    for name, rate in rates.items():
        print(f"{name:36} {rate:12,.0f} events/s   {rate / rates['bare loop']:6.2f} x bare loop")


if __name__ == "__main__":
    main()
