"""The addresses of exports: who gets what, in which language and character set, and when it is sent again."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import resolve
from django.utils import timezone

from api.wiki.dialects import DIALECTS
from api.wiki.dialects.svg import STYLE_HASH
from league.models import Club, ClubCounter, Ladder, Membership, Player, Season, Standing
from tests.api.wiki import readers
from tests.league.invented import DIGEST, Invented, invented_club, invented_ladder, invented_league

if TYPE_CHECKING:
    from django.http import HttpResponse
    from pytest_django import DjangoAssertNumQueries, Settings

pytestmark = pytest.mark.django_db

HIDDEN = "隠れたひと"


def export(client: Client, dialect: str, query: str = "", **headers: str) -> HttpResponse:
    return got(client, f"/aoba/export/leaderboard.{dialect}{query}", **headers)


def got(client: Client, address: str, **headers: str) -> HttpResponse:
    return client.get(address, headers=headers)  # type: ignore[return-value]


def text_of(response: HttpResponse) -> str:
    assert response.status_code == 200
    return response.content.decode(response.charset)


def member(club: Club, name: str) -> Client:
    client = Client()
    client.force_login(User.objects.create_user(name))
    Membership.objects.create(club=club, user=User.objects.get(username=name), role="player")
    return client


def addresses(league: Invented) -> list[str]:
    """Return every address of an export that this club has."""
    season = Season.objects.create(club=league.club, name="秋")
    stems = (f"season/{season.public_id}", f"players/{league.players[0].public_id}")
    return [f"/aoba/export/leaderboard.{dialect}" for dialect in DIALECTS] + [
        f"/aoba/export/{stem}.{name}"
        for stem in stems
        for name, dialect in DIALECTS.items()
        if not dialect.leaderboard_only
    ]


def test_leaderboard_of_a_wiki(client: Client) -> None:
    league = invented_league(people=3)
    read = readers.read_seesaa(text_of(export(client, "seesaa")))
    assert read.title == "青葉卓会・東方弾幕画報 秋季リーグ"
    assert read.heads == ["順位", "名前", "レート", "直近", "卓", "平均順位", "最近の順位", "備考"]
    assert read.rows[1] == ["2", "北川 そら", "1538.459", "−10.074", "19", "2.11", "2 4 4 2 4 2 2 3 1 1", ""]
    assert read.end == [
        "改訂 214・3行・2026-11-28 23:52",
        f"要約 {DIGEST}",
        f"http://testserver/aoba/?ladder={league.ladder.public_id}",
    ]


def test_marks_are_words(client: Client) -> None:
    league = invented_league(people=3)
    last_day = Standing.objects.get(rank=1).last_club_day
    Standing.objects.filter(rank=2).update(tables=6, last_club_day=last_day.replace(year=2025))
    rows = readers.read_json(text_of(export(client, "json"))).rows
    assert [row[-1] for row in rows] == ["", "暫定・休み中", ""]
    assert league.players[1].display_name == rows[1][1]


def test_all_rows_are_there(client: Client) -> None:
    invented_league(people=130)
    assert len(readers.read_json(text_of(export(client, "json"))).rows) == 130


def test_a_ladder_is_chosen_as_on_the_page(client: Client) -> None:
    league = invented_league(people=2)
    other, _ = invented_ladder(league.club, "王たちの同人誌")
    read = readers.read_json(text_of(export(client, "json", f"?ladder={other.public_id}")))
    assert (read.title, read.rows) == ("青葉卓会・王たちの同人誌", [])


def test_a_club_without_ladders_has_an_empty_table(client: Client) -> None:
    invented_club()
    read = readers.read_json(text_of(export(client, "json")))
    assert (read.rows, read.end) == ([], ["214", "", "http://testserver/aoba/"])


# Language and character set


def test_language_is_the_clubs_not_the_browsers(client: Client) -> None:
    invented_league(people=1)
    response = export(client, "md", accept_language="en")
    assert response["Content-Language"] == "ja"
    assert "| 順位 |" in text_of(response)


def test_language_can_be_asked_for(client: Client) -> None:
    invented_league(people=1)
    read = readers.read_markdown(text_of(export(client, "md", "?lang=en")))
    assert read.heads == [
        "Rank",
        "Name",
        "Rating",
        "Last change",
        "Tables",
        "Mean place",
        "Last places",
        "Marks",
    ]
    assert read.end[0] == "Revision 214 · 1 row · 2026-11-28 23:52"


def test_seesaa_is_euc_jp_unless_utf_8_is_asked_for(client: Client) -> None:
    league = invented_league(people=2)
    Player.objects.filter(pk=league.players[0].pk).update(display_name="髙橋♥¥‾")
    own, utf8 = export(client, "seesaa"), export(client, "seesaa", "?charset=utf-8")
    assert own["Content-Type"] == "text/plain; charset=euc-jp"
    assert utf8["Content-Type"] == "text/plain; charset=utf-8"
    assert own.content.decode("euc_jp") == utf8.content.decode()
    assert readers.read_seesaa(text_of(own)).rows[0][1] == "髙橋♥¥‾"


@pytest.mark.parametrize(
    ("dialect", "content_type", "disposition"),
    [
        ("pukiwiki", "text/plain; charset=utf-8", 'inline; filename="aoba-leaderboard.pukiwiki.txt"'),
        ("mediawiki", "text/plain; charset=utf-8", 'inline; filename="aoba-leaderboard.mediawiki.txt"'),
        ("md", "text/plain; charset=utf-8", 'inline; filename="aoba-leaderboard.md"'),
        ("csv", "text/csv; charset=utf-8", 'attachment; filename="aoba-leaderboard.csv"'),
        ("tsv", "text/tab-separated-values; charset=utf-8", 'attachment; filename="aoba-leaderboard.tsv"'),
        ("json", "application/json; charset=utf-8", 'inline; filename="aoba-leaderboard.json"'),
        ("html", "text/html; charset=utf-8", 'inline; filename="aoba-leaderboard.html"'),
        ("svg", "image/svg+xml; charset=utf-8", 'inline; filename="aoba-leaderboard.svg"'),
    ],
)
def test_each_dialect_is_sent_as_what_it_is(
    client: Client, dialect: str, content_type: str, disposition: str
) -> None:
    invented_league(people=1)
    response = export(client, dialect)
    assert (response["Content-Type"], response["Content-Disposition"]) == (content_type, disposition)


def test_picture_may_use_its_own_style_and_nothing_else(client: Client) -> None:
    invented_league(people=1)
    response = export(client, "svg")
    policy = response["Content-Security-Policy"]
    assert policy.startswith(f"default-src 'none'; style-src 'sha256-{STYLE_HASH}';")
    assert not re.search(r"script|href|url\(|@import|<image|\son\w+=", text_of(response))


# What isn't there


@pytest.mark.parametrize(
    "address",
    [
        "leaderboard.xlsx",
        "leaderboard.png",
        "leaderboard.txt",
        "leaderboard.seesaa?ladder=none",
        "leaderboard.csv?charset=euc-jp",
        "leaderboard.csv?charset=utf-7",
        "season/none.md",
        "players/none.md",
        "players/none.svg",
        "season/%00.md",
        "players/%00.md",
        "players/" + "9" * 20 + ".md",
        "players/%ED%A0%80.md",
        "leaderboard.csv?ladder=%00",
        "leaderboard.%00",
    ],
)
def test_unknown_parts_are_answered_in_plain_text(client: Client, address: str) -> None:
    invented_league(people=1)
    response = client.get(f"/aoba/export/{address}")
    assert (response.status_code, response["Content-Type"]) == (404, "text/plain; charset=utf-8")
    assert response.content.decode() == "このアドレスの書き出しはありません。\n"


def test_the_words_are_those_of_the_language_asked_for(client: Client) -> None:
    invented_league(people=1)
    response = export(client, "png", "?lang=en")
    assert response.content.decode() == "There is no export at this address.\n"
    assert export(client, "md", "?lang=xx").status_code == 404


def test_pictures_are_of_leaderboards_only(client: Client) -> None:
    league = invented_league(people=1)
    assert client.get(f"/aoba/export/players/{league.players[0].public_id}.svg").status_code == 404


def test_seasons_and_players_of_other_clubs_are_unknown(client: Client) -> None:
    invented_league(people=1)
    other = invented_club("other")
    season, player = (
        Season.objects.create(club=other, name="秋"),
        Player.objects.create(club=other, display_name="x"),
    )
    assert client.get(f"/aoba/export/season/{season.public_id}.md").status_code == 404
    assert client.get(f"/aoba/export/players/{player.public_id}.md").status_code == 404


def test_nothing_can_be_sent(client: Client) -> None:
    invented_league(people=1)
    assert client.post("/aoba/export/leaderboard.md").status_code == 405


# Who may read


def test_a_private_club_looks_like_none(client: Client) -> None:
    league = invented_league(public=False)
    for address in addresses(league):
        response = client.get(address)
        unknown = client.get(address.replace("/aoba/", "/nobody/"))
        assert response.status_code == unknown.status_code == 404
        assert response.content == unknown.content
        assert "private" in response["Cache-Control"]


def test_a_private_clubs_members_get_what_nobody_may_keep() -> None:
    league = invented_league(public=False)
    response = export(member(league.club, "alice"), "seesaa")
    assert response.status_code == 200
    assert response["Cache-Control"] == "private, no-store"
    assert "Cookie" in response["Vary"]


def test_hidden_people_are_in_no_export() -> None:
    league = invented_league()
    Player.objects.filter(pk=league.players[3].pk).update(hidden=True, display_name=HIDDEN, reading=HIDDEN)
    for address in addresses(league):
        text = text_of(got(member(league.club, f"m{User.objects.count()}"), address))
        for marker in (HIDDEN, *(f"&#{ord(sign)};" for sign in HIDDEN), league.players[3].public_id):
            assert marker not in text, address
    hidden = f"/aoba/export/players/{league.players[3].public_id}.md"
    assert Client().get(hidden).status_code == 404


def test_anonymised_people_have_no_name(client: Client) -> None:
    league = invented_league(people=2)
    Player.objects.filter(pk=league.players[0].pk).update(anonymised_at=timezone.now())
    for dialect in DIALECTS:
        text = text_of(export(client, dialect))
        assert "朝霧" not in text
        assert "元部員" in text
    page = got(client, f"/aoba/export/players/{league.players[0].public_id}.md")
    assert "元部員" in text_of(page)


# Asking again


def test_an_unchanged_export_is_not_sent_again(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    invented_league()
    etag = export(client, "seesaa")["ETag"]
    with django_assert_num_queries(2):
        response = export(client, "seesaa", if_none_match=etag)
    assert (response.status_code, response.content, response["ETag"]) == (304, b"", etag)


def test_etag_follows_everything_that_decides_the_text(client: Client, settings: Settings) -> None:
    league = invented_league()
    seen = [export(client, "seesaa")["ETag"]]

    def look(dialect: str = "seesaa", query: str = "", by: Client = client) -> None:
        seen.append(export(by, dialect, query)["ETag"])

    look("pukiwiki")
    look(query="?lang=en")
    look(query="?charset=utf-8")
    look(by=member(league.club, "alice"))
    settings.PUBLIC_URL = "https://club.example"
    look()
    ClubCounter.objects.update(revision=215)
    look()
    Ladder.objects.update(computed_revision=215)
    look()
    Ladder.objects.update(name="冬季リーグ")
    look()
    Club.objects.update(name="若葉卓会")
    look()
    assert len(set(seen)) == len(seen)


@pytest.mark.parametrize("people", [1, 30])
def test_number_of_queries_stays(
    client: Client, people: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    invented_league(people=people)
    with django_assert_num_queries(6):  # club, ladders; merges, hidden, standings, players
        export(client, "mediawiki")


# The permalink


def test_public_url_is_the_address_in_exports(client: Client, settings: Settings) -> None:
    invented_league(people=1)
    settings.PUBLIC_URL = "https://club.example/league"
    assert "https://club.example/league/aoba/?ladder=" in text_of(export(client, "md"))


def test_a_forged_host_is_refused(client: Client) -> None:
    invented_league(people=1)
    assert client.get("/aoba/export/leaderboard.md", headers={"host": "evil.example"}).status_code == 400
    forged = export(client, "md", x_forwarded_host="evil.example")
    assert "evil" not in text_of(forged)


def test_underscores_of_an_address_are_no_markup(client: Client) -> None:
    invented_league("a__toc__b", people=1)
    for dialect in ("seesaa", "mediawiki", "pukiwiki"):
        text = text_of(got(client, f"/a__toc__b/export/leaderboard.{dialect}"))
        address = text.rstrip().rpartition("\n")[2]
        assert "__" not in address
        assert resolve(unquote(urlsplit(address).path)).kwargs == {"slug": "a__toc__b"}
