"""Many tables, and what becomes of them, as columns: how the fold takes and gives whole seasons.

Owns the layout only. Players are numbered 0, 1, 2 … by whoever reads the tables; ratings are thousandths of a point,
chances are millionths, so that every sum is a sum of whole numbers and the same in any order.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

    from league.ratings.parameters import Parameters

SURE: Final = 1_000_000
"""A chance of one, in millionths."""


def _whole() -> array[int]:
    return array("i")


@dataclass(slots=True)
class TableColumns:
    """Rated tables in their order: table t holds the lines from offsets[t] to offsets[t + 1]."""

    offsets: array[int] = field(default_factory=lambda: array("q", [0]))
    players: array[int] = field(default_factory=_whole)
    placements: array[int] = field(default_factory=_whole)

    def __len__(self) -> int:
        """Return the number of tables."""
        return len(self.offsets) - 1

    def add(self, lines: Iterable[tuple[int, int]]) -> None:
        """Add a table of (player, placement)."""
        for player, placement in lines:
            self.players.append(player)
            self.placements.append(placement)
        self.offsets.append(len(self.players))


@dataclass(slots=True)
class PointColumns:
    """What every line of every table came to; `expected` in millionths, `actual` in halves of a point."""

    before: array[int] = field(default_factory=_whole)
    after: array[int] = field(default_factory=_whole)
    tables_before: array[int] = field(default_factory=_whole)
    expected: array[int] = field(default_factory=_whole)
    actual: array[int] = field(default_factory=lambda: array("b"))


@dataclass(slots=True)
class StateColumns:
    """Rating and number of rated tables of each player, as the fold leaves them."""

    ratings: array[int]
    tables: array[int]

    @classmethod
    def fresh(cls, players: int, parameters: Parameters) -> StateColumns:
        """Return players who haven't played yet."""
        return cls(array("i", [parameters.start]) * players, array("i", [0]) * players)
