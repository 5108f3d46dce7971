"""Counts of slots."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from league.fairness.raw import lines_of, mean_places, raw_of
from tests.league.fairness.laid import laid


def test_a_shared_place_counts_as_the_mean_of_the_places_it_takes() -> None:
    one, other = mean_places(np.array([[1, 1], [2, 1], [2, 3], [4, 3]])).T.tolist()

    assert one == [1, 2.5, 2.5, 4]
    assert other == [1.5, 1.5, 3.5, 3.5]


def test_a_shared_win_counts_its_part() -> None:
    tables = laid([[(0, 1), (1, 1), (2, 3)], [(0, 2), (1, 1), (2, 3)], [(0, 1), (1, 2)]])

    raw = raw_of(lines_of(tables, 3), tables.seats, tables.placements, tables.totals)

    assert raw.tables == 2
    assert raw.win_share.tolist() == [0.25, 0.75, 0]
    assert raw.mean_placement.tolist() == [1.75, 1.25, 3]
    assert np.isnan(raw.mean_total).all()


def test_totals_are_those_that_are_known() -> None:
    tables = replace(laid([[(0, 1), (1, 2)], [(0, 1), (1, 2)]]), totals=np.array([4.0, np.nan, 6.0, np.nan]))

    raw = raw_of(lines_of(tables, 2), tables.seats, tables.placements, tables.totals)

    assert raw.mean_total[0] == pytest.approx(5)
    assert np.isnan(raw.mean_total[1])
