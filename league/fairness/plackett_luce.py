"""The one fit of a game and ruleset: utility = strength + slot effect of this player count + slopes (DESIGN §7).

Strengths are shared by all player counts and have a weak normal prior; slot effects sum to zero within a player count.
Newton's method with analytic gradient and curvature; the strengths are eliminated, so that what is solved for slots and
slopes is the Schur complement, whose inverse is their covariance. Knows nothing of what the slots are.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from league.fairness.newton import System, climb

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from league.fairness.design import Design

    Floats = NDArray[np.float64]

STRENGTH_SD: Final = 2.0
"""Weak on purpose: a tight prior leaks strength into seats when seating wasn't random (DESIGN §7)."""

SLOT_SD: Final = 5.0
"""So weak that it moves no estimate that the tables tell, and keeps finite one of a seat that always wins."""

LEAST_PRECISION: Final = 1e-8
"""Stands in for a flat prior; what it pins down has no effect on any slot."""

LEAST_CAUTION: Final = 0.25
"""People who come once each, two at a table, are as many as this; the measured range ends there."""

STEPS: Final = 40
PRECISE: Final = 1e-5


@dataclass(frozen=True, slots=True)
class Priors:
    """Standard deviations of the normal priors in log-odds, infinite for flat.

    `named` is that of the first slot against the mean of the others, where it has one of its own.
    """

    strength: float = STRENGTH_SD
    slot: float = SLOT_SD
    named: float = math.inf


FLAT: Final = Priors(math.inf, math.inf)


@dataclass(frozen=True, slots=True)
class Fit:
    """Where Newton's method came to rest.

    `strengths` of the design's people; `effects` of the slots of all `sizes` one after another and then `slopes`, in
    log-odds; `covariance` of both, of rank one less for each size; `known` is what it would be if strengths were known.
    `caution` is what a test statistic has to be multiplied with, see `caution_of`.
    """

    sizes: tuple[int, ...]
    strengths: Floats
    effects: Floats
    slopes: Floats
    covariance: Floats
    known: Floats
    converged: bool
    iterations: int
    caution: float

    def place(self, size: int) -> slice:
        """Return where the slots of a size stand in effects and covariance."""
        start = sum(self.sizes[: self.sizes.index(size)])
        return slice(start, start + size)

    def slope_place(self, number: int) -> int:
        """Return where a slope stands in the covariance."""
        return len(self.effects) + number


def fit(
    design: Design,
    *,
    priors: Priors | None = None,
    start: Fit | None = None,
    precise: float = PRECISE,
    steps: int = STEPS,
) -> Fit:
    """Fit the tables of a design, of which there is at least one.

    `start` is a fit of other tables of the same people to begin from.
    Ends when a step moves no slot or slope by more than `precise` and no strength by more than ten times that (what is
    left then is its square), or after so many steps; then `converged` is False.
    """
    priors = priors or Priors()
    sizes = tuple(block.size for block in design.blocks)
    basis = basis_of(sizes, len(design.blocks[0].covariates) if design.blocks else 0)
    precision = basis.T @ _precision(sizes, basis.shape[0], priors) @ basis
    strengths, free = _begin(design, sizes, basis, start)
    least = max(priors.strength**-2, LEAST_PRECISION)
    reached = climb(System(design, basis, least, precision), strengths, free, precise, steps)
    parameters = basis @ reached.free
    slots = sum(sizes)
    return Fit(
        sizes,
        reached.strengths,
        parameters[:slots],
        parameters[slots:],
        basis @ reached.solved.covariance @ basis.T,
        basis @ reached.solved.known @ basis.T,
        reached.converged,
        reached.steps,
        caution_of(design),
    )


def caution_of(design: Design) -> float:
    """Return by how much less than a chi-square says a test statistic means, since strengths are estimated, too.

    The more people there are for so few choices, the more their estimates and those of seats are too large, and a test
    alarms too often (6 to 7 % at 60 tables where 5 % are meant). With N choices and P people the classical correction,
    1 - P/N, is too much, because the prior holds strengths back; half of it was measured to be right
    (docs/seat-fairness.md).
    """
    choices = sum(len(block) * (block.size - 1) for block in design.blocks)
    return max(LEAST_CAUTION, 1 - len(design.people) / (2 * choices)) if choices else 1.0


def basis_of(sizes: Sequence[int], slopes: int) -> Floats:
    """Return orthonormal columns that span slot effects of sum zero within each size, and the slopes."""
    rows = sum(sizes) + slopes
    basis = np.zeros((rows, rows - len(sizes)))
    row = column = 0
    for size in sizes:
        for step in range(1, size):
            scale = 1 / math.sqrt(step * (step + 1))
            basis[row : row + step, column] = scale
            basis[row + step, column] = -step * scale
            column += 1
        row += size
    for _ in range(slopes):
        basis[row, column] = 1.0
        row, column = row + 1, column + 1
    return basis


def named_contrast(size: int) -> Floats:
    """Return the weights of the first slot against the mean of the others."""
    weights = np.full(size, -1 / (size - 1))
    weights[0] = 1.0
    return weights


def _precision(sizes: Sequence[int], rows: int, priors: Priors) -> Floats:
    precision = np.eye(rows) * max(priors.slot**-2, LEAST_PRECISION)
    start = 0
    for size in sizes:
        weights = named_contrast(size)
        place = slice(start, start + size)
        precision[place, place] += np.outer(weights, weights) * priors.named**-2
        start += size
    return precision


def _begin(design: Design, sizes: tuple[int, ...], basis: Floats, start: Fit | None) -> tuple[Floats, Floats]:
    strengths, parameters = np.zeros(len(design.people)), np.zeros(basis.shape[0])
    if start is not None:
        common = min(len(strengths), len(start.strengths))
        strengths[:common] = start.strengths[:common]
        first = 0
        for size in sizes:
            if size in start.sizes:
                parameters[first : first + size] = start.effects[start.place(size)]
            first += size
        if len(start.slopes) == len(parameters) - first:
            parameters[first:] = start.slopes
    return strengths, basis.T @ parameters
