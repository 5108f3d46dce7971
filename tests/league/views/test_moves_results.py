"""A player's results unfold to what each change is made of, by formula, at the same cost however many there are."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from league.services.people import player_change
from league.views.remembered import forget_all
from tests.league.views.moves_read import (
    expected,
    line_of,
    number,
    plain,
    results,
    section,
    transfer_of,
)
from tests.league.views.moves_world import GUEST, NAMES, moves_make
from tests.league.views.page_world import actor, named, refreshed

if TYPE_CHECKING:
    from django.test import Client
    from pytest_django import DjangoAssertNumQueries

pytestmark = pytest.mark.django_db


def test_every_result_of_a_player_unfolds_to_its_change(client: Client) -> None:
    found = moves_make()
    wanted = expected(found.places)
    for name in NAMES:
        mine = [got[name] for got in wanted if name in got and len(got) > 1][::-1]
        rows = results(client, found, name)
        assert len(rows) == len(mine)
        for row, got in zip(rows, mine, strict=True):
            change = re.search(r'class="figure change[^"]*">([^<]+)<', row)
            *lines, together = re.findall(r"<li[^>]*>(.*?)</li>", row)
            told = [line_of(line) for line in lines]
            assert change is not None
            assert {line.opponent: int(line.transfer * 1000) for line in told} == got
            assert sum(line.transfer for line in told) == number(change[1]) == transfer_of(together)


def test_results_of_points_unfold_to_place_and_best_tables(client: Client) -> None:
    found = moves_make(0)
    found.play({NAMES[0]: 1, NAMES[1]: 5, NAMES[2]: 5, GUEST: 9})
    for _ in range(2):
        found.play({NAMES[0]: 3, NAMES[1]: 2, NAMES[2]: 1})
    refreshed(found.world.club)
    rows = [plain(row) for row in results(client, found, NAMES[0], "Points")]
    assert [row[row.rindex(" of ") - 3 :].rsplit(".", 2)[0] for row in rows] == [
        "1st of 3, worth 3. It is among the best 2 tables, which count",
        "1st of 3, worth 3. It is among the best 2 tables, which count",
        "4th of 4, worth 1. It isn't among the best 2 tables and doesn't count now",
    ]


def test_a_report_newer_than_the_run_is_not_mixed_into_it(client: Client) -> None:
    found = moves_make(0)
    table = found.play({NAMES[0]: 3, NAMES[1]: 2})
    refreshed(found.world.club)
    table.submissions.get().lines.filter(player__display_name=NAMES[0]).update(placement=2)
    forget_all()
    assert "1st, worth 2." in plain(section(client, found, "Points"))


def test_openskill_results_have_no_fold(client: Client) -> None:
    found = moves_make(0)
    found.play({NAMES[0]: 3, NAMES[1]: 2})
    refreshed(found.world.club)
    assert "<details" not in "".join(results(client, found, NAMES[0], "OpenSkill"))


def test_who_is_hidden_is_unnamed_in_results(client: Client) -> None:
    found = moves_make(0)
    found.play({NAMES[0]: 3, NAMES[1]: 2})
    refreshed(found.world.club)
    player_change(actor=actor(found.world, "owner"), player=named(found.world.club, NAMES[1]), hidden=True)
    [row] = results(client, found, NAMES[0])
    assert "beat somebody not shown: 50% expected, scored 1" in plain(row)
    assert NAMES[1] not in row


@pytest.mark.parametrize(("ladder", "queries"), [("Elo", 15), ("OpenSkill", 15), ("Points", 17)])
@pytest.mark.parametrize("tables", [1, 25])
def test_queries_of_results_stay_the_same(
    client: Client, tables: int, ladder: str, queries: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    found = moves_make(0)
    for _ in range(tables):
        found.play({NAMES[0]: 3, NAMES[1]: 2, NAMES[2]: 1})
    refreshed(found.world.club)
    forget_all()
    with django_assert_num_queries(queries):
        results(client, found, NAMES[0], ladder)
