"""The leaderboard narrowed down: who is left, in which ladder, and that ranks stay those of all."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from league.models import Ladder, Meeting, Season
from league.services.clubs import season_assign, season_create
from league.services.ladders import LadderSpec, ladder_create
from league.services.people import player_change
from tests.league.views.entry_world import DAY, ROOT, World, world_make
from tests.league.views.page_world import actor, body_of, danmaku, generic, named, refreshed, report

if TYPE_CHECKING:
    from django.test import Client
    from pytest_django import DjangoAssertNumQueries

pytestmark = pytest.mark.django_db


def two_games() -> World:
    """Return a club with a generic table in autumn, and a danmaku one a week later outside of any season."""
    world = world_make()
    report(world, generic("みずき", "北川 そら", "カズ"))
    report(world, generic("みずき", "カズ"), number=2)
    report(world, danmaku(("小夜", "みずき", "朝霧 ゆい")), day=DAY + timedelta(days=7))
    owner = actor(world, "owner")
    season = season_create(actor=owner, club=world.club, name="秋")
    season_assign(actor=owner, meeting=Meeting.objects.get(club_day=DAY), season=season)
    refreshed(world.club)
    return world


def rows(client: Client, query: str = "") -> list[tuple[int, str]]:
    """Return (rank, name) of every row."""
    response = client.get(f"/aoba/?{query}")
    assert response.status_code == 200
    text = body_of(response)
    found = re.findall(r'class="rank(?: first)?">(\d+)<.*?<bdi class="name" lang="ja">([^<]+)</bdi>', text)
    return [(int(rank), name) for rank, name in found]


def ladder(game: str) -> Ladder:
    return next(one for one in Ladder.objects.all() if one.current_version.games == [game])  # type: ignore[union-attr]


def test_game_chooses_its_ladder(client: Client) -> None:
    two_games()
    assert {name for _, name in rows(client, "game=danmaku")} == {"小夜", "みずき", "朝霧 ゆい"}
    assert {name for _, name in rows(client, "game=generic")} == {"みずき", "北川 そら", "カズ"}
    assert rows(client, "game=doujin") == []


def test_a_ladder_that_is_named_stays_and_its_rows_are_narrowed(client: Client) -> None:
    two_games()
    query = f"ladder={ladder('generic').public_id}&game=danmaku"
    assert rows(client, query) == [(1, "みずき")]


def test_season_leaves_who_played_in_it_with_the_ranks_of_all(client: Client) -> None:
    two_games()
    season = Season.objects.get().public_id
    query = f"ladder={ladder('danmaku').public_id}"
    everybody = {name: rank for rank, name in rows(client, query)}
    left = rows(client, f"{query}&season={season}")
    assert left == [(everybody["みずき"], "みずき")]


def test_least_number_of_tables(client: Client) -> None:
    two_games()
    assert rows(client, "game=generic&min_tables=2") == [(1, "みずき"), (3, "カズ")]
    assert rows(client, "game=generic&min_tables=" + "9" * 6) == []
    assert rows(client, "game=generic&as_of=9999-12-31&min_tables=２") == [(1, "みずき"), (3, "カズ")]
    assert '<option value="2" selected>' in body_of(client.get("/aoba/?min_tables=2"))


@pytest.mark.parametrize("query", ["かず", "ｶｽﾞ", "KAZU"])
def test_part_of_a_name_or_reading(client: Client, query: str) -> None:
    world = two_games()
    player_change(actor=actor(world, "owner"), player=named(world.club, "カズ"), romanised="Kazu")
    refreshed(world.club)
    assert rows(client, f"game=generic&q={query}") == [(3, "カズ")]


def test_as_of_a_day_is_the_standings_of_that_day(client: Client) -> None:
    world = two_games()
    report(world, generic("カズ", "みずき"), day=DAY + timedelta(days=14))
    refreshed(world.club)
    now = rows(client, "game=generic")
    then = rows(client, f"game=generic&as_of={DAY.isoformat()}")
    assert then[0] == (1, "みずき")
    assert len(then) == len(now) == 3
    assert rows(client, "game=generic&as_of=2000-01-01") == []
    text = body_of(client.get(f"/aoba/?game=generic&as_of={DAY.isoformat()}"))
    assert "(2026年11月28日(土)時点)" in text


def test_filters_are_joined_and_kept_in_the_form(client: Client) -> None:
    two_games()
    query = f"game=generic&min_tables=2&q=みず&as_of={DAY.isoformat()}"
    assert rows(client, query) == [(1, "みずき")]
    text = body_of(client.get(f"/aoba/?{query}"))
    assert '<option value="generic" selected>' in text
    assert 'name="q" type="search" value="みず"' in text
    assert f'name="as_of" type="date" value="{DAY.isoformat()}"' in text
    assert "1人を表示しています。" in text


def test_nobody_left_names_the_next_step(client: Client) -> None:
    two_games()
    text = body_of(client.get("/aoba/?q=zzz"))
    assert "当てはまる人がいません。" in text
    assert 'href="/aoba/"' in text


def test_hidden_people_are_found_by_no_filter(client: Client) -> None:
    world = two_games()
    player_change(actor=actor(world, "owner"), player=named(world.club, "カズ"), hidden=True)
    refreshed(world.club)
    for query in ("q=かず", "min_tables=1&game=generic", f"game=generic&as_of={DAY.isoformat()}"):
        assert "カズ" not in body_of(client.get(f"/aoba/?{query}"))


@pytest.mark.parametrize("query", ["season=x", "season=%00", "game=chess", "season=" + "9" * 20, "game=%00"])
def test_filters_that_name_nothing_are_not_found(client: Client, query: str) -> None:
    two_games()
    assert client.get(f"/aoba/?{query}").status_code == 404


def test_season_of_another_club_is_not_found(client: Client) -> None:
    two_games()
    foreign = Season.objects.create(club=world_make("sora").club, name="冬")
    assert client.get(f"/aoba/?season={foreign.public_id}").status_code == 404


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("as_of", "11/28"), ("as_of", "2026-13-01"), ("as_of", "\x00"), ("as_of", "9" * 40), ("as_of", "0001-01-01"),
        ("as_of", "2026-02-31"), ("as_of", "20261128"), ("as_of", "2026-W48-6"), ("min_tables", "٣"),
        ("min_tables", "x"), ("min_tables", "-1"), ("min_tables", "9" * 30), ("min_tables", "1.5"),
    ],
)  # fmt: skip
def test_filters_that_cannot_be_read_are_said_at_their_field(client: Client, name: str, text: str) -> None:
    two_games()
    response = client.get("/aoba/", {name: text, "q": "みずき"})
    body = body_of(response)
    assert response.status_code == 400
    assert 'aria-invalid="true"' in body
    assert 'value="みずき"' in body


def test_names_lead_to_the_player(client: Client) -> None:
    world = two_games()
    player = named(world.club, "みずき")
    assert f'<a href="/aoba/players/{player.public_id}/">' in body_of(client.get("/aoba/"))


@pytest.mark.parametrize(
    ("query", "queries"),
    [
        ("min_tables=1", 9),
        ("q=a", 12),
        ("game=generic", 11),
        ("as_of=2026-11-28", 8),
        ("as_of=2026-11-28&q=a", 11),
    ],
)
@pytest.mark.parametrize("people", [2, 30])
def test_queries_stay_the_same_with_more_people(
    client: Client, people: int, query: str, queries: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    world = world_make()
    report(world, generic(*(f"a {n}" for n in range(people))))
    ladder_create(actor=ROOT, club=world.club, name="all", spec=LadderSpec())
    refreshed(world.club)
    everything = Ladder.objects.get(name="all").public_id
    with django_assert_num_queries(queries):
        client.get(f"/aoba/?ladder={everything}&{query}")
