"""Exports of seasons and players: which results, in which order, and what a reader of a merged person sees."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

import pytest

from league.models import Ladder, Line, Player, RatingPoint, Season, Submission
from league.selectors.ladders import club_revision
from league.services.runs import ladder_refresh
from tests import factories as make
from tests.api.wiki import readers

if TYPE_CHECKING:
    from django.test import Client
    from pytest_django import DjangoAssertNumQueries

    from league.models import Club

pytestmark = pytest.mark.django_db

FIRST, SECOND = make.day_of(0), make.day_of(1)


@pytest.fixture
def club() -> Club:
    return make.club_make("aoba", language="en")


@pytest.fixture
def season(club: Club) -> Season:
    return Season.objects.create(club=club, name="秋 | 季")


@pytest.fixture
def ladder(club: Club) -> Ladder:
    return make.ladder_make(club)


def refresh(ladder: Ladder) -> None:
    ladder_refresh(ladder_id=ladder.pk, revision=club_revision(ladder.club_id))


def rows_of(client: Client, stem: str, query: str = "") -> list[list[object]]:
    response = client.get(f"/aoba/export/{stem}.json{query}")
    assert response.status_code == 200
    return readers.read_json(response.content.decode()).rows


def totals_set(**totals: str) -> None:
    for name, total in totals.items():
        Line.objects.filter(player__display_name=name).update(total=Decimal(total))


def test_season_has_a_row_a_seat_in_the_order_of_tables(client: Client, club: Club, season: Season) -> None:
    ann, bob = make.player_make(club, "Ann"), make.player_make(club, "Bob")
    second = make.table_make(club, [(ann, 1), (bob, 2)], day=SECOND, season=season, game="danmaku")
    first = make.table_make(club, [(bob, 1), (ann, 2)], day=FIRST, season=season, round_=2, guests=[ann])
    make.table_make(club, [(bob, 1), (ann, 2)], day=make.day_of(2))
    totals_set(Ann="-9.5000", Bob="12.0000")
    at = (
        f"http://testserver/aoba/tables/{first.public_id}/",
        f"http://testserver/aoba/tables/{second.public_id}/",
    )
    tables = [{"text": "R2-1", "url": at[0]}, {"text": "R1-1", "url": at[1]}]
    games = ("Any other game", "Touhou Danmaku Gahou")
    shown = rows_of(client, f"season/{season.public_id}")
    assert [row[2] for row in shown][:2] == [games[0]] * 2
    assert [[*row[:2], *row[3:]] for row in shown] == [
        ["2025-01-04", tables[0], 1, "Bob", "12", 1, ""],
        ["2025-01-04", tables[0], 2, "Ann", "-9.5", 2, "guest"],
        ["2025-01-11", tables[1], 1, "Ann", "-9.5", 1, ""],
        ["2025-01-11", tables[1], 2, "Bob", "12", 2, ""],
    ]


def test_season_marks_seats_that_were_not_played_to_the_end(
    client: Client, club: Club, season: Season
) -> None:
    ann, bob = make.players_make(club, 2)
    make.table_make(club, [(bob, 1), (ann, 2)], day=FIRST, season=season, guests=[ann])
    Line.objects.filter(player=ann).update(participation="left")
    Line.objects.filter(player=bob).update(participation="forfeited")
    make.unrated_change(club)
    marks = [row[-1] for row in rows_of(client, f"season/{season.public_id}")]
    assert marks == ["forfeited", "guest, left early"]


def test_season_is_confirmed_results_only(client: Client, club: Club, season: Season) -> None:
    people = [(player, None) for player in make.players_make(club, 2)]
    void = make.table_make(club, people, season=season)
    open_ = make.table_make(club, people, season=season, number=2)
    make.table_void(void)
    Submission.objects.filter(table=open_).update(state=Submission.State.SUBMITTED)
    assert rows_of(client, f"season/{season.public_id}") == []


def test_season_in_every_wiki(client: Client, club: Club, season: Season) -> None:
    make.table_make(
        club, [(make.player_make(club, "[[a]]"), 1), (make.player_make(club, "b|c"), 2)], season=season
    )
    for dialect, read in (
        ("seesaa", readers.read_seesaa),
        ("pukiwiki", readers.read_pukiwiki),
        ("mediawiki", readers.read_mediawiki),
        ("md", readers.read_markdown),
        ("html", readers.read_html),
    ):
        response = client.get(f"/aoba/export/season/{season.public_id}.{dialect}")
        found = read(response.content.decode(response.charset))
        assert found.title == "aoba · 秋 | 季"
        assert [row[4] for row in found.rows] == ["[[a]]", "b|c"]
        assert found.end[0] == f"Revision {club_revision(club.pk)} · 2 rows"
        assert found.end[-1] == f"http://testserver/aoba/seasons/{season.public_id}/"


def test_season_digest_follows_its_rows(client: Client, club: Club, season: Season) -> None:
    make.table_make(club, [(player, None) for player in make.players_make(club, 2)], season=season)
    address = f"/aoba/export/season/{season.public_id}.csv"
    before = client.get(address).content.decode()
    Line.objects.update(total=3)
    make.unrated_change(club)
    after = client.get(address).content.decode()
    digests = [readers.read_separated(text, ",").end[3] for text in (before, after)]
    assert all(len(digest) == 64 for digest in digests)
    assert digests[0] != digests[1]


def test_merged_and_hidden_people_in_a_season(client: Client, club: Club, season: Season) -> None:
    typed, real, secret = (
        make.player_make(club, "Ann?"),
        make.player_make(club, "Ann"),
        make.player_make(club, "Bob"),
    )
    make.table_make(club, [(typed, 1), (secret, 2)], season=season)
    make.players_merge(typed, real)
    Player.objects.filter(pk=secret.pk).update(hidden=True)
    assert [row[4] for row in rows_of(client, f"season/{season.public_id}")] == ["Ann"]


def test_players_results_explain_the_rating(client: Client, club: Club, ladder: Ladder) -> None:
    ann, bob = make.player_make(club, "Ann"), make.player_make(club, "Bob")
    make.table_make(club, [(bob, 1), (ann, 2)], day=SECOND)
    make.table_make(club, [(ann, 1), (bob, 2)], day=FIRST)
    totals_set(Ann="7.25")
    refresh(ladder)
    rows = rows_of(client, f"players/{ann.public_id}")
    assert [row[0] for row in rows] == ["2025-01-04", "2025-01-11"]
    assert [row[4:6] for row in rows] == [["7.25", 1], ["7.25", 2]]
    points = RatingPoint.objects.filter(player=ann).order_by("order_key")
    assert [row[6:] for row in rows] == [
        [f"{(point.after - point.before) / 1000:.3f}", f"{point.after / 1000:.3f}"] for point in points
    ]


def test_players_results_are_those_of_the_chosen_ladder(client: Client, club: Club, ladder: Ladder) -> None:
    ann, bob = make.players_make(club, 2)
    make.table_make(club, [(ann, 1), (bob, 2)], game="danmaku")
    make.table_make(club, [(ann, 1), (bob, 2)], number=2, game="doujin")
    other = make.ladder_make(club, "doujin", games=["doujin"])
    refresh(ladder)
    refresh(other)
    assert len(rows_of(client, f"players/{ann.public_id}")) == 2
    assert len(rows_of(client, f"players/{ann.public_id}", f"?ladder={other.public_id}")) == 1


def test_a_merged_player_is_read_under_both_ids(client: Client, club: Club, ladder: Ladder) -> None:
    typed, real, other = make.players_make(club, 3)
    make.table_make(club, [(typed, 1), (other, 2)])
    Line.objects.filter(player=typed).update(total=5)
    make.players_merge(typed, real)
    refresh(ladder)
    rows = rows_of(client, f"players/{real.public_id}")
    assert [row[4] for row in rows] == ["5"]
    assert rows == rows_of(client, f"players/{typed.public_id}")


def test_a_merge_that_isnt_computed_yet_loses_no_table(client: Client, club: Club, ladder: Ladder) -> None:
    typed, real, other = make.players_make(club, 3)
    make.table_make(club, [(typed, 1), (other, 2)])
    make.table_make(club, [(real, 1), (other, 2)], number=2)
    refresh(ladder)
    make.players_merge(typed, real)
    rows = rows_of(client, f"players/{real.public_id}")
    assert [row[1]["text"] for row in rows] == ["R1-1", "R1-2"]  # type: ignore[index]


def test_a_correction_that_isnt_computed_yet_mixes_nothing(
    client: Client, club: Club, ladder: Ladder
) -> None:
    ann, bob = make.players_make(club, 2)
    table = make.table_make(club, [(ann, 1), (bob, 2)])
    refresh(ladder)
    make.table_correct(table, [(ann, 2), (bob, 1)])
    Line.objects.update(total=1)
    assert [row[4:6] for row in rows_of(client, f"players/{ann.public_id}")] == [[None, 1]]


@pytest.mark.parametrize("tables", [1, 30])
def test_number_of_queries_stays(
    client: Client,
    club: Club,
    season: Season,
    ladder: Ladder,
    tables: int,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    people = make.players_make(club, 4)
    make.meeting_make(club, FIRST, season)
    make.season_fill(club, people, tables, per_day=40)
    refresh(ladder)
    with django_assert_num_queries(7):
        client.get(f"/aoba/export/season/{season.public_id}.md")
    with django_assert_num_queries(7):
        client.get(f"/aoba/export/players/{people[0].public_id}.md")
