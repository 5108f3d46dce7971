"""Many tables, and what becomes of them, as columns: how the folds take and give whole seasons.

Owns the layout only. Players are numbered 0, 1, 2 … by whoever reads the tables; ratings are thousandths of a point,
chances are millionths, so that every sum is a sum of whole numbers and the same in any order.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

SURE: Final = 1_000_000
"""A chance of one, in millionths."""

NOBODY: Final = -1
"""The player of a line that only takes a place: a guest, where a formula looks at the whole table."""


def _whole() -> array[int]:
    return array("i")


@dataclass(slots=True)
class TableColumns:
    """Tables in their order: table t holds the lines from offsets[t] to offsets[t + 1].

    `earning` is 0 for a line whose place earns nothing (a forfeit).
    """

    offsets: array[int] = field(default_factory=lambda: array("q", [0]))
    players: array[int] = field(default_factory=_whole)
    placements: array[int] = field(default_factory=_whole)
    earning: array[int] = field(default_factory=lambda: array("b"))

    def __len__(self) -> int:
        """Return the number of tables."""
        return len(self.offsets) - 1

    def add(self, lines: Iterable[tuple[int, int] | tuple[int, int, int]]) -> None:
        """Add a table of (player, placement) or (player, placement, earning)."""
        for player, placement, *earning in lines:
            self.players.append(player)
            self.placements.append(placement)
            self.earning.append(earning[0] if earning else 1)
        self.offsets.append(len(self.players))

    def since(self, table: int) -> TableColumns:
        """Return the tables from one on; all of them are this very object."""
        if not table:
            return self
        start = self.offsets[table]
        return TableColumns(
            array("q", [offset - start for offset in self.offsets[table:]]),
            self.players[start:],
            self.placements[start:],
            self.earning[start:],
        )


@dataclass(slots=True)
class PointColumns:
    """What every line of every table came to.

    For pairs, `expected` is in millionths and `actual` in halves of a won pair; for season points `actual` is what the
    table itself gave, in thousandths.
    """

    before: array[int] = field(default_factory=_whole)
    after: array[int] = field(default_factory=_whole)
    tables_before: array[int] = field(default_factory=_whole)
    expected: array[int] = field(default_factory=_whole)
    actual: array[int] = field(default_factory=_whole)


@dataclass(slots=True)
class StateColumns:
    """Rating and number of rated tables of each player, as the fold leaves them."""

    ratings: array[int]
    tables: array[int]

    @classmethod
    def fresh(cls, players: int, start: int) -> StateColumns:
        """Return players who haven't played yet."""
        return cls(array("i", [start]) * players, array("i", [0]) * players)
