"""What can be counted without a model: win shares, mean places and mean totals of each slot."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from league.fairness.sums import sums_by

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from league.fairness.tables import Tables

    Floats = NDArray[np.float64]
    Whole = NDArray[np.int64]
    Truths = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Lines:
    """The lines of all tables of one player count as (size, tables); `numbers` are those of the tables."""

    numbers: Whole
    lines: Whole

    @property
    def size(self) -> int:
        """The player count."""
        return len(self.lines)

    def __len__(self) -> int:
        """Return the number of tables."""
        return len(self.numbers)

    def take(self, which: Truths) -> Lines:
        """Return some of the tables."""
        return Lines(self.numbers[which], self.lines[:, which])


@dataclass(frozen=True, slots=True)
class Raw:
    """Counts of slots: arrays of one entry a slot; a mean total is nan where none is known."""

    tables: int
    win_share: Floats
    mean_placement: Floats
    mean_total: Floats


def lines_of(tables: Tables, size: int) -> Lines:
    """Return where the lines of the tables of one player count are."""
    numbers = np.flatnonzero(np.diff(tables.offsets) == size)
    return Lines(numbers, tables.offsets[numbers][None, :] + np.arange(size)[:, None])


def raw_of(lines: Lines, slots: Whole, placements: Whole, totals: Floats) -> Raw:
    """Count; the columns are those of all lines, slots from 1. A first place shared by k counts 1/k for each."""
    at, places = slots[lines.lines] - 1, placements[lines.lines]
    first = places == places.min(axis=0)
    known = ~np.isnan(totals[lines.lines])
    counts = sums_by(at, known, lines.size)
    sums = sums_by(at, np.where(known, totals[lines.lines], 0), lines.size)
    return Raw(
        len(lines),
        sums_by(at, first / first.sum(axis=0), lines.size) / len(lines),
        sums_by(at, mean_places(places), lines.size) / len(lines),
        np.divide(sums, counts, out=np.full(lines.size, np.nan), where=counts > 0),
    )


def mean_places(placements: Whole) -> Floats:
    """Return places of (size, tables) with shared ones as the mean of the places they take: 1, 2, 2 → 1, 2.5, 2.5."""
    places = np.empty(placements.shape)
    for row, own in enumerate(placements):
        places[row] = (1 + (placements < own).sum(axis=0) + (placements <= own).sum(axis=0)) / 2
    return places
