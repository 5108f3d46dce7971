"""The e-value: of the past only, rarely high without an effect, high with one."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pytest

from league.fairness.design import design_make
from league.fairness.evidence import LARGEST, evidence_make, points_of
from league.fairness.report import EVIDENCE, Evidence
from tests.league.fairness.laid import first_tables, joined, laid, with_ties
from tools.seat_tables import club_make, disadvantage, tables_make

if TYPE_CHECKING:
    from league.fairness.tables import Tables


class Null(NamedTuple):
    """A club without an effect of the first seat."""

    effects: list[float]
    confounded: bool = False
    sd: float = 0.5
    ties: bool = False


OTHERS = [0.0, -0.4, 0.0, 0.4]
NULLS = {
    "fair": Null([0.0] * 4),
    "fair, weaker people lower": Null([0.0] * 4, confounded=True),
    "only other seats differ": Null(OTHERS),
    "only other seats differ, weaker people lower": Null(OTHERS, confounded=True),
    "two fair": Null([0.0] * 2),
    "two fair, weaker people lower": Null([0.0] * 2, confounded=True),
    "three fair": Null([0.0] * 3),
    "five fair, weaker people lower": Null([0.0] * 5, confounded=True),
    "six fair, weaker people lower": Null([0.0] * 6, confounded=True),
    "fair, much weaker people lower": Null([0.0] * 4, confounded=True, sd=1.0),
    "fair, many places shared": Null([0.0] * 4, ties=True),
}


def evidence_of(tables: Tables, size: int = 4) -> Evidence:
    return evidence_make(tables, design_make(tables))[size]


def simulated(seed: int, effects: list[float], number: int) -> Tables:
    random = np.random.default_rng([seed, len(effects), number])
    return tables_make(random, club_make(random, {len(effects): effects}), number)


def ever_high(name: str, rounds: int, number: int) -> float:
    """Return how often the e-value reaches 20 at any of its points."""
    null = NULLS[name]
    size = len(null.effects)
    seen = 0
    for seed in range(rounds):
        random = np.random.default_rng([seed, size, number])
        club = club_make(random, {size: null.effects}, sd=null.sd, confounded=null.confounded)
        tables = tables_make(random, club, number)
        seen += evidence_of(with_ties(tables, seed) if null.ties else tables, size).highest >= EVIDENCE
    return seen / rounds


@pytest.mark.parametrize("name", list(NULLS)[:4])
def test_without_an_effect_it_is_rarely_ever_high(name: str) -> None:
    # 5 % of 50 are 2.5; more than 6 come up once in a hundred such tests.
    assert ever_high(name, rounds=50, number=120) <= 6 / 50


@pytest.mark.soak
@pytest.mark.parametrize("name", NULLS)
def test_without_an_effect_at_most_one_club_in_twenty_ever_sees_twenty(name: str) -> None:
    share = ever_high(name, rounds=200, number=600)

    print(f"{name}: {share:.3f} ever reached 20")  # noqa: T201 - told in docs/decisions/0019
    # The bound is 5 %; a share of 200 clubs is known to within one and a half points.
    assert share <= 0.065


def test_later_tables_change_nothing_of_the_curve() -> None:
    tables = simulated(1, [-0.5, 0.1, 0.2, 0.2], 150)
    other = simulated(2, [0.5, 0.1, -0.2, -0.4], 150)

    whole = evidence_of(tables).curve
    cut = evidence_of(first_tables(tables, 100)).curve
    turned = evidence_of(joined(first_tables(tables, 100), other)).curve

    early = [point for point in whole if point.tables < 100]
    assert len(early) > 20
    assert [point for point in cut if point.tables < 100] == early
    assert [point for point in turned if point.tables < 100] == early


def test_it_sees_a_seat_that_wins_much_less_often() -> None:
    found = evidence_of(simulated(3, disadvantage(4, 0.5).tolist(), 300))

    assert found.e_value >= EVIDENCE
    assert found.highest >= found.e_value
    assert found.curve[-1].e_value == found.e_value


def test_an_advantage_is_seen_as_well() -> None:
    assert evidence_of(simulated(4, [0.8, 0.0, 0.0, 0.0], 200)).e_value >= EVIDENCE


def test_a_seat_that_always_wins_is_evidence_soon_and_ends_nowhere() -> None:
    always = laid([[(t % 7, 1), ((t + 1 + t % 3) % 7, 2), ((t + 4 + t % 2) % 7, 3)] for t in range(2_000)])

    soon, late = evidence_of(first_tables(always, 40), 3), evidence_of(always, 3)

    assert soon.e_value >= EVIDENCE
    assert late.e_value == LARGEST


def test_everybody_tied_is_evidence_of_nothing() -> None:
    assert (
        evidence_of(laid([[(t % 5, 1), ((t + 1) % 5, 1), ((t + 2) % 5, 1)] for t in range(60)]), 3).highest
        < 1
    )


def test_the_curve_begins_where_figures_may_be_shown() -> None:
    assert evidence_make(simulated(5, [0.0] * 4, 29), design_make(simulated(5, [0.0] * 4, 29))) == {}
    assert [point.tables for point in evidence_of(simulated(5, [0.0] * 4, 30)).curve] == [30]


def test_the_curve_tells_the_day_of_its_last_table() -> None:
    tables = simulated(6, [0.0] * 4, 60)

    assert [point.day for point in evidence_of(tables).curve] == [
        int(tables.days[point.tables - 1]) for point in evidence_of(tables).curve
    ]


@pytest.mark.parametrize("tables", [1, 30, 31, 500, 100_000, 2_000_000])
def test_points_are_few_and_the_last_is_now(tables: int) -> None:
    points = list(points_of(tables))

    assert points[-1] == tables
    assert points == sorted(set(points))
    assert len(points) <= 200


def test_each_player_count_has_evidence_of_its_own() -> None:
    random = np.random.default_rng(9)
    effects = {3: disadvantage(3, 0.6).tolist(), 4: [0.0] * 4}
    tables = tables_make(random, club_make(random, effects), 400)

    found = evidence_make(tables, design_make(tables))

    assert found[3].e_value >= EVIDENCE > found[4].e_value
    assert found[3].curve[-1].tables + found[4].curve[-1].tables == 400


def test_other_seats_names_change_nothing() -> None:
    tables = simulated(7, [-0.3, 0.1, 0.1, 0.1], 80)
    relabelled = replace(tables, seats=np.array([1, 4, 2, 3])[tables.seats - 1])

    assert evidence_of(relabelled).e_value == pytest.approx(evidence_of(tables).e_value)
