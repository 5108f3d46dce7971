"""The always-valid e-value of the named contrast: may be read after every table, as often as anybody likes.

It is a Bayes factor: how much better the tables so far are told by effects of the named slot of all sizes, normal
around none with sd EFFECT_SD in log-odds, than by no effect at all. Strengths and the other slots' effects are
integrated out on both sides (Laplace), so it doesn't matter that they are unknown, and non-random seating is taken into
account exactly as far as the fit does. By Savage and Dickey that is the prior density of "no effect" over its posterior
density, one fit a point. Each point uses the tables up to it and nothing later, at table counts that are fixed before
anybody looks. If there is no effect, it reaches 20 ever in at most 5 % of clubs (Ville's inequality; measured in
docs/decisions/0019, since Laplace is no exact integral).
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import numpy as np

from league.fairness.contrasts import effects_of
from league.fairness.plackett_luce import Priors, fit, named_contrast
from league.fairness.report import FEWEST_TABLES, CurvePoint, Evidence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from league.fairness.design import Design
    from league.fairness.plackett_luce import Fit
    from league.fairness.tables import Tables

EFFECT_SD: Final = 0.3
"""An effect of this size is a seat that wins about a fifth less often."""

PRIORS: Final = Priors(named=EFFECT_SD)

GROWTH: Final = ((300, 0.04), (3_000, 0.1), (20_000, 0.25), (math.inf, 0.6))
"""Up to so many tables the next point comes when there are more by this share."""

PRECISE: Final = 0.02
"""What a step of that size leaves is its square: less than a tenth of any standard error a club will see."""

MOST_STEPS: Final = 12
LARGEST: Final = 1e12
"""No page and no JSON needs more, and the exponential of a hundred thousand tables would overflow."""


def points_of(tables: int) -> Iterator[int]:
    """Return the numbers of tables at which the e-value is worked out, the last of them all there are."""
    at = FEWEST_TABLES
    while at < tables:
        yield at
        share = next(share for most, share in GROWTH if at < most)
        at += max(1, int(at * share))
    yield tables


def evidence_make(tables: Tables, design: Design) -> dict[int, Evidence]:
    """Return the evidence of each player count that has tables enough; all strengths come from all player counts.

    `design` is that of all tables, without covariates: what is asked is what a seat is worth as it was dealt.
    """
    days = tables.days
    curves: dict[int, list[CurvePoint]] = {}
    found: Fit | None = None
    for point in points_of(len(tables)):
        part = design.prefix(point)
        found = fit(part, priors=PRIORS, start=found, precise=PRECISE, steps=MOST_STEPS)
        for block in part.blocks:
            curve = curves.setdefault(block.size, [])
            if len(block) < FEWEST_TABLES or (curve and curve[-1].tables == len(block)):
                continue
            curve.append(CurvePoint(len(block), int(days[block.tables[-1]]), e_value(found, block.size)))
    return {
        size: Evidence(curve[-1].e_value, max(point.e_value for point in curve), tuple(curve))
        for size, curve in curves.items()
        if curve
    }


def e_value(found: Fit, size: int) -> float:
    """Return the e-value of a size's named contrast from a fit with PRIORS."""
    weights = named_contrast(size)
    effects, covariance = effects_of(found, size)
    mean, variance = float(weights @ effects), float(weights @ covariance @ weights)
    told = math.log(variance) / 2 - math.log(EFFECT_SD) + mean * mean / (2 * variance)
    return float(min(np.exp(min(told, 700.0)), LARGEST))
