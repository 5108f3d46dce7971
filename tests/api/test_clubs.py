"""/api/v1/clubs/ and /api/v1/clubs/<slug>/: which clubs there are, and for whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from league.services.fairness import club_fairness_refresh
from tests import factories as make
from tests.api.world import FIRST, client_of, get, refused, walk, world_make

if TYPE_CHECKING:
    from django.test import Client

    from tests.api.world import World

CLUBS = "/api/v1/clubs/"


def test_list_says_what_there_is(client: Client, world: World) -> None:
    assert get(client, CLUBS) == {
        "next": None,
        "results": [
            {
                "slug": "aoba",
                "name": "aoba",
                "language": "ja",
                "public": True,
                "demo": False,
                "last_day": "2025-01-18",
                "url": "/api/v1/clubs/aoba/",
            }
        ],
    }


def test_club_says_where_its_lists_are(client: Client, world: World) -> None:
    club_fairness_refresh(club_id=world.club.pk)
    body = get(client, world.url)
    assert body == {
        "slug": "aoba",
        "name": "aoba",
        "language": "ja",
        "timezone": "Asia/Tokyo",
        "day_rollover": "05:00",
        "public": True,
        "demo": False,
        "revision": world.club.counter.revision,
        "links": {
            "players": "/api/v1/clubs/aoba/players/",
            "seasons": "/api/v1/clubs/aoba/seasons/",
            "meetings": "/api/v1/clubs/aoba/meetings/",
            "tables": "/api/v1/clubs/aoba/tables/",
            "ladders": "/api/v1/clubs/aoba/ladders/",
            "fairness": "/api/v1/fairness/aoba/",
        },
    }
    assert all(get(client, link)["results"] for link in body["links"].values())


@pytest.mark.django_db
@pytest.mark.parametrize("rows", [1, 30])
def test_list_takes_one_query(client: Client, rows: int, django_assert_num_queries: object) -> None:
    for number in range(rows):
        make.meeting_make(make.club_make(f"club-{number:02d}"), FIRST)
    with django_assert_num_queries(1):  # type: ignore[operator]
        assert len(get(client, CLUBS)["results"]) == rows


@pytest.mark.django_db
def test_walk_meets_each_club_once_while_clubs_come(client: Client) -> None:
    for number in range(5):
        make.club_make(f"club-{number}")
    first = get(client, CLUBS + "?limit=2")
    make.club_make("club-0a")
    make.club_make("club-2a")
    rows = first["results"] + walk(client, first["next"])
    assert [row["slug"] for row in rows] == ["club-0", "club-1", "club-2", "club-2a", "club-3", "club-4"]


@pytest.mark.django_db
def test_private_club_exists_for_its_members_only() -> None:
    world = world_make(public=False)
    seen = {}
    for name in ("alice", "bob", "charlie", "anonymous"):
        visitor = client_of(world, name)
        listed = [row["slug"] for row in get(visitor, CLUBS)["results"]]
        answers = {visitor.get(url).status_code for url in world.urls()}
        seen[name] = (listed, answers)
    assert seen["alice"] == seen["bob"] == (["aoba"], {200})
    assert seen["charlie"] == seen["anonymous"] == ([], {404})


@pytest.mark.django_db
def test_private_club_can_t_be_told_from_none(client: Client) -> None:
    world = world_make(public=False)
    private, nobody = (
        {name: value for name, value in refused(client, url, 404).items() if name != "request_id"}
        for url in (world.url, "/api/v1/clubs/nobody/")
    )
    assert private == nobody | {"instance": world.url}


def test_membership_of_another_club_opens_nothing(world: World) -> None:
    secret = world_make("secret", public=False)
    alice = client_of(world, "alice")
    assert {alice.get(url).status_code for url in secret.urls()} == {404}
