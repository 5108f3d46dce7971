"""Reports survive being stored as JSON, and name nobody."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from league.fairness.report import (
    Contrast,
    CurvePoint,
    Diagnostics,
    Evidence,
    Handicap,
    Interval,
    Need,
    Obstacle,
    Report,
    Seating,
    Slot,
    Stratum,
    Verdict,
    Without,
)
from league.fairness.stored import NOBODY, report_json, report_read, shape

UNKNOWN = Interval(None, None)
SLOT = Slot(1, 40, 0.25, 2.5, None, -0.5, 0.2, 0.2, Interval(0.1, 0.3), 0.6, UNKNOWN, 2.7, 0.22, 0.04)
CONTRAST = Contrast(1, -0.5, 0.2, Interval(-0.9, -0.1), 0.01, 0.8)
DIAGNOSTICS = Diagnostics(
    seating=Seating(0.4, 40, (1500.0, None), random=True),
    decided_first=3,
    decided_any=9,
    with_ties=CONTRAST,
    halves=(None, CONTRAST),
    without=Without(-0.6, -0.4, 3, 7),
    turns=None,
    people=12,
    few_tables=4,
    components=1,
    converged=True,
    iterations=5,
)
STRATUM = Stratum(
    players=2,
    tables=40,
    first_day=739_000,
    last_day=739_100,
    verdict=Verdict.LEANING,
    obstacle=Obstacle.NONE,
    seats=(SLOT,),
    p_omnibus=0.03,
    named=CONTRAST,
    evidence=Evidence(6.0, 7.0, (CurvePoint(30, 739_050, 2.0), CurvePoint(40, 739_100, 6.0))),
    needs=(Need(0.2, 200),),
    second_opinion=None,
    diagnostics=DIAGNOSTICS,
    handicap=Handicap("never_varied", None, None, 0, (2.0, None), ()),
    edit_order=None,
)
REPORT = Report("seats-1", 40, 12, (STRATUM,))


def nameless(report: Report) -> Report:
    (stratum,) = report.strata
    assert stratum.diagnostics is not None
    without = Without(-0.6, -0.4, NOBODY, NOBODY)
    return replace(
        report, strata=(replace(stratum, diagnostics=replace(stratum.diagnostics, without=without)),)
    )


def test_a_report_comes_back_but_for_who_was_left_out() -> None:
    stored = json.loads(json.dumps(report_json(REPORT), allow_nan=False))
    assert report_read(stored) == nameless(REPORT)


def test_numbers_without_an_end_are_written_as_the_largest() -> None:
    endless = replace(STRATUM, evidence=Evidence(float("inf"), float("inf"), ()), p_omnibus=float("nan"))
    stored = json.loads(json.dumps(report_json(replace(REPORT, strata=(endless,))), allow_nan=False))
    (read,) = report_read(stored).strata
    assert read.evidence is not None
    assert read.evidence.e_value > 1e300
    assert read.p_omnibus is None


def test_a_report_of_another_shape_is_refused() -> None:
    stored = report_json(REPORT)
    del stored["strata"][0]["needs"]
    with pytest.raises(LookupError):
        report_read(stored)


def test_the_shape_is_the_same_each_time() -> None:
    assert shape() == shape()
    assert len(shape()) == 8
