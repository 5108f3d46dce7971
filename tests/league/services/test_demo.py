"""The demo club shows newcomers what a club can have: ratings of two games, a season with points and titles."""

from __future__ import annotations

import json
from datetime import date

import pytest
from django.core.management import call_command

from league.models import Adjustment, Club, Ladder, Season, Standing, Table
from league.selectors.placings import placings_now
from league.services.demo import BONUS, HELPFUL, TITLES, demo_create, demo_ensure
from league.services.demo_people import PEOPLE, TABLES
from league.services.errors import WrongState

pytestmark = pytest.mark.django_db


def test_demo_has_a_season_of_all_its_evenings_with_titles_and_points() -> None:
    call_command("demo")
    stored = json.loads(TABLES.read_bytes())
    days = {date.fromisoformat(table["club_day"]) for table in stored}
    spring, season = Season.objects.order_by("pk")
    assert {day.month for day in spring.meetings.values_list("club_day", flat=True)} == {4, 5, 6, 7}
    assert {day.month for day in season.meetings.values_list("club_day", flat=True)} == {9, 10}
    assert {
        day for one in (spring, season) for day in one.meetings.values_list("club_day", flat=True)
    } == days
    assert Table.objects.filter(state=Table.State.CONFIRMED).count() == len(stored)
    assert (season.titles, season.closed_at) == (list(TITLES), None)
    names = ["東方弾幕画報", "王たちの同人誌", "秋季ポイント"]
    assert list(Ladder.objects.order_by("pk").values_list("name", flat=True)) == names
    run = Ladder.objects.get(name="秋季ポイント").current_run
    rows = placings_now(run=run, titles=season.titles)
    assert {row.title for row in rows} == {*TITLES, ""}
    assert len(rows) == len(PEOPLE)
    assert any(row.counted < row.tables for row in rows)
    assert {row.qualified for row in rows} == {True, False}
    assert Standing.objects.get(run=run, player__display_name=HELPFUL).adjustment == BONUS
    assert Adjustment.objects.get().revoked_at is None


def test_demo_is_made_once_and_only_in_an_empty_installation() -> None:
    assert demo_ensure() is not None
    assert demo_ensure() is None
    with pytest.raises(WrongState):
        demo_create()
    assert Club.objects.count() == 1
