"""Sums by key, the one operation that every table of figures here is made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


def sums_by(keys: NDArray[np.int64], values: NDArray[Any], length: int) -> NDArray[np.float64]:
    """Return, for each key from 0 to length - 1, the sum of the values that stand where it stands."""
    sums: NDArray[Any] = np.bincount(keys.ravel(), values.ravel(), length)
    return sums.astype(np.float64, copy=False)
