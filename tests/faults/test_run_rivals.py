"""Several runs at once, and readers meanwhile: one is published, the others notice, nobody sees a mixture (G6, G18)."""

from __future__ import annotations

from datetime import timedelta
from threading import Barrier, Event, Thread
from typing import TYPE_CHECKING

import pytest
from django.db import connection
from django.utils import timezone

from league.models import Ladder, RatingPoint, RatingRun, RatingSegment, Standing
from league.ratings.tallies import ranks_of
from league.selectors.ladders import points_visible
from league.services.ladders import LadderSpec, ladder_change, preset
from league.services.runs import ladder_refresh
from league.services.sweep import prune
from tests import factories as make
from tests.league.services.ladder_state import from_scratch, make_small, shown, shown_by

if TYPE_CHECKING:
    from collections.abc import Callable

    from time_machine import TimeMachineFixture

    from league.models import Table

pytestmark = pytest.mark.django_db(transaction=True)
PATIENCE = 60


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


def _tables(ladder: Ladder) -> list[Table]:
    meeting = ladder.club.meetings.get()
    return list(meeting.tables.order_by("number"))


def _turn_around(table: Table) -> None:
    lines = table.submissions.get(state="confirmed").lines.select_related("player")
    make.table_correct(table, [(line.player, 5 - (line.placement or 0)) for line in lines])


def _statuses(ladder: Ladder) -> list[str]:
    return list(RatingRun.objects.filter(ladder=ladder).order_by("number").values_list("status", flat=True))


def _at_first_call(action: Callable[[], object]) -> Callable[[], None]:
    done = False

    def between() -> None:
        nonlocal done
        if not done:
            done = True
            action()

    return between


class Worker(Thread):
    """A refresh in a thread with a connection of its own; `join` raises what it raised."""

    def __init__(self, ladder: Ladder, between: Callable[[], object]) -> None:
        super().__init__()
        self._ladder_id, self._between = ladder.pk, between
        self._error: BaseException | None = None

    def run(self) -> None:
        try:
            ladder_refresh(ladder_id=self._ladder_id, between=self._between)
        except BaseException as error:  # noqa: BLE001 - handed to the thread that joins
            self._error = error
        finally:
            connection.close()

    def finish(self) -> None:
        self.join(PATIENCE)
        assert not self.is_alive()
        if self._error is not None:
            raise self._error


def test_of_two_runs_at_once_one_is_published_and_the_other_starts_over(ladder: Ladder) -> None:
    _turn_around(_tables(ladder)[0])
    both_are_writing = Barrier(2, timeout=PATIENCE)
    workers = [Worker(ladder, _at_first_call(both_are_writing.wait)) for _ in range(2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.finish()

    assert sorted(_statuses(ladder)) == ["outrun", "published", "published"]
    assert shown(ladder) == from_scratch(ladder)


def test_overtaken_run_starts_over_from_what_it_finds(ladder: Ladder) -> None:
    first, *_, last = _tables(ladder)
    _turn_around(last)
    is_writing, may_go_on = Event(), Event()

    def stand_still() -> None:
        is_writing.set()
        assert may_go_on.wait(PATIENCE)

    slow = Worker(ladder, _at_first_call(stand_still))
    slow.start()
    assert is_writing.wait(PATIENCE)
    _turn_around(first)
    ladder_refresh(ladder_id=ladder.pk)
    overtaken_by = shown(ladder)
    may_go_on.set()
    slow.finish()

    assert _statuses(ladder) == ["published", "outrun", "published"]
    assert shown(ladder) == overtaken_by == from_scratch(ladder)


def test_change_during_a_run_is_in_the_next_one(ladder: Ladder) -> None:
    first, *_, last = _tables(ladder)
    _turn_around(last)

    ladder_refresh(ladder_id=ladder.pk, between=_at_first_call(lambda: _turn_around(first)))
    ladder_refresh(ladder_id=ladder.pk)

    assert _statuses(ladder) == ["published"] * 3
    assert shown(ladder) == from_scratch(ladder)


def test_state_between_a_change_and_its_reversal_is_never_published_late(ladder: Ladder) -> None:
    before = shown(ladder)
    table = _tables(ladder)[0]
    _turn_around(table)

    def reverse() -> None:
        _turn_around(table)
        ladder_refresh(ladder_id=ladder.pk)

    ladder_refresh(ladder_id=ladder.pk, between=_at_first_call(reverse))

    assert _statuses(ladder) == ["published", "outrun"]
    assert shown(ladder) == before == from_scratch(ladder)


def test_new_version_during_a_run_wins(ladder: Ladder) -> None:
    _turn_around(_tables(ladder)[0])
    steady = LadderSpec(parameters=preset("steady"))

    ladder_refresh(
        ladder_id=ladder.pk,
        between=_at_first_call(lambda: ladder_change(actor=make.ACTOR, ladder=ladder, spec=steady)),
    )

    assert _statuses(ladder) == ["published", "outrun", "published"]
    assert shown(ladder) == from_scratch(ladder)


def test_computed_revision_never_goes_back(ladder: Ladder) -> None:
    _turn_around(_tables(ladder)[0])
    seen: list[int] = []

    def overtake() -> None:
        make.unrated_change(ladder.club)
        seen.append(ladder_refresh(ladder_id=ladder.pk).computed_revision)

    seen.append(ladder_refresh(ladder_id=ladder.pk, between=_at_first_call(overtake)).computed_revision)
    seen.append(ladder_refresh(ladder_id=ladder.pk, revision=1).computed_revision)

    assert seen == [4, 4, 4]


class Reader(Thread):
    """Reads the ladder over and over in several queries, as a page does, and notes every contradiction."""

    def __init__(self, ladder: Ladder) -> None:
        super().__init__()
        self._ladder_id = ladder.pk
        self._stop_asked = Event()
        self._has_read = Event()
        self.runs: set[int] = set()
        self.faults: list[str] = []

    def run(self) -> None:
        try:
            while not self._stop_asked.is_set():
                self._read()
                self._has_read.set()
        finally:
            connection.close()

    def wait_for_a_read(self) -> None:
        """Wait until a read has begun and ended after this call, more or less."""
        self._has_read.clear()
        assert self._has_read.wait(PATIENCE)

    def finish(self) -> None:
        self._stop_asked.set()
        self.join(PATIENCE)
        assert not self.is_alive()

    def _read(self) -> None:
        run = Ladder.objects.select_related("current_run").get(pk=self._ladder_id).current_run
        assert run is not None
        self.runs.add(run.number)
        last = {}
        played: dict[int, int] = {}
        for player, after in points_visible(run).values_list("player", "after"):
            last[player] = after
            played[player] = played.get(player, 0) + 1
        ranks = ranks_of(last)
        wanted = {player: (rating, played[player], ranks[player]) for player, rating in last.items()}
        rows = Standing.objects.filter(run=run).values_list("player", "rating", "tables", "rank")
        found = {player: tuple(values) for player, *values in rows}
        if wanted != found:
            self.faults.append(f"run {run.number}: {wanted} != {found}")


def test_readers_never_see_a_mixture(ladder: Ladder) -> None:
    readers = [Reader(ladder) for _ in range(2)]
    for reader in readers:
        reader.start()
    try:
        for table in _tables(ladder)[::3]:
            _turn_around(table)
            ladder_refresh(ladder_id=ladder.pk, between=readers[0].wait_for_a_read)
    finally:
        for reader in readers:
            reader.finish()

    assert [reader.faults for reader in readers] == [[], []]
    assert len(readers[0].runs) >= 3


def test_replaced_run_is_readable_for_ten_minutes(ladder: Ladder, time_machine: TimeMachineFixture) -> None:
    now = timezone.now()
    time_machine.move_to(now, tick=False)
    old_run = Ladder.objects.get(pk=ladder.pk).current_run
    assert old_run is not None
    old = shown_by(old_run)
    _turn_around(_tables(ladder)[7])
    ladder_refresh(ladder_id=ladder.pk)
    new = shown(ladder)

    time_machine.move_to(now + timedelta(minutes=9), tick=False)
    prune()
    assert shown_by(old_run) == old

    time_machine.move_to(now + timedelta(minutes=11), tick=False)
    prune()
    assert not Standing.objects.filter(run=old_run).exists()
    assert RatingSegment.objects.filter(ladder=ladder).count() == len(new.segments)
    assert RatingPoint.objects.filter(segment__ladder=ladder).count() == len(new.points)
    assert shown(ladder) == new == from_scratch(ladder)


def test_run_is_deleted_when_no_segment_names_it_any_more(
    ladder: Ladder, time_machine: TimeMachineFixture
) -> None:
    now = timezone.now()
    first, *_, last = _tables(ladder)
    for minutes, table in enumerate([last, first]):
        time_machine.move_to(now + timedelta(minutes=20 * minutes), tick=False)
        _turn_around(table)
        ladder_refresh(ladder_id=ladder.pk)
        prune()
    time_machine.move_to(now + timedelta(minutes=40), tick=False)
    prune()

    assert list(RatingRun.objects.filter(ladder=ladder).values_list("number", flat=True)) == [3]
    assert shown(ladder) == from_scratch(ladder)
