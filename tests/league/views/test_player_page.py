"""The page of a player: one run, changes explained, merges followed, hidden people nowhere."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.utils.html import escape

from league.models import Ladder, Player, RatingPoint, Standing
from league.selectors import player_page as selector
from league.services.merges import player_merge, player_unmerge
from league.services.people import alias_add, player_anonymise, player_change, player_create
from league.services.tables import table_void
from tests.league.views.entry_world import DAY, World, world_make
from tests.league.views.page_world import actor, body_of, danmaku, doujin, generic, named, refreshed, report

if TYPE_CHECKING:
    from django.test import Client
    from pytest_django import DjangoAssertNumQueries

pytestmark = pytest.mark.django_db


def season(tables: int = 3) -> World:
    """Return a club in which みずき won every table of a generic game."""
    world = world_make()
    for number in range(tables):
        third = "小夜" if number % 2 else "カズ"
        report(world, generic("みずき", "北川 そら", third), day=DAY + timedelta(days=number), number=1)
    refreshed(world.club)
    return world


def url_of(world: World, name: str) -> str:
    return f"/{world.club.slug}/players/{named(world.club, name).public_id}/"


def text_of(client: Client, url: str, **headers: str) -> str:
    response = client.get(url, headers=headers)
    assert response.status_code == 200
    return body_of(response)


def plain(text: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", re.sub(r"</?bdi[^>]*>", "", text)).split())


def test_page_has_figures_curve_seats_opponents_and_results(client: Client) -> None:
    world = season()
    text = text_of(client, url_of(world, "みずき"))
    read = plain(text)
    standing = Standing.objects.get(player=named(world.club, "みずき"))
    assert f"{standing.rating // 1000}" in read
    assert re.search(r"平均順位 1\.00", read)
    assert text.count('<circle class="dot win"') == 3
    assert "<title>11/28(土): 1位、+" in text
    assert re.search(r"北川 そら 3 3 0 0", read)
    assert re.search(r"カズ 2 2 0 0", read)
    assert "北川 そら・小夜より上" in read


def test_change_is_explained_in_both_languages(client: Client) -> None:
    world = season(1)
    assert "みずき・北川 そらより下" in plain(text_of(client, url_of(world, "カズ")))
    read = plain(text_of(client, url_of(world, "北川 そら"), accept_language="en"))
    assert "ahead of カズ, behind みずき" in read


def test_shared_places_are_level(client: Client) -> None:
    world = world_make()
    report(world, doujin())
    refreshed(world.club)
    assert "小夜と同じ" in plain(text_of(client, url_of(world, "みずき")))


def test_guests_are_left_out_of_the_explanation(client: Client) -> None:
    world = world_make()
    player_create(actor=actor(world, "owner"), club=world.club, name="旅の人", guest=True)
    report(world, generic("みずき", "旅の人", "カズ"))
    refreshed(world.club)
    results = text_of(client, url_of(world, "みずき")).split('id="results"')[1]
    assert "旅の人" not in results
    assert "カズ" in results


def test_guest_has_no_rating_but_a_page_with_their_tables(client: Client) -> None:
    world = world_make()
    player_create(actor=actor(world, "owner"), club=world.club, name="旅の人", guest=True)
    table = report(world, generic("みずき", "旅の人", "カズ"))
    refreshed(world.club)
    text = text_of(client, url_of(world, "旅の人"))
    assert "ゲストにはレートがありません。" in text
    assert f"/aoba/tables/{table.public_id}/" in text
    table_void(actor=actor(world, "owner"), table=table, lock_version=1, reason="二重")
    assert f"/aoba/tables/{table.public_id}/" not in text_of(client, url_of(world, "旅の人"))


def test_new_player_sees_what_is_next(client: Client) -> None:
    world = world_make()
    assert "このラダーで数える卓がまだありません。" in text_of(client, url_of(world, "カズ"))
    assert 'href="/aoba/enter/"' in text_of(world.scorer, url_of(world, "カズ"))


def test_results_are_paged(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selector, "PAGE_RESULTS", 2)
    world = season(5)
    url = url_of(world, "みずき")
    assert text_of(client, url).count('<td class="day">') == 2
    last = text_of(client, url + "?page=3")
    assert last.count('<td class="day">') == 1
    assert 'rel="prev"' in last
    assert client.get(url + "?page=4").status_code == 404


def test_results_behind_the_recent_ones_are_still_there(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(selector, "PAGE_RESULTS", 2)
    monkeypatch.setattr(selector, "RECENT", 3)
    world = season(5)
    text = text_of(client, url_of(world, "みずき") + "?page=3")
    assert text.count('<td class="day">') == 1
    assert "11/28(土)" in text.split('id="results"')[1]
    assert "より上" in text.split('id="results"')[1]


def test_ladder_is_chosen_by_the_address(client: Client) -> None:
    world = season(1)
    report(world, danmaku(), number=9)
    refreshed(world.club)
    other = Ladder.objects.exclude(versions__games=["generic"]).get()
    text = text_of(client, url_of(world, "みずき") + f"?ladder={other.public_id}")
    assert f'value="{other.public_id}" selected' in text


@pytest.mark.parametrize(
    "query", ["ladder=x", "ladder=%00", "page=0", "page=" + "9" * 30, "page=x", "page=2", "page=%00"]
)
def test_addresses_that_lead_nowhere(client: Client, query: str) -> None:
    assert client.get(f"{url_of(season(1), 'みずき')}?{query}").status_code == 404


@pytest.mark.parametrize("public_id", ["nobody", "9" * 20, "a" * 300, "-"])
def test_unknown_players_are_not_found(client: Client, public_id: str) -> None:
    world_make()
    assert client.get(f"/aoba/players/{public_id}/").status_code == 404


def test_players_of_other_clubs_are_not_found() -> None:
    world, other = world_make(), world_make("sora")
    foreign = named(other.club, "みずき").public_id
    assert world.browsers["owner"].get(f"/aoba/players/{foreign}/").status_code == 404


# One person with two records


def test_merged_record_leads_to_the_person_and_tables_of_both_count(client: Client) -> None:
    world = season(2)
    owner = actor(world, "owner")
    merge = player_merge(actor=owner, source=named(world.club, "カズ"), target=named(world.club, "小夜"))
    refreshed(world.club)
    answer = client.get(url_of(world, "カズ"))
    assert (answer.status_code, answer["Location"]) == (302, url_of(world, "小夜"))
    assert re.search(r"卓 2 ", plain(text_of(client, url_of(world, "小夜"))))
    player_unmerge(actor=owner, merge=merge)
    assert client.get(url_of(world, "カズ")).status_code == 200


def test_merge_before_the_next_run_shows_the_person_by_the_new_name(client: Client) -> None:
    world = season(2)
    player_merge(
        actor=actor(world, "owner"), source=named(world.club, "カズ"), target=named(world.club, "小夜")
    )
    text = text_of(client, url_of(world, "みずき"))
    assert "計算中" in text
    assert ">カズ<" not in text
    assert f"/aoba/players/{named(world.club, '小夜').public_id}/" in text


# Hidden and erased


def test_hidden_player_is_not_found_but_by_admins() -> None:
    world = season()
    url = url_of(world, "カズ")
    player_change(actor=actor(world, "owner"), player=named(world.club, "カズ"), hidden=True)
    seen = {role: browser.get(url).status_code for role, browser in world.browsers.items()}
    assert seen == {
        "owner": 200, "admin": 200, "scorer": 404, "player": 404, "stranger": 404, "nobody": 404
    }  # fmt: skip
    assert world.browsers["owner"].get(url)["Cache-Control"] == "private, no-store"


def test_hidden_people_leave_no_trace_on_others_pages(client: Client) -> None:
    world = season()
    hidden = named(world.club, "カズ")
    player_change(actor=actor(world, "owner"), player=hidden, hidden=True)
    text = text_of(client, url_of(world, "みずき"))
    assert "カズ" not in text
    assert hidden.public_id not in text
    assert "北川 そら・ほか1人より上" in plain(text)


def test_merged_record_of_a_hidden_person_tells_nothing(client: Client) -> None:
    world = season()
    owner = actor(world, "owner")
    player_merge(actor=owner, source=named(world.club, "カズ"), target=named(world.club, "小夜"))
    player_change(actor=owner, player=named(world.club, "小夜"), hidden=True)
    assert client.get(url_of(world, "カズ")).status_code == 404


def test_anonymised_player_has_a_page_without_a_name(client: Client) -> None:
    world = season()
    owner, player = actor(world, "owner"), named(world.club, "カズ")
    alias_add(actor=owner, player=player, name="かずさん")
    url = url_of(world, "カズ")
    player_anonymise(actor=owner, player=player)
    text = text_of(client, url)
    assert "元部員" in text
    assert "カズ" not in text
    assert "かずさん" not in text


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", '"><img src=x>', "{0}{names}%s", "\u202eevil"])
def test_hostile_names_stay_text(client: Client, name: str) -> None:
    world = season()
    Player.objects.filter(display_name="カズ").update(display_name=name, reading=name + "よ")
    mine = text_of(client, f"/aoba/players/{Player.objects.get(display_name=name).public_id}/")
    others = text_of(client, url_of(world, "みずき"))
    for text in (mine, others):
        assert escape(name) in text
        assert "<script>" not in text
        assert "<img" not in text


# One run, and when it is sent again


def test_points_of_later_runs_are_not_shown(client: Client) -> None:
    world = season(2)
    url = url_of(world, "みずき")
    report(world, generic("カズ", "みずき"), day=DAY + timedelta(days=9))
    text = text_of(client, url)
    assert text.count('<circle class="dot') == 2
    assert "計算中" in text
    refreshed(world.club)
    assert text_of(client, url).count('<circle class="dot') == 3


def test_every_figure_belongs_to_the_run_in_the_pointer() -> None:
    world = season(2)
    pointer = selector.player_pointer(club=world.club, public_id=named(world.club, "みずき").public_id)
    assert pointer is not None
    report(world, generic("カズ", "みずき"), day=DAY + timedelta(days=-9))
    refreshed(world.club)
    page = selector.player_page(pointer=pointer)
    assert page is not None
    assert pointer.standing is not None
    assert page.curve[-1].after == pointer.standing.rating
    assert len(page.curve) == pointer.standing.tables == 2


def test_unchanged_page_is_not_sent_again(client: Client) -> None:
    world = season(1)
    url = url_of(world, "みずき")
    known = client.get(url)["ETag"]
    assert client.get(url, headers={"if-none-match": known}).status_code == 304
    player_change(actor=actor(world, "owner"), player=named(world.club, "カズ"), name="カズー")
    assert client.get(url, headers={"if-none-match": known}).status_code == 200


@pytest.mark.parametrize("tables", [1, 30])
def test_queries_stay_the_same_with_more_tables(
    client: Client, tables: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    world = season(tables)
    assert RatingPoint.objects.count() == 3 * tables
    with django_assert_num_queries(15):
        client.get(url_of(world, "みずき"))
