"""The sweep finds what is behind without queue or outbox, and throws away only what nobody can see."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.utils import timezone

from league import wake
from league.models import IdempotencyKey, Ladder, Outbox
from league.services import sweep
from league.services.leases import holder_new, lease_take
from league.services.runs import ladder_refresh
from league.services.sweep import prune, sweep_run
from tests import factories as make

if TYPE_CHECKING:
    from league.models import Club

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def club() -> Club:
    club = make.club_make()
    make.table_make(
        club, [(player, place) for place, player in enumerate(make.players_make(club, 3), start=1)]
    )
    return club


def _behind() -> list[str]:
    return [ladder.name for ladder in Ladder.objects.order_by("pk") if _lag(ladder)]


def _lag(ladder: Ladder) -> int:
    return ladder.club.counter.revision - ladder.computed_revision


def test_sweep_computes_everything_that_is_behind(club: Club) -> None:
    other = make.club_make()
    for name, owner in (("one", club), ("two", club), ("three", other)):
        make.ladder_make(owner, name)
    assert _behind() == ["one", "two", "three"]

    sweep_run()

    assert _behind() == []


def test_sweep_needs_no_outbox(club: Club) -> None:
    make.ladder_make(club)
    Outbox.objects.all().delete()

    sweep_run()

    assert _behind() == []


def test_sweep_hands_over_to_workers_that_listen(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    ladder = make.ladder_make(club)
    woken: list[tuple[int, int]] = []

    def listening(ladder_id: int, revision: int) -> bool:
        woken.append((ladder_id, revision))
        return True

    monkeypatch.setattr(wake, "wake_ladder", listening)

    sweep_run()

    assert woken == [(ladder.pk, 2)]
    assert _behind() == ["standard"]


def test_ladder_that_somebody_works_on_is_left_to_him(club: Club) -> None:
    ladder = make.ladder_make(club)
    lease_take(name=f"ladder:{ladder.pk}", holder=holder_new())

    sweep_run()

    assert _behind() == ["standard"]


def test_failing_ladder_doesnt_stop_the_others(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    bad, _ = make.ladder_make(club, "bad"), make.ladder_make(club, "good")
    refresh = sweep.ladder_refresh_alone

    def failing(*, ladder_id: int, revision: int) -> bool:
        if ladder_id == bad.pk:
            raise ZeroDivisionError
        return refresh(ladder_id=ladder_id, revision=revision)

    monkeypatch.setattr(sweep, "ladder_refresh_alone", failing)

    sweep_run()

    assert _behind() == ["bad"]


def test_outbox_is_kept_until_every_ladder_has_reached_it(club: Club) -> None:
    first, second = make.ladder_make(club, "first"), make.ladder_make(club, "second")
    ladder_refresh(ladder_id=first.pk)

    prune()
    assert Outbox.objects.filter(club=club).count() == 1
    ladder_refresh(ladder_id=second.pk)
    prune()
    assert not Outbox.objects.filter(club=club).exists()


def test_outbox_of_a_club_without_ladders_is_empty(club: Club) -> None:
    prune()

    assert not Outbox.objects.filter(club=club).exists()


def test_later_wake_up_stays(club: Club) -> None:
    ladder = make.ladder_make(club)
    ladder_refresh(ladder_id=ladder.pk)
    make.table_make(club, [(player, 1) for player in make.players_make(club, 2)], number=2)

    prune()

    assert list(Outbox.objects.values_list("revision", flat=True)) == [3]


def test_idempotency_keys_are_kept_for_thirty_days(club: Club) -> None:
    for days in (29, 31):
        key = IdempotencyKey.objects.create(
            club=club, actor="a", key=str(days), operation="o", body_digest="d", status=201, answer={}
        )
        IdempotencyKey.objects.filter(pk=key.pk).update(created_at=timezone.now() - timedelta(days=days))

    prune()

    assert list(IdempotencyKey.objects.values_list("key", flat=True)) == ["29"]


def test_keys_of_imported_tables_are_kept_for_good(club: Club) -> None:
    key = IdempotencyKey.objects.create(
        club=club, actor="a", key="k", operation="import", body_digest="d", status=201, answer={}
    )
    IdempotencyKey.objects.filter(pk=key.pk).update(created_at=timezone.now() - timedelta(days=400))

    prune()

    assert IdempotencyKey.objects.filter(pk=key.pk).exists()


def test_two_sweeps_dont_prune_at_once(club: Club) -> None:
    lease_take(name="prune", holder=holder_new())

    prune()

    assert Outbox.objects.filter(club=club).exists()
