"""Which later changes are told beside the tables of a closed season: all that could move somebody, and no others."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.models import Meeting, Season, SeasonArchive
from league.selectors import errata
from league.selectors.errata import archives_latest, corrections_since
from league.services.clubs import season_assign, season_close, season_create
from league.services.ladders import LadderSpec, ladder_change, ladder_create
from league.services.meetings import meeting_create, meeting_move_day
from league.services.merges import player_merge, player_unmerge
from league.services.people import player_change
from league.services.submissions import Place
from league.services.tables import Move, tables_move
from tests.league.views.entry_world import DAY, ROOT, World, world_make
from tests.league.views.page_world import actor, body_of, generic, named, refreshed, report

if TYPE_CHECKING:
    from datetime import date

    from league.models import Table

pytestmark = pytest.mark.django_db

ELSEWHERE, LATER = DAY - timedelta(days=20), DAY + timedelta(days=3)


@pytest.fixture
def world() -> World:
    return world_make()


@pytest.fixture
def season(world: World) -> Season:
    """A season of みずき, カズ and 小夜 with two ladders, not closed yet."""
    report(world, generic("みずき", "カズ", "小夜"))
    season = season_create(actor=ROOT, club=world.club, name="秋")
    season_assign(actor=ROOT, meeting=Meeting.objects.get(), season=season)
    for name in ("秋リーグ", "秋リーグ2"):
        ladder_create(actor=ROOT, club=world.club, name=name, spec=LadderSpec(seasons=(season.public_id,)))
    return season


def close(world: World, season: Season) -> None:
    refreshed(world.club)
    season_close(actor=actor(world, "owner"), season=season, closed=True)


def told(season: Season) -> list[tuple[str, str]]:
    """Return (kind, verb) of what is told beside the first archive, newest first."""
    archives = archives_latest(season)
    found = corrections_since(archives=list(archives.values()))
    first = found[archives[min(archives)].pk]
    assert not first.cut
    return [(entry.kind, entry.verb) for entry in first.listed]


def move(table: Table, day: date, number: int = 1) -> None:
    table.refresh_from_db()
    tables_move(
        actor=ROOT,
        club=table.meeting.club,
        moves=[Move(table, table.lock_version, Place(day, 1, number))],
        reason="日付の間違い",
    )


def test_moves_elsewhere_cost_no_queries_and_are_not_told(world: World, season: Season) -> None:
    close(world, season)
    other = report(world, generic("みずき", "カズ"), day=ELSEWHERE)
    address = f"/aoba/seasons/{season.public_id}/"
    counts = []
    for round_ in range(3):
        for step in range(1 + 3 * round_):
            day = ELSEWHERE - timedelta(days=1 + step % 2)
            move(other, day)
            meeting = Meeting.objects.get(club_day=day)
            meeting_move_day(
                actor=ROOT,
                meeting=meeting,
                club_day=ELSEWHERE - timedelta(days=100 + 10 * round_ + step),
                reason="間違い",
            )
        with CaptureQueriesContext(connection) as asked:
            body_of(world.browsers["nobody"].get(address))
        counts.append(len(asked))
    assert counts[0] == counts[1] == counts[2]
    assert told(season) == []


def test_list_is_read_once_for_all_ladders(world: World, season: Season) -> None:
    close(world, season)
    move(Meeting.objects.get().tables.get(), ELSEWHERE)
    archives = list(archives_latest(season).values())
    assert len(archives) == 2
    with CaptureQueriesContext(connection) as one:
        corrections_since(archives=archives[:1])
    with CaptureQueriesContext(connection) as both:
        found = corrections_since(archives=archives)
    assert len(one) == len(both)
    assert [[entry.verb for entry in found[archive.pk].listed] for archive in archives] == [
        ["move"],
        ["move"],
    ]


def test_another_way_of_counting_is_told_beside_its_own_ladder_alone(world: World, season: Season) -> None:
    close(world, season)
    first, second = SeasonArchive.objects.order_by("ladder")
    ladder_change(
        actor=ROOT, ladder=first.ladder, spec=LadderSpec(games=("generic",), seasons=(season.public_id,))
    )
    found = corrections_since(archives=[first, second])
    assert [entry.kind for entry in found[first.pk].listed] == ["ladder"]
    assert found[second.pk].listed == ()


def test_scan_ends_and_the_page_says_so(
    world: World, season: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    close(world, season)
    table = Meeting.objects.get().tables.get()
    move(table, ELSEWHERE)
    other = report(world, generic("みずき", "カズ"), day=LATER)
    for number in (2, 3):
        move(other, LATER, number)
    monkeypatch.setattr(errata, "MOST_CANDIDATES", 2)
    text = body_of(world.browsers["nobody"].get(f"/aoba/seasons/{season.public_id}/"))
    assert "ほかにもあるかもしれません。" in text
    assert "そのあとの変更はありません。" not in text
    monkeypatch.setattr(errata, "MOST_CANDIDATES", 3)
    text = body_of(world.browsers["nobody"].get(f"/aoba/seasons/{season.public_id}/"))
    assert "ほかにもあるかもしれません。" not in text
    assert "別の場所へ移しました" in text


def test_table_that_left_an_evening_which_moved_afterwards_is_told(world: World, season: Season) -> None:
    report(world, generic("みずき", "カズ"), number=2)
    close(world, season)
    meeting = Meeting.objects.get()
    move(meeting.tables.get(number=2), ELSEWHERE)
    meeting_move_day(actor=ROOT, meeting=meeting, club_day=LATER, reason="間違い")
    assert told(season) == [("meeting", "move"), ("table", "move")]


def test_table_that_left_an_evening_which_left_the_season_afterwards_is_told(
    world: World, season: Season
) -> None:
    report(world, generic("みずき", "カズ"), number=2)
    close(world, season)
    meeting = Meeting.objects.get()
    move(meeting.tables.get(number=2), ELSEWHERE)
    season_assign(actor=ROOT, meeting=meeting, season=None)
    assert told(season) == [("meeting", "assign"), ("table", "move")]


def test_move_on_a_day_that_was_the_seasons_only_later_is_not_told(world: World, season: Season) -> None:
    other = report(world, generic("みずき", "カズ"), day=ELSEWHERE)
    close(world, season)
    move(other, ELSEWHERE, number=5)
    meeting_move_day(
        actor=ROOT, meeting=other.meeting, club_day=ELSEWHERE - timedelta(days=9), reason="間違い"
    )
    meeting_move_day(
        actor=ROOT, meeting=Meeting.objects.get(club_day=DAY), club_day=ELSEWHERE, reason="間違い"
    )
    assert told(season) == [("meeting", "move")]


def test_guest_flag_on_the_record_that_others_count_as_is_told(world: World, season: Season) -> None:
    away = named(world.club, "朝霧 ゆい")  # no table of the season names her
    player_merge(actor=ROOT, source=named(world.club, "小夜"), target=away)
    close(world, season)
    player_change(actor=ROOT, player=away, guest=True)
    assert told(season) == [("player", "change")]


def test_guest_flag_is_told_where_the_merge_was_undone_afterwards(world: World, season: Season) -> None:
    away = named(world.club, "朝霧 ゆい")
    merge = player_merge(actor=ROOT, source=named(world.club, "小夜"), target=away)
    close(world, season)
    player_change(actor=ROOT, player=away, guest=True)
    player_unmerge(actor=ROOT, merge=merge)
    player_change(actor=ROOT, player=away, guest=False)
    assert told(season) == [("player", "unmerge"), ("player", "change")]


def test_second_link_of_a_chain_is_told(world: World, season: Season) -> None:
    second, last = named(world.club, "朝霧 ゆい"), named(world.club, "北川 そら")
    player_merge(actor=ROOT, source=named(world.club, "小夜"), target=second)
    close(world, season)
    merge = player_merge(actor=ROOT, source=second, target=last)
    player_unmerge(actor=ROOT, merge=merge)
    assert told(season) == [("player", "unmerge"), ("player", "merge")]


def test_people_of_other_evenings_are_not_told(world: World, season: Season) -> None:
    close(world, season)
    player_merge(actor=ROOT, source=named(world.club, "朝霧 ゆい"), target=named(world.club, "北川 そら"))
    player_change(actor=ROOT, player=named(world.club, "北川 そら"), guest=True)
    player_change(actor=ROOT, player=named(world.club, "小夜"), reading="さよ")
    meeting_create(actor=ROOT, club=world.club, club_day=ELSEWHERE)
    assert told(season) == []
