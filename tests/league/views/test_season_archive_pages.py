"""A season's page: standings while it is open, what was put away once it is closed, and errata beside it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.models import LadderVersion, Meeting, Season, SeasonArchive, Standing
from league.ratings.parameters import PointsParameters
from league.services.adjustments import adjustment_add
from league.services.clubs import season_assign, season_close, season_create, season_titles_set
from league.services.corrections import table_swap_seats
from league.services.ladders import LadderSpec, ladder_create
from league.services.merges import player_merge
from league.services.people import player_anonymise, player_change
from league.services.tables import table_void
from tests.league.views.entry_world import World, world_make
from tests.league.views.page_world import actor, body_of, generic, named, refreshed, report

if TYPE_CHECKING:
    from league.models import Table

pytestmark = pytest.mark.django_db

FIGURE = re.compile(r"<[^>]+>")


def words(text: str) -> str:
    """Return what is read on a page, without markup."""
    return " ".join(FIGURE.sub(" ", text).split())


def played() -> tuple[World, Season, list[Table]]:
    """Return a club with a season of two tables and a ladder of its own, computed: みずき, カズ, then 小夜."""
    world = world_make()
    owner = actor(world, "owner")
    tables = [report(world, generic("みずき", "カズ", "小夜"), number=number) for number in (1, 2)]
    season = season_create(actor=owner, club=world.club, name="秋")
    season_assign(actor=owner, meeting=Meeting.objects.get(), season=season)
    season_titles_set(actor=owner, season=season, titles=["優勝", "準優勝"])
    spec = LadderSpec(seasons=(season.public_id,))
    ladder_create(actor=owner, club=world.club, name="秋リーグ", spec=spec)
    refreshed(world.club)
    return world, season, tables


def close(world: World, season: Season) -> None:
    refreshed(world.club)
    season_close(actor=actor(world, "owner"), season=season, closed=True)


def page(world: World, season: Season, role: str = "nobody") -> str:
    return body_of(world.browsers[role].get(f"/aoba/seasons/{season.public_id}/"))


def swap(world: World, table: Table, reason: str = "席の書き間違い") -> None:
    table.refresh_from_db()
    table_swap_seats(
        actor=actor(world, "owner"),
        table=table,
        lock_version=table.lock_version,
        seats=(1, 2),
        reason=reason,
    )


def undo(world: World, table: Table, reason: str = "数えない卓でした") -> None:
    table.refresh_from_db()
    table_void(actor=actor(world, "owner"), table=table, lock_version=table.lock_version, reason=reason)
    refreshed(world.club)


def test_open_season_shows_its_ladder_with_titles_and_the_way_to_it() -> None:
    world, season, _ = played()
    text = page(world, season)
    said = words(text)
    # three equal people, k = 48: 24 points to the winner of the first table, a little less at the second
    first = Standing.objects.get(rank=1, run__ladder__name="秋リーグ", run__replaced_at=None)
    assert f"1 みずき 優勝 {first.rating / 1000:.3f} 2" in said
    assert "2 カズ 準優勝 1500.000 2" in said
    assert "1位 優勝 · 2位 準優勝" in said
    assert f'href="/aoba/?ladder={first.run.ladder.public_id}"' in text
    assert "訂正" not in said
    assert "確定版" not in said


def test_only_the_first_ten_are_shown_while_it_is_open() -> None:
    world = world_make()
    names = tuple(f"人{number:02d}" for number in range(12))
    report(world, generic(*names[:6]))
    report(world, generic(*names[6:]), number=2)
    owner = actor(world, "owner")
    season = season_create(actor=owner, club=world.club, name="秋")
    season_assign(actor=owner, meeting=Meeting.objects.get(), season=season)
    spec = LadderSpec(seasons=(season.public_id,))
    ladder_create(actor=owner, club=world.club, name="秋リーグ", spec=spec)
    refreshed(world.club)
    text = page(world, season)
    assert text.count('scope="row"') == 10
    assert "すべて見る(あと2人)" in words(text)


def test_ladders_that_count_more_than_the_season_are_not_on_its_page() -> None:
    world, season, _ = played()
    other = season_create(actor=actor(world, "owner"), club=world.club, name="冬")
    spec = LadderSpec(seasons=(season.public_id, other.public_id))
    ladder_create(actor=actor(world, "owner"), club=world.club, name="通年", spec=spec)
    assert "通年" not in page(world, season)


def test_closed_season_shows_what_was_put_away_and_quietly_that_nothing_changed() -> None:
    world, season, _ = played()
    close(world, season)
    text = page(world, season)
    archive = SeasonArchive.objects.get()
    assert "確定版" in text
    assert f"改訂 {archive.revision}" in text
    assert f'title="{archive.digest}"' in text
    assert "そのあとの変更はありません。" in text
    assert "訂正" not in words(text)


def test_correction_after_the_closing_is_an_erratum_beside_the_frozen_table() -> None:
    world, season, tables = played()
    close(world, season)
    frozen = {row["player"]: row["rating"] for row in SeasonArchive.objects.get().standings}
    undo(world, tables[1])
    said = words(page(world, season))
    # one table is left: +24, 0, -24 from 1500
    then = frozen[named(world.club, "みずき").public_id]
    table, erratum = said.split(" 訂正 ")
    assert f"1 みずき 優勝 {then / 1000:.3f} 2" in table
    assert f"みずき レート {then / 1000:.3f} → 1524.000 卓 2 → 1" in erratum
    assert "カズ 卓 2 → 1" in erratum
    assert "無効にしました: 2026年11月28日(土) 1回戦 卓2" in erratum


def test_reasons_of_corrections_are_for_members() -> None:
    world, season, tables = played()
    close(world, season)
    undo(world, tables[1])
    for role, told in {"nobody": False, "stranger": False, "player": True, "scorer": True}.items():
        assert ("数えない卓でした" in page(world, season, role)) is told, role


def test_reason_that_was_erased_leaves_its_correction() -> None:
    world, season, tables = played()
    close(world, season)
    undo(world, tables[1], reason="カズが書き間違えました")
    player_anonymise(actor=actor(world, "owner"), player=named(world.club, "カズ"))
    text = page(world, season, "scorer")
    assert "書き間違え" not in text
    assert "カズ" not in text
    assert "無効にしました" in words(text)
    assert "元部員" in text


def test_change_that_moves_nobody_says_so() -> None:
    world, season, tables = played()
    close(world, season)
    swap(world, tables[0])
    refreshed(world.club)
    said = words(page(world, season))
    assert "順位は変わっていません。" in said
    assert "訂正しました: 2026年11月28日(土) 1回戦 卓1" in said


def test_changes_elsewhere_and_before_the_closing_are_no_errata() -> None:
    world, season, tables = played()
    swap(world, tables[0])
    close(world, season)
    elsewhere = report(world, generic("みずき", "カズ"), day=tables[0].meeting.club_day.replace(day=5))
    undo(world, elsewhere)
    assert "そのあとの変更はありません。" in page(world, season)


def test_newcomers_and_who_vanished_are_told() -> None:
    world, season, tables = played()
    close(world, season)
    report(world, generic("みずき", "北川 そら"), number=3, role="owner")
    undo(world, tables[0])
    undo(world, tables[1])
    said = words(page(world, season)).split(" 訂正 ")[1]
    assert "北川 そら 新しく入りました: 2位 1476.000" in said
    assert "カズ 当時2位、いまは順位にありません" in said
    assert "あとから報告されました: 2026年11月28日(土) 1回戦 卓3" in said


def test_merged_record_is_told_as_such() -> None:
    world, season, _ = played()
    close(world, season)
    player_merge(
        actor=actor(world, "owner"), source=named(world.club, "小夜"), target=named(world.club, "朝霧 ゆい")
    )
    refreshed(world.club)
    said = words(page(world, season))
    assert "当時3位、いまは別の記録と同じ人です" in said
    assert "二つの記録が同じ人になりました" in said


def test_changed_titles_are_an_erratum() -> None:
    world, season, _ = played()
    close(world, season)
    season_titles_set(actor=actor(world, "owner"), season=season, titles=["優勝", "二位"])
    said = words(page(world, season)).split(" 訂正 ")[1]
    assert "カズ 称号 準優勝 → 二位" in said
    assert "称号を変更しました" in said


def test_hidden_person_is_in_neither_table() -> None:
    world, season, tables = played()
    close(world, season)
    player_change(actor=actor(world, "owner"), player=named(world.club, "カズ"), hidden=True)
    undo(world, tables[1])
    text = page(world, season, "owner")
    assert "カズ" not in text
    assert named(world.club, "カズ").public_id not in text


def test_season_opened_again_shows_current_standings_and_the_second_closing_counts() -> None:
    world, season, tables = played()
    close(world, season)
    season_close(actor=actor(world, "owner"), season=season, closed=False)
    undo(world, tables[1])
    said = words(page(world, season))
    assert "1 みずき 優勝 1524.000 1" in said
    assert "訂正" not in said
    close(world, season)
    said = words(page(world, season))
    assert "(2回目の終了)" in said
    assert "そのあとの変更はありません。" in said


def test_page_says_when_ranks_are_still_being_computed() -> None:
    world, season, _ = played()
    assert "まだ計算中" not in page(world, season)
    report(world, generic("みずき", "カズ"), number=3)
    assert "まだ計算中" in page(world, season)


def test_closing_too_early_is_told_on_the_form() -> None:
    world, season, _ = played()
    report(world, generic("みずき", "カズ"), number=3)
    url = f"/aoba/seasons/{season.public_id}/change/"
    answer = world.browsers["owner"].post(url, {"act": "close"})
    assert answer.status_code == 409
    assert "少し待ってからもう一度お試しください。" in body_of(answer)
    refreshed(world.club)
    assert world.browsers["owner"].post(url, {"act": "close"}).status_code == 303


def test_titles_are_typed_one_a_line() -> None:
    world, season, _ = played()
    url = f"/aoba/seasons/{season.public_id}/change/"
    admin = world.browsers["admin"]
    assert 'name="was" value="優勝\n準優勝"' in admin.get(url).content.decode()
    fields = {"act": "titles", "was": "優勝\r\n準優勝", "titles": "優勝\r\n\r\n 準優勝 \r\n3位\r\n"}
    assert admin.post(url, fields)["Location"].endswith("?done=titles")
    season.refresh_from_db()
    assert season.titles == ["優勝", "準優勝", "3位"]
    late = admin.post(url, fields | {"titles": "金"})
    assert late.status_code == 409
    assert "いまの内容: 優勝 / 準優勝 / 3位" in body_of(late)
    many = admin.post(url, {"act": "titles", "was": "優勝\n準優勝\n3位", "titles": "\n".join("x" * 11)})
    assert many.status_code == 400
    assert "称号は10個までです。" in body_of(many)


def test_errata_cost_no_more_queries_for_more_corrections() -> None:
    world, season, tables = played()
    close(world, season)
    adjustment_add(
        actor=actor(world, "owner"), season=season, player=named(world.club, "カズ"), points=1, reason="x"
    )
    counts = []
    for _ in range(2):
        swap(world, tables[0])
        with CaptureQueriesContext(connection) as asked:
            page(world, season)
        counts.append(len(asked))
    assert counts[0] == counts[1]


def test_ladder_of_points_shows_them_plainly_with_the_best_tables_and_adjustments() -> None:
    world, season, _ = played()
    version = LadderVersion.objects.get(ladder__name="秋リーグ")
    LadderVersion.objects.filter(pk=version.pk).update(
        formula="points", parameters=PointsParameters(best=4, min_tables=2).as_json()
    )
    rows = Standing.objects.filter(run__version=version)
    rows.filter(rank=1).update(rating=12_500, tables=5, counted=4, adjustment=-1_500)
    rows.filter(rank=3).update(rating=-250, qualified=False)
    said = words(page(world, season))
    assert "順位 名前 点 加減点 卓" in said
    assert "1 みずき 優勝 12.50 −1.5 5卓中4卓" in said
    assert "3 小夜 卓数不足 −0.25" in said
