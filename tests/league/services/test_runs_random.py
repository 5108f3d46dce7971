"""G4: however a club changes its results, the stored ratings equal those computed from nothing, bit for bit."""

from __future__ import annotations

import pytest

from league.services.run_verify import ladder_compare
from league.services.runs import ladder_refresh
from tests import factories as make
from tests.league.services.ladder_state import from_scratch, shown
from tests.league.services.random_season import RandomSeason

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("small_runs")]


def _play(seed: int, *, steps: int) -> None:
    """Change a club step by step, bringing its ladder up to date now and then."""
    club = make.club_make()
    ladder = make.ladder_make(club)
    season = RandomSeason(club, seed)
    for _ in range(steps):
        season.step()
        if season.random.random() < 0.5:
            ladder_refresh(ladder_id=ladder.pk)
    ladder_refresh(ladder_id=ladder.pk)

    assert shown(ladder) == from_scratch(ladder), f"seed {seed}"
    assert ladder_compare(ladder_id=ladder.pk).difference == "", f"seed {seed}"


@pytest.mark.parametrize("seed", range(12))
def test_incremental_equals_from_scratch(seed: int) -> None:
    _play(seed, steps=40)


@pytest.mark.soak
@pytest.mark.parametrize("batch", range(50))
def test_incremental_equals_from_scratch_in_thousands_of_seasons(batch: int) -> None:
    for seed in range(1_000 + batch * 100, 1_100 + batch * 100):
        _play(seed, steps=30)


@pytest.mark.parametrize("seed", [101, 102, 103])
def test_every_step_is_right(seed: int) -> None:
    club = make.club_make()
    ladder = make.ladder_make(club)
    season = RandomSeason(club, seed)
    for step in range(25):
        season.step()
        ladder_refresh(ladder_id=ladder.pk)
        comparison = ladder_compare(ladder_id=ladder.pk)
        assert (step, comparison.difference) == (step, "")
    assert shown(ladder) == from_scratch(ladder)
