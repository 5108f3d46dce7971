"""A ladder whose formula changes shows each time what a ladder shows that never had another one."""

from __future__ import annotations

import pytest

from league.models import RatingRun
from league.ratings.parameters import AnyParameters, OpenSkillParameters, PointsParameters
from league.services.ladders import LadderSpec, ladder_change, preset
from league.services.run_verify import ladder_compare
from league.services.runs import ladder_refresh
from tests import factories as make
from tests.league.services.ladder_state import Shown, from_scratch, shown

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("small_runs"),
]

ELO = preset("standard")
POINTS = PointsParameters(by_seats=((4, (10_000, 6_000, 3_000, 1_000)),), best=5, min_tables=7)
OTHER_POINTS = PointsParameters(best=3)
SKILL = OpenSkillParameters()


@pytest.mark.parametrize(
    "order",
    [(POINTS, SKILL, ELO), (SKILL, POINTS, ELO), (POINTS, OTHER_POINTS, POINTS), (SKILL, ELO, SKILL)],
    ids=["points-skill-elo", "skill-points-elo", "points twice", "skill twice"],
)
def test_each_formula_shows_what_a_new_ladder_shows(order: tuple[AnyParameters, ...]) -> None:
    club = make.club_make()
    ladder = make.ladder_make(club)
    cast = make.players_make(club, 5)
    make.season_fill(club, cast, 9)
    ladder_refresh(ladder_id=ladder.pk)
    seen: dict[AnyParameters, Shown] = {ELO: shown(ladder)}

    for number, parameters in enumerate(order, start=2):
        ladder_change(actor=make.ACTOR, ladder=ladder, spec=LadderSpec(parameters=parameters))
        ladder_refresh(ladder_id=ladder.pk)
        now = shown(ladder)
        assert now == from_scratch(ladder)
        assert now == seen.setdefault(parameters, now)
        assert ladder_compare(ladder_id=ladder.pk).difference == ""
        assert RatingRun.objects.filter(ladder=ladder).count() == number
    assert len({one.digest for one in seen.values()}) == len(seen)


def test_table_inserted_after_a_change_is_folded_by_the_new_formula() -> None:
    club = make.club_make()
    ladder = make.ladder_make(club)
    cast = make.players_make(club, 5)
    make.season_fill(club, cast, 9)
    ladder_refresh(ladder_id=ladder.pk)

    order: tuple[AnyParameters, ...] = (POINTS, SKILL, ELO)
    for number, parameters in enumerate(order, start=50):
        ladder_change(actor=make.ACTOR, ladder=ladder, spec=LadderSpec(parameters=parameters))
        make.table_make(club, [(player, place) for place, player in enumerate(cast, start=1)], number=number)
        ladder_refresh(ladder_id=ladder.pk)
        assert shown(ladder) == from_scratch(ladder)
