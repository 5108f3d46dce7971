"""…/seasons/ and …/meetings/: the club's calendar."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

import pytest

from league.models import Season
from tests import factories as make
from tests.api.world import FIRST, SECOND, THIRD, get, refused, walk

if TYPE_CHECKING:
    from django.test import Client
    from pytest_django import DjangoAssertNumQueries

    from tests.api.world import World


def test_season_counts_its_meetings(client: Client, world: World) -> None:
    assert get(client, world.url + "seasons/") == {
        "revision": world.club.counter.revision,
        "next": None,
        "results": [
            {
                "id": world.season.public_id,
                "name": "秋季",
                "titles": [],
                "closed_at": None,
                "meetings": 1,
                "first_day": "2025-01-04",
                "last_day": "2025-01-04",
            }
        ],
    }


def test_season_names_its_titles_the_winners_first(client: Client, world: World) -> None:
    Season.objects.update(titles=["優勝", "準優勝"])
    assert get(client, world.url + "seasons/")["results"][0]["titles"] == ["優勝", "準優勝"]


def test_closed_season_says_when_in_utc(client: Client, world: World) -> None:
    Season.objects.update(closed_at=datetime(2026, 3, 1, 0, 30, tzinfo=ZoneInfo("Asia/Tokyo")))
    assert get(client, world.url + "seasons/")["results"][0]["closed_at"] == "2026-02-28T15:30:00Z"


def test_meetings_come_by_day_and_count_tables_without_void_ones(client: Client, world: World) -> None:
    rows = get(client, world.url + "meetings/")["results"]
    days = [(row["club_day"], row["tables"], row["season"]) for row in rows]
    assert days == [
        ("2025-01-04", 1, world.season.public_id),
        ("2025-01-11", 2, None),
        ("2025-01-18", 1, None),
    ]
    assert get(client, f"{world.url}meetings/{world.meeting.public_id}/") == {
        **rows[0],
        "revision": world.club.counter.revision,
    }


def test_meetings_of_a_season_and_newest_first(client: Client, world: World) -> None:
    of_season = get(client, f"{world.url}meetings/?season={world.season.public_id}")["results"]
    assert [row["club_day"] for row in of_season] == [FIRST.isoformat()]
    newest = walk(client, world.url + "meetings/?order=newest&limit=1")
    assert [row["club_day"] for row in newest] == [day.isoformat() for day in (THIRD, SECOND, FIRST)]


@pytest.mark.parametrize("what", ["season", "meeting"])
def test_things_of_another_club_are_refused_at_the_field(client: Client, world: World, what: str) -> None:
    other = make.club_make("sora")
    season = Season.objects.create(club=other, name="春季")
    meeting = make.meeting_make(other, FIRST)
    key = {"season": season.public_id, "meeting": meeting.public_id}[what]
    problem = refused(client, f"{world.url}tables/?{what}={key}")
    assert [error["field"] for error in problem["errors"]] == [what]
    if what == "meeting":
        refused(client, f"{world.url}meetings/{key}/", 404)


@pytest.mark.parametrize("rows", [1, 30])
@pytest.mark.parametrize("name", ["seasons", "meetings"])
def test_queries_don_t_grow_with_rows(
    client: Client, db: None, name: str, rows: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    club = make.club_make("aoba")
    for number in range(rows):
        season = Season.objects.create(club=club, name=str(number))
        make.meeting_make(club, FIRST + timedelta(days=number), season)
    with django_assert_num_queries(2):  # club, rows
        assert len(get(client, f"/api/v1/clubs/aoba/{name}/")["results"]) == rows


@pytest.mark.parametrize("order", ["oldest", "newest"])
def test_walk_meets_each_meeting_once_while_meetings_come(client: Client, world: World, order: str) -> None:
    before = {row["id"] for row in walk(client, world.url + "meetings/")}
    link, met = f"{world.url}meetings/?limit=1&order={order}", []
    for offset in (-3, 3, 8, 20, -30):
        body = get(client, link)
        met += [row["id"] for row in body["results"]]
        link = body["next"]
        make.meeting_make(world.club, FIRST + timedelta(days=offset))
        if link is None:
            break
    met += [row["id"] for row in walk(client, link)] if link else []
    assert len(met) == len(set(met))
    assert before <= set(met)
