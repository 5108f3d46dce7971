"""…/ladders/ with standings and points: every answer and every walk belongs to one run (G18)."""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal
from typing import TYPE_CHECKING

import pytest
from django.utils import timezone

from league.models import Player, RatingRun
from league.ratings.parameters import PointsParameters
from league.services import sweep
from league.services.adjustments import adjustment_add
from league.services.clubs import season_assign, season_create
from league.services.ladders import LadderSpec, ladder_change
from league.services.meetings import meeting_create
from league.services.runs import ladder_refresh
from tests import factories as make
from tests.api.world import FIRST, SECOND, THIRD, get, refused, walk

if TYPE_CHECKING:
    from django.test import Client
    from pytest_django import DjangoAssertNumQueries

    from tests.api.world import World


def ladder_url(world: World, rest: str = "") -> str:
    return f"{world.url}ladders/{world.ladder.public_id}/{rest}"


def new_run(world: World, number: int = 5) -> RatingRun:
    make.table_make(world.club, [(world.ren, 1), (world.yui, 2)], day=THIRD, number=number)
    run = ladder_refresh(ladder_id=world.ladder.pk).current_run
    assert run is not None
    return run


def test_ladder_names_formula_and_run(client: Client, world: World) -> None:
    run = world.ladder.current_run
    assert run is not None
    body = get(client, ladder_url(world))
    published = body["run"].pop("published_at")
    assert published.endswith("Z")
    assert body["run"].pop("computed_at") == published
    assert body == {
        "id": world.ladder.public_id,
        "name": "通算",
        "games": [],
        "seasons": [],
        "rulesets": [],
        "version": 1,
        "formula": "elo",
        "parameters": {
            "start": 1_500_000,
            "scale": 400_000,
            "k_steps": [[10, 48], [20, 32]],
            "k_final": 16,
        },
        "computed_revision": world.club.counter.revision,
        "run": {"number": run.number, "digest": run.digest, "revision": run.revision, "tables": 3},
        "revision": world.club.counter.revision,
    }
    listed = get(client, world.url + "ladders/")["results"]
    assert [row["id"] for row in listed] == [world.ladder.public_id]


def test_changed_ladder_tells_its_version_and_keeps_its_run_until_the_next(
    client: Client, world: World
) -> None:
    spec = LadderSpec(parameters=PointsParameters(best=2))
    ladder_change(actor=make.ACTOR, ladder=world.ladder, spec=spec)
    before = get(client, ladder_url(world))
    ladder_refresh(ladder_id=world.ladder.pk)
    after = get(client, ladder_url(world))

    assert [(one["version"], one["formula"], one["run"]["number"]) for one in (before, after)] == [
        (2, "points", 1),
        (2, "points", 2),
    ]
    assert before["run"]["digest"] != after["run"]["digest"]
    assert before["run"]["computed_at"] < after["run"]["computed_at"]


def test_standings_show_the_run_without_hidden_players(client: Client, world: World) -> None:
    body = get(client, ladder_url(world, "standings/"))
    assert [(row["rank"], row["id"]) for row in body["results"]] == [
        (2, world.sora.public_id),
        (3, world.yui.public_id),
        (4, world.erased.public_id),
        (5, world.ren.public_id),
    ]
    assert body["results"][0] == {
        "rank": 2,
        "previous_rank": None,
        "id": world.sora.public_id,
        "player": "北川 そら",
        "rating": "1522.402",
        "change": "22.402",
        "tables": 1,
        "last_day": SECOND.isoformat(),
        "idle": False,
        "provisional": True,
        "counted": 1,
        "adjustment": "0.000",
        "qualified": True,
    }
    assert (body["as_of"], body["run"]["digest"]) == (None, world.ladder.current_run.digest)  # type: ignore[union-attr]


@pytest.mark.parametrize("query", ["", f"?as_of={SECOND}"])
def test_standings_of_points_tell_what_they_are_made_of(client: Client, world: World, query: str) -> None:
    spec = LadderSpec(parameters=PointsParameters(best=1, min_tables=2))
    ladder_change(actor=make.ACTOR, ladder=world.ladder, spec=spec)
    season = season_create(actor=make.ACTOR, club=world.club, name="冬")
    meeting = meeting_create(actor=make.ACTOR, club=world.club, club_day=SECOND)
    season_assign(actor=make.ACTOR, meeting=meeting, season=season)
    adjustment_add(actor=make.ACTOR, season=season, player=world.yui, points=-1_500, reason="無断欠席")
    ladder_refresh(ladder_id=world.ladder.pk)

    rows = {row["id"]: row for row in get(client, ladder_url(world, f"standings/{query}"))["results"]}

    told = {
        key: (row["tables"], row["counted"], row["adjustment"], row["qualified"]) for key, row in rows.items()
    }
    assert told[world.yui.public_id] == (2, 1, "-1.500", True)
    assert told[world.sora.public_id] == (1, 1, "0.000", False)


def test_standings_of_an_earlier_day(client: Client, world: World) -> None:
    body = get(client, ladder_url(world, f"standings/?as_of={FIRST}"))
    assert body["as_of"] == FIRST.isoformat()
    assert [(row["rank"], row["rating"]) for row in body["results"]] == [
        (1, "1524.000"),
        (2, "1500.000"),
        (3, "1476.000"),
    ]
    assert get(client, ladder_url(world, "standings/?as_of=2024-12-31"))["results"] == []
    paged = walk(client, ladder_url(world, f"standings/?as_of={FIRST}&limit=1"))
    assert paged == body["results"]


@pytest.mark.parametrize("day", ["0001-01-01", "9999-12-31"])
def test_the_ends_of_time_are_days_too(client: Client, world: World, day: str) -> None:
    get(client, ladder_url(world, f"standings/?as_of={day}"))


def test_points_add_up_and_name_their_tables(client: Client, world: World) -> None:
    rows = walk(client, ladder_url(world, "points/?limit=2"))
    assert [(row["order_key"], row["player"]) for row in rows] == sorted(
        (row["order_key"], row["player"]) for row in rows
    )
    for row in rows:
        assert Decimal(row["after"]) - Decimal(row["before"]) == Decimal(row["change"])
        assert len(row["after"].partition(".")[2]) == 3
    of_first = [Decimal(row["change"]) for row in rows if row["table"] == world.first.public_id]
    assert sum(of_first) == 0
    assert world.hidden.public_id not in {row["player"] for row in rows}
    newest = walk(client, ladder_url(world, "points/?order=newest&limit=2"))
    assert newest == rows[::-1]


def test_points_keep_the_places_of_the_table(client: Client, world: World) -> None:
    guest = make.player_make(world.club, guest=True)
    table = make.table_make(world.club, [(guest, 1), (world.ren, 2), (world.yui, 3)], day=THIRD, number=8)
    ladder_refresh(ladder_id=world.ladder.pk)
    rows = get(client, ladder_url(world, "points/?order=newest&limit=2"))["results"]
    assert {(row["table"], row["player"], row["placement"]) for row in rows} == {
        (table.public_id, world.ren.public_id, 2),
        (table.public_id, world.yui.public_id, 3),
    }


def test_points_of_one_player_follow_merges(client: Client, world: World) -> None:
    by_person, by_record = (
        get(client, ladder_url(world, f"points/?player={player.public_id}"))["results"]
        for player in (world.sora, world.merged)
    )
    assert by_person == by_record
    assert [(row["table"], row["player"]) for row in by_person] == [
        (world.with_merged.public_id, world.sora.public_id)
    ]


def test_points_of_somebody_hidden_or_foreign_are_refused(client: Client, world: World) -> None:
    stranger = make.player_make(make.club_make("sora"))
    for player in (world.hidden, stranger):
        problem = refused(client, ladder_url(world, f"points/?player={player.public_id}"))
        assert problem["errors"][0]["field"] == "player"


def test_who_hides_is_gone_before_the_next_run(client: Client, world: World) -> None:
    Player.objects.filter(pk=world.yui.pk).update(hidden=True)
    make.unrated_change(world.club)
    for rest in ("standings/", f"standings/?as_of={FIRST}", "points/"):
        assert world.yui.public_id not in client.get(ladder_url(world, rest)).content.decode()


def test_merged_into_somebody_hidden_is_gone_before_the_next_run(client: Client, world: World) -> None:
    Player.objects.filter(pk=world.ren.pk).update(hidden=True)
    make.players_merge(world.yui, world.ren)
    for rest in ("standings/", f"standings/?as_of={FIRST}", "points/"):
        assert world.yui.public_id not in client.get(ladder_url(world, rest)).content.decode()


def test_ladder_that_was_never_computed_is_empty(client: Client, world: World) -> None:
    other = make.ladder_make(world.club, "新")
    for rest in ("standings/", "points/", f"standings/?as_of={FIRST}"):
        body = get(client, f"{world.url}ladders/{other.public_id}/{rest}")
        assert (body["run"], body["results"], body["next"]) == (None, [], None)
    assert get(client, f"{world.url}ladders/{other.public_id}/")["run"] is None


def test_ladder_of_another_club_isn_t_found(client: Client, world: World) -> None:
    other = make.ladder_make(make.club_make("sora"))
    for rest in ("", "standings/", "points/"):
        refused(client, f"{world.url}ladders/{other.public_id}/{rest}", 404)


# One walk, one run


@pytest.mark.parametrize(
    "rest", ["standings/?limit=1", "points/?limit=2", f"standings/?as_of={SECOND}&limit=1"]
)
def test_walk_stays_with_its_run_while_a_new_one_comes(client: Client, world: World, rest: str) -> None:
    before = walk(client, ladder_url(world, rest))
    first = get(client, ladder_url(world, rest))
    newer = new_run(world)
    assert first["results"] + walk(client, first["next"]) == before
    assert get(client, first["next"])["run"]["number"] == first["run"]["number"]
    assert get(client, ladder_url(world, rest))["run"]["number"] == newer.number


@pytest.mark.parametrize(
    "rest", ["standings/?limit=2", f"standings/?as_of={FIRST}&limit=2", "points/?limit=2"]
)
def test_walk_meets_everybody_of_one_rank_once(client: Client, db: None, rest: str) -> None:
    club = make.club_make("aoba")
    tied = make.players_make(club, 7)
    make.table_make(club, [(player, 1) for player in tied], day=FIRST)
    ladder = ladder_refresh(ladder_id=make.ladder_make(club).pk)
    rows = walk(client, f"/api/v1/clubs/aoba/ladders/{ladder.public_id}/{rest}")
    key = "player" if rest.startswith("points") else "id"
    assert [row[key] for row in rows] == sorted(player.public_id for player in tied)


def test_walk_of_a_run_that_is_gone_says_so(client: Client, world: World) -> None:
    first = get(client, ladder_url(world, "points/?limit=2"))
    new_run(world)
    long_ago = timezone.now() - sweep.READABLE_AFTER_REPLACEMENT - timedelta(seconds=1)
    RatingRun.objects.filter(number=first["run"]["number"]).update(replaced_at=long_ago)
    problem = refused(client, first["next"], 410, accept_language="en")
    assert problem["type"] == "/api/docs/#run-gone"
    assert "first page" in problem["detail"]


def test_run_that_never_was_is_gone(client: Client, world: World) -> None:
    refused(client, ladder_url(world, "standings/?run=999999999"), 410)


def test_run_that_isn_t_published_is_no_run(client: Client, world: World) -> None:
    run = new_run(world)
    RatingRun.objects.create(
        ladder=world.ladder, number=run.number + 1, version=run.version, revision=1, code_version="1"
    )
    refused(client, ladder_url(world, f"standings/?run={run.number + 1}"), 410)


@pytest.mark.parametrize("rows", [2, 30])
def test_queries_don_t_grow_with_rows(
    client: Client, db: None, rows: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    club = make.club_make("aoba")
    make.season_fill(club, make.players_make(club, rows), rows, per_table=2)
    ladder = ladder_refresh(ladder_id=make.ladder_make(club).pk)
    url = f"/api/v1/clubs/aoba/ladders/{ladder.public_id}/"
    # club, ladder with its run, merges, hidden; then last day and standings, or points and opponents
    for rest, queries in (("", 2), ("standings/", 6), ("points/", 6), ("standings/?as_of=2030-01-01", 6)):
        with django_assert_num_queries(queries):
            get(client, url + rest)
