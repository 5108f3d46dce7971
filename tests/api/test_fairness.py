"""Seat statistics in the API: what there is, one in full, and a part that has to be computed first."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.fairness.report import EVIDENCE
from league.models import ClubCounter, FairnessReport, Season
from league.services.fairness import club_fairness_refresh, fairness_refresh_alone
from league.services.fairness_ask import MOST_WAITING
from tests import factories as make
from tests.api.test_openapi import closed, openapi
from tests.api.world import SECRET, client_of, get, refused, walk
from tests.league.seated import bots_play, seats_fill

if TYPE_CHECKING:
    from django.test import Client

    from league.models import Club
    from tests.api.world import World

pytestmark = pytest.mark.django_db
URL = "/api/v1/fairness/aoba/"


@pytest.fixture
def home() -> Club:
    """A club with 36 danmaku tables of four and 3 doujin tables of three."""
    club = make.club_make("aoba")
    people = make.players_make(club, 6)
    seats_fill(club, people, 36)
    season = Season.objects.create(club=club, name="秋季")
    seats_fill(club, people, 3, per_table=3, game="doujin", first_day=50, season=season)
    club_fairness_refresh(club_id=club.pk)
    return club


def report_url(game: str = "danmaku") -> str:
    return f"{URL}{FairnessReport.objects.get(game=game, scope='').public_id}/"


def test_the_list_has_a_row_a_game_and_ruleset(client: Client, home: Club) -> None:
    rows = walk(client, f"{URL}?limit=1")
    assert sorted(row["game"] for row in rows) == ["danmaku", "doujin"]
    assert rows == get(client, URL)["results"]
    danmaku = next(row for row in rows if row["game"] == "danmaku")
    assert danmaku["player_counts"] == [{"players": 4, "tables": 36}]
    assert (danmaku["tables"], danmaku["ruleset"], danmaku["url"]) == (36, "base", report_url())
    assert get(client, "/api/v1/clubs/aoba/")["links"]["fairness"] == URL


def test_a_report_has_figures_and_the_sentence(client: Client, home: Club) -> None:
    body = get(client, report_url(), **{"Accept-Language": "en"})
    (stratum,) = body["strata"]
    assert (stratum["game"], stratum["players"], stratum["tables"]) == ("danmaku", 4, 36)
    assert [seat["seat"] for seat in stratum["seats"]] == [1, 2, 3, 4]
    assert sum(seat["win_share"] for seat in stratum["seats"]) == pytest.approx(1)
    assert stratum["sentence"].endswith(".")
    assert stratum["evidence"][-1]["tables"] == 36
    assert stratum["edit_order"]["slots"][0]["edit_order"] == 1
    assert body["state"] == "ready"
    japanese = get(client, report_url(), **{"Accept-Language": "ja"})
    assert "席1" in japanese["strata"][0]["sentence"]


@pytest.mark.parametrize(
    ("game", "status", "shape"),
    [
        ("", 200, "FairnessEntryPage"),
        ("danmaku", 200, "FairnessDetail"),
        ("doujin", 200, "FairnessDetail"),
        ("doujin", 202, "FairnessLater"),
    ],
)
def test_answers_have_exactly_the_members_that_are_described(
    client: Client, home: Club, game: str, status: int, shape: str
) -> None:
    bots_play(FairnessReport.objects.get(game="danmaku").ruleset_hash, [1, 2, 3, 4])
    url = report_url(game) if game else URL
    answer = client.get(url if status == 200 else f"{url}?min_tables=2")
    assert answer.status_code == status
    components = closed(openapi()["components"]["schemas"])
    schema = {"$ref": f"#/components/schemas/{shape}", "components": {"schemas": components}}
    jsonschema.validate(answer.json(), schema, format_checker=jsonschema.FormatChecker())


def test_few_tables_have_no_estimates(client: Client, home: Club) -> None:
    (stratum,) = get(client, report_url("doujin"))["strata"]
    assert stratum["verdict"] == "raw_only"
    assert {seat["beta"] for seat in stratum["seats"]} == {None}


def test_a_part_is_accepted_and_there_later(client: Client, home: Club) -> None:
    url = f"{report_url()}?last={make.day_of(1)}"
    answer = client.get(url)
    assert (answer.status_code, answer["Retry-After"], answer["Cache-Control"]) == (202, "2", "no-store")
    assert answer.json()["filters"]["last"] == str(make.day_of(1))
    assert client.get(url).status_code == 202
    asked = FairnessReport.objects.exclude(scope="").get()
    fairness_refresh_alone(report_id=asked.pk)
    body = get(client, url)
    assert body["tables"] == 8
    assert f"{URL}{body['id']}/" == report_url()
    seats_fill(home, make.players_make(home, 4), 1, first_day=80)
    assert client.get(url).status_code == 202


def test_a_part_has_figures_but_no_evidence(client: Client) -> None:
    home = make.club_make("aoba")
    seats_fill(home, make.players_make(home, 6), 60, worse=3)
    club_fairness_refresh(club_id=home.pk)
    (whole,) = get(client, report_url())["strata"]
    assert (whole["verdict"], whole["e_value"] >= EVIDENCE) == ("evidence", True)
    url = f"{report_url()}?min_tables=2"
    assert client.get(url).status_code == 202
    fairness_refresh_alone(report_id=FairnessReport.objects.exclude(scope="").get().pk)
    (part,) = get(client, url, **{"Accept-Language": "en"})["strata"]
    assert (part["verdict"], part["e_value"], part["evidence"]) == ("narrowed", None, [])
    assert part["sentence"].startswith("This is a part of the tables that was chosen after looking;")
    assert part["seats"] == whole["seats"]
    assert part["named"] == whole["named"]
    assert part["needs"] == whole["needs"]


def test_filters_name_a_season(client: Client, home: Club) -> None:
    season = Season.objects.get()
    url = f"{report_url('doujin')}?season={season.public_id}"
    assert client.get(url).status_code == 202
    fairness_refresh_alone(report_id=FairnessReport.objects.exclude(scope="").get().pk)
    assert get(client, url)["tables"] == 3


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("season=2222222222222222", "season"),
        ("season=x", "season"),
        ("first=yesterday", "first"),
        ("first=2026-13-01", "first"),
        ("first=2026-05-02&last=2026-05-01", "last"),
        ("min_tables=0", "min_tables"),
        ("min_tables=5&min_tables=6", "min_tables"),
        ("game=danmaku", "game"),
    ],
)
def test_filters_that_cant_be_read_are_named(client: Client, home: Club, query: str, field: str) -> None:
    assert [error["field"] for error in refused(client, f"{report_url()}?{query}")["errors"]] == [field]
    assert not FairnessReport.objects.exclude(scope="").exists()


def test_too_many_questions_are_put_off(client: Client, home: Club) -> None:
    for least in range(2, MOST_WAITING + 2):
        assert client.get(f"{report_url()}?min_tables={least}").status_code == 202
    assert refused(client, f"{report_url()}?min_tables=99", 503)["type"].endswith("#being-computed")


def test_what_isnt_there_is_a_404(client: Client, home: Club) -> None:
    refused(client, f"{URL}2222222222222222/", 404)
    refused(client, "/api/v1/fairness/nowhere/", 404)
    other = make.club_make("midori")
    refused(client, report_url().replace("aoba", other.slug), 404)


def test_private_clubs_are_their_members_own(world: World) -> None:
    club_fairness_refresh(club_id=world.club.pk)
    type(world.club).objects.filter(pk=world.club.pk).update(public=False)
    url = FairnessReport.objects.filter(scope="").values_list("public_id", flat=True)[0]
    for address in (f"/api/v1/fairness/{world.club.slug}/", f"/api/v1/fairness/{world.club.slug}/{url}/"):
        refused(client_of(world, "anonymous"), address, 404)
    assert get(client_of(world, "bob"), f"/api/v1/fairness/{world.club.slug}/")["results"]


def test_nobody_is_named(client: Client, world: World) -> None:
    club_fairness_refresh(club_id=world.club.pk)
    url = f"/api/v1/fairness/{world.club.slug}/"
    for row in get(client, url)["results"]:
        text = json.dumps(get(client, row["url"]))
        assert SECRET not in text
        for player in world.club.players.all():
            assert player.public_id not in text


def test_bots_games_stand_beside_the_deal_as_far_as_they_are_played(client: Client, home: Club) -> None:
    (stratum,) = get(client, report_url())["strata"]
    assert stratum["bots"] == []
    etag = client.get(report_url())["ETag"]
    bots_play(FairnessReport.objects.get(game="danmaku").ruleset_hash, [10, 20, 30, 40])
    assert client.get(report_url(), headers={"If-None-Match": etag}).status_code == 200
    ((told,),) = [one["bots"] for one in get(client, report_url())["strata"]]
    assert (told["advised"], told["bot"], told["played"], told["games"]) == (False, "greedy", 100, 400)
    assert told["deal"] == [{"untapped": 2, "tapped": 0}] * 4
    assert [seat["win_share"] for seat in told["seats"]] == [0.1, 0.2, 0.3, 0.4]
    assert told["seats"][0]["low"] == pytest.approx(0.0552, abs=1e-4)  # Wilson's interval of 10 of 100
    assert told["seats"][0]["high"] == pytest.approx(0.1744, abs=1e-4)


def test_an_unchanged_answer_is_a_304(client: Client, home: Club) -> None:
    for url in (URL, report_url()):
        etag = client.get(url)["ETag"]
        assert client.get(url, headers={"If-None-Match": etag}).status_code == 304


def test_a_report_that_isnt_computed_yet_is_asked_for_again(client: Client, home: Club) -> None:
    row = FairnessReport.objects.create(club=home, game="generic", ruleset_hash="h")
    assert client.get(f"{URL}{row.public_id}/").status_code == 202
    assert row.public_id not in json.dumps(get(client, URL))
    FairnessReport.objects.filter(pk=row.pk).update(state="failed")
    body = get(client, f"{URL}{row.public_id}/")
    assert (body["state"], body["strata"]) == ("failed", [])


def test_queries_dont_grow(client: Client, home: Club) -> None:
    before = _queries(client, URL)
    seats_fill(home, make.players_make(home, 4), 2, per_table=2, game="generic", first_day=90)
    club_fairness_refresh(club_id=home.pk)
    assert len(get(client, URL)["results"]) == 3
    assert _queries(client, URL) == before
    assert ClubCounter.objects.get(club=home).revision == get(client, URL)["revision"]


def _queries(client: Client, url: str) -> int:
    with CaptureQueriesContext(connection) as context:
        found: Any = client.get(url)
    assert found.status_code == 200
    return len(context)
