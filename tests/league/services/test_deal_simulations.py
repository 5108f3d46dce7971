"""Bots play the deals that seat statistics speak of: share by share what one go would give, and nobody waits for it."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.db import OperationalError
from django.utils import timezone

from games.core.registry import builtin_ruleset
from games.core.ruleset import Ruleset as GameRuleset
from games.core.ruleset import thawed
from games.simulate.batch import Job, simulate_games
from league import wake
from league.fairness.report import Advice, Interval
from league.models import DealSimulation, FairnessReport, Ruleset
from league.selectors.deal_simulations import bot_games, deal_key, deal_of, deals_told, simulated_so_far
from league.selectors.entry import help_deal
from league.selectors.fairness import content_of
from league.services import deal_simulations as services
from league.services.deal_simulations import (
    deal_simulation_play,
    deal_simulations_ensure,
    deal_simulations_sweep,
    dealt_by,
)
from league.services.fairness import club_fairness_refresh
from league.services.leases import lease_held
from tests import factories as make
from tests.league.seated import seats_fill

if TYPE_CHECKING:
    from collections.abc import Callable

    from league.fairness.report import Report
    from league.models import Club

pytestmark = pytest.mark.django_db
BASE = builtin_ruleset("danmaku", "base")
NOWHERE = Interval(None, None)


@pytest.fixture
def home() -> Club:
    return make.club_make("aoba")


@pytest.fixture
def three_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few games, one a share: a game of bots takes a while."""
    monkeypatch.setattr(services, "GAMES", 3)
    monkeypatch.setattr(services, "SECONDS_A_SHARE", 0.0)


def report_of(home: Club, tables: int = 36, per_table: int = 2) -> Report:
    """Return the report of so many tables; computing it has the deals noted that are to be played."""
    seats_fill(home, make.players_make(home, 6), tables, per_table=per_table)
    club_fairness_refresh(club_id=home.pk)
    found = content_of(FairnessReport.objects.get(club=home))
    assert found is not None
    return found


def advising(report: Report, steps: dict[int, int]) -> Report:
    """Return the report with an advice of so many cards by seat."""
    (stratum,) = report.strata
    advice = tuple(Advice(seat, float(step), NOWHERE, step) for seat, step in steps.items())
    handicap = replace(stratum.handicap, status="told", advice=advice)
    return replace(report, strata=(replace(stratum, handicap=handicap),))


def rules_with(home: Club, **changes: Any) -> str:  # noqa: ANN401 - values of a payload
    """Store the base rules with changes, and return their content hash."""
    base: Any = thawed(BASE.payload)
    payload = {**base, **changes}
    rules = GameRuleset.from_payload(game="danmaku", key="own", version=1, payload=payload)
    Ruleset.objects.create(
        club=home, game="danmaku", key="own", version=1, payload=payload, content_hash=rules.content_hash
    )
    return rules.content_hash


def deals() -> list[str]:
    return list(DealSimulation.objects.order_by("pk").values_list("deal", flat=True))


# What is to be played


def test_deal_of_a_player_count_is_noted_once_more_is_told_than_counts(home: Club) -> None:
    report_of(home, 29, per_table=3)
    assert deals() == []
    report_of(make.club_make("other"), 36, per_table=2)
    assert deals() == [deal_key(tuple(help_deal(BASE, 2)))]


def test_advised_deal_is_played_beside_the_usual_one(home: Club) -> None:
    report = report_of(home)
    DealSimulation.objects.all().delete()
    (first, second) = help_deal(BASE, 2)
    advised = advising(report, {1: 1, 2: 0})
    for _twice in range(2):
        deal_simulations_ensure(ruleset_hash=BASE.content_hash, report=advised)
    more = (first[0] + 1, first[1])
    assert [deal_of(deal) for deal in deals()] == [(first, second), (more, second)]


def test_deal_for_which_there_are_too_few_cards_is_left_out(home: Club) -> None:
    usual = help_deal(BASE, 2)
    supply = sum(map(sum, usual))
    own = rules_with(home, help_supply=supply)
    report = advising(report_of(home), {1: 1})
    DealSimulation.objects.all().delete()
    deal_simulations_ensure(ruleset_hash=own, report=report)
    assert [deal_of(deal) for deal in deals()] == [tuple(usual)]


def test_rules_that_cant_be_played_are_left_out(home: Club) -> None:
    own = rules_with(home, card_set="none")
    report = report_of(home)
    DealSimulation.objects.all().delete()
    deal_simulations_ensure(ruleset_hash=own, report=report)
    deal_simulations_ensure(ruleset_hash="0" * 64, report=report)
    assert deals() == []


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_changed_deal_changes_nothing_else(players: int) -> None:
    deal = ((5, 1), *help_deal(BASE, players)[1:])
    changed = dealt_by(BASE, deal)
    assert changed is not None
    for count in range(2, 6):
        expected = list(deal) if count == players else help_deal(BASE, count)
        assert help_deal(changed, count) == expected
    rest = {name: value for name, value in changed.payload.items() if name != "help_deal"}
    assert rest == {name: value for name, value in BASE.payload.items() if name != "help_deal"}


EXPLICIT = {
    str(count): [{"untapped": 1, "tapped": seat % 2} for seat in range(count)] for count in range(2, 6)
}


@pytest.mark.parametrize("changes", [{"players": {"min": 2, "max": 3}}, {"help_deal": EXPLICIT}])
def test_rules_of_a_clubs_own_are_played_as_they_are(
    home: Club, three_games: None, changes: dict[str, Any]
) -> None:
    own = rules_with(home, **changes)
    report = report_of(home)
    DealSimulation.objects.all().delete()
    deal_simulations_ensure(ruleset_hash=own, report=report)
    row = DealSimulation.objects.get()
    deal_simulation_play(simulation_id=row.pk)
    (told,) = bot_games(ruleset_hash=own, strata=report.strata)[2]
    rules = GameRuleset.from_payload(
        game="danmaku", key="own", version=1, payload=Ruleset.objects.get(key="own").payload
    )
    assert told.deal == tuple(help_deal(rules, 2))
    assert list(told.seats) == simulate_games(Job("danmaku", rules, 2, 1, row.seed, "greedy"), 1)["seats"]


def test_rules_that_cant_be_read_any_more_are_told_without_bots(home: Club) -> None:
    report = report_of(home)
    Ruleset.objects.create(
        club=home, game="danmaku", key="old", version=1, payload={"of": "long ago"}, content_hash="old"
    )
    deal_simulations_ensure(ruleset_hash="old", report=report)
    assert bot_games(ruleset_hash="old", strata=report.strata) == {}


# Playing


def test_shares_add_up_to_what_one_go_gives(home: Club, three_games: None) -> None:
    report = report_of(home)
    row = DealSimulation.objects.get()
    seen = []
    for _share in range(4):  # one more than there are games
        deal_simulation_play(simulation_id=row.pk)
        row.refresh_from_db()
        seen.append(row.played)
    assert seen == [1, 2, 3, 3]
    (told,) = bot_games(ruleset_hash=BASE.content_hash, strata=report.strata)[2]
    assert (told.deal, told.advised, told.played, told.games) == (tuple(help_deal(BASE, 2)), False, 3, 3)
    whole = simulate_games(Job("danmaku", BASE, 2, 3, row.seed, "greedy"), 1)
    assert list(told.seats) == whole["seats"]
    assert sum(seat["win_share"] for seat in told.seats) == pytest.approx(1, abs=1e-5)
    assert simulated_so_far(ruleset_hash=BASE.content_hash) == 3


def test_share_on_top_of_something_older_counts_nothing(
    home: Club, three_games: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    report_of(home)
    row = DealSimulation.objects.get()
    real = services.share_play

    def overtaken(order: dict[str, Any]) -> dict[str, Any]:
        DealSimulation.objects.filter(pk=row.pk).update(played=2, tally={"of": "somebody else"})
        return real(order)

    monkeypatch.setattr(services, "share_play", overtaken)
    deal_simulation_play(simulation_id=row.pk)
    row.refresh_from_db()
    assert (row.played, row.tally) == (2, {"of": "somebody else"})


def test_one_share_at_a_time(home: Club, three_games: None) -> None:
    report_of(home)
    row = DealSimulation.objects.get()
    with lease_held(name=services.LEASE):
        deal_simulation_play(simulation_id=row.pk)
    row.refresh_from_db()
    assert row.played == 0


def test_deal_that_breaks_is_given_up_and_said(
    home: Club, three_games: None, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    report = report_of(home)
    deal_simulations_sweep()
    with monkeypatch.context() as patch:
        patch.setattr(services, "share_play", _raising(ZeroDivisionError()))
        deal_simulations_sweep()
    assert DealSimulation.objects.get().failed
    assert "Bots couldn't play deal" in caplog.text
    deal_simulations_sweep()
    assert DealSimulation.objects.get().played == 1
    assert bot_games(ruleset_hash=BASE.content_hash, strata=report.strata) == {2: []}


@pytest.mark.parametrize(
    "interruption", [OperationalError("busy"), SoftTimeLimitExceeded(), subprocess.TimeoutExpired("bots", 40)]
)
def test_deal_that_was_interrupted_is_played_later(
    home: Club, three_games: None, monkeypatch: pytest.MonkeyPatch, interruption: Exception
) -> None:
    report_of(home)
    with monkeypatch.context() as patch:
        patch.setattr(services, "share_play", _raising(interruption))
        with pytest.raises(type(interruption)):
            deal_simulations_sweep()
    deal_simulations_sweep()
    row = DealSimulation.objects.get()
    assert (row.failed, row.played) == (False, 1)


def test_games_given_up_are_counted_and_not_in_the_figures(home: Club, three_games: None) -> None:
    own = rules_with(home, max_turns=1)
    report = report_of(home)
    DealSimulation.objects.all().delete()
    deal_simulations_ensure(ruleset_hash=own, report=report)
    row = DealSimulation.objects.get()
    deal_simulation_play(simulation_id=row.pk)
    row.refresh_from_db()
    assert (row.played, row.tally["unfinished"]) == (1, 1)
    assert bot_games(ruleset_hash=own, strata=report.strata) == {2: []}


def test_deals_that_were_dropped_are_noted_when_the_report_is_computed_again(home: Club) -> None:
    report_of(home)
    DealSimulation.objects.all().delete()
    FairnessReport.objects.update(
        code_version="of earlier bots", computed_at=timezone.now() - timedelta(hours=1)
    )
    club_fairness_refresh(club_id=home.pk)
    assert deals() == [deal_key(tuple(help_deal(BASE, 2)))]


def test_advice_is_of_no_deal_that_the_tables_didnt_have(home: Club) -> None:
    report = advising(report_of(home), {1: 1})
    (stratum,) = report.strata
    elsewhere = replace(stratum.handicap, deal=(5.0, 5.0))
    assert len(deals_told(BASE, stratum)) == 2
    assert len(deals_told(BASE, replace(stratum, handicap=elsewhere))) == 1


def _raising(error: Exception) -> Callable[[object], Any]:
    def share_play(order: object) -> Any:  # noqa: ANN401
        raise error

    return share_play


def test_sweep_hands_what_is_least_known_over_to_a_worker_and_plays_itself_without_one(
    home: Club, three_games: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    deal_simulations_ensure(ruleset_hash=BASE.content_hash, report=advising(report_of(home), {2: 1}))
    first, second = DealSimulation.objects.order_by("pk")
    woken: list[int] = []

    def listening(simulation_id: int) -> bool:
        woken.append(simulation_id)
        return True

    with monkeypatch.context() as patch:
        patch.setattr(wake, "wake_deal_simulation", listening)
        deal_simulations_sweep()
    assert woken == [first.pk]
    for _share in range(4):
        deal_simulations_sweep()
    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.played, second.played) == (2, 2)
