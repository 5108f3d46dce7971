"""The Plackett–Luce log-likelihood of tables with Breslow's ties: value, slope and curvature in the utilities.

A table is a sequence of choices: who is first of all, then of those left, and so on, each with odds exp(utility). Tied
lines are chosen one after another from all who were left before the first of them (Breslow 1974, as in Cox regression
with one stratum a table). With w = exp(utility) and R_k the sum of w from line k down, the curvature of lines i and j
is -w_i w_j B_min(i,j), B the running sum of events / R², so pairs need no look at the places between.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from league.fairness.design import Block

    Floats = NDArray[np.float64]


class Slope(NamedTuple):
    """Log-likelihood and, over lines as (size, tables), its first derivative; what the curvature is made of."""

    value: float
    gradient: Floats
    weights: Floats
    shares: Floats
    squares: Floats


class Curvature(NamedTuple):
    """The negative second derivative: of each line with itself, and of each pair of rows, (pairs, tables)."""

    own: Floats
    pairs: Floats


def row_pairs(size: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the better and the worse row of each pair of a table."""
    better, worse = np.triu_indices(size, 1)
    return better, worse


def utilities_of(block: Block, strengths: Floats, effects: Floats, slopes: Floats) -> Floats:
    """Return the utilities of a block's lines, (size, tables); `effects` are those of its own slots."""
    utilities: Floats = strengths[block.players] + effects[block.slots]
    for slope, column in zip(slopes, block.covariates, strict=True):
        utilities += slope * column
    return utilities


def slope_of(block: Block, utilities: Floats) -> Slope:
    """Return value and gradient at utilities of (size, tables)."""
    top = utilities.max(axis=0)
    weights = np.exp(utilities - top)
    events = block.events
    present = np.ones(1)
    if block.absent is not None:
        weights[block.absent] = 0.0
        present = np.where(block.absent, 0.0, 1.0)
    risk = np.cumsum(weights[::-1], axis=0)[::-1]
    if block.absent is not None:
        risk = np.where(events > 0, risk, 1.0)
    ratio = events / risk
    shares = np.cumsum(ratio, axis=0)
    squares = np.cumsum(ratio / risk, axis=0)
    value = float((present * (utilities - top)).sum() - (events * np.log(risk)).sum())
    return Slope(value, present - weights * shares, weights, shares, squares)


def curvature_of(slope: Slope) -> Curvature:
    """Return the curvature where the slope was taken."""
    weights = slope.weights
    better, worse = row_pairs(len(weights))
    held = weights * slope.squares
    return Curvature(weights * (slope.shares - held), -held[better] * weights[worse])
