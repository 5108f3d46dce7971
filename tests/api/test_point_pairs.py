"""Rating points by opponent: the transfers are the change, both sides agree, and who is hidden stays unnamed."""

from __future__ import annotations

from collections import defaultdict
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import pytest

from league.models import Player
from league.ratings.parameters import AnyParameters, OpenSkillParameters, PointsParameters
from league.services.ladders import LadderSpec, ladder_create
from league.services.runs import ladder_refresh
from tests import factories as make
from tests.api.world import get, walk

if TYPE_CHECKING:
    from django.test import Client

    from league.models import Club, Ladder
    from tests.api.world import World

pytestmark = pytest.mark.django_db


def points(client: Client, club: Club, ladder: Ladder, query: str = "") -> list[dict[str, Any]]:
    return walk(client, f"/api/v1/clubs/{club.slug}/ladders/{ladder.public_id}/points/{query}")


@pytest.mark.parametrize("query", ["", "?limit=3", "?order=newest&limit=7"])
def test_transfers_add_up_to_every_change(client: Client, query: str) -> None:
    club = make.club_make("aoba")
    people = make.players_make(club, 7)
    make.season_fill(club, people, 24, per_table=4)
    make.table_make(
        club, [(people[0], 1), (people[1], 1), (people[2], 3), (people[3], 3)], day=make.day_of(9)
    )
    ladder = ladder_refresh(ladder_id=make.ladder_make(club).pk)
    rows = points(client, club, ladder, query)
    assert len(rows) == 100
    both: defaultdict[tuple[str, ...], set[Decimal]] = defaultdict(set)
    for row in rows:
        transfers = [Decimal(pair["transfer"]) for pair in row["pairs"]]
        assert len(transfers) == 3
        assert sum(transfers) == Decimal(row["change"])
        assert sum(pair["score"] for pair in row["pairs"]) == row["actual"]
        assert sum(pair["expected"] for pair in row["pairs"]) == pytest.approx(row["expected"], abs=2e-6)
        for pair in row["pairs"]:
            sides = tuple(sorted((row["player"], pair["opponent"])))
            both[(row["table"], *sides)].add(abs(Decimal(pair["transfer"])))
    assert len(both) == 25 * 6
    assert all(len(sizes) == 1 for sizes in both.values())
    assert {pair["k"] for row in rows for pair in row["pairs"]} >= {48, 32, 40}


def test_pairs_of_two_new_players(client: Client) -> None:
    club = make.club_make("aoba")
    one, two = make.players_make(club, 2)
    make.table_make(club, [(one, 1), (two, 2)])
    ladder = ladder_refresh(ladder_id=make.ladder_make(club).pk)
    pairs = {row["player"]: row["pairs"] for row in points(client, club, ladder)}
    half = {"k": 48.0, "expected": 0.5}
    assert pairs == {
        one.public_id: [{"opponent": two.public_id, **half, "score": 1.0, "transfer": "24.000"}],
        two.public_id: [{"opponent": one.public_id, **half, "score": 0.0, "transfer": "-24.000"}],
    }


def test_hidden_opponents_have_no_id_and_the_sum_is_still_the_change(client: Client, world: World) -> None:
    Player.objects.filter(pk=world.yui.pk).update(hidden=True)
    make.unrated_change(world.club)
    rows = points(client, world.club, world.ladder)
    opponents = {pair["opponent"] for row in rows for pair in row["pairs"]}
    assert None in opponents
    assert not opponents & {world.yui.public_id, world.hidden.public_id}
    for row in rows:
        assert sum(Decimal(pair["transfer"]) for pair in row["pairs"]) == Decimal(row["change"])


@pytest.mark.parametrize("parameters", [OpenSkillParameters(), PointsParameters()])
def test_other_formulas_have_no_pairs(client: Client, world: World, parameters: AnyParameters) -> None:
    spec = LadderSpec(parameters=parameters)
    other = ladder_create(actor=make.ACTOR, club=world.club, name="other", spec=spec)
    ladder_refresh(ladder_id=other.pk)
    rows = get(client, f"{world.url}ladders/{other.public_id}/points/")["results"]
    assert rows
    assert {row["pairs"] for row in rows} == {None}


def test_season_points_tell_what_each_table_gave(client: Client) -> None:
    club = make.club_make("aoba")
    one, two = make.players_make(club, 2)
    for day in range(2):
        make.table_make(club, [(one, 1), (two, 2)], day=make.day_of(day))
    spec = LadderSpec(parameters=PointsParameters(best=1))
    ladder = ladder_create(actor=make.ACTOR, club=club, name="points", spec=spec)
    ladder_refresh(ladder_id=ladder.pk)
    rows = points(client, club, ladder, f"?player={one.public_id}")
    assert [(row["change"], row["actual"]) for row in rows] == [("2.000", 2.0), ("0.000", 2.0)]
