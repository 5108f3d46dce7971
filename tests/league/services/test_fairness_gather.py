"""Which tables seat statistics count, and what is read of each."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from league.models import Line, Season, Submission
from league.selectors.fairness_scope import Scope
from league.services.fairness_gather import Gathered, fairness_gather
from league.services.runs import ladder_refresh
from tests import factories as make

if TYPE_CHECKING:
    from pytest_django import DjangoAssertNumQueries

    from league.models import Club, Player, Table

pytestmark = pytest.mark.django_db


@pytest.fixture
def home() -> Club:
    return make.club_make()


@pytest.fixture
def four(home: Club) -> list[Player]:
    return make.players_make(home, 4)


def gathered(club: Club, game: str = "generic", **scope: Any) -> Gathered:  # noqa: ANN401 - fields of a scope
    return fairness_gather(
        club=club, game=game, ruleset_hash=make.ruleset_make(game).content_hash, scope=Scope(**scope)
    )


def lines_of(table: Table) -> Any:  # noqa: ANN401 - a query set of lines
    return Line.objects.filter(submission__table=table).order_by("seat")


def ranked(players: list[Player], *order: int) -> list[tuple[Player, int]]:
    return list(zip(players, order or range(1, len(players) + 1), strict=True))


def test_a_table_is_read_seat_by_seat(home: Club, four: list[Player]) -> None:
    table = make.table_make(home, ranked(four, 3, 1, 2, 4))
    for line, total, order in zip(lines_of(table), ("4", "9.5", "9.5", "1"), (2, 1, 3, 4), strict=True):
        Line.objects.filter(pk=line.pk).update(total=total, edit_order=order)
    lines_of(table).filter(seat=1).update(help_untapped=2, help_tapped=1)
    lines_of(table).filter(seat=2).update(help_untapped=2)

    tables = gathered(home).tables

    assert tables.offsets.tolist() == [0, 4]
    assert tables.days.tolist() == [make.FIRST_DAY.toordinal()]
    assert tables.seats.tolist() == [1, 2, 3, 4]
    assert tables.placements.tolist() == [3, 1, 2, 4]
    assert tables.tied.tolist() == [3, 1, 1, 4]
    assert tables.edit_orders.tolist() == [2, 1, 3, 4]
    assert tables.totals.tolist() == [4, 9.5, 9.5, 1]
    assert tables.cards[0] == 3
    assert np.isnan(tables.cards[1:]).all()  # a half-known deal is unknown
    assert sorted(tables.players.tolist()) == [0, 1, 2, 3]
    assert np.isnan(tables.ratings).all()


def test_tables_stand_in_their_order_whenever_they_were_typed(home: Club, four: list[Player]) -> None:
    for day, round_, number in ((2, 1, 1), (0, 2, 1), (0, 1, 2), (1, 1, 1)):
        make.table_make(home, ranked(four), day=make.day_of(day), round_=round_, number=number)
    first = make.table_make(home, ranked(four, 2, 1, 3, 4), number=5)
    tables = gathered(home).tables
    assert tables.days.tolist() == sorted(tables.days.tolist())
    assert tables.placements[4:8].tolist() == [2, 1, 3, 4]  # round 1, number 5 comes before round 2
    assert first.round == 1


@pytest.mark.parametrize("state", ["open", "unfinished", "void"])
def test_only_confirmed_tables_count(home: Club, four: list[Player], state: str) -> None:
    table = make.table_make(home, ranked(four))
    type(table).objects.filter(pk=table.pk).update(state=state)
    assert len(gathered(home).tables) == 0


@pytest.mark.parametrize("apart", ["left", "replaced", "forfeited"])
def test_only_tables_that_everybody_played_to_the_end_count(
    home: Club, four: list[Player], apart: str
) -> None:
    make.table_make(home, ranked(four), apart={four[2]: apart})
    make.table_make(home, ranked(four), number=2)
    assert len(gathered(home).tables) == 1


@pytest.mark.parametrize(
    "change", [{"seat": None}, {"seat": 6}, {"placement": None}], ids=["no seat", "a gap", "no place"]
)
def test_a_line_that_isnt_known_keeps_its_table_out(
    home: Club, four: list[Player], change: dict[str, Any]
) -> None:
    table = make.table_make(home, ranked(four))
    make.table_make(home, ranked(four), number=2)
    lines_of(table).filter(seat=4).update(**change)
    assert len(gathered(home).tables) == 1


def test_tables_have_two_to_eight_people(home: Club) -> None:
    people = make.players_make(home, 9)
    for number, count in enumerate((1, 2, 8, 9), start=1):
        make.table_make(home, ranked(people[:count]), number=number)
    assert np.diff(gathered(home).tables.offsets).tolist() == [2, 8]


def test_only_the_confirmed_report_counts(home: Club, four: list[Player]) -> None:
    table = make.table_make(home, ranked(four))
    make.table_correct(table, ranked(four, 4, 3, 2, 1))
    assert gathered(home).tables.placements.tolist() == [4, 3, 2, 1]


def test_merged_people_count_as_one_and_guests_as_themselves(home: Club) -> None:
    anna, bert, carl, dora = make.players_make(home, 4)
    make.table_make(home, [(anna, 1), (bert, 2)], guests=[bert])
    make.table_make(home, [(carl, 1), (dora, 2)], number=2)
    assert len(set(gathered(home).tables.players.tolist())) == 4
    merge = make.players_merge(carl, anna)
    players = gathered(home).tables.players.tolist()
    assert players[0] == players[2]
    assert len(set(players)) == 3
    make.merge_undo(merge)
    assert len(set(gathered(home).tables.players.tolist())) == 4


def test_other_clubs_games_and_rulesets_stay_out(home: Club, four: list[Player]) -> None:
    make.table_make(home, ranked(four))
    make.table_make(home, ranked(four), number=2, game="danmaku")
    other = make.club_make()
    make.table_make(other, ranked(make.players_make(other, 4)))
    assert len(gathered(home).tables) == 1
    assert len(gathered(home, "danmaku").tables) == 1


def test_ratings_are_those_before_the_table(home: Club, four: list[Player]) -> None:
    make.table_make(home, ranked(four))
    make.table_make(home, ranked(four), number=2)
    ladder = make.ladder_make(home)
    assert np.isnan(gathered(home).tables.ratings).all()
    run = ladder_refresh(ladder_id=ladder.pk).current_run
    assert run is not None

    found = gathered(home)

    assert found.rated_by == run.digest
    assert found.tables.ratings[:4].tolist() == [1500.0] * 4
    after = [run.standings.model.objects.get(run=run, player=player) for player in four]
    seconds = found.tables.ratings[4:].tolist()
    assert seconds == sorted(seconds, reverse=True)
    assert all(before != row.rating / 1000 for before, row in zip(seconds, after, strict=True))


def test_trigger_seat_is_read_from_the_report(home: Club, four: list[Player]) -> None:
    for number, told in enumerate((2, None, "2.5"), start=1):
        table = make.table_make(home, ranked(four), number=number, game="danmaku")
        report = {} if told is None else {"trigger_seat": told}
        Submission.objects.filter(table=table).update(raw={"report": report})
    assert gathered(home, "danmaku").tables.triggers.tolist() == [2, 0, 0]


def test_scopes_leave_tables_out(home: Club, four: list[Player]) -> None:
    season = Season.objects.create(club=home, name="秋季")
    make.table_make(home, ranked(four))
    make.table_make(home, ranked(four), day=make.day_of(1), season=season)
    make.table_make(home, ranked(four[:3]), day=make.day_of(2))
    day = make.day_of(1)
    assert len(gathered(home, season=season.public_id).tables) == 1
    assert len(gathered(home, first=day).tables) == 2
    assert len(gathered(home, last=day - timedelta(days=1)).tables) == 1
    assert len(gathered(home, min_tables=3).tables) == 1  # the fourth person played two
    assert len(gathered(home, min_tables=4).tables) == 0


def test_nothing_is_an_answer_too(home: Club) -> None:
    found = gathered(home)
    assert len(found.tables) == 0
    assert found.digest


def test_the_digest_changes_with_the_input_alone(home: Club, four: list[Player]) -> None:
    table = make.table_make(home, ranked(four))
    before = gathered(home).digest
    make.unrated_change(home)
    assert gathered(home).digest == before
    lines_of(table).filter(seat=1).update(edit_order=1)
    changed = gathered(home).digest
    assert changed != before
    lines_of(table).filter(seat=1).update(edit_order=None)
    assert gathered(home).digest == before


def test_reading_takes_as_many_queries_for_many_tables(
    home: Club, four: list[Player], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    make.table_make(home, ranked(four))
    ladder_refresh(ladder_id=make.ladder_make(home).pk)
    queries = 6 + 1  # the last one is the helper's own
    with django_assert_num_queries(queries):
        gathered(home)
    for number in range(2, 8):
        make.table_make(home, ranked(four), number=number)
    with django_assert_num_queries(queries):
        gathered(home)
