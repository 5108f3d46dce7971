"""Asking for a part of the tables: once, in limited number, and thrown away when it is old."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.utils import timezone

from league.fairness import make as numerics
from league.models import FairnessReport
from league.selectors.fairness import content_of
from league.selectors.fairness_scope import Scope, scope_of
from league.services import fairness_ask as services
from league.services.fairness import FILTERED_LEASE, fairness_refresh_alone, fairness_sweep
from league.services.fairness_ask import TooManyAsked, fairness_ask, fairness_prune
from league.services.leases import lease_held
from league.services.rulesets import ruleset_find
from tests import factories as make
from tests.league.seated import seats_fill

if TYPE_CHECKING:
    from league.models import Club

pytestmark = pytest.mark.django_db


@pytest.fixture
def home() -> Club:
    club = make.club_make()
    seats_fill(club, make.players_make(club, 5), 3)
    return club


def ask(club: Club, least: int = 2) -> FairnessReport:
    ruleset = ruleset_find(club=club, game="danmaku", key="base")
    assert ruleset is not None
    return fairness_ask(
        club=club, game="danmaku", ruleset_hash=ruleset.content_hash, scope=Scope(min_tables=least)
    )


def test_a_question_is_stored_once_and_answered_by_a_worker(home: Club) -> None:
    first, again = ask(home), ask(home)
    assert (first.pk, first.state) == (again.pk, "asked")
    assert fairness_refresh_alone(report_id=first.pk)
    assert ask(home).state == "ready"
    assert ask(home).tables <= 3


def test_an_answer_that_is_behind_is_asked_for_again(home: Club) -> None:
    row = ask(home)
    fairness_refresh_alone(report_id=row.pk)
    make.unrated_change(home)
    assert ask(home).asked_at == row.asked_at
    seats_fill(home, make.players_make(home, 4), 1, first_day=70)
    asked = ask(home).asked_at
    assert asked > row.asked_at
    assert ask(home).asked_at == asked


def test_an_answer_of_other_code_is_asked_for_again(home: Club) -> None:
    row = ask(home)
    fairness_refresh_alone(report_id=row.pk)
    FairnessReport.objects.update(code_version="seats-0/other", payload={"of": "another shape"})
    asked = ask(home)
    assert asked.asked_at > row.asked_at
    assert fairness_refresh_alone(report_id=row.pk)
    assert content_of(FairnessReport.objects.get(pk=row.pk)) is not None


def test_what_couldnt_be_answered_is_answered_when_it_is_asked_again(
    home: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = ask(home)
    assert fairness_refresh_alone(report_id=row.pk)
    seats_fill(home, list(home.players.all()), 1, first_day=70)
    ask(home)
    with monkeypatch.context() as patched:
        patched.setattr(numerics, "report_make", lambda _tables: 1 / 0)
        fairness_refresh_alone(report_id=row.pk)
    assert ask(home).state == "failed"
    make.unrated_change(home)
    assert ask(home).state == "asked"
    assert fairness_refresh_alone(report_id=row.pk)
    assert ask(home).state == "ready"


def test_asking_again_doesnt_undo_an_answer_that_just_came(
    home: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = ask(home)
    fairness_refresh_alone(report_id=row.pk)
    FairnessReport.objects.update(code_version="seats-0")
    found = services.fairness_find

    def answered_meanwhile(**asked: Any) -> FairnessReport | None:  # noqa: ANN401 - handed on
        before = found(**asked)
        FairnessReport.objects.update(state="failed")
        FairnessReport.objects.update(state="ready")
        return before

    monkeypatch.setattr(services, "fairness_find", answered_meanwhile)
    assert ask(home).state == "ready"


def test_one_question_at_a_time_is_computed(home: Club) -> None:
    first, second = ask(home, 2), ask(home, 3)
    with lease_held(name=FILTERED_LEASE):
        assert not fairness_refresh_alone(report_id=first.pk)
    assert fairness_refresh_alone(report_id=first.pk)
    assert fairness_refresh_alone(report_id=second.pk)


def test_a_lost_wake_up_is_made_up_for_by_the_sweep(home: Club) -> None:
    row = ask(home)
    fairness_sweep()
    assert FairnessReport.objects.get(pk=row.pk).state == "asked"
    FairnessReport.objects.update(asked_at=timezone.now() - timedelta(minutes=1))
    fairness_sweep()
    assert FairnessReport.objects.get(pk=row.pk).state == "ready"


def test_so_many_questions_are_enough(home: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MOST_WAITING", 3)
    for least in range(2, 5):
        ask(home, least)
    with pytest.raises(TooManyAsked):
        ask(home, 5)
    assert ask(home, 4).state == "asked"
    for row in FairnessReport.objects.exclude(scope=""):
        fairness_refresh_alone(report_id=row.pk)
    assert ask(home, 5).state == "asked"


def test_the_oldest_answers_make_way(home: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MOST_KEPT", 2)
    rows = [ask(home, least).pk for least in range(2, 6)]
    assert set(FairnessReport.objects.exclude(scope="").values_list("pk", flat=True)) == set(rows[2:])


def test_old_answers_are_thrown_away_the_outdated_ones_sooner(home: Club) -> None:
    kept, outdated, old = ask(home, 2), ask(home, 3), ask(home, 4)
    for row in (kept, outdated, old):
        fairness_refresh_alone(report_id=row.pk)
    now = timezone.now()
    FairnessReport.objects.exclude(pk=old.pk).update(asked_at=now - timedelta(hours=2))
    FairnessReport.objects.filter(pk=outdated.pk).update(revision=0)
    FairnessReport.objects.filter(pk=old.pk).update(asked_at=now - timedelta(hours=13))
    fairness_prune()
    assert list(FairnessReport.objects.exclude(scope="")) == [kept]


def test_the_report_over_all_tables_is_never_thrown_away(home: Club) -> None:
    whole = FairnessReport.objects.create(club=home, game="danmaku", ruleset_hash="h")
    FairnessReport.objects.update(asked_at=timezone.now() - timedelta(days=30))
    fairness_prune()
    assert FairnessReport.objects.filter(pk=whole.pk).exists()


def test_filters_survive_being_stored() -> None:
    scope = Scope(season="2" * 16, first=date(2026, 4, 1), last=date(2026, 9, 30), min_tables=5)
    assert scope_of(scope.stored()) == scope
    assert Scope().key == Scope(min_tables=1).key == ""
    assert len({scope.key, Scope(first=scope.first).key, Scope(last=scope.first).key}) == 3
