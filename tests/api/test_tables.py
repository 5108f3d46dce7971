"""…/tables/: what was confirmed, in the stored order, with people as they may be seen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from league.models import Finding, Line, Player, Submission, Table
from tests import factories as make
from tests.api.world import FIRST, SECOND, THIRD, get, refused, walk

if TYPE_CHECKING:
    from django.test import Client
    from pytest_django import DjangoAssertNumQueries

    from tests.api.world import World


def table(client: Client, world: World, which: Table, **headers: str) -> Any:  # noqa: ANN401 - whatever JSON holds
    return get(client, f"{world.url}tables/{which.public_id}/", **headers)


def ids(client: Client, url: str) -> list[str]:
    return [row["id"] for row in walk(client, url)]


def test_table_says_everything_of_its_confirmed_report(client: Client, world: World) -> None:
    body = table(client, world, world.first)
    report = body.pop("report")
    assert body.pop("findings")
    assert body == {
        "id": world.first.public_id,
        "meeting": world.meeting.public_id,
        "season": world.season.public_id,
        "club_day": "2025-01-04",
        "round": 1,
        "number": 1,
        "order_key": "2025-01-04/00001/00001",
        "game": "generic",
        "ruleset": "test",
        "ruleset_version": 1,
        "state": "confirmed",
        "conflict": False,
        "revision": world.club.counter.revision,
    }
    assert report["reported_at"].endswith("Z")
    assert report["lines"][0] == {
        "seat": 1,
        "player": world.yui.public_id,
        "name": "朝霧 ゆい",
        "guest": False,
        "participation": "full",
        "edit_order": 2,
        "help": {"untapped": 2, "tapped": 0},
        "parts": {"pages": [{"score": 5}]},
        "total": 9.5,
        "placement": 1,
    }


def test_seat_says_how_it_was_played(client: Client, world: World) -> None:
    Line.objects.filter(submission__table=world.first, seat=2).update(participation="forfeited")
    make.unrated_change(world.club)
    lines = table(client, world, world.first)["report"]["lines"]
    assert [line["participation"] for line in lines[:2]] == ["full", "forfeited"]


def test_totals_are_json_numbers(client: Client, world: World) -> None:
    answer = client.get(f"{world.url}tables/{world.first.public_id}/").content.decode()
    assert '"total":9.5,' in answer
    assert '"total":9,' in answer
    Line.objects.filter(seat=1).update(total="-123456789.1234")
    make.unrated_change(world.club)
    answer = client.get(f"{world.url}tables/{world.first.public_id}/").content.decode()
    assert '"total":-123456789.1234,' in answer


def test_findings_speak_the_language_of_the_request(client: Client, world: World) -> None:
    said = {
        language: table(client, world, world.first, accept_language=language)["findings"]
        for language in ("ja", "en", "de")
    }
    assert [finding["message"] for finding in said["ja"]] == ["席1と席2が同じ人です。"]
    assert [finding["message"] for finding in said["en"]] == ["Seats 1 and 2 are the same person."]
    assert said["de"] == said["ja"]
    assert {key: said["ja"][0][key] for key in ("rule", "severity", "path", "code")} == {
        "rule": "DG-17",
        "severity": "warning",
        "path": "/seats/0/total",
        "code": "core.same_player",
    }


def test_a_finding_names_the_page_that_explains_its_rule(client: Client, world: World) -> None:
    address = table(client, world, world.first)["findings"][0]["rule_url"]
    assert address == f"/{world.club.slug}/rules/DG-17/"
    assert client.get(address).status_code == 200


def test_a_rule_that_nobody_knows_any_more_has_no_page(client: Client, world: World) -> None:
    Finding.objects.update(rule="DG-99")
    make.unrated_change(world.club)
    finding = table(client, world, world.first)["findings"][0]
    assert (finding["rule"], finding["rule_url"]) == ("DG-99", None)


def test_hidden_player_is_an_empty_seat(client: Client, world: World) -> None:
    line = table(client, world, world.with_hidden)["report"]["lines"][0]
    assert (line["seat"], line["player"], line["name"], line["placement"]) == (1, None, None, 1)


def test_merged_record_is_shown_as_the_person(client: Client, world: World) -> None:
    line = table(client, world, world.with_merged)["report"]["lines"][0]
    assert (line["player"], line["name"]) == (world.sora.public_id, "北川 そら")


def test_unconfirmed_report_isn_t_shown(client: Client, world: World) -> None:
    body = table(client, world, world.open)
    assert (body["state"], body["report"], body["findings"]) == ("open", None, [])


def test_superseded_report_isn_t_shown(client: Client, world: World) -> None:
    make.table_correct(world.first, [(world.ren, 1), (world.yui, 2)])
    report = table(client, world, world.first)["report"]
    assert (report["version"], [line["player"] for line in report["lines"]]) == (
        2,
        [world.ren.public_id, world.yui.public_id],
    )


def test_list_is_in_the_order_of_tables(client: Client, world: World) -> None:
    rows = walk(client, world.url + "tables/?limit=1")
    wanted = (world.first, world.with_hidden, world.with_merged, world.open, world.void)
    assert [row["id"] for row in rows] == [one.public_id for one in wanted]
    assert [row["order_key"] for row in rows] == sorted(row["order_key"] for row in rows)
    newest = ids(client, world.url + "tables/?order=newest&limit=2")
    assert newest == [row["id"] for row in reversed(rows)]


def test_void_tables_of_one_number_are_walked_too(client: Client, world: World) -> None:
    for _ in range(3):
        Table.objects.create(
            meeting=world.meeting, round=1, number=7, ruleset=make.ruleset_make(), state="void"
        )
    met = ids(client, world.url + "tables/?limit=1&state=void")
    assert len(met) == len(set(met)) == 4


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ("state=void", ["void"]),
        ("state=open", ["open"]),
        ("game=danmaku", []),
        ("game=generic", ["first", "with_hidden", "with_merged", "open", "void"]),
        ("meeting={world.meeting.public_id}", ["first"]),
        ("season={world.season.public_id}", ["first"]),
        ("player={world.sora.public_id}", ["first", "with_merged"]),
        ("player={world.merged.public_id}", ["first", "with_merged"]),
        ("player={world.yui.public_id}", ["first", "with_hidden", "void"]),
        ("player={world.ren.public_id}&state=void", ["void"]),
    ],
)
def test_filters(client: Client, world: World, query: str, wanted: list[str]) -> None:
    found = ids(client, f"{world.url}tables/?{query.format(world=world)}")
    assert found == [getattr(world, name).public_id for name in wanted]


def test_filter_by_a_hidden_player_is_a_filter_by_nobody(client: Client, world: World) -> None:
    hidden, unknown = (
        refused(client, f"{world.url}tables/?player={key}")["errors"]
        for key in (world.hidden.public_id, "2" * 16)
    )
    assert hidden == unknown
    assert hidden[0]["field"] == "player"


def test_table_of_another_club_isn_t_found(client: Client, world: World) -> None:
    other = make.club_make("sora")
    strange = make.table_make(other, [(make.player_make(other), 1), (make.player_make(other), 2)])
    refused(client, f"{world.url}tables/{strange.public_id}/", 404)


@pytest.mark.parametrize("rows", [1, 30])
def test_queries_don_t_grow_with_tables(
    client: Client, db: None, rows: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    club = make.club_make("aoba")
    make.season_fill(club, make.players_make(club, 8), rows)
    # club, tables, reports, lines, merges, hidden, people
    with django_assert_num_queries(7):
        found = get(client, "/api/v1/clubs/aoba/tables/")["results"]
    assert len(found) == rows
    detail = f"/api/v1/clubs/aoba/tables/{found[0]['id']}/"
    with django_assert_num_queries(8):  # and findings
        get(client, detail)


@pytest.mark.parametrize("order", ["oldest", "newest"])
def test_walk_meets_each_table_once_while_tables_come(client: Client, world: World, order: str) -> None:
    before = set(ids(client, world.url + "tables/"))
    link, met = f"{world.url}tables/?limit=1&order={order}", []
    places = [(FIRST, 9), (SECOND, 9), (THIRD, 9), (FIRST, 8), (THIRD, 8)]
    for day, number in places:
        body = get(client, link)
        met += [row["id"] for row in body["results"]]
        link = body["next"]
        make.table_make(world.club, [(world.yui, 1), (world.ren, 2)], day=day, number=number)
        if link is None:
            break
    met += ids(client, link) if link else []
    assert len(met) == len(set(met))
    assert before <= set(met)


def test_walk_survives_that_its_last_row_is_gone(client: Client, world: World) -> None:
    body = get(client, world.url + "tables/?limit=1")
    make.table_move(world.first, day=THIRD, round_=2, number=5)
    rest = ids(client, body["next"])
    assert rest[:2] == [world.with_hidden.public_id, world.with_merged.public_id]


def test_names_are_read_when_asked(client: Client, world: World) -> None:
    Player.objects.filter(pk=world.yui.pk).update(hidden=True)
    make.unrated_change(world.club)
    assert table(client, world, world.first)["report"]["lines"][0]["player"] is None
    assert Submission.objects.filter(table=world.first).count() == 1
