"""A second opinion that knows nothing of strengths: what if the places of each table had fallen on its slots by chance?

Scores are those of the log-rank test (Savage), which are the slope of Plackett–Luce where all are equal, so that both
opinions look at the same thing and differ by strengths only. Their sums over slots have simple moments under all
permutations within tables; from MOST_LINES lines on those moments are all that is used (normal, chi-square), below,
a fixed number of permutations from a fixed seed. Where stronger people sat in some slots more often this test is wrong,
and that is its use: it then differs from the fit.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from league.fairness.contrasts import chi_square_tail, two_sided
from league.fairness.likelihood import slope_of
from league.fairness.report import SecondOpinion
from league.fairness.sums import sums_by

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from league.fairness.design import Block

    Floats = NDArray[np.float64]

PERMUTATIONS: Final = 999
MOST_LINES: Final = 2_000
SEED: Final = 20260905

SAYS: Final = 0.05
FAR: Final = 0.2


class Outcome(NamedTuple):
    """p of the first slot, and of all; how many permutations were drawn, 0 where moments were used."""

    p: float
    p_omnibus: float
    permutations: int


def places_tested(block: Block) -> Outcome:
    """Return whether places followed slots."""
    scores = slope_of(block, np.zeros(block.slots.shape)).gradient
    return scores_tested(block.slots, scores, draw=block.slots.size <= MOST_LINES)


def scores_tested(slots: NDArray[np.int64], scores: Floats, *, draw: bool) -> Outcome:
    """Return whether scores of (size, tables), of sum zero in each table, followed slots; by drawing or by moments."""
    size = len(slots)
    variance = float((scores**2).sum()) / size
    if variance <= 0:
        return Outcome(1.0, 1.0, 0)
    first, spread = _statistics(sums_by(slots, scores, size), variance)
    if not draw:
        return Outcome(two_sided(first), chi_square_tail(spread, size - 1), 0)
    random = np.random.default_rng(SEED)
    beyond_first = beyond_spread = 1
    for _ in range(PERMUTATIONS):
        drawn = _statistics(sums_by(slots, random.permuted(scores, axis=0), size), variance)
        # Sums of equal numbers in another order may differ in their last digit.
        beyond_first += abs(drawn[0]) >= abs(first) - 1e-9
        beyond_spread += drawn[1] >= spread - 1e-9
    return Outcome(beyond_first / (PERMUTATIONS + 1), beyond_spread / (PERMUTATIONS + 1), PERMUTATIONS)


def _statistics(sums: Floats, variance: float) -> tuple[float, float]:
    """Return the first slot's deviate, and the sum of squares that is chi-square with size - 1 degrees of freedom."""
    size = len(sums)
    return float(sums[0]) / math.sqrt(variance), float(sums @ sums) / variance * (size - 1) / size


def opinion_of(tested: Outcome, fitted: tuple[float, float] | None, *, seating: bool) -> SecondOpinion:
    """Compare with the fit's p of the named slot and of all; `seating`: strength followed seats."""
    disagrees = fitted is not None and any(
        min(pair) <= SAYS and max(pair) > FAR
        for pair in zip(fitted, (tested.p, tested.p_omnibus), strict=True)
    )
    return SecondOpinion(*tested, disagrees=disagrees, because="seating" if disagrees and seating else "")
