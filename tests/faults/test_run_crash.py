"""A run that stops anywhere changes nothing that anybody sees, and never stands in the way of the next one (G4, G7)."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.utils import timezone

from league.models import Ladder, RatingPoint, RatingRun, RatingSegment, Standing
from league.services import runs
from league.services.run_verify import ladder_compare
from league.services.runs import ladder_refresh, ladder_refresh_alone
from league.services.sweep import prune
from tests import factories as make
from tests.league.services.ladder_state import StoppedError, from_scratch, make_small, shown, stop_at

if TYPE_CHECKING:
    from time_machine import TimeMachineFixture

    from league.models import Table

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def small_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    make_small(monkeypatch)


@pytest.fixture
def ladder() -> Ladder:
    club = make.club_make()
    made = make.ladder_make(club)
    make.season_fill(club, make.players_make(club, 6), 14)
    ladder_refresh(ladder_id=made.pk)
    return made


def _first_table(ladder: Ladder) -> Table:
    tables = ladder.club.meetings.order_by("club_day").first()
    assert tables is not None
    return tables.tables.get(number=1)


def _turn_around(table: Table) -> None:
    """Correct a table to the reverse of what it says."""
    lines = table.submissions.get(state="confirmed").lines.select_related("player")
    make.table_correct(table, [(line.player, 5 - (line.placement or 0)) for line in lines])


def test_stopped_after_each_chunk_another_run_finishes_the_work(ladder: Ladder) -> None:
    table = _first_table(ladder)
    stopped_at = 0
    for chunk in range(1, 100):
        before = shown(ladder)
        _turn_around(table)
        try:
            ladder_refresh(ladder_id=ladder.pk, between=stop_at(chunk))
        except StoppedError:
            stopped_at = chunk
            assert shown(ladder) == before
            ladder_refresh(ladder_id=ladder.pk)
        assert shown(ladder) == from_scratch(ladder)
        assert ladder_compare(ladder_id=ladder.pk).difference == ""
        if stopped_at < chunk:
            break

    assert stopped_at >= 6  # five segments and the standings at least


def test_stopped_before_publishing_nothing_is_shown(ladder: Ladder, monkeypatch: pytest.MonkeyPatch) -> None:
    before = shown(ladder)
    _turn_around(_first_table(ladder))
    with monkeypatch.context() as patched:
        patched.setattr(runs, "run_publish", _die)
        with pytest.raises(StoppedError):
            ladder_refresh(ladder_id=ladder.pk)

    assert shown(ladder) == before
    ladder_refresh(ladder_id=ladder.pk)
    assert shown(ladder) == from_scratch(ladder)


def test_first_run_of_a_ladder_may_crash_too(ladder: Ladder) -> None:
    fresh = make.ladder_make(ladder.club, "second")
    for chunk in (1, 3, 5):
        with pytest.raises(StoppedError):
            ladder_refresh(ladder_id=fresh.pk, between=stop_at(chunk))

    ladder_refresh(ladder_id=fresh.pk)

    assert shown(fresh) == shown(ladder)


def test_what_a_crash_left_is_deleted_after_an_hour(ladder: Ladder, time_machine: TimeMachineFixture) -> None:
    now = timezone.now()
    time_machine.move_to(now, tick=False)
    _turn_around(_first_table(ladder))
    with pytest.raises(StoppedError):
        ladder_refresh(ladder_id=ladder.pk, between=stop_at(4))
    crashed = RatingRun.objects.get(ladder=ladder, status=RatingRun.Status.BUILDING)

    time_machine.move_to(now + timedelta(minutes=59), tick=False)
    prune()
    assert RatingSegment.objects.filter(created_by=crashed.pk).count() == 4

    time_machine.move_to(now + timedelta(minutes=61), tick=False)
    prune()
    assert not RatingRun.objects.filter(pk=crashed.pk).exists()
    assert RatingPoint.objects.filter(segment__ladder=ladder).count() == len(shown(ladder).points)
    assert Standing.objects.filter(run__ladder=ladder).count() == len(shown(ladder).standings)
    ladder_refresh(ladder_id=ladder.pk)
    assert shown(ladder) == from_scratch(ladder)


def test_slow_run_that_was_taken_for_dead_starts_over(
    ladder: Ladder, time_machine: TimeMachineFixture
) -> None:
    now = timezone.now()
    time_machine.move_to(now, tick=False)
    _turn_around(_first_table(ladder))
    last = _chunks_of_a_run(ladder)
    _turn_around(_first_table(ladder))
    calls = 0

    def dawdle() -> None:
        nonlocal calls
        calls += 1
        if calls == last:
            time_machine.move_to(now + timedelta(hours=2), tick=False)
            prune()

    ladder_refresh(ladder_id=ladder.pk, between=dawdle)

    assert calls > last
    assert shown(ladder) == from_scratch(ladder)


def test_lease_of_a_stopped_run_is_given_back(ladder: Ladder, monkeypatch: pytest.MonkeyPatch) -> None:
    _turn_around(_first_table(ladder))
    with monkeypatch.context() as patched:
        patched.setattr(runs, "run_publish", _die)
        with pytest.raises(StoppedError):
            ladder_refresh_alone(ladder_id=ladder.pk, revision=99)

    assert ladder_refresh_alone(ladder_id=ladder.pk, revision=99)
    assert shown(ladder) == from_scratch(ladder)


def _chunks_of_a_run(ladder: Ladder) -> int:
    """Bring the ladder up to date; return how often `between` was called."""
    calls = []
    ladder_refresh(ladder_id=ladder.pk, between=lambda: calls.append(1))
    return len(calls)


def _die(**_: object) -> bool:
    raise StoppedError
