"""The nightly comparison: what is kept of it, what it says aloud, and that it is safe twice, at once and in part."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.db.models import F
from django.utils import timezone

from league import tasks, wake
from league.models import Ladder, LadderCheck, RatingPoint, RatingRun
from league.ratings.parameters import AnyParameters, OpenSkillParameters, Parameters, PointsParameters
from league.services import checks
from league.services.checks import CHECKS_KEPT, ladder_verify, ladders_verify
from league.services.ladders import LadderSpec, ladder_create
from league.services.leases import holder_new, lease_take
from league.services.runs import ladder_refresh
from tests import factories as make

if TYPE_CHECKING:
    from league.models import Club

pytestmark = pytest.mark.django_db(transaction=True)

FIRST = "2025-01-04/00001/00003"


@pytest.fixture
def club() -> Club:
    club = make.club_make()
    make.season_fill(club, make.players_make(club, 5), 8)
    return club


def _later(hours: int = 24) -> None:
    """Let all checks have been made so long ago."""
    LadderCheck.objects.update(checked_at=F("checked_at") - timedelta(hours=hours))


def _damage(ladder: Ladder) -> None:
    points = RatingPoint.objects.filter(segment__ladder=ladder, order_key=FIRST)
    RatingPoint.objects.filter(pk__in=points.values("pk")[:1]).update(after=F("after") + 1)


@pytest.mark.parametrize("parameters", [Parameters(), OpenSkillParameters(), PointsParameters()])
def test_equal_ladder_is_noted_with_what_was_compared(club: Club, parameters: AnyParameters) -> None:
    ladder = ladder_create(actor=make.ACTOR, club=club, name="one", spec=LadderSpec(parameters))

    ladders_verify()

    check = LadderCheck.objects.get()
    run = RatingRun.objects.get()
    assert (check.ladder, check.revision, check.digest) == (ladder, 2, run.digest)
    assert (check.tables, check.difference) == (8, "")
    assert timezone.now() - check.checked_at < timedelta(minutes=1)


@pytest.mark.parametrize("parameters", [Parameters(), OpenSkillParameters(), PointsParameters()])
def test_difference_is_noted_and_said_aloud(
    club: Club, parameters: AnyParameters, caplog: pytest.LogCaptureFixture
) -> None:
    ladder = ladder_create(actor=make.ACTOR, club=club, name="one", spec=LadderSpec(parameters))
    ladder_refresh(ladder_id=ladder.pk)
    _damage(ladder)

    ladders_verify()

    assert LadderCheck.objects.get().difference == f"table {FIRST}: points"
    assert [(record.levelname, FIRST in record.getMessage()) for record in caplog.records] == [
        ("ERROR", True)
    ]


def test_check_repairs_nothing(club: Club) -> None:
    ladder = make.ladder_make(club)
    ladder_refresh(ladder_id=ladder.pk)
    _damage(ladder)
    ladders_verify()
    _later()

    ladders_verify()

    assert [check.difference for check in LadderCheck.objects.all()] == [f"table {FIRST}: points"] * 2
    assert RatingRun.objects.count() == 1


def test_ladder_without_tables_is_equal_to_nothing() -> None:
    make.ladder_make(make.club_make())

    ladders_verify()

    check = LadderCheck.objects.get()
    assert (check.tables, check.difference) == (0, "")


def test_twice_in_a_night_is_once(club: Club) -> None:
    make.ladder_make(club, "one")
    make.ladder_make(club, "two")

    tasks.ladders_verify_task()
    tasks.ladders_verify_task()
    assert LadderCheck.objects.count() == 2

    _later()
    tasks.ladders_verify_task()
    assert LadderCheck.objects.count() == 4


def test_late_message_about_one_ladder_does_nothing(club: Club) -> None:
    ladder = make.ladder_make(club)

    tasks.ladder_verify_task(ladder.pk)
    tasks.ladder_verify_task(ladder.pk)
    tasks.ladder_verify_task(ladder.pk + 1)

    assert LadderCheck.objects.count() == 1


def test_ladder_that_somebody_compares_is_left_to_him(club: Club) -> None:
    busy, free = make.ladder_make(club, "busy"), make.ladder_make(club, "free")
    lease_take(name=f"check:{busy.pk}", holder=holder_new())

    ladders_verify()

    assert [check.ladder for check in LadderCheck.objects.all()] == [free]


def test_failing_ladder_doesnt_stop_the_others(
    club: Club, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    bad, good = make.ladder_make(club, "bad"), make.ladder_make(club, "good")
    compare = checks.ladder_compare

    def failing(*, ladder_id: int) -> object:
        if ladder_id == bad.pk:
            raise ZeroDivisionError
        return compare(ladder_id=ladder_id)

    monkeypatch.setattr(checks, "ladder_compare", failing)

    ladders_verify()

    assert [check.ladder for check in LadderCheck.objects.all()] == [good]
    assert [record.levelname for record in caplog.records] == ["ERROR"]


def test_workers_that_listen_get_a_task_for_each_ladder(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    ladders = [make.ladder_make(club, name).pk for name in ("one", "two")]
    sent: list[tuple[object, ...]] = []

    def listening(*message: object) -> bool:
        sent.append(message)
        return True

    monkeypatch.setattr(wake, "_publish", listening)

    ladders_verify()

    assert sent == [("league.ladder_verify", pk) for pk in ladders]
    assert not LadderCheck.objects.exists()


def test_last_thirty_checks_of_each_ladder_are_kept(club: Club) -> None:
    ladder, other = make.ladder_make(club, "one"), make.ladder_make(club, "two")
    for revision in range(CHECKS_KEPT + 2):
        LadderCheck.objects.create(ladder=ladder, revision=revision, tables=0)
    LadderCheck.objects.create(ladder=other, revision=77, tables=0)
    _later()

    ladder_verify(ladder_id=ladder.pk)

    kept = list(ladder.checks.values_list("revision", flat=True))
    assert kept == [*range(3, CHECKS_KEPT + 2), 3]
    assert list(other.checks.values_list("revision", flat=True)) == [77]
