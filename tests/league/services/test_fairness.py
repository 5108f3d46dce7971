"""Seat statistics follow their club: computed once, by whoever is woken, and never an older answer over a newer."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.utils import timezone

from league import wake
from league.fairness import make as numerics
from league.fairness.report import Report, Verdict
from league.models import FairnessReport, Line, RatingRun
from league.selectors.fairness import clubs_behind, code_now, content_of, fairness_choices, is_outdated
from league.selectors.fairness_scope import Scope
from league.services import fairness as services
from league.services.fairness import (
    club_fairness_refresh,
    fairness_ensure,
    fairness_refresh,
    fairness_refresh_alone,
    fairness_sweep,
)
from league.services.leases import lease_held
from league.services.runs import ladder_refresh
from tests import factories as make
from tests.league.seated import seats_fill

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_django import DjangoCaptureOnCommitCallbacks

    from league.fairness.tables import Tables
    from league.models import Club, Player
    from league.services.fairness_gather import Gathered

pytestmark = pytest.mark.django_db


@pytest.fixture
def home() -> Club:
    return make.club_make()


@pytest.fixture
def people(home: Club) -> list[Player]:
    return make.players_make(home, 6)


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Count the reports that are computed, by how many tables they are of."""
    counted: list[int] = []
    real: Callable[[Tables], Report] = numerics.report_make

    def counting(tables: Tables) -> Report:
        counted.append(len(tables))
        return real(tables)

    monkeypatch.setattr(numerics, "report_make", counting)
    return counted


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every change be computed at once."""
    monkeypatch.setattr(services, "SHORTEST_PAUSE", 0.0)
    monkeypatch.setattr(services, "SHARE", 0)


def only(home: Club) -> FairnessReport:
    return FairnessReport.objects.get(club=home, scope="")


def test_a_report_is_computed_and_stored(home: Club, people: list[Player]) -> None:
    seats_fill(home, people, 32)
    club_fairness_refresh(club_id=home.pk)
    row = only(home)
    assert (row.state, row.tables, row.strata) == ("ready", 32, [[4, 32]])
    report = content_of(row)
    assert report is not None
    assert report.strata[0].verdict is not Verdict.RAW_ONLY
    assert [(one.players, one.tables) for one in fairness_choices(club_id=home.pk)] == [(4, 32)]


def test_every_game_and_ruleset_has_its_own(home: Club, people: list[Player]) -> None:
    seats_fill(home, people, 3)
    seats_fill(home, people, 2, game="doujin", per_table=3, first_day=50)
    club_fairness_refresh(club_id=home.pk)
    rows = FairnessReport.objects.filter(club=home).order_by("game")
    assert [(row.game, row.strata) for row in rows] == [("danmaku", [[4, 3]]), ("doujin", [[3, 2]])]


def test_equal_input_is_nothing_to_do(
    home: Club, people: list[Player], made: list[int], unhurried: None
) -> None:
    seats_fill(home, people, 3)
    club_fairness_refresh(club_id=home.pk)
    before = only(home)
    make.unrated_change(home)
    club_fairness_refresh(club_id=home.pk)
    assert only(home).revision == before.revision + 1
    make.guest_set(people[0], guest=True)  # it touches tables, but guests count here as everybody does
    club_fairness_refresh(club_id=home.pk)
    assert only(home).revision == before.revision + 2
    assert only(home).digest == before.digest
    assert made == [3]
    Line.objects.filter(submission__club=home, seat=1).update(edit_order=None)
    make.guest_set(people[0], guest=False)
    club_fairness_refresh(club_id=home.pk)
    assert only(home).digest != before.digest
    assert made == [3, 3]


def test_running_twice_gives_the_same(home: Club, people: list[Player], unhurried: None) -> None:
    seats_fill(home, people, 31)
    club_fairness_refresh(club_id=home.pk)
    before = only(home)
    FairnessReport.objects.update(code_version="other")
    assert fairness_refresh_alone(report_id=before.pk)
    assert only(home).payload == before.payload


def test_a_late_answer_never_replaces_a_newer_one(
    home: Club, people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    seats_fill(home, people, 3)
    fairness_ensure(club_id=home.pk)
    real = numerics.report_make

    def overtaken(tables: Tables) -> Report:
        FairnessReport.objects.update(revision=1_000, tables=77)
        return real(tables)

    monkeypatch.setattr(numerics, "report_make", overtaken)
    fairness_refresh_alone(report_id=only(home).pk)
    assert (only(home).revision, only(home).tables) == (1_000, 77)


def test_other_code_computes_anew(home: Club, people: list[Player], made: list[int], unhurried: None) -> None:
    seats_fill(home, people, 3)
    club_fairness_refresh(club_id=home.pk)
    FairnessReport.objects.update(code_version="seats-0")
    fairness_sweep()
    assert made == [3, 3]
    assert only(home).code_version == code_now()


def test_a_burst_of_changes_is_one_computation(home: Club, people: list[Player], made: list[int]) -> None:
    seats_fill(home, people, 3)
    club_fairness_refresh(club_id=home.pk)
    for day in range(40, 44):
        seats_fill(home, people, 1, first_day=day)
        club_fairness_refresh(club_id=home.pk)
    assert made == [3]
    FairnessReport.objects.update(computed_at=timezone.now() - timedelta(minutes=1))
    fairness_sweep()
    assert made == [3, 7]
    assert only(home).tables == 7


def test_only_one_worker_is_at_a_report(home: Club, people: list[Player], made: list[int]) -> None:
    seats_fill(home, people, 3)
    fairness_ensure(club_id=home.pk)
    with lease_held(name=f"fairness:{only(home).pk}"):
        assert not fairness_refresh_alone(report_id=only(home).pk)
    assert made == []
    assert fairness_refresh_alone(report_id=only(home).pk)
    assert not fairness_refresh_alone(report_id=0)


def test_new_ratings_compute_anew(home: Club, people: list[Player], made: list[int], unhurried: None) -> None:
    seats_fill(home, people, 4)
    club_fairness_refresh(club_id=home.pk)
    ladder = make.ladder_make(home)
    club_fairness_refresh(club_id=home.pk)
    assert made == [4]  # ratings are behind: publishing them comes back
    ladder_refresh(ladder_id=ladder.pk)
    club_fairness_refresh(club_id=home.pk)
    assert made == [4, 4]
    assert only(home).rated_by


def test_ratings_that_are_behind_while_a_report_is_made_are_made_good(
    home: Club, people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    seats_fill(home, people, 4)
    ladder = make.ladder_make(home)
    ladder_refresh(ladder_id=ladder.pk)
    real = services.fairness_gather

    def meanwhile(**asked: Any) -> Gathered:  # noqa: ANN401 - handed on
        seats_fill(home, people, 1, first_day=60)
        monkeypatch.setattr(services, "fairness_gather", real)
        return real(**asked)

    monkeypatch.setattr(services, "fairness_gather", meanwhile)
    club_fairness_refresh(club_id=home.pk)
    ladder_refresh(ladder_id=ladder.pk)
    fairness_sweep()  # the report rests
    assert is_outdated(only(home))
    FairnessReport.objects.update(computed_at=timezone.now() - timedelta(minutes=1))
    fairness_sweep()
    assert not is_outdated(only(home))
    assert (only(home).tables, list(clubs_behind())) == (5, [])


def test_ratings_computed_anew_without_a_wake_up_are_found_by_the_sweep(
    home: Club, people: list[Player], unhurried: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats_fill(home, people, 4)
    ladder = make.ladder_make(home)
    ladder_refresh(ladder_id=ladder.pk)
    club_fairness_refresh(club_id=home.pk)
    before = only(home)
    RatingRun.objects.update(digest="other", published_at=timezone.now())
    assert list(clubs_behind()) == [home]
    fairness_sweep()
    assert (only(home).rated_by, only(home).revision) == ("other", before.revision)
    assert list(clubs_behind()) == []


def test_a_ladder_that_seats_dont_read_holds_nothing_up(home: Club, people: list[Player]) -> None:
    make.ladder_make(home, games=["generic"])
    seats_fill(home, people, 3)
    club_fairness_refresh(club_id=home.pk)
    assert only(home).state == "ready"


def test_a_report_that_takes_too_long_is_given_up_until_something_changes(
    home: Club, people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    seats_fill(home, people, 3)
    club_fairness_refresh(club_id=home.pk)
    assert only(home).tables == 3

    def slow(_tables: Tables) -> Report:
        raise SoftTimeLimitExceeded

    monkeypatch.setattr(numerics, "report_make", slow)
    FairnessReport.objects.update(code_version="seats-0", computed_at=timezone.now() - timedelta(hours=1))
    fairness_sweep()
    row = only(home)
    assert (row.state, row.tables, row.strata, row.payload) == ("failed", 0, [], None)
    assert list(clubs_behind()) == []


def test_publishing_ratings_wakes_by_name(
    home: Club,
    people: list[Player],
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    sent: list[tuple[str, tuple[int, ...]]] = []

    def noted(task: str, *args: int) -> bool:
        sent.append((task, args))
        return True

    monkeypatch.setattr(wake, "_publish", noted)
    seats_fill(home, people, 4)
    ladder = make.ladder_make(home)
    with django_capture_on_commit_callbacks(execute=True):
        ladder_refresh(ladder_id=ladder.pk)
    assert ("league.fairness_refresh", (home.pk,)) in sent
    sent.clear()
    make.unrated_change(home)  # a seat may have changed that no rating knows of
    with django_capture_on_commit_callbacks(execute=True):
        ladder_refresh(ladder_id=ladder.pk)
    assert sent == [("league.fairness_refresh", (home.pk,))]
    sent.clear()
    club_fairness_refresh(club_id=home.pk)
    assert sent == [("league.fairness_report", (only(home).pk,))]


def test_what_cant_be_computed_is_said_and_not_tried_forever(
    home: Club, people: list[Player], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    tries: list[int] = []

    def broken(tables: Tables) -> Report:
        tries.append(len(tables))
        raise ZeroDivisionError

    monkeypatch.setattr(numerics, "report_make", broken)
    seats_fill(home, people, 3)
    club_fairness_refresh(club_id=home.pk)
    assert only(home).state == "failed"
    assert content_of(only(home)) is None
    fairness_sweep()
    assert tries == [3]
    assert "couldn't be computed" in caplog.text


def test_a_command_is_never_kept_waiting(home: Club, people: list[Player], made: list[int]) -> None:
    seats_fill(home, people, 3)
    fairness_ensure(club_id=home.pk)
    row = only(home)

    def counted(scope: Scope) -> int:
        found = fairness_refresh(club=home, game=row.game, ruleset_hash=row.ruleset_hash, scope=scope)
        return found.tables

    with lease_held(name=f"fairness:{row.pk}"):
        assert counted(Scope()) == 3
    seats_fill(home, people, 1, first_day=60)
    assert counted(Scope()) == 4
    assert counted(Scope(first=make.day_of(60))) == 1
    assert made == [3, 4, 1]


def test_the_report_names_nobody(home: Club, people: list[Player]) -> None:
    seats_fill(home, people, 40)
    club_fairness_refresh(club_id=home.pk)
    payload = only(home).payload
    assert payload is not None
    without = payload["strata"][0]["diagnostics"]["without"]
    assert (without["low_player"], without["high_player"]) == (-1, -1)
