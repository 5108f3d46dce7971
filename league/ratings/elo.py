"""Pairwise multi-player Elo with integer transfers (DESIGN §6).

Owns the formula and the fold over tables in their stored order. Ratings are integers in thousandths of a point, so a
table never creates or destroys rating. It doesn't know which tables count: that is decided by whoever reads them.
"""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import fsum
from typing import Generic, NamedTuple, TypeVar

from league.ratings.parameters import Parameters

P = TypeVar("P", bound=Hashable)


class State(NamedTuple):
    """What the fold remembers of a player: rating in thousandths, and rated tables played."""

    rating: int
    tables: int


@dataclass(frozen=True, slots=True)
class TableInput(Generic[P]):
    """One rated table: its key, and the placement of everyone who counts (guests are left out by the reader)."""

    key: str
    placements: tuple[tuple[P, int], ...]


class PointOutput(NamedTuple, Generic[P]):
    """One player's change at one table; `expected` and `actual` are sums over the pairs he was in."""

    player: P
    before: int
    after: int
    tables_before: int
    placement: int
    expected: float
    actual: float


def expected_of_higher(difference: int, scale: int) -> float:
    """Return the expected score of the higher-rated of a pair; both arguments are in thousandths."""
    return 1 / (1 + 10 ** (-(difference / 1000) / (scale / 1000)))


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
    scale = parameters.scale
    changes = [0] * len(placements)
    expected: list[list[float]] = [[] for _ in placements]
    actual = [0.0] * len(placements)
    for i, (_, place) in enumerate(placements):
        rating = before[i].rating
        for j in range(i):
            high, low = (j, i) if before[j].rating >= rating else (i, j)
            chance = expected_of_higher(before[high].rating - before[low].rating, scale)
            rival = placements[j][1]
            score = 0.5 if place == rival else 1.0 if (place < rival) == (high == i) else 0.0
            transfer = round((k[high] + k[low]) / 2 / others * (score - chance) * 1000)
            changes[high] += transfer
            changes[low] -= transfer
            expected[high].append(chance)
            expected[low].append(1 - chance)
            actual[high] += score  # multiples of a half: exact in any order
            actual[low] += 1 - score
    return [
        PointOutput(
            player,
            before[i].rating,
            before[i].rating + changes[i],
            before[i].tables,
            placement,
            fsum(expected[i]),
            actual[i],
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
