"""…/players/: who may be seen, and by which name."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.utils import timezone

from league.models import Player, PlayerMerge
from league.services.runs import ladder_refresh
from tests import factories as make
from tests.api.world import get, refused, walk

if TYPE_CHECKING:
    from django.test import Client
    from pytest_django import DjangoAssertNumQueries

    from tests.api.world import World


def test_list_holds_each_visible_person_once(client: Client, world: World) -> None:
    rows = walk(client, world.url + "players/?limit=2")
    shown = (world.yui, world.sora, world.ren, world.erased)
    assert [row["id"] for row in rows] == sorted(player.public_id for player in shown)


def test_player_has_three_forms_of_the_name(client: Client, world: World) -> None:
    body = get(client, f"{world.url}players/{world.yui.public_id}/")
    standings = body.pop("standings")
    assert body == {
        "id": world.yui.public_id,
        "name": "朝霧 ゆい",
        "reading": "あさぎり ゆい",
        "romanised": "Asagiri Yui",
        "guest": False,
        "anonymised": False,
        "revision": world.club.counter.revision,
    }
    run = world.ladder.current_run
    assert run is not None
    computed = standings[0].pop("run")
    assert (computed["digest"], computed["revision"], computed["number"]) == (run.digest, run.revision, 1)
    assert standings == [
        {
            "ladder": world.ladder.public_id,
            "ladder_name": "通算",
            "rank": 3,
            "rating": "1522.344",
            "tables": 2,
            "idle": False,
            "provisional": True,
        }
    ]


def test_erased_player_has_no_name(client: Client, world: World) -> None:
    body = get(client, f"{world.url}players/{world.erased.public_id}/")
    assert (body["name"], body["reading"], body["romanised"], body["anonymised"]) == (None, None, None, True)


def test_hidden_player_is_nowhere(client: Client, world: World) -> None:
    refused(client, f"{world.url}players/{world.hidden.public_id}/", 404)


def test_merged_record_answers_with_the_person(client: Client, world: World) -> None:
    by_source = get(client, f"{world.url}players/{world.merged.public_id}/")
    assert by_source == get(client, f"{world.url}players/{world.sora.public_id}/")
    assert by_source["id"] == world.sora.public_id


def test_merged_into_somebody_hidden_is_hidden(client: Client, world: World) -> None:
    Player.objects.filter(pk=world.sora.pk).update(hidden=True)
    refused(client, f"{world.url}players/{world.merged.public_id}/", 404)


def test_undone_merge_gives_two_people_again(client: Client, world: World) -> None:
    PlayerMerge.objects.update(undone_at=timezone.now())
    make.unrated_change(world.club)
    assert get(client, f"{world.url}players/{world.merged.public_id}/")["id"] == world.merged.public_id
    ids = [row["id"] for row in walk(client, world.url + "players/")]
    assert {world.merged.public_id, world.sora.public_id} <= set(ids)


def test_player_of_another_club_isn_t_found(client: Client, world: World) -> None:
    stranger = make.player_make(make.club_make("sora"))
    refused(client, f"{world.url}players/{stranger.public_id}/", 404)


@pytest.mark.parametrize("rows", [1, 30])
def test_queries_don_t_grow_with_players(
    client: Client, db: None, rows: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    club = make.club_make("aoba")
    make.players_make(club, rows)
    with django_assert_num_queries(4):  # club, merges, hidden, players
        assert len(get(client, "/api/v1/clubs/aoba/players/")["results"]) == rows


@pytest.mark.parametrize("ladders", [1, 5])
def test_queries_don_t_grow_with_ladders(
    client: Client, world: World, ladders: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(1, ladders):
        ladder_refresh(ladder_id=make.ladder_make(world.club, f"ladder {number}").pk)
    with django_assert_num_queries(6):  # club, ladders, player, merges, hidden, standings
        body = get(client, f"{world.url}players/{world.yui.public_id}/")
    assert len(body["standings"]) == ladders


def test_walk_meets_each_player_once_while_players_come(client: Client, world: World) -> None:
    before = {row["id"] for row in walk(client, world.url + "players/")}
    link, met = world.url + "players/?limit=1", []
    while link:
        body = get(client, link)
        met += [row["id"] for row in body["results"]]
        link = body["next"]
        if len(met) < 20:
            make.player_make(world.club)
    assert len(met) == len(set(met))
    assert before <= set(met)
