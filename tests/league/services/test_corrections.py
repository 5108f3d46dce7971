"""Corrections: another report in the old one's place, with a reason, against the version that was seen."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING

import pytest

from league.models import Player, Table
from league.services.corrections import table_correct, table_swap_seats
from league.services.errors import Invalid, ReportRefused, Stale, WrongState
from league.services.people import player_anonymise, player_change, player_create
from league.services.tables import table_create, table_void
from tests import builders as build

if TYPE_CHECKING:
    from league.models import Club
    from league.services.actors import Actor

pytestmark = pytest.mark.django_db

KEY = "2026-11-28/00001/00001"


@pytest.fixture
def table(cast: build.Cast) -> Table:
    """A table where みずき won against そら."""
    return build.table_of(build.submit(cast.bob, cast.club))


def test_correction_takes_the_place_of_the_confirmed_report(table: Table, club: Club, amy: Actor) -> None:
    revision = build.revision_of(club)

    report = table_correct(
        actor=amy, table=table, lock_version=1, report=build.ranks("そら", "みずき"), reason="mixed up"
    )

    assert build.states_of(table) == [(1, "superseded"), (2, "confirmed")]
    assert (report.reason, report.decision_reason, report.decided_by) == ("mixed up", "mixed up", amy.user)
    assert build.seats_of(report) == [(1, "そら", 1), (2, "みずき", 2)]
    assert build.revisions_since(club, revision) == [("table.correct", KEY)]
    assert build.owed_since(club, revision) == 1
    assert build.again(table).lock_version == 2


def test_correcting_back_gives_the_same_lines_as_a_third_version(table: Table, amy: Actor) -> None:
    first = table.submissions.get(version=1)
    table_correct(actor=amy, table=table, lock_version=1, report=build.ranks("そら", "みずき"), reason="a")
    third = table_correct(
        actor=amy, table=table, lock_version=2, report=build.ranks("みずき", "そら"), reason="b"
    )

    assert third.lines_digest == first.lines_digest
    assert build.states_of(table) == [(1, "superseded"), (2, "superseded"), (3, "confirmed")]
    assert build.again(table).conflict is False


def test_correction_confirms_an_open_rival_by_saying_the_same(table: Table, club: Club, amy: Actor) -> None:
    build.submit(amy, club, build.ranks("そら", "みずき"), onto=table)
    assert build.again(table).conflict is True

    table_correct(actor=amy, table=table, lock_version=2, report=build.ranks("そら", "みずき"), reason="yes")

    assert build.states_of(table) == [(1, "superseded"), (2, "superseded"), (3, "confirmed")]
    assert build.again(table).conflict is False


def test_open_rival_that_says_something_else_stays_a_conflict(table: Table, club: Club, amy: Actor) -> None:
    build.submit(amy, club, build.ranks("そら", "みずき"), onto=table)

    table_correct(actor=amy, table=table, lock_version=2, report=build.ranks("みずき", "れん"), reason="no",
                  create_missing_players=True)  # fmt: skip

    assert build.states_of(table) == [(1, "superseded"), (2, "submitted"), (3, "confirmed")]
    assert build.again(table).conflict is True


def test_correction_with_errors_or_strangers_or_without_reason_writes_nothing(
    table: Table, amy: Actor
) -> None:
    wrong = build.ranks("みずき", "そら")
    wrong["seats"][0]["placement"] = 2
    good = build.ranks("そら", "みずき")
    before = build.everything()

    with pytest.raises(ReportRefused) as refusal:
        table_correct(actor=amy, table=table, lock_version=1, report=wrong, reason="typo")
    assert [finding.rule for finding in refusal.value.findings] == ["GN-4"]
    with pytest.raises(ReportRefused):
        table_correct(actor=amy, table=table, lock_version=1, report=build.ranks("X", "Y"), reason="typo")
    with pytest.raises(Invalid) as unreasoned:
        table_correct(actor=amy, table=table, lock_version=1, report=good, reason="")
    assert unreasoned.value.field == "reason"
    with pytest.raises(Stale) as stale:
        table_correct(actor=amy, table=table, lock_version=0, report=good, reason="typo")
    assert stale.value.lock_version == 1
    assert build.first_difference(before, build.everything()) == []


def test_nothing_confirmed_or_a_void_table_can_not_be_corrected(cast: build.Cast, table: Table) -> None:
    planned = table_create(actor=cast.bob, club=cast.club, place=build.at(2), game="generic")
    table_void(actor=cast.amy, table=table, lock_version=1, reason="typed twice")

    for target, version in ((planned, 0), (table, 2)):
        with pytest.raises(WrongState):
            table_correct(
                actor=cast.amy,
                table=target,
                lock_version=version,
                report=build.ranks("そら", "みずき"),
                reason="no",
            )


def test_people_can_be_given_where_names_changed_or_were_erased(cast: build.Cast, table: Table) -> None:
    mizuki, sora = (build.player_named(cast.club, name) for name in ("みずき", "そら"))
    player_change(actor=cast.amy, player=mizuki, name="みずきち")
    player_anonymise(actor=cast.amy, player=sora)
    raw = table.submissions.get().raw["report"]
    corrected = deepcopy(raw)
    corrected["seats"][0]["total"] = 99

    report = table_correct(
        actor=cast.amy,
        table=table,
        lock_version=1,
        report=corrected,
        reason="misread",
        players=[mizuki, sora],
    )

    assert [line.player for line in report.lines.order_by("seat")] == [mizuki, sora]
    assert Player.objects.count() == 2


def test_given_people_must_be_as_many_as_the_seats_and_of_this_club(cast: build.Cast, table: Table) -> None:
    mizuki = build.player_named(cast.club, "みずき")
    stranger = player_create(actor=build.ROOT, club=build.club_with("other"), name="れん")
    before = build.everything()

    for people in ([mizuki], [mizuki, stranger]):
        with pytest.raises(Invalid) as refusal:
            table_correct(
                actor=cast.amy,
                table=table,
                lock_version=1,
                report=build.ranks("そら", "みずき"),
                reason="no",
                players=people,
            )
        assert refusal.value.field == "players"
    with pytest.raises(ReportRefused) as twice:
        table_correct(
            actor=cast.amy,
            table=table,
            lock_version=1,
            report=build.ranks("そら", "みずき"),
            reason="no",
            players=[mizuki, mizuki],
        )
    assert [problem.code for problem in twice.value.problems] == ["same_person"]
    assert build.first_difference(before, build.everything()) == []


def test_swapped_seats_leave_everything_else_with_the_person(cast: build.Cast) -> None:
    table = build.table_of(
        build.submit(cast.bob, cast.club, build.danmaku(trigger_seat=1), place=build.at(2))
    )
    before = {line.player_id: line for line in table.submissions.get().lines.all()}

    report = table_swap_seats(
        actor=cast.amy, table=table, lock_version=1, seats=(1, 2), reason="sat the other way"
    )

    assert build.seats_of(report) == [(1, "そら", 1), (2, "みずき", 2)]
    for line in report.lines.all():
        old = before[line.player_id]
        kept = ("edit_order", "parts", "help_untapped", "help_tapped", "total", "placement", "guest")
        assert {name: getattr(line, name) for name in kept} == {name: getattr(old, name) for name in kept}
    assert report.raw["report"]["trigger_seat"] == 2


def test_swapping_twice_gives_the_old_lines(table: Table, amy: Actor) -> None:
    table_swap_seats(actor=amy, table=table, lock_version=1, seats=(1, 2), reason="a")
    third = table_swap_seats(actor=amy, table=table, lock_version=2, seats=(2, 1), reason="b")

    assert third.lines_digest == table.submissions.get(version=1).lines_digest


@pytest.mark.parametrize("seats", [(1, 1), (1, 3), (0, 1)])
def test_only_two_seats_of_the_table_are_swapped(table: Table, amy: Actor, seats: tuple[int, int]) -> None:
    with pytest.raises(Invalid) as refusal:
        table_swap_seats(actor=amy, table=table, lock_version=1, seats=seats, reason="no")

    assert refusal.value.field == "seats"


def test_swap_works_where_another_place_has_no_seat_number(cast: build.Cast) -> None:
    report = build.ranks("A", "B", "C")
    del report["seats"][2]["seat"]
    table = build.table_of(build.submit(cast.bob, cast.club, report))

    swapped = table_swap_seats(actor=cast.amy, table=table, lock_version=1, seats=(1, 2), reason="no")

    assert set(build.seats_of(swapped)) == {(1, "B", 2), (2, "A", 1), (None, "C", 3)}


def test_swap_works_after_a_person_was_renamed_or_erased(cast: build.Cast, table: Table) -> None:
    mizuki, sora = (build.player_named(cast.club, name) for name in ("みずき", "そら"))
    player_change(actor=cast.amy, player=mizuki, name="月")
    player_change(actor=cast.amy, player=sora, name="みずき")
    player_anonymise(actor=cast.amy, player=mizuki)

    report = table_swap_seats(actor=cast.amy, table=table, lock_version=1, seats=(1, 2), reason="no")

    assert [(line.seat, line.player) for line in report.lines.order_by("seat")] == [(1, sora), (2, mizuki)]
