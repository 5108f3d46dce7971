"""The doujin engine beside a bare loop: games and events a second of one core, invented deck, four players.

Usage: python -m benchmarks.bench_doujin [games]. CPU time, best of some rounds after a warm-up; the bare loop is
that of `bench_engine`. Absolute figures depend on the machine; the ratios count.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from benchmarks.bench_engine import PLAYERS, bare_loop, best_rate
from games.core.chance import generator
from games.core.judge import judge
from games.core.play import play_game
from games.core.record import record_json
from games.core.registry import builtin_ruleset, get_game

if TYPE_CHECKING:
    from collections.abc import Callable

GAMES = {"random": 400, "greedy": 20}


def main() -> None:
    """Print games and events a second, and the ratio of events to the bare loop."""
    play = get_game("doujin").play
    assert play is not None  # noqa: S101 - doujin has one
    engine = play.engine(builtin_ruleset("doujin", "invented"), PLAYERS, max_turns=5_000)
    bare = best_rate(bare_loop)
    print(f"{'bare loop':24} {'':14} {bare:12,.0f} events/s")
    for bot, usual in GAMES.items():
        games = int(sys.argv[1]) if len(sys.argv) > 1 else usual
        bots = [play.bots[bot](engine)] * PLAYERS

        def played(bots: Any = bots, bot: str = bot, games: int = games) -> int:  # noqa: ANN401 - of the game
            return sum(len(play_game(engine, bots, generator(f"{bot}/{n}"))[1]) for n in range(games))

        show(f"play, {bot}", bare, played, games)
        state, log = play_game(engine, bots, generator(f"{bot}/0"))
        record = record_json(
            game="doujin", ruleset="invented", finished=True, seats=play.seats(engine, state), events=log,
            vocabulary=play.vocabulary,
        )  # fmt: skip

        def judged(record: Any = record, events: int = len(log)) -> int:  # noqa: ANN401 - JSON
            for _ in range(GAMES["greedy"]):
                judge(record)
            return GAMES["greedy"] * events

        show(f"judge a record, {bot}", bare, judged, GAMES["greedy"])


def show(name: str, bare: float, work: Callable[[], int], games: int) -> None:
    """Print the rate of some work that goes through so many games."""
    events = work()
    rate = best_rate(work)
    per_s = rate * games / events
    print(f"{name:24} {per_s:8,.0f} games/s {rate:12,.0f} events/s   {rate / bare:6.3f} x bare loop")


if __name__ == "__main__":
    main()
