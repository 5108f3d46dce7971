"""The one fit of a game and ruleset: utility = strength + slot effect of this player count + slopes (DESIGN §7).

Strengths are shared by all player counts and have a weak normal prior; slot effects sum to zero within a player count.
Newton's method with analytic gradient and curvature; the strengths are eliminated, so that what is solved for slots and
slopes is the Schur complement, whose inverse is their covariance. Knows nothing of what the slots are.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from league.fairness.elimination import PlayersBlock
from league.fairness.likelihood import Slope, curvature_of, row_pairs, slope_of
from league.fairness.sums import sums_by

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from league.fairness.design import Block, Design

    Floats = NDArray[np.float64]

STRENGTH_SD: Final = 2.0
"""Weak on purpose: a tight prior leaks strength into seats when seating wasn't random (DESIGN §7)."""

SLOT_SD: Final = 5.0
"""So weak that it moves no estimate that the tables tell, and keeps finite one of a seat that always wins."""

LEAST_PRECISION: Final = 1e-8
"""Stands in for a flat prior; what it pins down has no effect on any slot."""

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
    """

    sizes: tuple[int, ...]
    strengths: Floats
    effects: Floats
    slopes: Floats
    covariance: Floats
    known: Floats
    converged: bool
    iterations: int

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
    system = System(design, basis, least, precision)
    slopes, value = system.slopes(strengths, free)
    converged = False
    taken = 0
    solved = system.solve(slopes, strengths, free)
    for taken in range(1, steps + 1):
        length = 1.0
        while True:  # the log-posterior is concave, so some length always helps
            new_strengths, new_free = strengths + length * solved.strengths, free + length * solved.free
            new_slopes, new_value = system.slopes(new_strengths, new_free)
            if new_value >= value - 1e-9 * abs(value) - 1e-9 or length < 1e-6:  # noqa: PLR2004
                break
            length /= 2
        strengths, free, slopes, value = new_strengths, new_free, new_slopes, new_value
        # A strength counts a tenth: what is asked for are slots, on which a single one has little bearing.
        moved = length * max(
            np.abs(solved.strengths).max(initial=0) / 10, np.abs(basis @ solved.free).max(initial=0)
        )
        converged = bool(moved <= precise)
        # The curvature of the point before the last tiny step is that of the point itself.
        if converged or taken == steps:
            break
        solved = system.solve(slopes, strengths, free)
    parameters = basis @ free
    slots = sum(sizes)
    return Fit(
        sizes,
        strengths,
        parameters[:slots],
        parameters[slots:],
        basis @ solved.covariance @ basis.T,
        basis @ solved.known @ basis.T,
        converged,
        taken,
    )


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


@dataclass(frozen=True, slots=True)
class Solved:
    """A Newton step, and the covariance at the point it starts from."""

    strengths: Floats
    free: Floats
    covariance: Floats
    known: Floats


@dataclass(frozen=True, slots=True)
class System:
    """The equations of a Newton step; `free` are slot effects and slopes in the coordinates of `basis`."""

    design: Design
    basis: Floats
    strength_precision: float
    free_precision: Floats

    def slopes(self, strengths: Floats, free: Floats) -> tuple[list[Slope], float]:
        """Return the slope of each block, and the log-posterior."""
        parameters = self.basis @ free
        found = []
        first = 0
        slopes = parameters[sum(block.size for block in self.design.blocks) :]
        for block in self.design.blocks:
            effects = parameters[first : first + block.size]
            found.append(slope_of(block, utilities_of(block, strengths, effects, slopes)))
            first += block.size
        prior = self.strength_precision * (strengths @ strengths) + free @ self.free_precision @ free
        return found, sum(slope.value for slope in found) - float(prior) / 2

    def solve(self, slopes: Sequence[Slope], strengths: Floats, free: Floats) -> Solved:
        """Return the Newton step from where the slopes were taken, by eliminating the strengths."""
        people, rows = len(strengths), self.basis.shape[0]
        pull_players, pull = np.zeros(people), np.zeros(rows)
        diagonal, mixed, own = np.zeros(people), np.zeros((people, rows)), np.zeros((rows, rows))
        pairs = []
        first = 0
        last = sum(block.size for block in self.design.blocks)
        for block, slope in zip(self.design.blocks, slopes, strict=True):
            place = slice(first, first + block.size)
            first += block.size
            part = _Part(block, slope, people)
            pull_players += sums_by(block.players, slope.gradient, people)
            pull[place] += sums_by(block.slots, slope.gradient, block.size)
            diagonal += part.diagonal
            pairs.append((part.first, part.second, part.between))
            mixed[:, place] += part.mixed()
            own[place, place] += part.slots()
            for number, column in enumerate(block.covariates, last):
                image = part.image(column)
                pull[number] += (slope.gradient * column).sum()
                mixed[:, number] += sums_by(block.players, image, people)
                across = sums_by(block.slots, image, block.size)
                own[place, number] += across
                own[number, place] += across
                for other, second in enumerate(block.covariates, last):
                    own[number, other] += (image * second).sum()
        pull_players -= self.strength_precision * strengths
        return self._eliminated(diagonal, pairs, mixed @ self.basis, own, (pull_players, pull, free))

    def _eliminated(
        self,
        diagonal: Floats,
        pairs: list[tuple[NDArray[np.int64], NDArray[np.int64], Floats]],
        mixed: Floats,
        own: Floats,
        pulls: tuple[Floats, Floats, Floats],
    ) -> Solved:
        pull_players, pull, free = pulls
        rows, columns, values = (np.concatenate(part) for part in zip(*pairs, strict=True))
        block = PlayersBlock(diagonal + self.strength_precision, rows, columns, values)
        solved = block.solve(np.column_stack([mixed, pull_players]))
        core = self.basis.T @ own @ self.basis + self.free_precision
        schur = core - mixed.T @ solved[:, :-1]
        covariance = _inverse((schur + schur.T) / 2)
        pull_free = self.basis.T @ pull - self.free_precision @ free
        step = covariance @ (pull_free - mixed.T @ solved[:, -1])
        known = _inverse(core)
        return Solved(solved[:, -1] - solved[:, :-1] @ step, step, covariance, known)


def utilities_of(block: Block, strengths: Floats, effects: Floats, slopes: Floats) -> Floats:
    """Return the utilities of a block's lines, (size, tables); `effects` are those of its own slots."""
    utilities: Floats = strengths[block.players] + effects[block.slots]
    for slope, column in zip(slopes, block.covariates, strict=True):
        utilities += slope * column
    return utilities


def _inverse(matrix: Floats) -> Floats:
    inverse: NDArray[Any] = np.linalg.inv(matrix)
    return inverse.astype(np.float64, copy=False)


class _Part:
    """What one block adds to the curvature."""

    __slots__ = ("between", "block", "curvature", "diagonal", "first", "people", "second")

    def __init__(self, block: Block, slope: Slope, people: int) -> None:
        self.block, self.people = block, people
        self.curvature = curvature_of(slope)
        better, worse = row_pairs(block.size)
        self.first, self.second = block.players[better].ravel(), block.players[worse].ravel()
        self.between = self.curvature.pairs.ravel()
        self.diagonal = sums_by(block.players, self.curvature.own, people)

    def mixed(self) -> Floats:
        """Return the entries of people and slots."""
        block, size = self.block, self.block.size
        better, worse = row_pairs(size)
        places = block.players * size
        keys = (
            (places + block.slots),
            places[better] + block.slots[worse],
            places[worse] + block.slots[better],
        )
        values = (self.curvature.own, self.curvature.pairs, self.curvature.pairs)
        return _summed(keys, values, self.people * size).reshape(self.people, size)

    def slots(self) -> Floats:
        """Return the entries of slots and slots."""
        block, size = self.block, self.block.size
        better, worse = row_pairs(size)
        across = sums_by(block.slots[better] * size + block.slots[worse], self.curvature.pairs, size * size)
        across = across.reshape(size, size)
        own = sums_by(block.slots, self.curvature.own, size)
        return across + across.T + np.diag(own)

    def image(self, column: Floats) -> Floats:
        """Return the curvature times a column over lines, both (size, tables)."""
        image = self.curvature.own * column
        for pair, (better, worse) in enumerate(zip(*row_pairs(self.block.size), strict=True)):
            image[better] += self.curvature.pairs[pair] * column[worse]
            image[worse] += self.curvature.pairs[pair] * column[better]
        return image


def _summed(keys: Sequence[NDArray[np.int64]], values: Sequence[Floats], length: int) -> Floats:
    total = np.zeros(length)
    for key, value in zip(keys, values, strict=True):
        total += sums_by(key, value, length)
    return total
