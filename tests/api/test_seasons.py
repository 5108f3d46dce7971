"""…/seasons/<id>/: what closings put away, and adjustments of points."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from django.utils import timezone

from league.models import Adjustment, SeasonArchive
from tests import factories as make
from tests.api.world import get, refused, walk

if TYPE_CHECKING:
    from django.test import Client
    from pytest_django import DjangoAssertNumQueries

    from league.models import Ladder, Player
    from tests.api.world import World


def placing(player: Player, rank: int, rating: int, **more: object) -> dict[str, Any]:
    """Return a row as an archive stores it."""
    row = {"rank": rank, "rating": rating, "tables": 3, "counted": 2, "adjustment": 0}
    return {"player": player.public_id, **row, "qualified": True, "title": "", **more}


def archive(world: World, ladder: Ladder, number: int, *rows: dict[str, Any]) -> SeasonArchive:
    return SeasonArchive.objects.create(
        season=world.season,
        ladder=ladder,
        version=ladder.versions.get(),
        number=number,
        revision=7,
        digest="d" * 64,
        tables=5,
        standings=list(rows),
        content_hash="c" * 64,
    )


def address(world: World, what: str) -> str:
    return f"{world.url}seasons/{world.season.public_id}/{what}/"


def test_archive_shows_rows_as_they_were_with_the_people_they_are_now(client: Client, world: World) -> None:
    stored = archive(
        world,
        world.ladder,
        1,
        placing(world.hidden, 1, 30_000),
        placing(world.yui, 2, 21_500, adjustment=-1_500, title="優勝"),
        placing(world.merged, 3, 9_000, qualified=False),
        placing(world.erased, 4, -500),
    )
    shown = {"tables": 3, "counted": 2, "adjustment": "0.000", "qualified": True, "title": ""}
    assert get(client, address(world, "archives")) == {
        "revision": world.club.counter.revision,
        "season": world.season.public_id,
        "next": None,
        "results": [
            {
                "ladder": world.ladder.public_id,
                "number": 1,
                "closed_at": SeasonArchive.objects.get().closed_at.isoformat().replace("+00:00", "Z"),
                "revision": 7,
                "digest": "d" * 64,
                "version": stored.version.content_hash,
                "tables": 5,
                "content_hash": "c" * 64,
                "standings": [
                    {
                        "rank": 2,
                        "player": world.yui.public_id,
                        "name": "朝霧 ゆい",
                        "rating": "21.500",
                        **shown,
                        "adjustment": "-1.500",
                        "title": "優勝",
                    },
                    {
                        "rank": 3,
                        "player": world.sora.public_id,
                        "name": "北川 そら",
                        "rating": "9.000",
                        **shown,
                        "qualified": False,
                    },
                    {
                        "rank": 4,
                        "player": world.erased.public_id,
                        "name": None,
                        "rating": "-0.500",
                        **shown,
                    },
                ],
            }
        ],
    }


def test_archives_are_walked_by_ladder_and_number(client: Client, world: World) -> None:
    other = make.ladder_make(world.club, "春")
    for ladder, number in ((other, 1), (world.ladder, 10), (world.ladder, 2), (world.ladder, 1)):
        archive(world, ladder, number)
    rows = walk(client, address(world, "archives") + "?limit=1")
    expected = sorted([(other.public_id, 1), *((world.ladder.public_id, number) for number in (1, 2, 10))])
    assert [(row["ladder"], row["number"]) for row in rows] == expected


def test_adjustments_tell_points_and_person_but_no_reason(client: Client, world: World) -> None:
    for player, points, revoked in (
        (world.yui, -1_500, None),
        (world.merged, 250, timezone.now()),
        (world.hidden, 1_000, None),
    ):
        Adjustment.objects.create(
            season=world.season,
            player=player,
            points=points,
            reason="SECRET",
            revoke_reason="SECRET",
            revoked_at=revoked,
        )
    page = get(client, address(world, "adjustments"))
    assert page["season"] == world.season.public_id
    rows = {row["player"]: (row["points"], row["revoked"]) for row in page["results"]}
    assert rows == {world.yui.public_id: ("-1.500", False), world.sora.public_id: ("0.250", True)}
    assert "SECRET" not in str(page)
    assert {row["player"] for row in walk(client, address(world, "adjustments") + "?limit=1")} == set(rows)


@pytest.mark.parametrize("what", ["archives", "adjustments"])
def test_season_of_another_club_and_unknown_ones_are_not_found(
    client: Client, world: World, what: str
) -> None:
    other = make.club_make("sora")
    refused(client, f"/api/v1/clubs/{other.slug}/seasons/{world.season.public_id}/{what}/", 404)
    refused(client, f"{world.url}seasons/{'2' * 16}/{what}/", 404)
    refused(client, address(world, what) + "?cursor=x", 400)


@pytest.mark.parametrize("many", [1, 20])
def test_queries_stay_the_same_with_more_rows(
    client: Client, world: World, many: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(1, many + 1):
        archive(world, world.ladder, number, placing(world.yui, 1, 1), placing(world.sora, 2, 0))
        Adjustment.objects.create(season=world.season, player=world.yui, points=1, reason="x")
    with django_assert_num_queries(7):
        client.get(address(world, "archives"))
    with django_assert_num_queries(6):
        client.get(address(world, "adjustments"))
