"""What a table did to ratings, in words that add up: on its page per formula, with reasons where it isn't rated."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING

import pytest
from django.utils.html import escape

from league.models import Player, Season
from league.ratings.parameters import Parameters, PointsParameters
from league.services.merges import player_merge
from league.services.people import player_anonymise, player_change
from league.services.tables import table_mark_unfinished, table_void
from league.views.remembered import forget_all
from tests import factories as make
from tests.league.views.moves_read import (
    blocks,
    expected,
    plain,
    section,
    unrated,
)
from tests.league.views.moves_world import GUEST, NAMES, moves_make
from tests.league.views.page_world import actor, body_of, named, refreshed

if TYPE_CHECKING:
    from django.test import Client
    from pytest_django import DjangoAssertNumQueries

pytestmark = pytest.mark.django_db

WORDS = {1: "beat", 0: "shared the place with", -1: "lost to"}


def test_every_line_is_the_formulas_and_all_add_up(client: Client) -> None:
    found = moves_make()
    wanted, lines, words = expected(found.places), 0, set()
    for table, (got, places) in enumerate(zip(wanted, found.places, strict=True)):
        if len(got) < 2:
            continue
        told = blocks(client, found, table)
        assert set(told) == set(got)
        for name, block in told.items():
            assert {line.opponent: int(line.transfer * 1000) for line in block.lines} == got[name]
            assert sum(line.transfer for line in block.lines) == block.together == block.change
            assert Decimal(block.after) - Decimal(block.before) == block.change
            for line in block.lines:
                way = (places[line.opponent] > places[name]) - (places[line.opponent] < places[name])
                assert line.words == WORDS[way]
                assert line.rating == f"{Decimal(told[line.opponent].before):.1f}"
                words.add(line.words)
                lines += 1
        assert sum(block.change for block in told.values()) == 0
    assert lines > 60
    assert words == set(WORDS.values())


def test_k_is_told_once_where_all_have_it_and_in_each_line_where_not(client: Client) -> None:
    found = moves_make(0)
    for _ in range(3):
        found.play({NAMES[0]: 2, NAMES[1]: 1})
    found.play({NAMES[0]: 3, NAMES[1]: 2, NAMES[2]: 1})
    refreshed(found.world.club)
    first = plain(section(client, found, table=0))
    assert "here K is 48, with 1 opponent." in first
    assert "K 48" not in first
    mixed = plain(section(client, found, table=3))
    assert "K is the mean of both, with 2 opponents." in mixed
    assert re.findall(r"scored [01] (K \d+)", mixed) == ["K 32", "K 40", "K 32", "K 40"]


def test_it_is_told_in_japanese(client: Client) -> None:
    found = moves_make(0)
    found.play({NAMES[0]: 3, NAMES[1]: 3, NAMES[2]: 1})
    refreshed(found.world.club)
    read = plain(section(client, found, language="ja"))
    assert f"1位 {NAMES[0]} 1500.000 → 1512.000 +12.000" in read
    assert f"{NAMES[1]}(1500.0)と同順位: 予想 50% のところ 0.5 ±0.000" in read
    assert f"{NAMES[2]}(1500.0)に勝ち: 予想 50% のところ 1 +12.000" in read
    assert "計: 予想 1.00、結果 1.5 +12.000" in read
    assert f"{NAMES[0]}(1500.0)に負け: 予想 50% のところ 0 −12.000" in read


def test_what_is_nearly_sure_is_never_said_to_be(client: Client) -> None:
    found = moves_make(0)
    found.ladder("Steep", Parameters(scale=1_000, k_final=400))
    for _ in range(2):
        found.play({NAMES[0]: 2, NAMES[1]: 1})
    refreshed(found.world.club)
    text = section(client, found, "Steep")
    assert "&gt;99% expected, scored 1" in text
    assert "&lt;1% expected, scored 0" in text


# Other formulas


def test_openskill_is_told_without_opponents(client: Client) -> None:
    found = moves_make(0)
    found.play({NAMES[0]: 3, NAMES[1]: 2, NAMES[2]: 1})
    refreshed(found.world.club)
    read = plain(section(client, found, "OpenSkill"))
    assert "can't be split by opponent." in read
    assert "expected" not in read
    for name in NAMES[:3]:
        assert re.search(rf"{name} −?\d+\.\d{{3}} → −?\d+\.\d{{3}} [+−]\d", read)


def test_points_tell_place_share_and_the_best_tables(client: Client) -> None:
    found = moves_make(0)
    found.play({NAMES[0]: 1, NAMES[1]: 5, NAMES[2]: 5, GUEST: 9})
    found.play({NAMES[0]: 3, NAMES[1]: 2, NAMES[2]: 1})
    found.play({NAMES[0]: 3, NAMES[1]: 2, NAMES[2]: 1}, seat2="left", seat3="forfeited")
    refreshed(found.world.club)
    first = plain(section(client, found, "Points", 0))
    assert f"2nd {NAMES[1]} 0 → 2.5 +2.5 2nd of 4, shared by 2: (3 + 2) ÷ 2 = 2.5. It is among" in first
    assert f"4th {NAMES[0]} 0 → 1 +1 4th of 4, worth 1. It isn't among the best 2 tables" in first
    assert "without penalties and bonuses" in first
    last = plain(section(client, found, "Points"))
    assert f"1st {NAMES[0]} 4 → 6 +2 1st of 3, worth 3. It is among the best 2 tables" in last
    assert f"2nd {NAMES[1]} 4.5 → 4.5 ±0 2nd of 3, worth 2. It isn't" not in last
    assert f"3rd {NAMES[2]} 3.5 → 3.5 ±0 forfeited: no points. It isn't among" in last


def test_points_of_all_tables_say_nothing_of_best_ones(client: Client) -> None:
    found = moves_make(0)
    found.ladder("All", PointsParameters())
    found.play({NAMES[0]: 3, NAMES[1]: 2})
    refreshed(found.world.club)
    assert "best" not in plain(section(client, found, "All"))


# Why not


def test_shared_places_and_filters_are_reasons(client: Client) -> None:
    found = moves_make(0)
    for name in ("Spring", "Fall"):
        season = Season.objects.create(club=found.world.club, name=name)
        found.ladder(name, Parameters(), seasons=(season.public_id,))
    found.ladder("Rules", Parameters(), rulesets=(make.ruleset_make("generic").content_hash,))
    found.ladder("Danmaku", Parameters(), games=("danmaku",))
    found.play({NAMES[0]: 1, NAMES[1]: 1})
    refreshed(found.world.club)
    assert unrated(client, found) == [
        "OpenSkill: Not counted: OpenSkill can't tell people apart who share a place.",
        "Spring, Fall: Not counted: this ladder takes tables of other seasons.",
        "Rules: Not counted: this ladder takes tables under other rules.",
    ]
    assert unrated(client, found, "ja")[0] == "OpenSkill: OpenSkill は同順位を扱えないので数えません。"


def test_too_few_people_are_a_reason(client: Client) -> None:
    found = moves_make(0)
    found.play({NAMES[0]: 3, GUEST: 2, NAMES[1]: 1}, seat3="left")
    refreshed(found.world.club)
    assert unrated(client, found) == [
        "Elo, OpenSkill: Not counted: it takes two people who aren't guests and played to the end."
    ]


@pytest.mark.parametrize(
    ("act", "words"),
    [(table_void, "the table is void."), (table_mark_unfinished, "the game was broken off.")],
)
def test_states_are_reasons_for_every_ladder(client: Client, act: object, words: str) -> None:
    found = moves_make(0)
    table = found.play({NAMES[0]: 3, NAMES[1]: 2})
    act(actor=actor(found.world, "owner"), table=table, lock_version=1, reason="x")  # type: ignore[operator]
    refreshed(found.world.club)
    assert unrated(client, found) == [f"Elo, OpenSkill, Points: Not counted: {words}"]


def test_an_open_table_is_not_counted_yet(client: Client) -> None:
    found = moves_make(0, confirmation_mode="review")
    found.play({NAMES[0]: 3, NAMES[1]: 2})
    refreshed(found.world.club)
    assert unrated(client, found) == ["Elo, OpenSkill, Points: Not counted yet: no result is confirmed."]


def test_what_isn_t_computed_yet_says_so_and_the_run_before_is_still_shown(client: Client) -> None:
    found = moves_make(0)
    table = found.play({NAMES[0]: 3, NAMES[1]: 2})
    assert unrated(client, found) == ["Elo, OpenSkill, Points: Not computed yet."]
    refreshed(found.world.club)
    assert unrated(client, found) == []
    table_void(actor=actor(found.world, "owner"), table=table, lock_version=1, reason="x")
    read = plain(section(client, found))
    assert "Computing: shown up to revision" in read
    assert "+24.000" in read


# People


def test_who_is_hidden_has_no_block_no_name_and_no_rating(client: Client) -> None:
    found = moves_make(0)
    found.play({NAMES[0]: 3, NAMES[1]: 2, NAMES[2]: 1})
    refreshed(found.world.club)
    gone = named(found.world.club, NAMES[1])
    player_change(actor=actor(found.world, "owner"), player=gone, hidden=True)
    for browser in (client, found.world.browsers["owner"]):
        text = section(browser, found)
        read = plain(text)
        assert NAMES[1] not in text
        assert gone.public_id not in text
        assert "beat somebody not shown: 50% expected, scored 1 +12.000" in read
        assert "lost to somebody not shown: 50% expected, scored 0 −12.000" in read
        assert read.count("Together") == 2
        assert "1 person isn't shown here." in read


def test_who_is_erased_is_a_former_member(client: Client) -> None:
    found = moves_make(0)
    found.play({NAMES[0]: 3, NAMES[1]: 2})
    refreshed(found.world.club)
    player_anonymise(actor=actor(found.world, "owner"), player=named(found.world.club, NAMES[1]))
    read = plain(section(client, found))
    assert "beat former member (1500.0): 50% expected" in read
    assert "2nd former member 1500.000 → 1476.000" in read


def test_merged_people_are_who_they_count_as_before_and_after_the_next_run(client: Client) -> None:
    found = moves_make(0)
    found.play({NAMES[0]: 3, NAMES[1]: 2})
    found.play({NAMES[2]: 3, NAMES[0]: 2})
    refreshed(found.world.club)
    owner, club = actor(found.world, "owner"), found.world.club
    player_merge(actor=owner, source=named(club, NAMES[1]), target=named(club, NAMES[2]))
    for tables_before in ("1500.000", "1476.000"):
        told = blocks(client, found)
        assert set(told) == {NAMES[0], NAMES[2]}
        assert told[NAMES[2]].before == tables_before
        assert told[NAMES[2]].change == told[NAMES[2]].together == -told[NAMES[0]].change
        assert NAMES[1] not in section(client, found, "Points", 0)
        refreshed(club)


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", "{0}{who}%s", '"><img src=x>'])
def test_hostile_names_stay_text(client: Client, name: str) -> None:
    found = moves_make(0)
    found.play({NAMES[0]: 3, NAMES[1]: 2})
    refreshed(found.world.club)
    Player.objects.filter(display_name=NAMES[1]).update(display_name=name)
    type(found.ladders["Elo"]).objects.filter(name="OpenSkill").update(name=name)
    text = body_of(client.get(found.url()))
    assert f"<bdi>{escape(name)}</bdi>" in text
    assert "<script>" not in text
    assert "<img" not in text


# When it is sent again, and what it costs


def test_a_new_run_makes_a_new_page(client: Client) -> None:
    found = moves_make(2)
    known = client.get(found.url())["ETag"]
    assert client.get(found.url(), headers={"if-none-match": known}).status_code == 304
    found.ladder("New", Parameters())
    refreshed(found.world.club)
    assert client.get(found.url(), headers={"if-none-match": known}).status_code == 200


@pytest.mark.parametrize("more", [0, 6])
def test_queries_stay_the_same_with_more_ladders_and_people(
    client: Client, more: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    found = moves_make(0)
    for number_of in range(more):
        found.ladder(f"Elo {number_of}", Parameters())
        found.ladder(f"Points {number_of}", PointsParameters(best=1 + number_of))
    found.play({name: seat for seat, name in enumerate([*NAMES, GUEST][: 2 + more])})
    refreshed(found.world.club)
    forget_all()
    with django_assert_num_queries(13):
        client.get(found.url())
