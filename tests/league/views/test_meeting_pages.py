"""Meetings and seasons: in order, counted, with the next step where there is nothing yet."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.test import Client

from league.models import Meeting, Season, Table
from league.selectors import meeting_page
from league.services.clubs import season_assign, season_close, season_create
from league.services.people import player_change
from league.services.tables import table_void
from tests.league.views.entry_world import DAY, World, world_make
from tests.league.views.page_world import (
    actor,
    body_of,
    danmaku,
    generic,
    in_conflict,
    named,
    refreshed,
    report,
)

if TYPE_CHECKING:
    from pytest_django import DjangoAssertNumQueries

pytestmark = pytest.mark.django_db


def evening(tables: int = 2) -> tuple[World, Meeting]:
    world = world_make()
    for number in range(1, tables + 1):
        report(world, generic("みずき", "カズ"), number=number)
    return world, Meeting.objects.get()


def text_of(client: Client, url: str) -> str:
    response = client.get(url)
    assert response.status_code == 200
    return body_of(response)


def plain(text: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", text).split())


def test_meeting_shows_its_tables_in_order_with_places(client: Client) -> None:
    world, meeting = evening()
    read = plain(text_of(client, f"/aoba/meetings/{meeting.public_id}/"))
    assert "2026年11月28日(土)" in read
    assert re.search(r"1回戦 卓1.*1位 みずき 10 2位 カズ 0.*1回戦 卓2", read)
    assert "結果を入力" not in read
    day = f'href="/aoba/enter/?day={DAY.isoformat()}"'
    assert day in text_of(world.scorer, f"/aoba/meetings/{meeting.public_id}/")


def test_void_and_conflicting_tables_are_marked(client: Client) -> None:
    found = in_conflict()
    other = report(found.world, danmaku(("カズ", "小夜")), number=2)
    table_void(actor=actor(found.world, "owner"), table=other, lock_version=1, reason="秘密の理由")
    text = text_of(client, f"/aoba/meetings/{found.table.meeting.public_id}/")
    assert "報告が食い違い" in text
    assert '<li class="void">' in text
    assert "秘密の理由" not in text


def test_hidden_people_have_no_name_at_a_meeting(client: Client) -> None:
    world, meeting = evening(1)
    hidden = named(world.club, "カズ")
    player_change(actor=actor(world, "owner"), player=hidden, hidden=True)
    text = text_of(client, f"/aoba/meetings/{meeting.public_id}/")
    assert "カズ" not in text
    assert hidden.public_id not in text
    assert "非公開の人" in text


def test_meetings_lead_to_their_neighbours(client: Client) -> None:
    world, first = evening(1)
    report(world, generic("みずき", "カズ"), day=DAY + timedelta(days=7))
    second = Meeting.objects.exclude(pk=first.pk).get()
    assert f'rel="next" href="/aoba/meetings/{second.public_id}/"' in text_of(
        client, f"/aoba/meetings/{first.public_id}/"
    )
    assert f'rel="prev" href="/aoba/meetings/{first.public_id}/"' in text_of(
        client, f"/aoba/meetings/{second.public_id}/"
    )


def test_list_is_newest_first_with_ordinals_and_counts(client: Client) -> None:
    world, _ = evening(2)
    report(world, generic("みずき", "カズ"), day=DAY + timedelta(days=7))
    read = plain(text_of(client, "/aoba/meetings/"))
    assert re.search(r"2026年12月5日\(土\) 第2例会 1卓.*2026年11月28日\(土\) 第1例会 2卓", read)


def test_evenings_at_which_nothing_counts_have_no_ordinal(client: Client) -> None:
    world, first = evening(1)
    report(world, generic("みずき", "カズ"), day=DAY + timedelta(days=7))
    only = Table.objects.get(meeting=first)
    table_void(actor=actor(world, "owner"), table=only, lock_version=1, reason="日付違い")
    refreshed(world.club)
    second = Meeting.objects.exclude(pk=first.pk).get()
    assert "第1例会" in text_of(client, f"/aoba/meetings/{second.public_id}/")
    assert "第1例会まで" in text_of(client, "/aoba/")
    assert plain(text_of(client, "/aoba/meetings/")).count("第1例会") == 1
    read = plain(text_of(client, f"/aoba/meetings/{first.public_id}/"))
    assert "第0例会" not in read
    assert "第1例会" not in read


def test_tables_of_a_long_evening_are_paged(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(meeting_page, "PAGE_TABLES", 2)
    _, meeting = evening(3)
    url = f"/aoba/meetings/{meeting.public_id}/"
    assert plain(text_of(client, url)).count("1回戦") == 2
    assert "卓3" in text_of(client, url + "?page=2")
    assert client.get(url + "?page=3").status_code == 404


def test_empty_states_name_the_next_step() -> None:
    world = world_make()
    assert "例会はまだありません。" in text_of(Client(), "/aoba/meetings/")
    assert "最初の結果を入力する →" in text_of(world.scorer, "/aoba/meetings/")
    meeting = Meeting.objects.create(club=world.club, club_day=DAY)
    assert "この例会の卓はまだありません。" in text_of(world.scorer, f"/aoba/meetings/{meeting.public_id}/")
    season = Season.objects.create(club=world.club, name="秋")
    assert "この期の例会はまだありません。" in text_of(world.scorer, f"/aoba/seasons/{season.public_id}/")


def test_season_counts_meetings_tables_and_people(client: Client) -> None:
    world, meeting = evening(2)
    owner = actor(world, "owner")
    season = season_create(actor=owner, club=world.club, name="2026年度 秋季")
    season_assign(actor=owner, meeting=meeting, season=season)
    season_close(actor=owner, season=season, closed=True)
    text = text_of(client, f"/aoba/seasons/{season.public_id}/")
    read = plain(text)
    assert re.search(r"2026年度 秋季 終了", read)
    assert re.search(r"例会 1 卓 2 部員 2", read)
    assert f'href="/aoba/?season={season.public_id}"' in text
    assert "みずき 2卓" in read
    assert "2026年度 秋季" in text_of(client, "/aoba/meetings/")


@pytest.mark.parametrize("kind", ["meetings", "seasons", "tables", "players"])
@pytest.mark.parametrize("public_id", ["x", "9" * 20, "a" * 300, "-", "%00", "..", "%2e%2e"])
def test_unknown_ids_are_not_found(client: Client, kind: str, public_id: str) -> None:
    world_make()
    assert client.get(f"/aoba/{kind}/{public_id}/").status_code == 404


@pytest.mark.parametrize("page", ["0", "-1", "x", "٣", "9" * 31, "2", "%00", "1.0"])
def test_pages_that_are_not_there(client: Client, page: str) -> None:
    _, meeting = evening(1)
    season = Season.objects.create(club=meeting.club, name="秋")
    for url in ("meetings/", f"meetings/{meeting.public_id}/", f"seasons/{season.public_id}/", "people/"):
        assert client.get(f"/aoba/{url}?page={page}").status_code == 404


def test_things_of_other_clubs_are_not_found() -> None:
    world, _ = evening(1)
    other = world_make("sora")
    foreign = report(other, danmaku()).meeting
    season = Season.objects.create(club=other.club, name="秋")
    for path in (f"meetings/{foreign.public_id}/", f"seasons/{season.public_id}/"):
        assert world.browsers["owner"].get(f"/aoba/{path}").status_code == 404


def test_pages_of_a_private_club_are_for_members() -> None:
    world = world_make(public=False)
    table = report(world, danmaku())
    season = Season.objects.create(club=world.club, name="秋")
    paths = (
        "", "meetings/", f"meetings/{table.meeting.public_id}/", f"seasons/{season.public_id}/", "people/",
        f"tables/{table.public_id}/", f"players/{named(world.club, 'カズ').public_id}/", "people/add/",
    )  # fmt: skip
    for path in paths:
        assert world.browsers["stranger"].get(f"/aoba/{path}").status_code == 404
        assert world.browsers["nobody"].get(f"/aoba/{path}").status_code == 404
        answer = world.browsers["owner"].get(f"/aoba/{path}")
        assert (answer.status_code, "no-store" in answer["Cache-Control"]) == (200, True)


@pytest.mark.parametrize("path", ["meetings/", "people/"])
def test_lists_are_only_for_reading(client: Client, path: str) -> None:
    world_make()
    for method in ("post", "put", "patch", "delete"):
        assert getattr(client, method)(f"/aoba/{path}").status_code == 405


@pytest.mark.parametrize("many", [1, 30])
def test_queries_of_a_season_stay_the_same_with_more_evenings_and_people(
    client: Client, many: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    world, first = evening(1)
    owner = actor(world, "owner")
    season = season_create(actor=owner, club=world.club, name="秋")
    season_assign(actor=owner, meeting=first, season=season)
    for number in range(many):
        day = DAY + timedelta(days=number + 1)
        table = report(world, generic("みずき", f"人{number}"), day=day)
        season_assign(actor=owner, meeting=table.meeting, season=season)
    with django_assert_num_queries(14):
        client.get(f"/aoba/seasons/{season.public_id}/")
    with django_assert_num_queries(6):
        client.get("/aoba/meetings/")


@pytest.mark.parametrize("tables", [1, 30])
def test_queries_stay_the_same_with_more_tables(
    client: Client, tables: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    _, meeting = evening(tables)
    with django_assert_num_queries(14):
        client.get(f"/aoba/meetings/{meeting.public_id}/")
    with django_assert_num_queries(6):
        client.get("/aoba/meetings/")
