"""The tables of one game and ruleset as columns: what every question about seats is asked of.

Owns the layout only. Whoever reads the tables decides which count (confirmed, played to the end, every seat known) and
gives them in their order; a table has 2 to 8 seats, 1 to n without a gap.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FEWEST_SEATS: Final = 2
MOST_SEATS: Final = 8


@dataclass(frozen=True, slots=True)
class Tables:
    """Columns of tables and of their lines; table t holds the lines from offsets[t] to offsets[t + 1].

    Of a table: `days` (ordinal of its club day, never falling) and `triggers` (seat that brought on the last round,
    0 where unknown). Of a line: `players` (0, 1, 2 …), `seats` (1 to n), `placements` (as they stand), `tied`
    (placements by totals alone, so that what the order of editing decided is shared), `edit_orders` (1 to n, 0 where
    unknown), `totals` (nan where unknown), `cards` (help cards dealt; nan where unknown) and `ratings` (of the ladder,
    before the table, in points; nan where there is none).
    """

    offsets: NDArray[np.int64]
    days: NDArray[np.int64]
    triggers: NDArray[np.int64]
    players: NDArray[np.int64]
    seats: NDArray[np.int64]
    placements: NDArray[np.int64]
    tied: NDArray[np.int64]
    edit_orders: NDArray[np.int64]
    totals: NDArray[np.float64]
    cards: NDArray[np.float64]
    ratings: NDArray[np.float64]

    def __len__(self) -> int:
        """Return the number of tables."""
        return len(self.offsets) - 1
