"""Why a table isn't rated agrees with what runs read, for every formula and filter, whoever sat there."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from league.models import Line, Season, Table
from league.ratings.parameters import AnyParameters, OpenSkillParameters, Parameters, PointsParameters
from league.selectors.table_breakdown import Unrated, why_unrated
from league.selectors.table_page import table_of_club, table_page
from league.services.ladders import LadderSpec, ladder_create
from league.services.run_inputs import inputs_read
from tests import factories as make

if TYPE_CHECKING:
    from league.models import Club, LadderVersion

pytestmark = pytest.mark.django_db

TABLES = 40
STATES = (Table.State.CONFIRMED,) * 5 + (Table.State.VOID, Table.State.UNFINISHED)


def history(club: Club) -> None:
    """Write tables with guests of both kinds, merged people, shared places, seats not played to the end."""
    chance = random.Random(5)
    people = [*make.players_make(club, 3), *make.players_make(club, 2, guest=True)]
    people.append(make.player_make(club, "other record"))
    make.players_merge(people[-1], make.player_make(club, "root", guest=True))
    for number in range(TABLES):
        seats = chance.sample(people, chance.randint(2, 4))
        places = sorted(chance.choice((1, 2, 3)) for _ in seats)
        guests = [player for player in seats if chance.random() < 0.1]
        table = make.table_make(
            club, list(zip(seats, places, strict=True)), day=make.day_of(number), guests=guests
        )
        for line in Line.objects.filter(submission__table=table):
            if chance.random() < 0.2:
                line.participation = chance.choice(Line.Participation.values)
                line.save()
        table.state = chance.choice(STATES)
        table.save()


def version_of(club: Club, parameters: AnyParameters, **filters: tuple[str, ...]) -> LadderVersion:
    spec = LadderSpec(parameters=parameters, **filters)
    version = ladder_create(actor=make.ACTOR, club=club, name="ladder", spec=spec).current_version
    assert version is not None
    return version


@pytest.mark.parametrize("parameters", [Parameters(), OpenSkillParameters(), PointsParameters()])
def test_reasons_are_given_for_just_the_tables_that_runs_leave_out(parameters: AnyParameters) -> None:
    club = make.club_make()
    history(club)
    version = version_of(club, parameters)
    rated = set(inputs_read(version).public_ids)
    reasons = {}
    for public_id in Table.objects.values_list("public_id", flat=True):
        table = table_of_club(club_id=club.pk, public_id=public_id)
        assert table is not None
        reasons[public_id] = why_unrated(table_page(table=table), version)
    assert {table for table, reason in reasons.items() if reason is Unrated.PENDING} == rated
    assert 0 < len(rated) < TABLES
    assert {Unrated.VOID, Unrated.UNFINISHED} < set(reasons.values())


@pytest.mark.parametrize(
    ("filtered", "reason"),
    [
        ("seasons", Unrated.SEASON),
        ("games", Unrated.RULESET),
        ("rulesets", Unrated.PENDING),
    ],
)
def test_filters_are_those_of_runs(filtered: str, reason: Unrated) -> None:
    club = make.club_make()
    make.ruleset_make("danmaku")
    filters = {
        "seasons": {"seasons": (Season.objects.create(club=club, name="another").public_id,)},
        "games": {"rulesets": (make.ruleset_make("danmaku").content_hash,)},
        "rulesets": {"rulesets": (make.ruleset_make().content_hash,)},
    }[filtered]
    one, two = make.players_make(club, 2)
    made = make.table_make(club, [(one, 1), (two, 2)])
    version = version_of(club, Parameters(), **filters)
    table = table_of_club(club_id=club.pk, public_id=made.public_id)
    assert table is not None
    assert why_unrated(table_page(table=table), version) is reason
    assert len(inputs_read(version)) == (reason is Unrated.PENDING)
