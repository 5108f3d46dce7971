"""What the leaderboard reads, and what it never shows."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.utils import timezone

from league.models import Club, Ladder, Player, PlayerMerge, Standing, Table
from league.selectors import leaderboard
from league.selectors.leaderboard import Leaderboard, Pointer, Riser, club_by_slug, leaderboard_page
from league.selectors.leaderboard_filters import Filters, leaderboard_filtered
from league.selectors.players import people_of
from league.selectors.standings import StandingRow, standings_of_run
from tests.league.invented import LAST_DAY, Invented, invented_club, invented_ladder, invented_league

if TYPE_CHECKING:
    from pytest_django import DjangoAssertNumQueries

pytestmark = pytest.mark.django_db


def pointer_of(club: Club, wanted: str = "") -> Pointer:
    found = leaderboard.leaderboard_pointer(club=club, wanted=wanted)
    assert found is not None
    return found


def page_of(league: Invented, page: int = 1) -> Leaderboard:
    found = leaderboard_page(pointer=pointer_of(league.club), page=page)
    assert found is not None
    return found


def standings_now(league: Invented) -> list[StandingRow]:
    return standings_of_run(league.run, people=people_of(club_id=league.club.pk))


def names(found: Leaderboard) -> list[str]:
    return [row.name for row in found.rows]


def test_unknown_address_is_no_club() -> None:
    assert club_by_slug(slug="aoba") is None


def test_pointer_of_a_club_without_ladders() -> None:
    found = pointer_of(invented_club())
    assert (found.revision, found.ladders, found.ladder, found.run, found.pending) == (
        214,
        (),
        None,
        None,
        False,
    )


def test_pointer_chooses_the_first_ladder_with_tables() -> None:
    club = invented_club()
    invented_ladder(club, "空", tables=0)
    second, run = invented_ladder(club, "東方弾幕画報")
    invented_ladder(club, "王たちの同人誌")
    found = pointer_of(club)
    assert (found.ladder, found.run) == (second, run)


def test_pointer_falls_back_to_the_first_ladder() -> None:
    club = invented_club()
    first = Ladder.objects.create(club=club, name="一")
    Ladder.objects.create(club=club, name="二")
    assert pointer_of(club).ladder == first


def test_pointer_takes_the_wanted_ladder_of_this_club_only() -> None:
    club, other = invented_club(), invented_club("sora")
    invented_ladder(club)
    own, _ = invented_ladder(club, "王たちの同人誌")
    foreign, _ = invented_ladder(other)
    assert pointer_of(club, own.public_id).ladder == own
    assert leaderboard.leaderboard_pointer(club=club, wanted=foreign.public_id) is None


def test_pointer_is_pending_while_the_club_is_ahead_of_the_ladder() -> None:
    league = invented_league(people=1)
    assert not pointer_of(league.club).pending
    Ladder.objects.update(computed_revision=213)
    assert pointer_of(league.club).pending


def test_pointer_without_a_counter_is_at_revision_zero() -> None:
    assert pointer_of(Club.objects.create(slug="fresh", name="新")).revision == 0


def test_page_counts_meetings_tables_and_people() -> None:
    found = page_of(invented_league())
    assert (found.meetings, found.tables, found.players, found.pages, found.conflicts) == (14, 32, 18, 1, ())


def test_meetings_count_up_to_the_last_one_of_the_run_and_without_void_ones() -> None:
    league = invented_league(people=3)
    Standing.objects.update(last_club_day=LAST_DAY - timedelta(weeks=2))
    Table.objects.filter(meeting__club_day=LAST_DAY - timedelta(weeks=5)).update(state=Table.State.VOID)
    assert page_of(league).meetings == 11


def test_conflicts_are_those_of_this_club() -> None:
    league, other = invented_league(people=1), invented_league("sora", people=1)
    Table.objects.filter(meeting__club=other.club).update(conflict=True)
    assert page_of(league).conflicts == ()
    by_day = Table.objects.filter(meeting__club=other.club).order_by("meeting__club_day")
    assert list(page_of(other).conflicts) == [table.public_id for table in by_day]


def test_rows_are_in_order_of_rank_then_name() -> None:
    league = invented_league(people=4)
    Standing.objects.filter(rank__in=(2, 3)).update(rank=2)
    assert [(row.rank, row.name) for row in page_of(league).rows] == [
        (1, "朝霧 ゆい"),
        (2, "みずき"),
        (2, "北川 そら"),
        (4, "白石 れん"),
    ]


def test_row_holds_what_is_stored() -> None:
    league = invented_league(people=1)
    Standing.objects.update(
        rating=1_548_230, last_change=-6_220, tables=31, placement_sum=64, previous_rank=3
    )
    Standing.objects.update(recent_placements=[2, 1, 1])
    (row,) = page_of(league).rows
    assert row == leaderboard.Row(
        rank=1,
        previous_rank=3,
        public_id=league.players[0].public_id,
        name="朝霧 ゆい",
        reading="あさぎり ゆい",
        rating=1_548_230,
        last_change=-6_220,
        tables=31,
        placement_sum=64,
        recent_placements=(2, 1, 1),
        provisional=False,
        idle=False,
    )


def test_hidden_players_are_nowhere() -> None:
    league = invented_league(people=5)
    hidden = league.players[4]
    Player.objects.filter(pk=hidden.pk).update(hidden=True)
    found = page_of(league)
    assert (found.players, hidden.display_name in names(found)) == (4, False)
    assert hidden.display_name not in [riser.name for riser in found.risers]


def test_a_hidden_player_leaves_the_others_ranks_alone() -> None:
    league = invented_league(people=3)
    Player.objects.filter(pk=league.players[0].pk).update(hidden=True)
    assert [row.rank for row in page_of(league).rows] == [2, 3]


def test_anonymised_players_keep_their_row_but_no_name() -> None:
    league = invented_league(people=1)
    Player.objects.update(anonymised_at=timezone.now())
    found = page_of(league)
    assert [(row.name, row.reading) for row in found.rows] == [("", "")]
    assert found.risers == ()


@pytest.mark.parametrize(("tables", "provisional"), [(9, True), (10, False)])
def test_provisional_is_below_ten_tables(tables: int, provisional: bool) -> None:
    league = invented_league(people=1)
    Standing.objects.update(tables=tables)
    assert page_of(league).rows[0].provisional is provisional


@pytest.mark.parametrize(("days", "idle"), [(90, False), (91, True)])
def test_idle_is_ninety_days_before_the_ladders_last_table(days: int, idle: bool) -> None:
    league = invented_league(people=2)
    Standing.objects.filter(rank=2).update(last_club_day=LAST_DAY - timedelta(days=days))
    assert [row.idle for row in page_of(league).rows] == [False, idle]


def test_idle_is_told_by_the_last_table_even_if_nobody_of_it_is_shown() -> None:
    league = invented_league(people=3)
    Standing.objects.filter(rank=1).update(last_club_day=LAST_DAY + timedelta(days=91))
    Player.objects.filter(pk=league.players[0].pk).update(hidden=True)
    assert [row.idle for row in page_of(league).rows] == [True, True]
    assert [row.idle for row in standings_now(league)] == [True, True]


def test_record_that_counts_as_a_hidden_person_is_not_shown_before_the_next_run() -> None:
    league = invented_league(people=3)
    first, second, _ = league.players
    PlayerMerge.objects.create(club=league.club, source=first, target=second)
    Player.objects.filter(pk=second.pk).update(hidden=True)
    assert names(page_of(league)) == ["みずき"]
    assert [row.name for row in standings_now(league)] == ["みずき"]
    narrowed = leaderboard_filtered(pointer=pointer_of(league.club), filters=Filters(min_tables=1))
    assert narrowed is not None
    assert names(narrowed) == ["みずき"]


def test_risers_are_the_two_who_gained_most() -> None:
    assert page_of(invented_league(people=18)).risers == (Riser("東 あおい", 3), Riser("若葉 りく", 3))


def test_nobody_rises_when_nobody_gained() -> None:
    league = invented_league(people=3)
    Standing.objects.filter(rank=1).update(previous_rank=None)
    assert page_of(league).risers == ()


def test_only_the_current_run_is_read() -> None:
    league = invented_league(people=2)
    _, other = invented_ladder(league.club, "王たちの同人誌")
    Standing.objects.filter(rank=1).update(run=other)
    assert names(page_of(league)) == ["北川 そら"]


def test_a_run_without_standings_is_an_empty_page() -> None:
    club = invented_club()
    invented_ladder(club, tables=0)
    found = leaderboard_page(pointer=pointer_of(club))
    assert found == Leaderboard(meetings=0, tables=0, players=0, conflicts=(), risers=(), rows=(), pages=1)


def test_pages_walk_meets_each_row_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leaderboard, "PAGE_ROWS", 4)
    league = invented_league(people=10)
    pages = [page_of(league, page) for page in (1, 2, 3)]
    assert [name for page in pages for name in names(page)] == [p.display_name for p in league.players]
    assert [(page.pages, page.players) for page in pages] == [(3, 10)] * 3
    assert leaderboard_page(pointer=pointer_of(league.club), page=4) is None


@pytest.mark.parametrize("people", [1, 3])
def test_page_takes_seven_queries_and_the_pointer_one(
    people: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    league = invented_league(people=people)
    club = club_by_slug(slug="aoba")
    assert club == league.club
    with django_assert_num_queries(1):
        pointer = pointer_of(club)
    with django_assert_num_queries(7):  # last day, merges, hidden people, count, rows, meetings, conflicts
        leaderboard_page(pointer=pointer)
