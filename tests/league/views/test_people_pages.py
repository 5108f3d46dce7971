"""The people of a club: found by any kana or width, added by scorers, managed by admins, merged after a second look."""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING

import pytest
from django.utils.html import escape

from league.models import Alias, Player, PlayerMerge
from league.selectors import people_page
from league.services.merges import player_merge
from league.services.people import alias_add, player_change, player_create
from tests.league.views.entry_world import ROOT, World, world_make
from tests.league.views.page_world import actor, body_of, danmaku, named, report

if TYPE_CHECKING:
    from django.http import HttpResponse
    from django.test import Client
    from pytest_django import DjangoAssertNumQueries

pytestmark = pytest.mark.django_db

LIST, ADD = "/aoba/people/", "/aoba/people/add/"


def names(client: Client, query: str = "") -> list[str]:
    text = body_of(client.get(LIST, {"q": query} if query else {}))
    return re.findall(r'<bdi class="name" lang="ja">([^<]+)</bdi>', text)


def act(browser: Client, player: Player, **fields: str) -> HttpResponse:
    return browser.post(f"/aoba/people/{player.public_id}/", fields)  # type: ignore[return-value]


def form_of(browser: Client, player: Player) -> dict[str, str]:
    """Return the form of names and marks as a browser would send it untouched."""
    return fields_in(body_of(browser.get(f"/aoba/people/{player.public_id}/")))


def fields_in(text: str) -> dict[str, str]:
    form = text.split('name="act" value="change"')[1].split("</form>", maxsplit=1)[0]
    fields = re.findall(r'<input(?: type="hidden")? name="([^"]+)" value="([^"]*)"', form)
    ticks = re.findall(r'<input type="checkbox" name="([^"]+)" value="1" checked', form)
    return {"act": "change"} | {name: unescape(value) for name, value in fields} | dict.fromkeys(ticks, "1")


def change(browser: Client, player: Player, **fields: str) -> HttpResponse:
    texts = {"name": player.display_name, "reading": player.reading, "romanised": player.romanised}
    was = {"was-guest": "1" if player.guest else "", "was-hidden": "1" if player.hidden else ""}
    was |= {f"was-{name}": text for name, text in texts.items()}
    return act(browser, player, act="change", **texts | was | fields)


def test_list_is_in_the_order_of_readings(client: Client) -> None:
    world_make()
    assert names(client) == ["朝霧 ゆい", "カズ", "北川 そら", "小夜", "みずき"]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("かず", ["カズ"]), ("カズ", ["カズ"]), ("ｶｽﾞ", ["カズ"]), ("朝霧", ["朝霧 ゆい"]), ("アサギリ", ["朝霧 ゆい"]),
        ("あさぎりゆ", ["朝霧 ゆい"]), ("ＡＳＡＧＩＲＩ", ["朝霧 ゆい"]), ("ゆいたん", ["朝霧 ゆい"]), ("zzz", []),
        ("%", []), ("_", []), ("'", []), ("\x00", []), ("か" * 300, []),
    ],
)  # fmt: skip
def test_search_folds_kana_width_and_case_and_knows_aliases(
    client: Client, query: str, found: list[str]
) -> None:
    world = world_make()
    player = named(world.club, "朝霧 ゆい")
    player_change(actor=actor(world, "owner"), player=player, romanised="Asagiri Yui")
    alias_add(actor=actor(world, "owner"), player=player, name="ゆいたん")
    assert names(client, query) == found


def test_search_without_a_match_names_the_next_step(client: Client) -> None:
    world_make()
    text = body_of(client.get(LIST, {"q": "zzz<b>"}))
    assert "見つかりませんでした。" in text
    assert escape("zzz<b>") in text
    assert f'href="{LIST}"' in text


def test_hidden_people_are_listed_and_found_for_admins_only(client: Client) -> None:
    world = world_make()
    player_change(actor=actor(world, "owner"), player=named(world.club, "カズ"), hidden=True)
    assert "カズ" not in names(client)
    assert names(client, "かず") == []
    assert "カズ" not in names(world.scorer)
    assert "カズ" in names(world.browsers["admin"])


def test_person_whom_one_record_hides_is_marked_for_admins(client: Client) -> None:
    world = world_make()
    owner, source, target = actor(world, "owner"), named(world.club, "カズ"), named(world.club, "朝霧 ゆい")
    player_change(actor=owner, player=source, hidden=True)
    player_merge(actor=owner, source=source, target=target)
    assert "朝霧 ゆい" not in names(client)
    admin = world.browsers["admin"]
    assert "朝霧 ゆい" in names(admin)
    form = body_of(admin.get(f"{LIST}{target.public_id}/"))
    assert re.search(r'name="hidden"\s+value="1" checked', form)


def test_list_is_paged(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(people_page, "PAGE_PEOPLE", 2)
    world_make()
    assert names(client) == ["朝霧 ゆい", "カズ"]
    assert 'href="?page=2"' in body_of(client.get(LIST))


def test_empty_club_names_the_next_step() -> None:
    world = world_make()
    Player.objects.filter(club=world.club).update(hidden=True)
    assert "部員はまだいません。" in body_of(world.scorer.get(LIST))


@pytest.mark.parametrize("people", [1, 30])
def test_queries_stay_the_same_with_more_people(
    client: Client, people: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    world = world_make()
    for number in range(people):
        player_create(actor=ROOT, club=world.club, name=f"player {number}")
    with django_assert_num_queries(7):
        client.get(LIST)


@pytest.mark.parametrize("many", [1, 30])
def test_queries_of_one_person_stay_the_same_with_more_names_and_records(
    many: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    world = world_make()
    player, owner = named(world.club, "カズ"), actor(world, "owner")
    for number in range(many):
        alias_add(actor=owner, player=player, name=f"alias {number}")
        other = player_create(actor=owner, club=world.club, name=f"player {number}")
        player_merge(actor=owner, source=other, target=player)
    with django_assert_num_queries(13):
        world.browsers["admin"].get(f"/aoba/people/{player.public_id}/")


# Adding


def test_scorer_adds_somebody() -> None:
    world = world_make()
    answer = world.scorer.post(ADD, {"name": "遠野 はる", "reading": "とおの はる", "guest": "1"})
    assert (answer.status_code, answer["Location"]) == (303, f"{LIST}?done=add")
    player = named(world.club, "遠野 はる")
    assert (player.reading, player.guest) == ("とおの はる", True)
    assert "部員を追加しました。" in body_of(world.scorer.get(f"{LIST}?done=add"))


@pytest.mark.parametrize(
    ("name", "status"),
    [
        ("", 400),
        ("カズ", 409),
        ("ｶｽﾞ", 409),
        ("x" * 41, 400),
        ("\u202eevil", 400),
        ("\x00", 400),
        ("\u200b", 400),
    ],
)
def test_name_that_cannot_be_is_said_at_the_field_and_kept(name: str, status: int) -> None:
    world = world_make()
    before = Player.objects.count()
    answer = world.scorer.post(ADD, {"name": name, "reading": "よみ"})
    text = body_of(answer)
    assert (answer.status_code, Player.objects.count()) == (status, before)
    assert 'aria-describedby="say-name"' in text
    assert 'name="reading" value="よみ"' in text
    assert f'name="name" value="{escape(name)}"' in text


def test_who_may_add_and_manage() -> None:
    world = world_make()
    player = named(world.club, "カズ")
    add = {role: browser.get(ADD).status_code for role, browser in world.browsers.items()}
    assert add == {"owner": 200, "admin": 200, "scorer": 200, "player": 403, "stranger": 403, "nobody": 302}
    url = f"/aoba/people/{player.public_id}/"
    manage = {role: browser.get(url).status_code for role, browser in world.browsers.items()}
    assert manage == {
        "owner": 200, "admin": 200, "scorer": 403, "player": 403, "stranger": 403, "nobody": 302
    }  # fmt: skip
    for role in ("scorer", "player", "stranger", "nobody"):
        assert change(world.browsers[role], player, name="乗っ取り").status_code in {302, 403}
    assert named(world.club, "カズ") == player


# Managing


def test_names_and_marks_are_changed() -> None:
    world = world_make()
    player = named(world.club, "カズ")
    answer = change(world.browsers["admin"], player, name="カズー", reading="かずー", hidden="1")
    assert (answer.status_code, answer["Location"]) == (303, f"/aoba/people/{player.public_id}/?done=change")
    player.refresh_from_db()
    assert (player.display_name, player.reading, player.hidden, player.guest) == (
        "カズー",
        "かずー",
        True,
        False,
    )


def test_taken_name_comes_back_with_everything_typed() -> None:
    world = world_make()
    answer = change(
        world.browsers["admin"], named(world.club, "カズ"), name="小夜", reading="あたらしい", guest="1"
    )
    text = body_of(answer)
    assert answer.status_code == 409
    assert 'name="name" value="小夜"' in text
    assert 'name="reading" value="あたらしい"' in text
    assert 'name="guest" value="1" checked' in text


def test_untouched_form_changes_nothing() -> None:
    world = world_make()
    player, admin = named(world.club, "カズ"), world.browsers["admin"]
    player_change(actor=actor(world, "owner"), player=player, hidden=True, guest=True)
    revision = world.club.counter.__class__.objects.get(club=world.club).revision
    assert act(admin, player, **form_of(admin, player)).status_code == 303
    player.refresh_from_db()
    assert (player.hidden, player.guest) == (True, True)
    assert world.club.counter.__class__.objects.get(club=world.club).revision == revision


def test_two_who_change_different_fields_both_get_their_way() -> None:
    world = world_make()
    player, admin = named(world.club, "カズ"), world.browsers["admin"]
    late = form_of(admin, player)
    assert change(world.browsers["owner"], player, hidden="1").status_code == 303
    assert act(admin, player, **late | {"reading": "かずう"}).status_code == 303
    player.refresh_from_db()
    assert (player.hidden, player.reading) == (True, "かずう")


def test_field_that_somebody_else_changed_is_told_beside_what_was_typed_and_can_be_sent_again() -> None:
    world = world_make()
    player, admin = named(world.club, "カズ"), world.browsers["admin"]
    late = form_of(admin, player)
    change(world.browsers["owner"], player, name="カズキ", reading="かずき")
    answer = act(admin, player, **late | {"name": "和希", "reading": "かずのき"})
    text = body_of(answer)
    assert answer.status_code == 409
    assert "ほかの人が先に変更しました。いまの内容: カズキ" in text
    assert "ほかの人が先に変更しました。いまの内容: かずき" in text
    kept = fields_in(text)
    assert (kept["name"], kept["reading"], kept["was-name"]) == ("和希", "かずのき", "カズキ")
    assert act(admin, player, **kept).status_code == 303
    player.refresh_from_db()
    assert (player.display_name, player.reading) == ("和希", "かずのき")


def test_form_that_says_not_what_it_saw_is_refused() -> None:
    world = world_make()
    player = named(world.club, "カズ")
    player_change(actor=actor(world, "owner"), player=player, hidden=True)
    answer = act(world.browsers["admin"], player, act="change", name="カズー")
    assert answer.status_code == 428
    assert 'name="name" value="カズー"' in body_of(answer)
    player.refresh_from_db()
    assert (player.display_name, player.hidden) == ("カズ", True)


def test_erasing_asks_first_wants_a_tick_and_leaves_the_results(client: Client) -> None:
    world = world_make()
    table = report(world, danmaku())
    player, admin = named(world.club, "小夜"), world.browsers["admin"]
    asked = act(admin, player, act="erase")
    assert asked.status_code == 200
    assert "「小夜」さんの個人情報を消去しますか" in body_of(asked)
    unticked = act(admin, player, act="erase", asked="1")
    assert unticked.status_code == 400
    assert 'aria-describedby="say-sure"' in body_of(unticked)
    assert named(world.club, "小夜") == player

    answer = act(admin, player, act="erase", asked="1", sure="1")
    assert answer.status_code == 303
    assert "個人情報を消去しました。" in body_of(admin.get(answer["Location"]))
    player.refresh_from_db()
    assert (player.display_name, player.anonymised_at is not None) == ("", True)
    sheet = body_of(client.get(f"/aoba/tables/{table.public_id}/"))
    assert "元部員" in sheet
    assert "小夜" not in sheet
    assert act(admin, player, act="alias", alias="さよ").status_code == 409


def test_erasing_names_the_records_that_go_along() -> None:
    world = world_make()
    player, admin = named(world.club, "小夜"), world.browsers["admin"]
    player_merge(actor=actor(world, "owner"), source=named(world.club, "カズ"), target=player)
    text = body_of(act(admin, player, act="erase"))
    assert "<bdi>カズ</bdi>" in text


def test_alias_is_added_and_removed() -> None:
    world = world_make()
    player, admin = named(world.club, "カズ"), world.browsers["admin"]
    assert act(admin, player, act="alias", alias="かずさん").status_code == 303
    alias = Alias.objects.get()
    assert act(admin, player, act="alias-off", key=str(alias.pk)).status_code == 303
    assert not Alias.objects.exists()
    assert act(admin, player, act="alias-off", key=str(alias.pk)).status_code == 400


def test_alias_that_means_somebody_else_is_refused() -> None:
    world = world_make()
    answer = act(world.browsers["admin"], named(world.club, "カズ"), act="alias", alias="小夜")
    assert answer.status_code == 409
    assert 'name="alias" value="小夜"' in body_of(answer)


def test_merge_asks_first_and_can_be_undone() -> None:
    world = world_make()
    source, target, admin = named(world.club, "カズ"), named(world.club, "小夜"), world.browsers["admin"]
    asked = act(admin, source, act="merge", target=target.public_id)
    assert asked.status_code == 200
    assert "この2人は同じ人ですか" in body_of(asked)
    assert not PlayerMerge.objects.exists()
    assert act(admin, source, act="merge", target=target.public_id, sure="1").status_code == 303
    merge = PlayerMerge.objects.get(undone_at__isnull=True)
    assert names(admin) == ["朝霧 ゆい", "北川 そら", "小夜", "みずき"]
    assert names(admin, "かず") == ["小夜"]
    assert act(admin, source, act="unmerge", key=str(merge.pk)).status_code == 303
    assert not PlayerMerge.objects.filter(undone_at__isnull=True).exists()


def test_two_who_sat_together_cannot_be_merged() -> None:
    world = world_make()
    report(world, danmaku())
    source, target = named(world.club, "みずき"), named(world.club, "小夜")
    answer = act(world.browsers["admin"], source, act="merge", target=target.public_id, sure="1")
    assert answer.status_code == 409
    assert "同じ卓に" in body_of(answer) or "2人です" in body_of(answer)


@pytest.mark.parametrize(
    "fields",
    [
        {}, {"act": "explode"}, {"act": "merge"}, {"act": "merge", "target": "9" * 20, "sure": "1"},
        {"act": "merge", "target": "\x00", "sure": "1"}, {"act": "merge", "target": "\x00"},
        {"act": "unmerge", "key": "9" * 30}, {"act": "alias-off", "key": "\x00"}, {"act": "alias-off", "key": "x"},
        {"act": "alias", "alias": "\x00"}, {"act": "change"},
    ],
)  # fmt: skip
def test_odd_forms_are_refused(fields: dict[str, str]) -> None:
    world = world_make()
    player = named(world.club, "カズ")
    assert act(world.browsers["admin"], player, **fields).status_code in {400, 428}
    player.refresh_from_db()
    assert player.display_name == "カズ"


def test_aliases_and_merges_of_others_are_out_of_reach() -> None:
    world = world_make()
    other = world_make("sora")
    foreign = alias_add(actor=actor(other, "owner"), player=named(other.club, "カズ"), name="よそ")
    player, admin = named(world.club, "カズ"), world.browsers["admin"]
    assert act(admin, player, act="alias-off", key=str(foreign.pk)).status_code == 400
    target = named(other.club, "小夜")
    assert act(admin, player, act="merge", target=target.public_id, sure="1").status_code == 400
    assert admin.get(f"/aoba/people/{target.public_id}/").status_code == 404
    assert Alias.objects.filter(pk=foreign.pk).exists()


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", '"><img src=x>', "{0}%s"])
def test_hostile_names_stay_text(name: str) -> None:
    world: World = world_make()
    player = named(world.club, "カズ")
    Player.objects.filter(pk=player.pk).update(display_name=name, reading=name + "よ")
    for path in (LIST, f"{LIST}{player.public_id}/"):
        text = body_of(world.browsers["admin"].get(path))
        assert escape(name) in text
        assert "<script>" not in text
        assert "<img" not in text
