"""Newton's method for the fit: equations of a step with the strengths eliminated, and the way up.

What is solved for slots and slopes is the Schur complement of the strengths, whose inverse is their covariance.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from league.fairness.elimination import PlayersBlock
from league.fairness.likelihood import Slope, curvature_of, row_pairs, slope_of, utilities_of
from league.fairness.sums import sums_by

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from league.fairness.design import Block, Design

    Floats = NDArray[np.float64]

ROUNDING: Final = 1e-9
SHORTEST: Final = 1e-6


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


@dataclass(frozen=True, slots=True)
class Reached:
    """Where the way up ended; `solved` is of the point before its last step."""

    strengths: Floats
    free: Floats
    solved: Solved
    converged: bool
    steps: int


def climb(system: System, strengths: Floats, free: Floats, precise: float, most: int) -> Reached:
    """Take Newton steps until one moves no slot by more than `precise` and no strength by more than ten times that.

    A strength counts a tenth, since what is asked for are slots, on which a single one has little bearing. The
    curvature before a last, tiny step is that of the point itself.
    """
    slopes, value = system.slopes(strengths, free)
    taken, converged = 0, False
    while True:
        solved = system.solve(slopes, strengths, free)
        length = 1.0
        while True:  # the log-posterior is concave, so some length always helps
            there = strengths + length * solved.strengths, free + length * solved.free
            slopes, reached = system.slopes(*there)
            if reached >= value - ROUNDING * (1 + abs(value)) or length < SHORTEST:
                break
            length /= 2
        (strengths, free), value = there, reached
        taken += 1
        slots = np.abs(system.basis @ solved.free).max(initial=0)
        moved = max(np.abs(solved.strengths).max(initial=0) / 10, slots)
        converged = bool(moved <= precise)
        if converged or taken == most:
            return Reached(strengths, free, solved, converged, taken)


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
