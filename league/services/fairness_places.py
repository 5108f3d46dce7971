"""Placements by totals alone: what the order of editing or another tie-break decided is shared again. Arrays only."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]


def places_by_totals(offsets: Ints, placements: Ints, strengths: Floats) -> Ints:
    """Return the placements that totals give; the stored ones where a total is unknown or contradicts them.

    `strengths` are totals of which more is better. Tables are taken together by size: pairs within a table are few.
    """
    tied = placements.copy()
    sizes = np.diff(offsets)
    for size in np.unique(sizes):
        lines = offsets[:-1][sizes == size][:, None] + np.arange(size)
        told = _told(placements[lines], strengths[lines])
        tied[lines] = told
    return tied


def _told(placements: Ints, strengths: Floats) -> Ints:
    """Return the placements of tables of one size, a row each."""
    better = strengths[:, :, None] > strengths[:, None, :]
    ahead = placements[:, :, None] < placements[:, None, :]
    kept = (better & ~ahead).any(axis=(1, 2)) | np.isnan(strengths).any(axis=1)
    return np.where(np.reshape(kept, (-1, 1)), placements, 1 + better.sum(axis=1))
