"""Places by totals alone share again what a tie-break decided."""

from __future__ import annotations

import numpy as np
import pytest

from league.services.fairness_places import places_by_totals

NAN = float("nan")


@pytest.mark.parametrize(
    ("placements", "totals", "tied"),
    [
        ([1, 2, 3], [9, 7, 5], [1, 2, 3]),
        ([2, 1, 3], [9, 9, 5], [1, 1, 3]),
        ([3, 1, 2], [4, 4, 4], [1, 1, 1]),
        ([1, 2, 2], [9, 5, 5], [1, 2, 2]),
        ([1, 2, 3], [9, NAN, 5], [1, 2, 3]),
        ([1, 2, 3], [5, 7, 9], [1, 2, 3]),
        ([1, 1, 3], [9, 7, 5], [1, 1, 3]),
    ],
    ids=[
        "clear",
        "broken tie",
        "all tied",
        "shared already",
        "unknown",
        "contradicted",
        "shared against totals",
    ],
)
def test_places_by_totals(placements: list[int], totals: list[float], tied: list[int]) -> None:
    found = places_by_totals(np.array([0, 3]), np.array(placements), np.array(totals, float))
    assert found.tolist() == tied


def test_tables_of_different_sizes_keep_their_lines() -> None:
    placements = np.array([1, 2, 2, 1, 3, 1, 2])
    totals = np.array([3.0, 3.0, 5.0, 5.0, 1.0, 8.0, 7.0])
    assert places_by_totals(np.array([0, 2, 5, 7]), placements, totals).tolist() == [1, 1, 1, 1, 3, 1, 2]
