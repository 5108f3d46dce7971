"""The proof of a ladder gives everything that it takes to compute it again, and nobody's name or hidden id."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from league.models import Adjustment, Ladder
from league.ratings.digests import player_token
from league.ratings.parameters import OpenSkillParameters, PointsParameters
from league.ratings.replay import differences, replay
from league.services.ladders import LadderSpec, ladder_create
from league.services.runs import ladder_refresh
from tests import factories as make
from tests.api.world import THIRD, get, refused

if TYPE_CHECKING:
    from django.test import Client

    from league.ratings.parameters import AnyParameters
    from tests.api.world import World


def proof_url(ladder: Ladder) -> str:
    return f"/api/v1/ladders/{ladder.public_id}/proof/"


def test_proof_holds_what_was_computed(client: Client, world: World) -> None:
    proof = get(client, proof_url(world.ladder))
    found = replay(proof)

    assert list(differences(proof, found)) == []
    assert found.digest == proof["digest"]
    assert len(proof["tables"]) == 3
    assert (proof["revision"], proof["ladder"]["id"]) == (
        world.club.counter.revision,
        world.ladder.public_id,
    )


@pytest.mark.parametrize(
    "parameters",
    [OpenSkillParameters(), PointsParameters(by_seats=((2, (3000, 1000)),), best=2, min_tables=1)],
)
def test_every_formula_has_a_proof(client: Client, world: World, parameters: AnyParameters) -> None:
    make.table_make(world.club, [(world.ren, 1), (world.yui, 2)], day=THIRD, number=7, guests=[world.yui])
    make.table_make(world.club, [(world.ren, 1), (world.yui, 1), (world.sora, 3)], day=THIRD, number=8)
    Adjustment.objects.create(season=world.season, player=world.ren, points=-1500, reason="late")
    ladder = ladder_create(
        actor=make.ACTOR, club=world.club, name="another", spec=LadderSpec(parameters=parameters)
    )
    ladder_refresh(ladder_id=ladder.pk)

    proof = get(client, proof_url(ladder))

    assert list(differences(proof, replay(proof))) == []
    assert proof["standings"]


def test_hidden_people_are_tokens_only(client: Client, world: World) -> None:
    proof = get(client, proof_url(world.ladder))
    text = json.dumps(proof)
    assert world.hidden.public_id not in text
    assert player_token(world.hidden.public_id) in text
    ids = {row["player"]: row["id"] for row in proof["standings"]}
    assert ids[player_token(world.hidden.public_id)] is None
    assert ids[player_token(world.ren.public_id)] == world.ren.public_id


def test_proof_waits_until_everything_is_counted(client: Client, world: World) -> None:
    make.table_make(world.club, [(world.ren, 1), (world.yui, 2)], day=THIRD, number=5)
    answer = refused(client, proof_url(world.ladder), 503)
    assert answer["type"].endswith("#being-computed")
    ladder_refresh(ladder_id=world.ladder.pk)
    assert len(get(client, proof_url(world.ladder))["tables"]) == 4


def test_unknown_and_foreign_ladders_have_none(client: Client, world: World) -> None:
    refused(client, "/api/v1/ladders/2222222222222222/proof/", 404)
    private = make.club_make(public=False)
    refused(client, proof_url(make.ladder_make(private)), 404)
