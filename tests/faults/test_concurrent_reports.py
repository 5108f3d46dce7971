"""Several people at one table at the same moment, with real threads and connections: one wins, nothing is half done."""

from __future__ import annotations

from threading import Barrier, Thread
from typing import TYPE_CHECKING

import pytest
from django.db import connections

from league.models import ActionLog, Player, Revision, Submission, Table
from league.services.audit import chain_faults
from league.services.corrections import table_correct
from league.services.decisions import submission_confirm
from league.services.errors import NumberTaken, Refused, Stale
from league.services.merges import player_merge
from league.services.tables import table_void
from tests import builders as build

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from league.models import Club

pytestmark = pytest.mark.django_db(transaction=True)
PATIENCE_S = 60


def at_once(calls: Sequence[Callable[[], object]]) -> list[object]:
    """Make all calls at the same moment, each on a connection of its own; return results and refusals in order."""
    start, answers = Barrier(len(calls)), [None] * len(calls)

    def run(position: int, call: Callable[[], object]) -> None:
        try:
            start.wait(PATIENCE_S)
            answers[position] = call()  # type: ignore[call-overload]
        except BaseException as error:  # noqa: BLE001 - whatever happened is the answer
            answers[position] = error  # type: ignore[call-overload]
        finally:
            connections.close_all()

    threads = [Thread(target=run, args=pair) for pair in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE_S)
    return list(answers)


def refusals(answers: list[object]) -> list[Refused]:
    """Return what was refused; anything else that was raised fails the test."""
    raised = [answer for answer in answers if isinstance(answer, BaseException)]
    assert all(isinstance(error, Refused) for error in raised), raised
    return [error for error in raised if isinstance(error, Refused)]


def check_whole(club: Club) -> None:
    """Check what must hold after any race: chains without gaps, whole tables, at most one confirmed report each."""
    numbers = list(Revision.objects.filter(club=club).order_by("number").values_list("number", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))
    assert list(chain_faults(club=club)) == []
    for table in Table.objects.filter(meeting__club=club):
        versions = list(table.submissions.order_by("version").values_list("version", flat=True))
        assert versions == list(range(1, len(versions) + 1))
        assert table.submissions.filter(state="confirmed").count() <= 1
        assert all(submission.lines.exists() for submission in table.submissions.all())


@pytest.fixture
def review() -> build.Cast:
    return build.cast_make("midori", confirmation_mode="review")


@pytest.fixture
def direct() -> build.Cast:
    return build.cast_make()


def test_two_confirms_at_once_leave_one_confirmed_report(review: build.Cast) -> None:
    first = build.submit(review.bob, review.club)
    table = build.table_of(first)
    rival = build.submit(review.bob, review.club, build.ranks("そら", "みずき"), onto=table)
    version = build.again(table).lock_version
    reports = [build.report_of(first), build.report_of(rival)]

    def confirm(report: Submission) -> Callable[[], object]:
        return lambda: submission_confirm(actor=review.amy, submission=report, lock_version=version)

    answers = at_once([confirm(report) for report in reports])

    assert [type(refusal) for refusal in refusals(answers)] == [Stale]
    assert sorted(state for _version, state in build.states_of(table)) == ["confirmed", "submitted"]
    assert build.again(table).conflict
    check_whole(review.club)


def test_confirm_against_void_lets_one_through(review: build.Cast) -> None:
    answer = build.submit(review.bob, review.club)
    table, report = build.table_of(answer), build.report_of(answer)

    answers = at_once(
        [
            lambda: submission_confirm(actor=review.amy, submission=report, lock_version=1),
            lambda: table_void(actor=review.amy, table=table, lock_version=1, reason="typed twice"),
        ]
    )

    assert [type(refusal) for refusal in refusals(answers)] == [Stale]
    now = build.again(table)
    voided = isinstance(answers[0], Stale)
    assert (now.state, build.states_of(table)) == (
        ("void", [(1, "submitted")]) if voided else ("confirmed", [(1, "confirmed")])
    )
    assert now.lock_version == 2
    check_whole(review.club)


def test_same_key_five_times_at_once_is_one_report_with_one_answer(direct: build.Cast) -> None:
    answers = at_once(
        [lambda: build.submit(direct.bob, direct.club, idempotency_key="phone-1") for _ in range(5)]
    )

    assert refusals(answers) == []
    assert len({repr(answer) for answer in answers}) == 1
    assert (Table.objects.count(), Submission.objects.count(), Player.objects.count()) == (1, 1, 2)
    check_whole(direct.club)


def test_two_new_tables_with_one_number_make_one_table(direct: build.Cast) -> None:
    answers = at_once(
        [
            lambda: build.submit(direct.bob, direct.club, build.ranks("みずき", "そら")),
            lambda: build.submit(direct.amy, direct.club, build.ranks("れん", "あおい")),
        ]
    )

    (refusal,) = refusals(answers)
    assert isinstance(refusal, NumberTaken)
    assert (refusal.table, refusal.next_free) == (Table.objects.get(), 2)
    assert (Submission.objects.count(), Player.objects.count()) == (1, 2)
    check_whole(direct.club)


def test_two_rival_reports_at_once_are_both_kept_as_a_conflict(direct: build.Cast) -> None:
    table = build.table_of(build.submit(direct.bob, direct.club))

    answers = at_once(
        [
            lambda: build.submit(direct.bob, direct.club, build.ranks("そら", "みずき"), onto=table),
            lambda: build.submit(direct.amy, direct.club, build.ranks("みずき", "れん"), onto=table),
        ]
    )

    assert refusals(answers) == []
    assert build.states_of(table) == [(1, "confirmed"), (2, "submitted"), (3, "submitted")]
    assert build.again(table).conflict
    check_whole(direct.club)


def test_one_new_name_in_two_reports_at_once_is_one_person(direct: build.Cast) -> None:
    answers = at_once(
        [
            lambda: build.submit(direct.bob, direct.club, build.ranks("あたらしい", "そら")),
            lambda: build.submit(
                direct.amy, direct.club, build.ranks("あたらしい", "れん"), place=build.at(2)
            ),
        ]
    )

    assert refusals(answers) == []
    assert sorted(Player.objects.values_list("display_name", flat=True)) == ["あたらしい", "そら", "れん"]
    check_whole(direct.club)


def test_two_merges_at_once_never_make_a_circle(direct: build.Cast) -> None:
    build.submit(direct.bob, direct.club, build.ranks("みずき", "そら"))
    build.submit(direct.bob, direct.club, build.ranks("ミズキ本人", "そら"), place=build.at(2))
    one, other = (build.player_named(direct.club, name) for name in ("みずき", "ミズキ本人"))

    answers = at_once(
        [
            lambda: player_merge(actor=direct.amy, source=one, target=other),
            lambda: player_merge(actor=direct.amy, source=other, target=one),
        ]
    )

    assert len(refusals(answers)) == 1
    check_whole(direct.club)


def test_accepted_edits_of_eight_editors_form_one_chain(direct: build.Cast) -> None:
    table = build.table_of(build.submit(direct.bob, direct.club))
    names = ["みずき", "そら"]

    def edit(editor: int) -> Callable[[], object]:
        def call() -> int:
            accepted = 0
            for attempt in range(4):
                seen = build.again(table).lock_version
                try:
                    table_correct(
                        actor=direct.amy,
                        table=table,
                        lock_version=seen,
                        report=build.ranks(*(names if (editor + attempt) % 2 else reversed(names))),
                        reason=f"editor {editor}, attempt {attempt}",
                    )
                except Stale:
                    continue
                accepted += 1
            return accepted

        return call

    answers = at_once([edit(editor) for editor in range(8)])

    assert refusals(answers) == []
    accepted = sum(answer for answer in answers if isinstance(answer, int))
    assert accepted >= 4
    assert build.again(table).lock_version == 1 + accepted
    assert Submission.objects.filter(table=table).count() == 1 + accepted
    assert ActionLog.objects.filter(club=direct.club, verb="correct").count() == accepted
    check_whole(direct.club)
