"""G4: however a club changes its results, what its ladders show is what a slow computation from nothing gives.

The slow one shares no code with the product (slow_league). Ladders of every formula look at the same club.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.db import connection

from league.ratings.parameters import PRESETS, OpenSkillParameters, PointsParameters
from league.services.ladders import LadderSpec, ladder_create
from league.services.run_verify import ladder_compare
from league.services.runs import ladder_refresh
from tests import factories as make
from tests.league.services.ladder_state import from_scratch, shown
from tests.league.services.random_season import RandomSeason
from tests.league.services.slow_league import stored, worked_out

if TYPE_CHECKING:
    from league.models import Club, Ladder

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("small_runs")]

IN_TEST, IN_SOAK = 500, 5_000
BATCHES = 25
EVERY_FIFTH = (
    5  # on PostgreSQL, where each change takes longer: what differs there is how rows are read and written
)


def _ladders(club: Club, season: RandomSeason) -> list[Ladder]:
    """Give the club a ladder of each formula, one of them for its season only."""
    points = PointsParameters(by_seats=((4, (10_000, 6_000, 3_000, 1_000)),), best=3, min_tables=2)
    specs = {
        "elo": LadderSpec(parameters=PRESETS["standard"]),
        "elo of the season": LadderSpec(parameters=PRESETS["steady"], seasons=(season.season.public_id,)),
        "openskill": LadderSpec(parameters=OpenSkillParameters()),
        "points": LadderSpec(parameters=points, seasons=(season.season.public_id,)),
    }
    return [ladder_create(actor=make.ACTOR, club=club, name=name, spec=spec) for name, spec in specs.items()]


def _play(seed: int, *, steps: int) -> None:
    """Change a club step by step, bringing its ladders up to date now and then."""
    club = make.club_make()
    season = RandomSeason(club, seed)
    ladders = _ladders(club, season)
    for _ in range(steps):
        season.step()
        for ladder in ladders:
            if season.random.random() < 0.15:
                ladder_refresh(ladder_id=ladder.pk)
    for ladder in ladders:
        ladder_refresh(ladder_id=ladder.pk)
        assert stored(ladder) == worked_out(ladder), (seed, ladder.name)


@pytest.mark.parametrize("batch", range(BATCHES))
def test_ladders_are_what_a_slow_computation_gives(batch: int) -> None:
    stride = BATCHES if connection.vendor == "sqlite" else BATCHES * EVERY_FIFTH
    for seed in range(batch, IN_TEST, stride):
        _play(seed, steps=16)


@pytest.mark.soak
@pytest.mark.parametrize("batch", range(BATCHES * 2))
def test_ladders_are_so_in_thousands_of_seasons(batch: int) -> None:
    for seed in range(IN_TEST + batch, IN_TEST + IN_SOAK, BATCHES * 2):
        _play(seed, steps=30)


@pytest.mark.parametrize("seed", range(12))
def test_incremental_equals_from_scratch_for_long_seasons(seed: int) -> None:
    club = make.club_make()
    season = RandomSeason(club, seed)
    ladders = _ladders(club, season)
    for _ in range(60):
        season.step()
        ladder_refresh(ladder_id=season.random.choice(ladders).pk)
    for ladder in ladders:
        ladder_refresh(ladder_id=ladder.pk)
        assert stored(ladder) == worked_out(ladder), ladder.name
        assert shown(ladder) == from_scratch(ladder), ladder.name
        assert ladder_compare(ladder_id=ladder.pk).difference == "", ladder.name


@pytest.mark.parametrize("seed", [101, 102, 103])
def test_every_step_is_right(seed: int) -> None:
    club = make.club_make()
    season = RandomSeason(club, seed)
    ladders = _ladders(club, season)
    for step in range(25):
        season.step()
        for ladder in ladders:
            ladder_refresh(ladder_id=ladder.pk)
            assert stored(ladder) == worked_out(ladder), (step, ladder.name)
