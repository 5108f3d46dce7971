"""Batches of games over processes, and what they come to per seat.

Owns sharing the games out and adding them up. Each game has a generator of its own, drawn from the
seed and the number of the game, and sums are whole numbers: how the games are shared out changes nothing.
"""

from __future__ import annotations

import signal
import time
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from math import lcm, sqrt
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any, Final

from games.core.chance import generator
from games.core.play import play_game
from games.core.registry import get_game

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from games.core.engine import Bot, Engine, SeatScore
    from games.core.ruleset import Ruleset

MAX_TURNS: Final = 5_000
SHARES: Final = 100
_Z: Final = 1.959963984540054
# A game is won in such parts, so that a shared win of any number of seats is a whole number of them.
WIN: Final = lcm(*range(1, 11))


@dataclass(frozen=True, slots=True)
class Job:
    """What to play."""

    game: str
    ruleset: Ruleset
    players: int
    games: int
    seed: int
    bot: str


@dataclass(slots=True)
class Tally:
    """What some games came to; lists are over seats."""

    finished: int
    unfinished: int
    events: int
    wins: list[int]
    totals: list[int]
    placements: list[int]

    @classmethod
    def empty(cls, players: int) -> Tally:
        """Return nothing yet."""
        return cls(0, 0, 0, [0] * players, [0] * players, [0] * players)

    def add(self, result: Sequence[SeatScore] | None, events: int) -> None:
        """Count one game."""
        self.events += events
        if result is None:
            self.unfinished += 1
            return
        self.finished += 1
        winners = sum(seat.placement == 1 for seat in result)
        for index, seat in enumerate(result):
            self.wins[index] += WIN // winners if seat.placement == 1 else 0
            self.totals[index] += seat.total
            self.placements[index] += seat.placement

    def join(self, other: Tally) -> None:
        """Add other games."""
        self.finished += other.finished
        self.unfinished += other.unfinished
        self.events += other.events
        for mine, theirs in (
            (self.wins, other.wins), (self.totals, other.totals), (self.placements, other.placements),
        ):  # fmt: skip
            mine[:] = [one + two for one, two in zip(mine, theirs, strict=True)]


@lru_cache(maxsize=1)
def _seated(job: Job) -> tuple[Engine[Any, Any], list[Bot]]:
    """Return the table of a job, seated once in a process: bots remember what they have worked out."""
    play = get_game(job.game).play
    assert play is not None  # noqa: S101 - jobs are made for playable games
    engine = play.engine(job.ruleset, job.players, max_turns=MAX_TURNS)
    return engine, [play.bots[job.bot](engine)] * job.players


def play_share(share: tuple[Job, int, int]) -> Tally:
    """Play every `step`-th game of a job, from the `first` on."""
    job, first, step = share
    engine, bots = _seated(job)
    tally = Tally.empty(job.players)
    for number in range(first, job.games, step):
        state, events = play_game(engine, bots, generator(f"{job.seed}/{number}"))
        tally.add(engine.result(state), len(events))
    return tally


def _tallies(job: Job, jobs: int) -> Iterator[Tally]:
    """Play the shares of a job, in whatever order."""
    step = min(job.games, max(jobs, SHARES))
    shares = [(job, first, step) for first in range(step)]
    if jobs == 1:
        yield from map(play_share, shares)
        return
    # Leaving the block stops the processes at once, also when it is left by an interrupt.
    with (
        get_context("spawn").Pool(jobs, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool,
        _stoppable(),
    ):
        yield from pool.imap_unordered(play_share, shares)


@contextmanager
def _stoppable() -> Iterator[None]:
    """Take a request to end as an interrupt: processes of a pool outlive whoever just disappears."""
    usual = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, usual)


def simulate_games(job: Job, jobs: int, progress: Callable[[int], None] | None = None) -> dict[str, Any]:
    """Play all games and return what they come to, JSON-ready; `progress` is told how many are done."""
    began = time.perf_counter()
    tally = Tally.empty(job.players)
    for share in _tallies(job, min(jobs, job.games)):
        tally.join(share)
        if progress is not None:
            progress(tally.finished + tally.unfinished)
    seconds = time.perf_counter() - began
    return {
        "game": job.game,
        "ruleset": job.ruleset.key,
        "players": job.players,
        "games": job.games,
        "unfinished": tally.unfinished,
        "seed": job.seed,
        "bot": job.bot,
        "seconds": round(seconds, 3),
        "games_per_s": round(job.games / seconds, 3),
        "events_per_s": round(tally.events / seconds, 1),
        "events": tally.events,
        "seats": seat_figures(tally),
    }


def seat_figures(tally: Tally) -> list[dict[str, float]]:
    """Return the share of wins with its 95 % interval and the means of each seat; nothing before a game has ended."""
    return [_seat(tally, index) for index in range(len(tally.wins))] if tally.finished else []


def _seat(tally: Tally, index: int) -> dict[str, float]:
    games = tally.finished
    share = tally.wins[index] / (WIN * games)
    low, high = wilson(share, games)
    return {
        "seat": index + 1,
        "win_share": round(share, 6),
        "low": round(low, 6),
        "high": round(high, 6),
        "mean_total": round(tally.totals[index] / games, 6),
        "mean_placement": round(tally.placements[index] / games, 6),
    }


def wilson(share: float, number: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval of a share."""
    spread = _Z * _Z / number
    middle = (share + spread / 2) / (1 + spread)
    reach = _Z / (1 + spread) * sqrt(share * (1 - share) / number + spread / (4 * number))
    return max(0.0, middle - reach), min(1.0, middle + reach)
