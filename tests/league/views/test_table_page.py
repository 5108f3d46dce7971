"""The page of a table: the sheet as on paper, what the referee says, the history, and who may see what."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from django.test import Client
from django.utils.html import escape

from league.models import Player, Submission, Table
from league.services.clubs import season_assign, season_close, season_create
from league.services.corrections import table_correct
from league.services.merges import player_merge
from league.services.people import player_anonymise, player_change
from league.services.submissions import Place
from league.services.tables import table_create, table_void
from league.views.remembered import forget_all
from tests.league.views.entry_world import DAY, world_make
from tests.league.views.page_world import (
    Played,
    actor,
    body_of,
    danmaku,
    doujin,
    generic,
    in_conflict,
    named,
    played,
    report,
)

if TYPE_CHECKING:
    from pytest_django import DjangoAssertNumQueries

pytestmark = pytest.mark.django_db


def text_of(client: Client, url: str, **headers: str) -> str:
    response = client.get(url, headers=headers)
    assert response.status_code == 200
    return body_of(response)


def played_again(found: Played, content: dict[str, Any]) -> Played:
    """Return another table of the same club."""
    return Played(found.world, report(found.world, content, number=9))


def plain(text: str) -> str:
    """Return what can be read, without markup and with single spaces."""
    return " ".join(re.sub(r"<[^>]+>", " ", text).split())


def test_sheet_has_every_seat_as_on_paper(client: Client) -> None:
    text = plain(text_of(client, played().url))
    assert "1回戦 卓1" in text
    assert "東方弾幕画報" in text
    assert re.search(r"1 みずき.*開2 伏0.*2.*5.*4.*9.*2位", text)
    assert re.search(r"2 北川 そら きたがわ そら.*6.*3.*9.*1位 編集順で上", text)


def test_sheet_in_english(client: Client) -> None:
    text = plain(text_of(client, played().url, accept_language="en"))
    assert "Round 1, table 1" in text
    assert "2 untapped, 0 tapped" in text
    assert "1st ahead by edit order" in text


def test_dice_are_drawn_and_told(client: Client) -> None:
    text = text_of(client, played().url)
    assert re.search(r'role="img" aria-label="[^"]+ 1 2 3 3 3 3 3 5"', text)
    assert re.findall(r'<use href="#die-(\d)"', text) == list("12333335")


def test_hand_is_shown_as_cards(client: Client) -> None:
    found = played(doujin())
    text = plain(text_of(client, found.url))
    assert "早割" in text
    assert "カバー 光 +3" in text
    assert "18禁 闇 −8" in text
    assert "4色の名誉 +4" in text
    assert text.count("同点") == 2


def test_generic_table_has_only_the_columns_it_needs(client: Client) -> None:
    text = text_of(client, played(generic("みずき", "小夜")).url)
    assert "編集順" not in text
    assert "一面" not in text


def test_findings_stand_under_their_line_with_weight_and_rule() -> None:
    found = in_conflict()
    text = text_of(found.alice, found.url + "?version=2")
    row = text.split('<tr class="said"', 1)[1].split("</tr>", 1)[0]
    assert '<p class="say error"><span class="kind">誤り:</span>' in row
    assert "席4の一面は8個すべて同じ目なので、+1して9点です" in row
    assert '<a class="rule" href="/aoba/rules/DG-18/">DG-18</a>' in row


def test_history_tells_members_who_when_and_why() -> None:
    found = played()
    table_void(actor=actor(found.world, "owner"), table=found.table, lock_version=1, reason="二重の入力")
    text = plain(text_of(found.alice, found.url))
    assert re.search(r"第1版の報告: 確定 scorer-aoba", text)
    assert re.search(r"無効にしました owner-aoba 二重の入力", text)


def test_history_tells_outsiders_neither_who_nor_why(client: Client) -> None:
    found = played()
    table_void(actor=actor(found.world, "owner"), table=found.table, lock_version=1, reason="二重の入力")
    for browser in (client, found.charlie):
        text = plain(text_of(browser, found.url))
        assert "無効にしました 記録係" in text
        assert "owner-aoba" not in text
        assert "scorer-aoba" not in text
        assert "二重の入力" not in text


def test_correction_is_a_version_and_the_old_one_can_be_read_by_members(client: Client) -> None:
    found = played()
    changed = danmaku(seat1={"pages": [{"score": 5}, {"score": 6}], "total": 11})
    table_correct(
        actor=actor(found.world, "owner"),
        table=found.table,
        lock_version=1,
        report=changed,
        reason="書き間違い",
    )
    assert found.states() == [(1, "superseded"), (2, "confirmed")]
    assert "第1版です(差し替え済み)" in text_of(found.alice, found.url + "?version=1")
    assert client.get(found.url + "?version=1").status_code == 404
    assert client.get(found.url + "?version=2").status_code == 200


@pytest.mark.parametrize(
    "query", ["version=9", "version=0", "version=x", "version=" + "9" * 30, "version=%00"]
)
def test_versions_that_are_not_there(query: str) -> None:
    found = played()
    assert found.alice.get(f"{found.url}?{query}").status_code == 404


def test_open_report_is_seen_by_members_only(client: Client) -> None:
    found = played(confirmation_mode="review")
    assert "みずき" in text_of(found.bob, found.url)
    text = text_of(client, found.url)
    assert "みずき" not in text
    assert "この卓の確定した結果はまだありません。" in text


def test_table_without_any_report_names_the_next_step() -> None:
    world = world_make()
    table = table_create(
        actor=actor(world, "scorer"), club=world.club, place=Place(DAY, 1, 1), game="danmaku"
    )
    text = text_of(world.scorer, f"/aoba/tables/{table.public_id}/")
    assert "この卓の結果はまだありません。" in text
    assert 'href="/aoba/enter/"' in text


# Conflict


def test_conflict_is_side_by_side_with_the_verdict() -> None:
    found = in_conflict()
    text = plain(text_of(found.alice, found.url))
    assert "報告が食い違っています" in text
    assert "ルール上ありえます。" in text
    assert "この版はありえません。" in text
    assert re.search(r"違い: 一面 2 8 \[55555555\]", text)
    assert "違い: 編集順" not in text


def test_reports_of_a_void_table_wait_for_it_to_be_restored() -> None:
    found = in_conflict()
    assert "1卓で報告が食い違っています" in text_of(found.alice, "/aoba/")
    table_void(actor=actor(found.world, "owner"), table=found.table, lock_version=2, reason="x")
    text = text_of(found.alice, found.url)
    assert f"{found.url}restore/" in text
    assert f"{found.url}reject/" not in text
    assert "食い違っています" not in text_of(found.alice, "/aoba/")


def test_conflict_names_every_field_in_which_reports_can_differ() -> None:
    found = played(danmaku(seat1={"captured": ["チルノ"]}))
    other = danmaku(
        seat1={
            "captured": [],
            "pages": [{"dice": [1, 2, 3, 3, 3, 3, 3, 5], "abilities": [], "score": 5}, {"score": 4}],
        }
    )
    report(found.world, other, role="admin", onto=found.table)
    text = plain(text_of(found.alice, found.url))
    assert re.search(r"違い: 被写体 チルノ なし", text)
    assert re.search(r"違い: 一面 5 \[12333335\] 5 \[12333335\] 能力なし", text)


def test_conflict_about_a_doujin_table_names_early_bird_hand_and_colours() -> None:
    found = played(doujin())
    rival = doujin()
    rival["seats"][0] |= {"early_bird": False, "total": 6}
    rival["seats"][1] |= {"early_bird": True}
    rival["seats"][0]["hand"] = [card for card in rival["seats"][0]["hand"] if card["colour"] != "adult"]
    rival["seats"][0] |= {"total": 14}
    report(found.world, rival, role="admin", onto=found.table)
    text = plain(text_of(found.alice, found.url))
    assert "違い: 早割 はい いいえ" in text
    assert "違い: 手札 カバー 光 3, ジャンル 光 4, 要素 光 2, 名前 光 1, 18禁 闇 -8 カバー 光 3" in text
    assert "違い: 合計 6 14" in text


def test_conflict_about_two_records_of_one_person_shows_what_was_written() -> None:
    found = played(generic("みずき", "小夜"))
    report(found.world, generic("みずき", "カズ"), role="admin", onto=found.table)
    player_merge(
        actor=actor(found.world, "owner"), source=named(found.club, "カズ"), target=named(found.club, "小夜")
    )
    text = plain(text_of(found.alice, found.url))
    assert "違い: 名前 小夜 小夜 (記入名: カズ)" in text


def test_seats_of_a_conflict_are_in_the_order_of_their_numbers() -> None:
    names = tuple(f"人{n}" for n in range(1, 12))
    found = played(generic(*names))
    report(found.world, generic(*names[::-1]), role="admin", onto=found.table)
    seats = re.findall(r'<th scope="rowgroup" colspan="3">席(\d+)</th>', text_of(found.alice, found.url))
    assert seats == [str(n) for n in range(1, 12) if n != 6]


def test_sheet_has_what_was_written_beside_the_numbers(client: Client) -> None:
    found = played(danmaku(seat1={"captured": ["チルノ", "アリス"]}) | {"trigger_seat": 2})
    text = plain(text_of(client, found.url))
    assert "被写体: チルノ・ アリス" in text
    assert "ラストラウンドは席2から始まりました。" in text
    assert "4周しました。" in plain(text_of(client, played_again(found, doujin()).url))


def test_sheet_keeps_the_name_that_was_written_beside_the_person_of_today(client: Client) -> None:
    found = played(generic("みずき", "カズ"))
    owner, target = actor(found.world, "owner"), named(found.club, "小夜")
    player_merge(actor=owner, source=named(found.club, "カズ"), target=target)
    text = plain(text_of(client, found.url))
    assert "小夜 さよ 記入名: カズ" in text
    player_change(actor=owner, player=target, hidden=True)
    text = text_of(client, found.url)
    assert "カズ" not in text
    assert "小夜" not in text


def test_impossible_version_can_only_be_rejected() -> None:
    found = in_conflict()
    text = text_of(found.alice, found.url)
    assert f"{found.url}reject/?version=2" in text
    assert f"{found.url}confirm/?version=2" not in text


def test_outsiders_learn_only_that_there_is_a_conflict(client: Client) -> None:
    text = text_of(client, in_conflict().url)
    assert "この卓の報告が食い違っています。管理者の判断を待っています。" in text
    assert "55555555" not in text


# People who must not be seen, names that are no names


def test_hidden_player_is_nobody_to_all_but_admins(client: Client) -> None:
    found = played()
    player = named(found.club, "小夜")
    player_change(actor=actor(found.world, "owner"), player=player, hidden=True)
    for browser in (client, found.bob, found.charlie):
        text = text_of(browser, found.url)
        assert "小夜" not in text
        assert player.public_id not in text
        assert "非公開の人" in text
    text = text_of(found.alice, found.url)
    assert "小夜" in text
    assert '<span class="tag">非公開</span>' in text


def test_anonymised_player_is_a_former_member(client: Client) -> None:
    found = played()
    player_anonymise(actor=actor(found.world, "owner"), player=named(found.club, "小夜"))
    text = text_of(client, found.url)
    assert "小夜" not in text
    assert "元部員" in text


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", '"><img src=x>', "{0}%s", "\u202eevil"])
def test_hostile_names_and_reasons_stay_text(name: str) -> None:
    found = in_conflict()
    Player.objects.filter(display_name="小夜").update(display_name=name, reading=name + "よ")
    Submission.objects.update(reason=name)
    Table.objects.update(state_reason=name)
    text = text_of(found.alice, found.url)
    assert escape(name) in text
    assert "<script>" not in text
    assert "<img" not in text


# What may be done


def acts(browser: Client, found: Played) -> set[str]:
    return set(re.findall(rf'href="{found.url}(\w+)/', text_of(browser, found.url)))


def test_acts_are_offered_to_those_who_may(client: Client) -> None:
    found = played()
    assert acts(found.alice, found) == {"correct", "swap", "move", "unfinished", "void"}
    assert acts(found.bob, found) == set()
    assert acts(client, found) == set()
    table_void(actor=actor(found.world, "owner"), table=found.table, lock_version=1, reason="x")
    assert acts(found.alice, found) == {"restore"}


def test_nothing_is_offered_in_a_closed_season_but_to_owners() -> None:
    found = played()
    owner = actor(found.world, "owner")
    season = season_create(actor=owner, club=found.club, name="秋")
    season_assign(actor=owner, meeting=found.table.meeting, season=season)
    season_close(actor=owner, season=season, closed=True)
    assert acts(found.world.browsers["admin"], found) == set()
    assert "void" in acts(found.alice, found)


def test_done_is_said_only_when_it_is_so() -> None:
    found = played()
    assert "この卓を無効にしました。" not in text_of(found.alice, found.url + "?done=void")
    table_void(actor=actor(found.world, "owner"), table=found.table, lock_version=1, reason="x")
    text = text_of(found.alice, found.url + "?done=void")
    assert "この卓を無効にしました。" in text
    assert f'href="{found.url}restore/"' in text
    assert "この卓を無効にしました。" not in text_of(found.charlie, found.url + "?done=void")


# When it is sent again, and what it costs


def test_unchanged_page_is_not_sent_again_and_a_changed_one_is(client: Client) -> None:
    found = played()
    known = client.get(found.url)["ETag"]
    assert client.get(found.url, headers={"if-none-match": known}).status_code == 304
    assert found.alice.get(found.url)["ETag"] != known
    table_void(actor=actor(found.world, "owner"), table=found.table, lock_version=1, reason="x")
    assert client.get(found.url, headers={"if-none-match": known}).status_code == 200


def test_private_table_is_kept_by_nobody() -> None:
    found = played(public=False)
    assert found.alice.get(found.url)["Cache-Control"] == "private, no-store"
    assert found.charlie.get(found.url).status_code == 404
    assert Client().get(found.url).status_code == 404


@pytest.mark.parametrize("rivals", [1, 30])
def test_queries_stay_the_same_with_more_versions(
    client: Client, rivals: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    found = played()
    for version in range(rivals):
        pages = [{"score": 3 + version % 4}, {"score": 2 + version // 6}]
        rival = danmaku(seat4={"pages": pages, "total": pages[0]["score"] + pages[1]["score"]})
        report(found.world, rival, role="admin", onto=found.table)
    with django_assert_num_queries(10):
        client.get(found.url)
    forget_all()
    with django_assert_num_queries(13):  # and session, user, club, role
        found.alice.get(found.url)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (danmaku(), None),
        (danmaku(seat1={"captured": ["橙"]}), "非公式な再構成"),
        (generic("みずき", "小夜"), None),
        (doujin(), None),
        (doujin() | {"ruleset": "invented"}, "カードは創作です"),
    ],
)
def test_where_shown_cards_come_from_is_said_beside_them(
    client: Client, content: dict[str, Any], said: str | None
) -> None:
    """DG-4 and KD-20: a reconstruction and an invented deck are never shown without saying so."""
    text = plain(text_of(client, played(content).url))
    for notice in ("非公式な再構成", "カードは創作です"):
        assert text.count(notice) == (notice == said)
    assert "山札は創作です" not in text  # the referee has said it
