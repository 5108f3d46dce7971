"""Pairwise multi-player Elo with integer transfers (DESIGN §6).

Owns the formula and the fold over tables in their stored order. Ratings are integers in thousandths of a point, so a
table never creates or destroys rating. It doesn't know which tables count: that is decided by whoever reads them.
"""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import fsum
from typing import Generic, TypeVar

from league.ratings.parameters import Parameters

P = TypeVar("P", bound=Hashable)


@dataclass(frozen=True, slots=True)
class State:
    """What the fold remembers of a player: rating in thousandths, and rated tables played."""

    rating: int
    tables: int


@dataclass(frozen=True, slots=True)
class TableInput(Generic[P]):
    """One rated table: its key, and the placement of everyone who counts (guests are left out by the reader)."""

    key: str
    placements: tuple[tuple[P, int], ...]


@dataclass(frozen=True, slots=True)
class PointOutput(Generic[P]):
    """One player's change at one table; `expected` and `actual` are sums over the pairs he was in."""

    player: P
    before: int
    after: int
    tables_before: int
    placement: int
    expected: float
    actual: float


@lru_cache(maxsize=65_536)
def expected_of_higher(difference: int, scale: int) -> float:
    """Return the expected score of the higher-rated of a pair; both arguments are in thousandths."""
    return 1 / (1 + 10 ** (-(difference / 1000) / (scale / 1000)))


def _score(placement: int, other: int) -> float:
    """Return 1 for the better place, a half for a shared one, 0 for the worse."""
    if placement == other:
        return 0.5
    return 1.0 if placement < other else 0.0


def rate_table(
    states: Mapping[P, State], table: TableInput[P], parameters: Parameters
) -> list[PointOutput[P]]:
    """Return everyone's change at one table, in the order listed; nothing when fewer than two count."""
    placements = table.placements
    others = len(placements) - 1
    if others < 1:
        return []
    fresh = State(parameters.start, 0)
    before = [states.get(player, fresh) for player, _ in placements]
    k = [parameters.k(state.tables) for state in before]
    changes = [0] * len(placements)
    expected: list[list[float]] = [[] for _ in placements]
    actual = [0.0] * len(placements)
    for i, j in combinations(range(len(placements)), 2):
        high, low = (i, j) if before[i].rating >= before[j].rating else (j, i)
        chance = expected_of_higher(before[high].rating - before[low].rating, parameters.scale)
        score = _score(placements[high][1], placements[low][1])
        transfer = round((k[high] + k[low]) / 2 / others * (score - chance) * 1000)
        changes[high] += transfer
        changes[low] -= transfer
        expected[high].append(chance)
        expected[low].append(1 - chance)
        actual[high] += score  # multiples of a half: exact in any order
        actual[low] += 1 - score
    return [
        PointOutput(
            player=player,
            before=before[i].rating,
            after=before[i].rating + changes[i],
            tables_before=before[i].tables,
            placement=placement,
            expected=fsum(expected[i]),
            actual=actual[i],
        )
        for i, (player, placement) in enumerate(placements)
    ]


def fold(
    states: dict[P, State], tables: Iterable[TableInput[P]], parameters: Parameters
) -> Iterator[tuple[TableInput[P], Sequence[PointOutput[P]]]]:
    """Yield each table with its points, and leave `states` as they are after the last table that was taken."""
    for table in tables:
        points = rate_table(states, table, parameters)
        for point in points:
            states[point.player] = State(point.after, point.tables_before + 1)
        yield table, points
