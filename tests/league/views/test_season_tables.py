"""A season's ladder of points on its page, and what stays of it when the ladder counts in another way by now."""

from __future__ import annotations

import pytest

from league.models import Ladder
from league.ratings.parameters import PointsParameters
from league.services.clubs import season_create
from league.services.ladders import LadderSpec, ladder_change
from tests.league.views.page_world import actor, body_of, refreshed
from tests.league.views.season_world import season_played
from tests.league.views.test_season_archive_pages import page, words

pytestmark = pytest.mark.django_db


def test_ladder_of_points_says_which_tables_count_and_writes_points_under_each_other() -> None:
    found = season_played()
    said = words(page(found.world, found.season))
    assert "成績のよい2卓の点を合計します。2卓に満たない人は、満たした人の後に並びます。" in said
    # the best two of four tables: 4 + 3; -12.5 for カズ asks for one decimal in both columns
    assert "1 みずき 優勝 7.0 4卓中2卓" in said
    assert "3 朝霧 ゆい 6.0 +1.0 3卓中2卓" in said
    assert "5 カズ −7.5 −12.5 2卓中2卓" in said


@pytest.mark.parametrize(
    ("parameters", "rule"),
    [
        (PointsParameters(), "All tables count."),
        (PointsParameters(best=1, min_tables=1), "The best 1 table counts."),
        (
            PointsParameters(min_tables=3),
            ("All tables count. Whoever has fewer than 3 tables stands behind those who have enough."),
        ),
    ],
)
def test_rule_of_counting_in_english(parameters: PointsParameters, rule: str) -> None:
    found = season_played(parameters=parameters)
    answer = found.world.browsers["nobody"].get(found.url, headers={"accept-language": "en"})
    assert f">{rule}</p>" in body_of(answer)


def test_closed_season_keeps_its_table_when_the_ladder_counts_something_else_by_now() -> None:
    found = season_played()
    found.close()
    owner, ladder = actor(found.world, "owner"), Ladder.objects.get(name="秋季ポイント")
    elsewhere = season_create(actor=owner, club=found.world.club, name="冬季")
    ladder_change(actor=owner, ladder=ladder, spec=LadderSpec(seasons=(elsewhere.public_id,)))
    refreshed(found.world.club)
    said = words(page(found.world, found.season))
    assert "1 みずき 優勝 7.0 4卓中2卓" in said
    assert "この順位表の数え方は終了後に変わったので、上の表とは比べられません。" in said
    assert "数え方を変更しました" in said
    assert "いまの順位を見る" not in said


def test_points_that_were_put_away_stay_points_when_the_ladder_rates_by_now() -> None:
    found = season_played()
    found.close()
    owner, ladder = actor(found.world, "owner"), Ladder.objects.get(name="秋季ポイント")
    ladder_change(actor=owner, ladder=ladder, spec=LadderSpec(seasons=(found.season.public_id,)))
    refreshed(found.world.club)
    said = words(page(found.world, found.season))
    assert "1 みずき 優勝 7.0 4卓中2卓" in said
    assert "比べられません。" in said
    assert "1500" not in said


def test_new_way_of_counting_shows_once_it_is_computed() -> None:
    found = season_played()
    owner, ladder = actor(found.world, "owner"), Ladder.objects.get(name="秋季ポイント")
    ladder_change(actor=owner, ladder=ladder, spec=LadderSpec(seasons=(found.season.public_id,)))
    said = words(page(found.world, found.season))
    assert "順位 名前 点" in said
    assert "いまの順位はまだ計算中です。" in said
    refreshed(found.world.club)
    assert "順位 名前 レート" in words(page(found.world, found.season))


def test_closing_a_season_without_a_ladder_says_that_nothing_is_put_away() -> None:
    found = season_played()
    owner = found.world.browsers["owner"]
    assert "保存される順位はありません。" not in body_of(owner.get(f"{found.url}change/"))
    bare = season_create(actor=actor(found.world, "owner"), club=found.world.club, name="冬季")
    text = body_of(owner.get(f"/aoba/seasons/{bare.public_id}/change/"))
    assert "保存される順位はありません。" in text
