"""Invented tables are what they say."""

from __future__ import annotations

import numpy as np
import pytest

from league.fairness.contrasts import win_shares
from league.fairness.planning import NEEDED
from tools import plan_seats
from tools.seat_tables import club_make, disadvantage, tables_make


@pytest.mark.parametrize("size", [2, 4, 8])
def test_a_disadvantage_is_that_of_winning_among_equals(size: int) -> None:
    effects = disadvantage(size, 0.2)

    assert win_shares(effects)[0] == pytest.approx(0.8 / size)
    assert win_shares(effects)[1:] == pytest.approx((1 - 0.8 / size) / (size - 1))


@pytest.mark.parametrize("confounded", [False, True])
def test_tables_hold_different_people_and_each_place_once(confounded: bool) -> None:
    random = np.random.default_rng(1)
    club = club_make(random, {2: [0, 0], 5: [0] * 5}, people=9, confounded=confounded, card=0.3)

    tables = tables_make(random, club, 300)

    for start, end in zip(tables.offsets, tables.offsets[1:], strict=False):
        seats = list(range(1, end - start + 1))
        assert len(set(tables.players[start:end])) == end - start
        assert sorted(tables.placements[start:end]) == tables.seats[start:end].tolist() == seats
    assert set(tables.cards) == {0, 1, 2, 3, 4}


def test_weaker_people_sit_lower_where_they_are_said_to() -> None:
    random = np.random.default_rng(2)
    tables = tables_make(random, club := club_make(random, {4: [0] * 4}, confounded=True), 2_000)

    means = club.strengths[tables.players].reshape(-1, 4).mean(axis=0)

    assert means.tolist() == sorted(means)
    assert means[3] - means[0] > 0.3


@pytest.mark.soak
def test_the_plan_has_a_row_for_every_player_count(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", ["plan_seats", "4"])

    plan_seats.main()

    rows = [line for line in capsys.readouterr().out.splitlines() if not line.startswith("#")]
    assert [int(row.split(":")[0]) for row in rows] == list(NEEDED)
