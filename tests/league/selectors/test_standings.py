"""Standings as readers see them: order, marks, names, and the past."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

import pytest
from django.utils import timezone, translation

from league.models import Ladder, Player
from league.selectors.standings import StandingRow, standings_at, standings_current
from league.services.runs import ladder_refresh
from tests import factories as make

if TYPE_CHECKING:
    from pytest_django import DjangoAssertNumQueries

    from league.models import Club

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def club() -> Club:
    return make.club_make()


@pytest.fixture
def ladder(club: Club) -> Ladder:
    return make.ladder_make(club)


def _rows(ladder: Ladder) -> list[StandingRow]:
    return standings_current(ladder_refresh(ladder_id=ladder.pk))


def test_ladder_without_run_has_no_standings(ladder: Ladder) -> None:
    assert standings_current(ladder) == []
    assert standings_at(ladder, date.max) == []


def test_order_is_rank_then_name_then_public_id(club: Club, ladder: Ladder) -> None:
    zoe, amy, mia = (make.player_make(club, name) for name in ("zoe", "amy", "mia"))
    make.table_make(club, [(zoe, 1), (amy, 1), (mia, 1)])

    rows = _rows(ladder)

    assert [(row.rank, row.name) for row in rows] == [(1, "amy"), (1, "mia"), (1, "zoe")]


@pytest.mark.parametrize(("days", "idle"), [(0, False), (90, False), (91, True)])
def test_idle_is_who_missed_the_last_ninety_days(
    club: Club, ladder: Ladder, days: int, *, idle: bool
) -> None:
    early, late, other = make.players_make(club, 3)
    make.table_make(club, [(early, 1), (other, 2)], number=1)
    make.table_make(club, [(late, 1), (other, 2)], day=make.FIRST_DAY + timedelta(days=days), number=2)

    assert {row.name: row.idle for row in _rows(ladder)} == {
        early.display_name: idle,
        late.display_name: False,
        other.display_name: False,
    }


def test_provisional_is_below_ten_tables(club: Club, ladder: Ladder) -> None:
    regular, often, rare = make.players_make(club, 3)
    for number in range(1, 10):
        make.table_make(club, [(regular, 1), (often, 2)], number=number)
    make.table_make(club, [(regular, 1), (rare, 2)], number=10)

    assert {row.name: (row.tables, row.provisional) for row in _rows(ladder)} == {
        regular.display_name: (10, False),
        often.display_name: (9, True),
        rare.display_name: (1, True),
    }


def test_hidden_player_is_left_out_and_others_keep_their_ratings(club: Club, ladder: Ladder) -> None:
    first, second, third = make.players_make(club, 3)
    make.table_make(club, [(first, 1), (second, 2), (third, 3)])
    before = {row.name: (row.rank, row.rating) for row in _rows(ladder)}

    Player.objects.filter(pk=first.pk).update(hidden=True)

    assert {row.name: (row.rank, row.rating) for row in _rows(ladder)} == {
        name: values for name, values in before.items() if name != first.display_name
    }
    current = Ladder.objects.get(pk=ladder.pk)
    assert len(standings_at(current, date.max)) == 2


@pytest.mark.parametrize(("language", "name"), [("ja", "元部員"), ("en", "former member")])
def test_anonymised_player_has_no_name(club: Club, ladder: Ladder, language: str, name: str) -> None:
    gone, here = make.player_make(club, "gone", reading="ごーん"), make.player_make(club, "here")
    make.table_make(club, [(gone, 1), (here, 2)])
    Player.objects.filter(pk=gone.pk).update(anonymised_at=timezone.now())

    with translation.override(language):
        rows = _rows(ladder)

    assert [(row.name, row.reading) for row in rows] == [(name, ""), ("here", "")]


def test_standings_of_a_day_are_those_of_the_season_up_to_it(club: Club, ladder: Ladder) -> None:
    players = make.players_make(club, 5)
    past: dict[date, list[StandingRow]] = {}
    for week in range(6):
        day = make.day_of(week)
        for number in (1, 2):
            seats = [players[(week + number * seat) % 5] for seat in range(3)]
            make.table_make(
                club,
                [(player, 1 + (place + week) % 3) for place, player in enumerate(dict.fromkeys(seats))],
                day=day,
                number=number,
            )
        past[day] = _rows(ladder)

    current = Ladder.objects.get(pk=ladder.pk)

    assert {day: standings_at(current, day) for day in past} == past
    assert standings_at(current, make.day_of(2) + timedelta(days=3)) == past[make.day_of(2)]
    assert standings_at(current, make.FIRST_DAY - timedelta(days=1)) == []
    assert standings_at(current, date.max) == past[make.day_of(5)]


@pytest.mark.parametrize("players", [1, 3])
def test_number_of_queries_doesnt_grow(
    club: Club, ladder: Ladder, players: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    host = make.player_make(club)
    for number, guest in enumerate(make.players_make(club, players), start=1):
        make.table_make(club, [(host, 1), (guest, 2)], number=number)
    current = ladder_refresh(ladder_id=ladder.pk)
    run = current.current_run
    assert run is not None

    with django_assert_num_queries(4):  # standings, players, merges, hidden people
        standings_current(current)
