"""The whole report of one game and ruleset, from its tables as columns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from league.fairness.contrasts import contrast_of, omnibus, slots_fitted, slots_raw
from league.fairness.design import design_make
from league.fairness.diagnostics import (
    View,
    checks_make,
    diagnostics_make,
    seating_of,
    sizes_told,
    strengths_follow,
)
from league.fairness.edit_order import edit_orders_make
from league.fairness.evidence import evidence_make
from league.fairness.handicap import cards_of, handicap_make
from league.fairness.permutation import opinion_of, places_tested
from league.fairness.plackett_luce import fit
from league.fairness.planning import needs_of
from league.fairness.raw import lines_of, raw_of
from league.fairness.report import CODE, EVIDENCE, FEWEST_TABLES, LEANING, Obstacle, Report, Stratum, Verdict

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from league.fairness.design import Block, Design
    from league.fairness.diagnostics import Checks
    from league.fairness.handicap import Cards
    from league.fairness.plackett_luce import Fit
    from league.fairness.raw import Lines, Raw
    from league.fairness.report import EditOrder, Evidence, SecondOpinion
    from league.fairness.tables import Tables

__all__ = ["CODE", "report_make"]


def report_make(tables: Tables) -> Report:
    """Return everything that is said about the seats of these tables.

    Raises:
        ValueError: when a table has fewer than 2 or more than 8 lines, or seats that aren't 1 to n.
    """
    if not len(tables):
        return Report(CODE, 0, 0, ())
    with _one_core():
        study = _study(tables)
    strata = tuple(_stratum(study, block) for block in study.design.blocks)
    return Report(CODE, len(tables), len(study.design.people), strata)


def _one_core() -> AbstractContextManager[object]:
    """Keep linear algebra on one core: its many small matrices lose more by waiting for each other than they gain.

    It also gives the same digits on every number of cores.
    """
    import scipy.linalg  # noqa: F401, PLC0415 - what is loaded later wouldn't be held back
    from threadpoolctl import threadpool_limits  # noqa: PLC0415 - needed where scipy is

    limits: AbstractContextManager[object] = threadpool_limits(limits=1, user_api="blas")
    return limits


@dataclass(frozen=True, slots=True)
class _Study:
    """What all player counts share."""

    tables: Tables
    design: Design
    cards: Cards
    found: Fit
    told: frozenset[int]
    checks: Checks | None
    evidence: dict[int, Evidence]
    orders: dict[int, EditOrder]


def _study(tables: Tables) -> _Study:
    cards = cards_of(tables)
    covariates = (cards.column,) if cards.varied else ()
    plain = design_make(tables)
    design = design_make(tables, covariates=covariates) if covariates else plain
    found, told = fit(design), sizes_told(design)
    # Where no player count has tables enough nothing fitted is shown.
    enough = any(len(block) >= FEWEST_TABLES for block in design.blocks)
    return _Study(
        tables,
        design,
        cards,
        found,
        told,
        checks_make(tables, design, covariates, View(found, told)) if enough else None,
        evidence_make(tables, plain) if enough else {},
        edit_orders_make(tables),
    )


def _stratum(study: _Study, block: Block) -> Stratum:
    tables, size = study.tables, block.size
    lines = lines_of(tables, size)
    raw = raw_of(lines, tables.seats, tables.placements, tables.totals)
    obstacle = _obstacle(study, block)
    shown = raw.tables >= FEWEST_TABLES
    fitted = study.found if shown and not obstacle else None
    evidence = study.evidence.get(size) if fitted else None
    return Stratum(
        players=size,
        tables=raw.tables,
        first_day=int(tables.days[block.tables[0]]),
        last_day=int(tables.days[block.tables[-1]]),
        verdict=_verdict(raw, obstacle, evidence),
        obstacle=obstacle if shown else Obstacle.NONE,
        seats=slots_fitted(raw, fitted, size) if fitted else slots_raw(raw),
        p_omnibus=omnibus(fitted, size) if fitted else None,
        named=contrast_of(fitted, size) if fitted else None,
        evidence=evidence,
        needs=needs_of(size),
        second_opinion=_second_opinion(study, block, lines, fitted) if shown else None,
        diagnostics=diagnostics_make(tables, lines, block, study.found, study.checks)
        if shown and study.checks
        else None,
        handicap=handicap_make(study.cards, fitted, size, raw.tables),
        edit_order=study.orders.get(size),
    )


def _obstacle(study: _Study, block: Block) -> Obstacle:
    found = study.found
    if (block.events[0] == block.size).all():
        return Obstacle.ALL_TIED
    if block.size not in study.told:
        return Obstacle.SEATS_NEVER_CHANGED
    return Obstacle.NONE if found.converged and np.isfinite(found.covariance).all() else Obstacle.NO_FIT


def _verdict(raw: Raw, obstacle: Obstacle, evidence: Evidence | None) -> Verdict:
    if raw.tables < FEWEST_TABLES:
        return Verdict.RAW_ONLY
    if obstacle or evidence is None:
        return Verdict.CANNOT_TELL
    if evidence.e_value >= EVIDENCE:
        return Verdict.EVIDENCE
    return Verdict.LEANING if evidence.e_value >= LEANING else Verdict.NO_EVIDENCE


def _second_opinion(study: _Study, block: Block, lines: Lines, fitted: Fit | None) -> SecondOpinion:
    random = seating_of(study.tables, lines).random
    return opinion_of(
        places_tested(block),
        (contrast_of(fitted, block.size).p, omnibus(fitted, block.size)) if fitted else None,
        seating=random is False or strengths_follow(block, study.found),
    )
