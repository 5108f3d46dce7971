"""Idempotency keys: one key, one effect, one answer (G2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from league.models import IdempotencyKey, Submission, Table
from league.services.errors import Invalid, KeyReused, NumberTaken
from league.services.tables import table_void
from tests import builders as build

if TYPE_CHECKING:
    from league.models import Club
    from league.services.actors import Actor

pytestmark = pytest.mark.django_db


def test_same_key_and_body_is_answered_again_and_done_once(club: Club, bob: Actor) -> None:
    first = build.submit(bob, club, idempotency_key="k-1")
    before = build.everything()

    assert build.submit(bob, club, idempotency_key="k-1") == first
    assert build.first_difference(before, build.everything()) == []
    assert Table.objects.count() == 1


def test_answer_stays_the_same_after_the_table_changed(club: Club, bob: Actor, amy: Actor) -> None:
    first = build.submit(bob, club, idempotency_key="k-1")
    table_void(actor=amy, table=build.table_of(first), lock_version=1, reason="no")

    assert build.submit(bob, club, idempotency_key="k-1") == first


def test_order_of_json_keys_is_no_other_body(club: Club, bob: Actor) -> None:
    report = build.ranks("A", "B")
    first = build.submit(bob, club, report, idempotency_key="k-1")

    turned = dict(reversed(report.items()))

    assert build.submit(bob, club, turned, idempotency_key="k-1") == first


def test_other_report_place_target_or_reason_with_the_key_is_refused(club: Club, bob: Actor) -> None:
    answer = build.submit(bob, club, idempotency_key="k-1")
    before = build.everything()

    for change in (
        {"report": build.ranks("そら", "みずき")},
        {"place": build.at(2)},
        {"place": build.at(1, round_=2)},
        {"place": build.at(1, day=build.NEXT_DAY)},
        {"onto": build.table_of(answer)},
        {"warnings_reason": "because"},
    ):
        with pytest.raises(KeyReused) as refusal:
            build.submit(bob, club, idempotency_key="k-1", **change)
        assert refusal.value.field == "idempotency_key"
    assert build.first_difference(before, build.everything()) == []


def test_same_key_of_another_person_or_club_is_another_key(club: Club, bob: Actor, amy: Actor) -> None:
    build.submit(bob, club, idempotency_key="k-1")
    build.submit(amy, club, place=build.at(2), idempotency_key="k-1")
    elsewhere = build.cast_make("other")
    build.submit(elsewhere.bob, elsewhere.club, idempotency_key="k-1")

    assert IdempotencyKey.objects.filter(key="k-1").count() == 3
    assert Table.objects.count() == 3


def test_refused_request_leaves_the_key_free(club: Club, bob: Actor) -> None:
    build.submit(bob, club)
    with pytest.raises(NumberTaken):
        build.submit(bob, club, idempotency_key="k-1")

    assert build.submit(bob, club, place=build.at(2), idempotency_key="k-1").state == "confirmed"


@pytest.mark.parametrize("key", ["x" * 101, "キー", "a\nb", "a\x00", "\x7f"])
def test_key_that_is_no_printable_ascii_is_refused(club: Club, bob: Actor, key: str) -> None:
    with pytest.raises(Invalid) as refusal:
        build.submit(bob, club, idempotency_key=key)

    assert refusal.value.field == "idempotency_key"
    assert Table.objects.count() == 0


def test_longest_key_with_spaces_is_fine_and_no_key_means_no_memory(club: Club, bob: Actor) -> None:
    build.submit(bob, club, idempotency_key="a b" + "x" * 97)
    build.submit(bob, club, place=build.at(2), idempotency_key="")

    assert IdempotencyKey.objects.count() == 1
    assert Submission.objects.count() == 2
