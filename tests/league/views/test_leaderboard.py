"""The leaderboard as an address: who may see it, when it is sent again, and that hostile names stay text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils.html import escape

from league.models import Club, Ladder, Membership, Player, Standing, Table
from league.selectors import leaderboard as selector
from league.views import caching
from league.views.remembered import forget_all
from tests.league.invented import (
    Invented,
    invented_club,
    invented_ladder,
    invented_league,
    invented_meetings,
)

if TYPE_CHECKING:
    from pytest_django import DjangoAssertNumQueries

pytestmark = pytest.mark.django_db

JAPANESE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")


def text_of(client: Client, path: str = "/aoba/", **headers: str) -> str:
    response = client.get(path, headers=headers)
    assert response.status_code == 200
    return response.content.decode()


def logged_in(name: str) -> Client:
    client = Client()
    client.force_login(User.objects.create_user(name))
    return client


def member(club: Club, name: str, role: str = Membership.Role.PLAYER) -> Client:
    client = logged_in(name)
    Membership.objects.create(club=club, user=User.objects.get(username=name), role=role)
    return client


# What it says


def test_page_says_what_it_was_computed_from(client: Client) -> None:
    invented_league()
    text = text_of(client)
    assert "第14例会まで・32卓・18人。前回から上がったのは" in text
    assert "改訂 214 の確定結果から計算" in text
    assert '<time datetime="2026-11-28T14:52:00+00:00">11/28(土) 23:52</time>' in text
    assert re.search(r'要約 <code title="9f2c0+41">9f2c…41</code>', text)
    assert "<code>python manage.py recompute --club aoba --verify</code>" in text


def test_page_leads_to_the_proof_of_its_ladder(client: Client) -> None:
    ladder = invented_league().ladder
    (address,) = re.findall(r'href="(/api/v1/ladders/[^"]+/proof/)"', text_of(client))
    assert address == f"/api/v1/ladders/{ladder.public_id}/proof/"
    assert client.get(address).json()["format"].startswith("sekijun.proof/")


def test_page_in_english(client: Client) -> None:
    invented_league()
    text = text_of(client, accept_language="en")
    assert '<html lang="en">' in text
    assert "Up to meeting 14 · 32 tables · 18 people. Up since the meeting before: " in text
    assert "Computed from the confirmed results of revision 214" in text
    assert "Sat 28 Nov 23:52" in text


def test_english_counts_one_as_one(client: Client) -> None:
    league = invented_league(people=1)
    Standing.objects.update(previous_rank=1)
    league.run.tables = 1
    league.run.save()
    assert '<p class="lead">Up to meeting 14 · 1 table · 1 person.</p>' in text_of(
        client, accept_language="en"
    )


def test_english_page_has_no_japanese_but_its_data(client: Client) -> None:
    league = invented_league(is_demo=True)
    Club.objects.update(name="Aoba")
    Ladder.objects.update(name="Autumn", computed_revision=213)
    Table.objects.update(conflict=True)
    invented_ladder(league.club, "Other")
    for index, player in enumerate(league.players):
        Player.objects.filter(pk=player.pk).update(display_name=f"player {index}", reading=f"p {index}")
    text = text_of(client, accept_language="en")
    assert JAPANESE.findall(text.replace("日本語", "").replace("。", "")) == []


@pytest.mark.parametrize(("language", "words"), [("ja", "見本のクラブです"), ("en", "This is a demo club")])
def test_demo_club_says_so(client: Client, language: str, words: str) -> None:
    invented_league("mihon", is_demo=True)
    invented_league("aoba")
    assert words in text_of(client, "/mihon/", accept_language=language)
    assert words not in text_of(client, "/aoba/", accept_language=language)


def test_page_that_lags_behind_says_how_far_it_is(client: Client) -> None:
    invented_league()
    assert "計算中" not in text_of(client)
    Ladder.objects.update(computed_revision=210)
    assert "計算中: 改訂 210 まで反映" in text_of(client)


def test_conflicts_are_counted(client: Client) -> None:
    league = invented_league()
    Table.objects.filter(pk=Table.objects.filter(meeting__club=league.club)[0].pk).update(conflict=True)
    assert "1卓で報告が食い違っています" in text_of(client)
    assert (
        f'<a href="/aoba/tables/{Table.objects.get(conflict=True).public_id}/">違いを見る →</a>'
        in text_of(client)
    )
    assert "Reports of 1 table differ" in text_of(client, accept_language="en")


def test_a_club_without_ladders_names_the_next_step(client: Client) -> None:
    club = invented_club()
    assert "まだ卓がありません。最初の結果が確定すると、ここに順位が出ます。" in text_of(client)
    assert "import_results" not in text_of(client)
    scorer = member(club, "bob", Membership.Role.SCORER)
    assert "python manage.py import_results FILE --club aoba" in text_of(scorer)


def test_a_scorer_of_an_empty_club_is_led_to_the_first_result() -> None:
    scorer = member(invented_club(), "bob", Membership.Role.SCORER)
    assert '<a href="/aoba/enter/">最初の結果を入力する →</a>' in text_of(scorer)


def test_a_ladder_without_tables_is_an_empty_state(client: Client) -> None:
    invented_ladder(invented_club(), tables=0)
    assert "まだ卓がありません。" in text_of(client)


def test_a_ladder_that_counts_nothing_of_what_was_played_says_so(client: Client) -> None:
    club = invented_club()
    invented_ladder(club, tables=0)
    invented_meetings(club)
    text = text_of(client)
    assert "このラダーで数える卓がまだありません。" in text
    assert 'href="/aoba/meetings/"' in text


def test_tables_that_no_ladder_counts_are_explained(client: Client) -> None:
    club = invented_club()
    invented_meetings(club)
    text = text_of(client)
    assert "卓はありますが、それを数えるラダーがまだありません。" in text
    assert "import_results" not in text
    scorer = text_of(member(club, "bob", Membership.Role.SCORER))
    assert "<code>python manage.py import_results FILE --club aoba --ladder standard</code>" in scorer
    assert 'href="/aoba/enter/"' in scorer


def test_void_tables_are_no_tables(client: Client) -> None:
    invented_meetings(invented_club())
    Table.objects.update(state=Table.State.VOID)
    assert "まだ卓がありません。" in text_of(client)


def test_a_ladder_that_was_never_computed_asks_for_patience(client: Client) -> None:
    Ladder.objects.create(club=invented_club(), name="秋")
    assert "順位を計算しています。" in text_of(client)


def test_ladders_are_offered_when_there_is_a_choice(client: Client) -> None:
    league = invented_league()
    assert '<select name="ladder">' not in text_of(client)
    other, _ = invented_ladder(league.club, "王たちの同人誌")
    text = text_of(client, f"/aoba/?ladder={other.public_id}")
    assert f'<option value="{other.public_id}" selected>王たちの同人誌</option>' in text


def test_marks_of_new_provisional_and_idle_players(client: Client) -> None:
    invented_league(people=6)
    text = text_of(client)
    assert text.count('<span class="tag">暫定</span>') == 1
    assert text.count('aria-label="初登場">初</span>') == 1
    Standing.objects.filter(rank=2).update(last_club_day="2026-01-01")
    forget_all()
    assert text_of(client).count('<span class="tag">休み中</span>') == 1


def test_anonymised_player_is_a_former_member(client: Client) -> None:
    invented_league(people=2)
    Player.objects.filter(display_name="朝霧 ゆい").update(anonymised_at="2026-01-01T00:00Z")
    text = text_of(client)
    assert '<bdi class="name" lang="ja">元部員</bdi>' in text
    assert "朝霧" not in text


def test_hidden_player_leaves_no_trace(client: Client) -> None:
    invented_league(people=5)
    Player.objects.filter(display_name="東 あおい").update(hidden=True)
    text = text_of(client)
    assert "あおい" not in text
    assert "4人。" in text


HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x>',
    "{rank}{0}%s",
    "\u202eevil",
    "A" * 40,
    "👨‍👩‍👧‍👦 ねこ",
    "&lt;b&gt;",
)


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_stay_text(client: Client, name: str) -> None:
    invented_league(people=1)
    Player.objects.update(display_name=name, reading=name + "よみ")
    Club.objects.update(name=name)
    Ladder.objects.update(name=name)
    text = text_of(client)
    assert f'<bdi class="name" lang="ja">{escape(name)}</bdi>' in text
    assert f'<bdi class="reading" lang="ja">{escape(name)}よみ</bdi>' in text
    assert f'<bdi class="who">{escape(name)}</bdi>' in text
    assert re.search(rf'<h1>\s*<bdi lang="ja">{re.escape(escape(name))}</bdi>', text)
    assert text.count("<script") == 1  # our own
    assert "<img" not in text


# Who may see it


def test_unknown_club_is_not_found(client: Client) -> None:
    assert client.get("/nobody/").status_code == 404


@pytest.mark.parametrize(
    "query", ["ladder=x", "ladder=%00", "page=0", "page=-1", "page=x", "page=٣", "page=9999999", "page=2"]
)
def test_addresses_that_lead_nowhere_are_not_found(client: Client, query: str) -> None:
    invented_league(people=1)
    assert client.get(f"/aoba/?{query}").status_code == 404


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_page_is_only_for_reading(client: Client, method: str) -> None:
    invented_league(people=1)
    assert getattr(client, method)("/aoba/").status_code == 405


def test_private_club_exists_for_members_only(client: Client) -> None:
    league = invented_league(people=1, public=False)
    alice, charlie = member(league.club, "alice"), logged_in("charlie")
    assert [c.get("/aoba/").status_code for c in (client, charlie, alice)] == [404, 404, 200]
    assert client.get("/aoba/").content == client.get("/nobody/").content.replace(b"/nobody/", b"/aoba/")


def test_membership_of_another_club_opens_nothing() -> None:
    invented_league(people=1, public=False)
    bob = member(invented_club("sora"), "bob", Membership.Role.OWNER)
    assert bob.get("/aoba/").status_code == 404


def test_caches_keep_only_what_everybody_may_see(client: Client) -> None:
    invented_league(people=1)
    alice = member(invented_league("secret", people=1, public=False).club, "alice")
    assert client.get("/aoba/")["Cache-Control"] == "public, no-cache"
    assert alice.get("/aoba/")["Cache-Control"] == "private, no-cache"
    assert alice.get("/secret/")["Cache-Control"] == "private, no-store"


def test_page_sets_no_cookie_and_varies_with_cookie_and_language(client: Client) -> None:
    invented_league(people=1)
    response = client.get("/aoba/")
    assert not response.cookies
    assert set(response["Vary"].split(", ")) == {"Accept-Language", "Cookie"}


# When it is sent again


def etag(client: Client, path: str = "/aoba/", **headers: str) -> str:
    return str(client.get(path, headers=headers)["ETag"])


def test_unchanged_page_is_not_sent_again(client: Client) -> None:
    invented_league(people=1)
    first = client.get("/aoba/")
    again = client.get("/aoba/", headers={"if-none-match": first["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    assert again["Cache-Control"] == first["Cache-Control"]
    assert set(again["Vary"].split(", ")) == {"Accept-Language", "Cookie"}


def test_unchanged_page_costs_one_query(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    invented_league(people=3)
    known = etag(client)
    with django_assert_num_queries(1):
        client.get("/aoba/", headers={"if-none-match": known})


@pytest.mark.parametrize("people", [1, 3])
def test_page_takes_eleven_queries_once_a_run_and_one_from_then_on(
    client: Client, people: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    invented_league(people=people)
    with django_assert_num_queries(11):
        first = client.get("/aoba/").content
    with django_assert_num_queries(1):
        assert client.get("/aoba/").content == first


def _new_run(league: Invented) -> None:
    invented_ladder(league.club, "一時")
    Ladder.objects.filter(pk=league.ladder.pk).update(current_run=Ladder.objects.get(name="一時").current_run)
    Ladder.objects.filter(name="一時").update(current_run=None)


CHANGES = {
    "revision": lambda league: league.club.counter.__class__.objects.update(revision=215),
    "computed revision": lambda _: Ladder.objects.update(computed_revision=215),
    "run": _new_run,
    "ladder name": lambda _: Ladder.objects.update(name="冬"),
    "club name": lambda _: Club.objects.update(name="冬卓会"),
}


@pytest.mark.parametrize("what", CHANGES)
def test_etag_changes_with(client: Client, what: str) -> None:
    league = invented_league(people=1)
    before = etag(client)
    CHANGES[what](league)
    assert etag(client) != before


def test_etag_differs_by_language_role_and_visitor(client: Client) -> None:
    club = invented_league(people=1).club
    alice, bob = member(club, "alice"), member(club, "bob")
    scorer, outsider = member(club, "dora", Membership.Role.SCORER), logged_in("charlie")
    tags = [etag(c) for c in (client, alice, bob, scorer, outsider)]
    tags.append(etag(client, accept_language="en"))
    assert len(set(tags)) == 6


def test_etag_changes_when_a_role_changes() -> None:
    alice = member(invented_league(people=1).club, "alice")
    before = etag(alice)
    Membership.objects.update(role=Membership.Role.ADMIN)
    assert etag(alice) != before


def test_etag_changes_with_the_release(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    invented_league(people=1)
    before = etag(client)
    monkeypatch.setattr(caching, "page_version", lambda: "next")
    assert etag(client) != before


def test_etag_is_no_key_to_a_private_club(client: Client) -> None:
    alice = member(invented_league(people=1, public=False).club, "alice")
    assert client.get("/aoba/", headers={"if-none-match": etag(alice)}).status_code == 404


def test_the_same_page_is_the_same_to_the_byte(client: Client) -> None:
    invented_league()
    assert client.get("/aoba/").content == client.get("/aoba/").content


# Pages


def test_pages_are_linked_and_keep_the_ladder(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selector, "PAGE_ROWS", 2)
    ladder = invented_league(people=5).ladder.public_id
    text = text_of(client, f"/aoba/?ladder={ladder}&page=2")
    assert f'href="?ladder={ladder}&amp;page=1"' in text
    assert f'href="?ladder={ladder}&amp;page=3"' in text
    assert 'rel="prev"' not in text_of(client)
    assert 'rel="next"' not in text_of(client, "/aoba/?page=3")
