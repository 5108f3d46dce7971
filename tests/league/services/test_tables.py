"""Whole tables: planned, void, restored, unfinished, moved."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from league.services.errors import Invalid, NumberTaken, Stale, WrongState
from league.services.people import player_create
from league.services.tables import (
    Move,
    table_create,
    table_mark_unfinished,
    table_move,
    table_restore,
    table_unmark_unfinished,
    table_void,
    tables_move,
)
from tests import builders as build

if TYPE_CHECKING:
    from league.models import Club, Table
    from league.services.actors import Actor

pytestmark = pytest.mark.django_db

KEY_1, KEY_2, KEY_9 = "2026-11-28/00001/00001", "2026-11-28/00001/00002", "2026-11-28/00001/00009"


def _tables(cast: build.Cast, count: int) -> list[Table]:
    return [
        build.table_of(build.submit(cast.bob, cast.club, place=build.at(number)))
        for number in range(1, count + 1)
    ]


def _numbers(tables: list[Table]) -> list[int]:
    return [build.again(table).number for table in tables]


def test_planned_table_is_open_and_knows_who_sits_where(club: Club, bob: Actor) -> None:
    seats = [player_create(actor=bob, club=club, name=name) for name in ("みずき", "そら")]

    table = table_create(actor=bob, club=club, place=build.at(2), game="danmaku", planned_seats=seats)

    assert (table.state, table.number, table.lock_version) == ("open", 2, 0)
    assert table.planned_seats == [player.public_id for player in seats]
    assert build.owed_since(club, 0) == 0


@pytest.mark.parametrize(
    ("game", "ruleset"), [("chess", "base"), ("danmaku", "house"), ("\x00", "base"), ("danmaku", "\x00")]
)
def test_planned_table_needs_a_known_game_and_ruleset(
    club: Club, bob: Actor, game: str, ruleset: str
) -> None:
    with pytest.raises(Invalid) as refusal:
        table_create(actor=bob, club=club, place=build.at(), game=game, ruleset=ruleset)

    assert refusal.value.field == "ruleset"


def test_planned_seats_are_different_people_of_the_club(club: Club, bob: Actor) -> None:
    mizuki = player_create(actor=bob, club=club, name="みずき")
    stranger = player_create(actor=build.ROOT, club=build.club_with("other"), name="そら")

    for seats in ([mizuki, mizuki], [mizuki, stranger]):
        with pytest.raises(Invalid) as refusal:
            table_create(actor=bob, club=club, place=build.at(), game="danmaku", planned_seats=seats)
        assert refusal.value.field == "planned_seats"


def test_planned_table_does_not_take_a_number_twice(club: Club, bob: Actor) -> None:
    build.submit(bob, club)

    with pytest.raises(NumberTaken):
        table_create(actor=bob, club=club, place=build.at(1, round_=2), game="generic")


def test_void_keeps_reports_frees_the_number_and_names_its_place(cast: build.Cast) -> None:
    (table,) = _tables(cast, 1)
    revision = build.revision_of(cast.club)

    void = table_void(actor=cast.amy, table=table, lock_version=1, reason="typed twice")

    assert (void.state, void.state_reason, void.lock_version) == ("void", "typed twice", 2)
    assert build.states_of(table) == [(1, "confirmed")]
    assert build.revisions_since(cast.club, revision) == [("table.void", KEY_1)]
    assert build.owed_since(cast.club, revision) == 1
    assert build.submit(cast.bob, cast.club).table != table.public_id


def test_void_needs_a_reason_the_current_version_and_a_table_that_is_not(cast: build.Cast) -> None:
    (table,) = _tables(cast, 1)
    with pytest.raises(Invalid):
        table_void(actor=cast.amy, table=table, lock_version=1, reason=" ")
    with pytest.raises(Stale) as stale:
        table_void(actor=cast.amy, table=table, lock_version=0, reason="typed twice")
    assert stale.value.lock_version == 1
    table_void(actor=cast.amy, table=table, lock_version=1, reason="typed twice")
    with pytest.raises(WrongState):
        table_void(actor=cast.amy, table=table, lock_version=2, reason="typed twice")


def test_restored_table_takes_the_next_number_when_its_own_is_taken(cast: build.Cast) -> None:
    first, _second = _tables(cast, 2)
    table_void(actor=cast.amy, table=first, lock_version=1, reason="typed twice")
    build.submit(cast.bob, cast.club)

    restored = table_restore(actor=cast.amy, table=first, lock_version=2)

    assert (restored.state, restored.number) == ("confirmed", 3)


def test_restored_table_keeps_its_number_when_it_is_free(cast: build.Cast) -> None:
    (table,) = _tables(cast, 1)
    table_void(actor=cast.amy, table=table, lock_version=1, reason="typed twice")
    revision = build.revision_of(cast.club)

    restored = table_restore(actor=cast.amy, table=table, lock_version=2, reason="it was another one")

    assert (restored.state, restored.number, restored.lock_version) == ("confirmed", 1, 3)
    assert build.revisions_since(cast.club, revision) == [("table.restore", KEY_1)]


def test_restoring_beside_the_highest_number_finds_a_gap(cast: build.Cast) -> None:
    (table,) = _tables(cast, 1)
    table_void(actor=cast.amy, table=table, lock_version=1, reason="typed twice")
    build.submit(cast.bob, cast.club)
    build.submit(cast.bob, cast.club, place=build.at(99_999))

    assert table_restore(actor=cast.amy, table=table, lock_version=2).number == 2


def test_state_comes_back_as_it_was(cast: build.Cast) -> None:
    planned = table_create(actor=cast.bob, club=cast.club, place=build.at(1), game="generic")
    unfinished = build.table_of(
        build.submit(cast.bob, cast.club, build.ranks("A", "B", finished=False), place=build.at(2))
    )
    marked = build.table_of(build.submit(cast.bob, cast.club, place=build.at(3)))
    table_mark_unfinished(actor=cast.amy, table=marked, lock_version=1, reason="last train")
    states = []

    for table in (planned, unfinished, marked):
        version = build.again(table).lock_version
        table_void(actor=cast.amy, table=table, lock_version=version, reason="oops")
        states.append(table_restore(actor=cast.amy, table=table, lock_version=version + 1).state)

    assert states == ["open", "unfinished", "unfinished"]


def test_only_a_void_table_is_restored(cast: build.Cast) -> None:
    (table,) = _tables(cast, 1)

    with pytest.raises(WrongState):
        table_restore(actor=cast.amy, table=table, lock_version=1)


def test_unfinished_table_needs_a_reason_and_can_be_undone(cast: build.Cast) -> None:
    (table,) = _tables(cast, 1)
    revision = build.revision_of(cast.club)
    with pytest.raises(Invalid):
        table_mark_unfinished(actor=cast.amy, table=table, lock_version=1, reason="")

    marked = table_mark_unfinished(actor=cast.amy, table=table, lock_version=1, reason="last train")
    assert (marked.state, marked.state_reason) == ("unfinished", "last train")
    with pytest.raises(WrongState):
        table_mark_unfinished(actor=cast.amy, table=table, lock_version=2, reason="last train")
    back = table_unmark_unfinished(actor=cast.amy, table=table, lock_version=2)

    assert back.state == "confirmed"
    assert build.revisions_since(cast.club, revision) == [
        ("table.unfinished", KEY_1),
        ("table.unfinished", KEY_1),
    ]


def test_report_of_an_unfinished_game_is_not_rated(club: Club, bob: Actor) -> None:
    report = build.danmaku(finished=False)
    for seat in report["seats"]:
        del seat["total"], seat["placement"], seat["pages"]

    answer = build.submit(bob, club, report)

    assert (answer.state, answer.table_state) == ("confirmed", "unfinished")


def test_moving_names_the_old_and_the_new_place(cast: build.Cast) -> None:
    (table,) = _tables(cast, 1)
    revision = build.revision_of(cast.club)

    moved = table_move(actor=cast.amy, table=table, lock_version=1, place=build.at(9), reason="misread")

    assert (moved.order_key, moved.lock_version, moved.state) == (KEY_9, 2, "confirmed")
    assert build.revisions_since(cast.club, revision) == [("table.move", KEY_1)]
    revision = build.revision_of(cast.club)
    table_move(actor=cast.amy, table=table, lock_version=2, place=build.at(2))
    assert build.revisions_since(cast.club, revision) == [("table.move", KEY_2)]


def test_moving_onto_a_taken_number_is_refused_with_its_table(cast: build.Cast) -> None:
    first, second = _tables(cast, 2)
    before = build.everything()

    with pytest.raises(NumberTaken) as refusal:
        table_move(actor=cast.amy, table=first, lock_version=1, place=build.at(2))

    assert (refusal.value.table, refusal.value.next_free) == (second, 3)
    assert build.first_difference(before, build.everything()) == []


def test_two_tables_swap_numbers(cast: build.Cast) -> None:
    first, second = _tables(cast, 2)

    moves = [Move(first, 1, build.at(2)), Move(second, 1, build.at(1))]
    tables_move(actor=cast.amy, club=cast.club, moves=moves)

    assert _numbers([first, second]) == [2, 1]


@pytest.mark.parametrize("shift", [1, -1])
def test_row_of_tables_shifts_in_either_direction(cast: build.Cast, shift: int) -> None:
    tables = [
        build.table_of(build.submit(cast.bob, cast.club, place=build.at(number))) for number in (11, 12, 13)
    ]

    moves = [Move(table, 1, build.at(table.number + shift)) for table in tables]
    tables_move(actor=cast.amy, club=cast.club, moves=moves)

    assert _numbers(tables) == [11 + shift, 12 + shift, 13 + shift]


def test_chain_over_two_days_moves_at_once(cast: build.Cast) -> None:
    first, second = _tables(cast, 2)
    third = build.table_of(build.submit(cast.bob, cast.club, place=build.at(1, day=build.NEXT_DAY)))

    moves = [
        Move(first, 1, build.at(2)),
        Move(second, 1, build.at(1, day=build.NEXT_DAY)),
        Move(third, 1, build.at(1)),
    ]
    tables_move(actor=cast.amy, club=cast.club, moves=moves)

    assert [build.again(table).order_key for table in (first, second, third)] == [
        KEY_2,
        "2026-12-05/00001/00001",
        KEY_1,
    ]


def test_numbers_used_for_parking_can_be_moved_to(cast: build.Cast) -> None:
    first, second = _tables(cast, 2)
    moves = [Move(first, 1, build.at(99_998)), Move(second, 1, build.at(99_999))]
    tables_move(actor=cast.amy, club=cast.club, moves=moves)

    moves = [Move(first, 2, build.at(99_999)), Move(second, 2, build.at(99_998))]
    tables_move(actor=cast.amy, club=cast.club, moves=moves)

    assert _numbers([first, second]) == [99_999, 99_998]


def test_moves_that_make_no_sense_are_refused_and_change_nothing(cast: build.Cast) -> None:
    first, second = _tables(cast, 2)
    elsewhere = build.table_of(build.submit(build.ROOT, build.club_with("other")))
    before = build.everything()

    for moves in (
        [],
        [Move(first, 1, build.at(5)), Move(first, 1, build.at(6))],
        [Move(first, 1, build.at(5)), Move(second, 1, build.at(5, round_=2))],
        [Move(elsewhere, 1, build.at(5))],
        [Move(first, 1, build.at(0))],
    ):
        with pytest.raises(Invalid):
            tables_move(actor=cast.amy, club=cast.club, moves=moves)
    moves = [Move(first, 1, build.at(5)), Move(second, 7, build.at(6))]
    with pytest.raises(Stale):
        tables_move(actor=cast.amy, club=cast.club, moves=moves)
    assert build.first_difference(before, build.everything()) == []


def test_void_table_does_not_move(cast: build.Cast) -> None:
    (table,) = _tables(cast, 1)
    table_void(actor=cast.amy, table=table, lock_version=1, reason="typed twice")

    with pytest.raises(WrongState):
        table_move(actor=cast.amy, table=table, lock_version=2, place=build.at(4))


def test_move_to_the_same_place_is_a_change_nobody_else_notices(cast: build.Cast) -> None:
    (table,) = _tables(cast, 1)

    moved = table_move(actor=cast.amy, table=table, lock_version=1, place=build.at(1))

    assert (moved.order_key, moved.state) == (KEY_1, "confirmed")
