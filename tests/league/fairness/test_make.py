"""The whole report: of tables as they come, of degenerate ones, and of real results."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from dataclasses import asdict, replace
from datetime import date
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.fairness.make import CODE, report_make
from league.fairness.report import EVIDENCE, LEANING, Obstacle, Verdict
from tests.league.fairness.laid import first_tables, joined, laid, stratum_of
from tests.league.fairness.test_plackett_luce import DEGENERATE
from tools.seat_tables import club_make, disadvantage, tables_make

if TYPE_CHECKING:
    from pathlib import Path
    from random import Random

    from league.fairness.tables import Tables


def simulated(number: int, less: float = 0.4, seed: int = 1) -> Tables:
    random = np.random.default_rng(seed)
    return tables_make(random, club_make(random, {4: disadvantage(4, less).tolist()}), number)


def test_a_web_process_imports_the_values_without_numerics() -> None:
    asked = "import sys, league.fairness.report; print({'numpy', 'scipy', 'pandas'} & set(sys.modules))"

    told = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)

    assert told.stdout.strip() == "set()"


def test_no_tables_are_an_empty_report() -> None:
    found = report_make(laid([]))

    assert (found.code, found.tables, found.people, found.strata) == (CODE, 0, 0, ())


def test_a_clear_disadvantage_is_evidence_and_figures_are_json() -> None:
    found = report_make(simulated(300))

    stratum = stratum_of(found, 4)
    assert (stratum.verdict, stratum.obstacle) == (Verdict.EVIDENCE, Obstacle.NONE)
    assert json.loads(json.dumps(asdict(found), allow_nan=False))["tables"] == 300
    assert (stratum.first_day, stratum.last_day) == (737_000, 737_059)


def test_a_fair_seat_is_no_evidence() -> None:
    stratum = stratum_of(report_make(simulated(200, less=0.0, seed=2)), 4)

    assert stratum.verdict == Verdict.NO_EVIDENCE
    assert stratum.second_opinion is not None
    assert not stratum.second_opinion.disagrees


@pytest.mark.parametrize(("tables", "raw"), [(29, True), (30, False)])
def test_under_thirty_tables_nothing_fitted_is_shown(tables: int, raw: bool) -> None:
    stratum = stratum_of(report_make(simulated(tables)), 4)

    fitted = (stratum.named, stratum.p_omnibus, stratum.evidence, stratum.second_opinion, stratum.diagnostics)
    assert (stratum.verdict == Verdict.RAW_ONLY) is raw
    assert all((value is None) is raw for value in fitted)
    assert all((slot.beta is None) is raw for slot in stratum.seats)
    assert len(stratum.needs) == 4


def test_the_verdict_goes_by_what_the_evidence_is_now_and_not_by_what_it_was() -> None:
    loses, wins = (
        laid([[(t % 7, first), ((t + 1 + t % 3) % 7, 3 - first)] for t in range(60)]) for first in (2, 1)
    )

    then, now = (stratum_of(report_make(tables), 2) for tables in (loses, joined(loses, wins)))

    assert then.verdict == Verdict.EVIDENCE
    assert now.evidence is not None
    assert now.evidence.highest >= EVIDENCE
    assert now.evidence.e_value < LEANING
    assert now.verdict == Verdict.NO_EVIDENCE


def test_verdicts_begin_at_their_thresholds() -> None:
    seen = set()
    for seed in range(14):
        stratum = stratum_of(report_make(simulated(70, seed=seed)), 4)
        assert stratum.evidence is not None
        value = stratum.evidence.e_value
        expected = (
            Verdict.EVIDENCE
            if value >= EVIDENCE
            else Verdict.LEANING
            if value >= LEANING
            else Verdict.NO_EVIDENCE
        )
        assert stratum.verdict == expected
        seen.add(expected)
    assert seen == {Verdict.EVIDENCE, Verdict.LEANING, Verdict.NO_EVIDENCE}


OBSTACLES = {
    "all tied": (Verdict.CANNOT_TELL, Obstacle.ALL_TIED),
    "everybody in one seat": (Verdict.CANNOT_TELL, Obstacle.SEATS_NEVER_CHANGED),
    "one seat always wins": (Verdict.EVIDENCE, Obstacle.NONE),
    "one seat always wins, of two": (Verdict.EVIDENCE, Obstacle.NONE),
    "people who never met": (Verdict.EVIDENCE, Obstacle.NONE),
    "somebody always wins": (Verdict.NO_EVIDENCE, Obstacle.NONE),
    "one table": (Verdict.RAW_ONLY, Obstacle.NONE),
}


@pytest.mark.parametrize("name", OBSTACLES)
def test_degenerate_tables_give_finite_figures_or_an_honest_obstacle(name: str) -> None:
    found = report_make(laid(DEGENERATE[name]))

    (stratum,) = found.strata
    assert (stratum.verdict, stratum.obstacle) == OBSTACLES[name]
    json.dumps(asdict(found), allow_nan=False)


def test_a_seat_that_one_person_always_had_cant_be_told() -> None:
    random = np.random.default_rng(3)
    rows = [
        [(0, place[0]), *zip((1 + random.permutation(6)[:2]).tolist(), place[1:], strict=True)]
        for place in random.permuted(np.tile([1, 2, 3], (80, 1)), axis=1).tolist()
    ]

    (stratum,) = report_make(laid(rows)).strata

    assert (stratum.verdict, stratum.obstacle) == (Verdict.CANNOT_TELL, Obstacle.SEATS_NEVER_CHANGED)
    assert stratum.named is None


NEVER_APART = {
    "two in fixed seats, one always wins": lambda t: [(0, 1), (1, 2)],
    "two in fixed seats, one nearly always wins": lambda t: [(0, 1), (1, 2)] if t % 50 else [(0, 2), (1, 1)],
    "four in fixed seats, always in the same order": lambda t: [(0, 1), (1, 2), (2, 3), (3, 4)],
    "one always has seat 1 and wins": lambda t: [
        (0, 1),
        (1 + t % 5, 2 + t % 2),
        (1 + (t + 2) % 5, 3 - t % 2),
    ],
    "one always has seat 1 and loses": lambda t: [
        (0, 3),
        (1 + t % 5, 1 + t % 2),
        (1 + (t + 2) % 5, 2 - t % 2),
    ],
}


@pytest.mark.parametrize("tables", [50, 600])
@pytest.mark.parametrize("name", NEVER_APART)
def test_seat_and_person_that_are_one_cant_be_told_however_the_tables_ended(name: str, tables: int) -> None:
    (stratum,) = report_make(laid([NEVER_APART[name](t) for t in range(tables)])).strata

    assert (stratum.verdict, stratum.obstacle) == (Verdict.CANNOT_TELL, Obstacle.SEATS_NEVER_CHANGED)
    assert stratum.named is None
    assert stratum.evidence is None


def test_a_table_of_all_tied_leaves_the_second_opinion_and_other_player_counts_alone() -> None:
    tables = simulated(100)
    before = stratum_of(report_make(tables), 4)

    after = report_make(joined(tables, laid([[(30, 1), (31, 1), (32, 1)]])))

    assert stratum_of(after, 4).second_opinion == before.second_opinion
    assert stratum_of(after, 4).seats[0].beta == pytest.approx(before.seats[0].beta, abs=1e-6)
    assert stratum_of(after, 3).verdict == Verdict.RAW_ONLY


def test_non_random_seating_that_fools_the_second_opinion_is_named() -> None:
    random = np.random.default_rng(5)
    club = club_make(random, {4: [0.0] * 4}, sd=1.2, confounded=True)
    tables = tables_make(random, club, 300)

    stratum = stratum_of(report_make(tables), 4)

    assert stratum.verdict == Verdict.NO_EVIDENCE
    assert stratum.second_opinion is not None
    assert stratum.second_opinion.p < 0.01
    assert (stratum.second_opinion.disagrees, stratum.second_opinion.because) == (True, "seating")


def test_the_same_tables_give_the_same_report() -> None:
    assert report_make(simulated(60)) == report_make(simulated(60))


@st.composite
def clubs(draw: st.DrawFn) -> list[list[tuple[int, int]]]:
    """Draw 30 to 60 tables of few people in few patterns, so that separation, ties and fixed seats come up."""
    patterns = []
    for _ in range(draw(st.integers(1, 4))):
        players = draw(st.lists(st.integers(0, 7), min_size=2, max_size=8, unique=True))
        totals = draw(st.lists(st.integers(0, 4), min_size=len(players), max_size=len(players)))
        patterns.append(
            [
                (player, 1 + sum(other > total for other in totals))
                for player, total in zip(players, totals, strict=True)
            ]
        )
    return [patterns[draw(st.integers(0, len(patterns) - 1))] for _ in range(draw(st.integers(30, 60)))]


@settings(max_examples=30)
@given(clubs(), st.randoms(use_true_random=False))
def test_whatever_comes_is_answered_in_finite_figures(
    tables: list[list[tuple[int, int]]], random: Random
) -> None:
    columns = laid(tables)
    lines = len(columns.players)
    more = replace(
        columns,
        triggers=np.array([random.randint(0, 2) for _ in tables], dtype=np.int64),
        cards=np.array([random.choice([0.0, 1.0, float("nan")]) for _ in range(lines)]),
        ratings=np.array([random.choice([1500.0, 1520.0, float("nan")]) for _ in range(lines)]),
        edit_orders=columns.seats if random.random() < 0.5 else columns.edit_orders,
    )

    found = report_make(more)

    json.dumps(asdict(found), allow_nan=False)
    assert sum(stratum.tables for stratum in found.strata) == len(tables)


def poker(path: Path) -> Tables:
    """Return the hands of the real file, people numbered as they come up."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    rows.sort(key=lambda row: (row["club_day"], int(row["round"]), int(row["number"]), int(row["seat"])))
    totals = np.array([float(row["total"]) for row in rows]).reshape(-1, 6)
    places = 1 + (totals[:, None, :] > totals[:, :, None]).sum(axis=2)
    numbers: dict[str, int] = {}
    people = [numbers.setdefault(row["player"], len(numbers)) for row in rows]
    shaped = zip(np.reshape(people, (-1, 6)).tolist(), places.tolist(), strict=True)
    tables = laid([list(zip(*table, strict=True)) for table in shaped])
    days = np.array([date.fromisoformat(row["club_day"]).toordinal() for row in rows[::6]])
    return replace(tables, totals=totals.ravel(), days=days)


def test_real_hands_give_the_means_and_win_shares_that_were_computed_independently(shared_data: Path) -> None:
    expected = json.loads((shared_data / "expected.json").read_text(encoding="utf-8"))["poker6_10000.csv"]

    found = report_make(poker(shared_data / "poker6_10000.csv"))

    (stratum,) = found.strata
    assert (found.tables, found.people) == (expected["tables"], len(expected["tables_played"]))
    for slot in stratum.seats:
        told = expected["seat"][str(slot.slot)]
        assert slot.win_share == pytest.approx(told["win_share"], abs=5e-7)
        assert slot.mean_total == pytest.approx(told["mean_total"], abs=5e-5)
    # The seat that wins most hands loses most chips, and is most often last: one effect a seat can't say that.
    assert max(stratum.seats, key=lambda slot: slot.win_share).slot == 2
    assert min(stratum.seats, key=lambda slot: slot.mean_total or 0).slot == 2
    assert stratum.verdict == Verdict.EVIDENCE
    assert stratum.diagnostics is not None
    assert stratum.diagnostics.misfit


def test_the_first_tables_of_a_club_give_the_report_they_gave_then() -> None:
    tables = simulated(80)

    then, now = (stratum_of(report_make(some), 4) for some in (first_tables(tables, 50), tables))

    assert then.evidence is not None
    assert now.evidence is not None
    assert then.evidence.curve[:-1] == now.evidence.curve[: len(then.evidence.curve) - 1]
