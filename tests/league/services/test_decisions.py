"""Confirming and rejecting, and the conflict that waits for one of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from league.models import ActionText, Submission
from league.services.decisions import submission_confirm, submission_reject
from league.services.drafts import draft_save
from league.services.errors import Invalid, Stale, WrongState
from league.services.rulesets import ruleset_create
from league.services.tables import table_void
from tests import builders as build

if TYPE_CHECKING:
    from league.models import Club
    from league.services.actors import Actor

pytestmark = pytest.mark.django_db


def _open_report(cast: build.Cast) -> Submission:
    return build.report_of(build.submit(cast.bob, cast.club))


def test_confirming_names_who_when_and_why(review_cast: build.Cast) -> None:
    report = _open_report(review_cast)

    submission_confirm(actor=review_cast.amy, submission=report, lock_version=1, warnings_reason=" seen ")

    report.refresh_from_db()
    assert (report.state, report.decided_by, report.decision_reason) == (
        "confirmed",
        review_cast.amy.user,
        "seen",
    )
    assert report.decided_at is not None


def test_stale_version_is_told_the_current_one_and_writes_nothing(review_cast: build.Cast) -> None:
    report = _open_report(review_cast)
    before = build.everything()

    for verb in (submission_confirm, submission_reject):
        more = {"reason": "no"} if verb is submission_reject else {}
        with pytest.raises(Stale) as refusal:
            verb(actor=review_cast.amy, submission=report, lock_version=0, **more)
        assert refusal.value.lock_version == 1
    assert build.first_difference(before, build.everything()) == []


def test_report_is_decided_only_once(review_cast: build.Cast) -> None:
    report = _open_report(review_cast)
    submission_confirm(actor=review_cast.amy, submission=report, lock_version=1)

    with pytest.raises(WrongState):
        submission_confirm(actor=review_cast.amy, submission=report, lock_version=2)
    with pytest.raises(WrongState):
        submission_reject(actor=review_cast.amy, submission=report, lock_version=2, reason="no")


@pytest.mark.parametrize("reason", ["\u200b", " \u2060\u200d ", "\u3164\u3164", "\u202e\u202c"])
def test_reason_of_which_nothing_can_be_seen_is_none(review_cast: build.Cast, reason: str) -> None:
    report = build.report_of(build.submit(review_cast.bob, review_cast.club))
    with pytest.raises(Invalid) as refusal:
        submission_reject(actor=review_cast.amy, submission=report, lock_version=1, reason=reason)
    assert refusal.value.field == "reason"

    submission_confirm(actor=review_cast.amy, submission=report, lock_version=1, warnings_reason=reason)
    assert report.decision_reason == ""


def test_rejecting_needs_a_reason_and_keeps_the_report(review_cast: build.Cast) -> None:
    report = _open_report(review_cast)
    with pytest.raises(Invalid) as refusal:
        submission_reject(actor=review_cast.amy, submission=report, lock_version=1, reason="  ")
    assert refusal.value.field == "reason"

    submission_reject(actor=review_cast.amy, submission=report, lock_version=1, reason="wrong evening")

    report.refresh_from_db()
    assert (report.state, report.decision_reason) == ("rejected", "wrong evening")
    assert report.lines.count() == 2
    assert ActionText.objects.latest("pk").text == {"reason": "wrong evening"}


@pytest.mark.parametrize("reason", ["x" * 401, "a\x00b", "a\ud800b"])
def test_reason_that_can_not_be_stored_is_refused(review_cast: build.Cast, reason: str) -> None:
    report = _open_report(review_cast)
    before = build.everything()

    with pytest.raises(Invalid) as refusal:
        submission_reject(actor=review_cast.amy, submission=report, lock_version=1, reason=reason)

    assert refusal.value.field == "reason"
    assert build.first_difference(before, build.everything()) == []


def test_draft_can_not_be_decided(cast: build.Cast) -> None:
    draft = draft_save(actor=cast.bob, club=cast.club, raw={})

    with pytest.raises(WrongState):
        submission_confirm(actor=cast.amy, submission=draft, lock_version=0)


def test_report_of_a_void_table_is_not_confirmed(review_cast: build.Cast) -> None:
    report = _open_report(review_cast)
    assert report.table is not None
    table_void(actor=review_cast.amy, table=report.table, lock_version=1, reason="typed twice")

    with pytest.raises(WrongState):
        submission_confirm(actor=review_cast.amy, submission=report, lock_version=2)


def _order_by_seat(cast: build.Cast) -> dict[str, object]:
    """Give the club rules under which the report of `build.danmaku` earns a warning, and return that report."""
    base = cast.club.rulesets.none().model.objects.get(club=None, game="danmaku", key="base").payload
    payload = {**base, "edit_order": "seat"}
    ruleset_create(actor=cast.amy, club=cast.club, game="danmaku", key="base", payload=payload)
    return build.danmaku()


def test_warning_needs_a_reason_when_the_report_comes_in(cast: build.Cast) -> None:
    report = _order_by_seat(cast)

    without = build.submit(cast.bob, cast.club, report)
    reasoned = build.submit(cast.bob, cast.club, report, place=build.at(2), warnings_reason="we diced for it")

    assert (without.state, reasoned.state) == ("submitted", "confirmed")
    assert build.report_of(reasoned).reason == "we diced for it"
    assert build.table_of(reasoned).ruleset.club == cast.club


def test_warning_needs_a_reason_when_it_is_confirmed(cast: build.Cast) -> None:
    report = build.report_of(build.submit(cast.bob, cast.club, _order_by_seat(cast)))

    with pytest.raises(Invalid) as refusal:
        submission_confirm(actor=cast.amy, submission=report, lock_version=1)
    assert refusal.value.field == "reason"
    submission_confirm(actor=cast.amy, submission=report, lock_version=1, warnings_reason="seen it")

    assert report.state == "confirmed"


def test_equal_twin_is_superseded_at_once(club: Club, bob: Actor, amy: Actor) -> None:
    table = build.table_of(build.submit(bob, club))
    shuffled = build.ranks("みずき", "そら")
    shuffled["seats"].reverse()

    twin = build.submit(amy, club, shuffled, onto=table)

    assert (twin.state, twin.version, twin.conflict) == ("superseded", 2, False)
    assert build.states_of(table) == [(1, "confirmed"), (2, "superseded")]


def test_rival_is_kept_and_raises_the_conflict_flag(club: Club, bob: Actor, amy: Actor) -> None:
    table = build.table_of(build.submit(bob, club))

    rival = build.submit(amy, club, build.ranks("そら", "みずき"), onto=table)

    assert (rival.state, rival.conflict, rival.table_state) == ("submitted", True, "confirmed")
    assert build.states_of(table) == [(1, "confirmed"), (2, "submitted")]


def test_conflict_is_resolved_by_rejecting_the_rival(club: Club, bob: Actor, amy: Actor) -> None:
    table = build.table_of(build.submit(bob, club))
    rival = build.submit(bob, club, build.ranks("そら", "みずき"), onto=table)

    submission_reject(actor=amy, submission=build.report_of(rival), lock_version=2, reason="mixed up")

    assert build.again(table).conflict is False
    assert build.states_of(table) == [(1, "confirmed"), (2, "rejected")]


def test_conflict_is_resolved_by_confirming_the_rival(club: Club, bob: Actor, amy: Actor) -> None:
    table = build.table_of(build.submit(bob, club))
    rival = build.submit(bob, club, build.ranks("そら", "みずき"), onto=table)

    submission_confirm(actor=amy, submission=build.report_of(rival), lock_version=2)

    assert build.again(table).conflict is False
    assert build.states_of(table) == [(1, "superseded"), (2, "confirmed")]


def test_two_open_reports_that_differ_are_a_conflict_and_twins_of_one_are_not(
    review_cast: build.Cast,
) -> None:
    first = build.submit(review_cast.bob, review_cast.club)
    table = build.table_of(first)
    twin = build.submit(review_cast.bob, review_cast.club, onto=table)
    assert (twin.state, twin.conflict) == ("superseded", False)

    rival = build.submit(review_cast.bob, review_cast.club, build.ranks("そら", "みずき"), onto=table)

    assert (rival.state, rival.conflict, rival.table_state) == ("submitted", True, "open")


def test_conflict_of_three_stays_until_the_last_rival_is_decided(club: Club, bob: Actor, amy: Actor) -> None:
    table = build.table_of(build.submit(bob, club))
    second = build.submit(bob, club, build.ranks("そら", "みずき"), onto=table)
    build.submit(bob, club, build.ranks("みずき", "れん"), onto=table)

    submission_confirm(actor=amy, submission=build.report_of(second), lock_version=3)
    assert build.again(table).conflict is True
    third = table.submissions.get(version=3)
    submission_reject(actor=amy, submission=third, lock_version=4, reason="no")

    assert build.again(table).conflict is False


def test_seat_swap_alone_makes_a_report_differ(club: Club, bob: Actor) -> None:
    table = build.table_of(build.submit(bob, club))
    moved = build.ranks("みずき", "そら")
    moved["seats"][0]["seat"], moved["seats"][1]["seat"] = 2, 1

    assert build.submit(bob, club, moved, onto=table).conflict is True
