"""Solving with the players' block of the curvature, which is large and mostly empty.

Up to a few hundred people by Cholesky. Beyond, by conjugate gradients with the diagonal as preconditioner, all
right-hand sides at once, on a full or a sparse matrix, whichever is less work; strengths of people who met by chance
are so well conditioned that some twenty rounds do. Where they don't (long chains of acquaintances), Cholesky or a
sparse factorisation steps in.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from league.fairness.sums import sums_by

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Whole = NDArray[np.int64]

DIRECT: Final = 300
"""People up to whom Cholesky is faster."""

FULL: Final = 3000
"""People up to whom a full matrix (72 MB) is held at all."""

ACCURACY: Final = 1e-6
"""Of the residual. A quadratic form is made of the solutions, whose error is that squared, and a Newton step."""

ROUNDS: Final = 200


@dataclass(frozen=True, slots=True)
class PlayersBlock:
    """The symmetric positive definite players' block: its diagonal, and its entries between different people once."""

    diagonal: Floats
    rows: Whole
    columns: Whole
    values: Floats

    def solve(self, sides: Floats) -> Floats:
        """Return the solutions for right-hand sides of (people, sides)."""
        people = len(self.diagonal)
        if people <= DIRECT:
            return _by_cholesky(self._full(), sides)
        full = people <= FULL and 8 * len(self.values) > people * people
        matrix: Any = self._full() if full else self._sparse()
        found = _by_conjugate_gradients(matrix, self.diagonal, sides)
        if found is not None:
            return found
        if people <= FULL:
            return _by_cholesky(matrix if full else matrix.toarray(), sides)
        from scipy.sparse.linalg import spsolve  # noqa: PLC0415 - scipy takes its time, and is rarely needed

        solved: Floats = spsolve(matrix.tocsc(), sides)
        return solved.reshape(sides.shape)

    def _full(self) -> Floats:
        people = len(self.diagonal)
        matrix = sums_by(self.rows * people + self.columns, self.values, people * people).reshape(
            people, people
        )
        matrix += matrix.T
        matrix[np.arange(people), np.arange(people)] += self.diagonal
        return matrix

    def _sparse(self) -> Any:  # noqa: ANN401 - scipy has no types
        from scipy.sparse import csr_array  # noqa: PLC0415 - as above

        people = len(self.diagonal)
        narrow = np.int16 if people <= np.iinfo(np.int16).max else np.int64  # numpy sorts the former by radix
        own = np.arange(people)
        rows = np.concatenate([self.rows, self.columns, own]).astype(narrow)
        order = np.argsort(rows, kind="stable")
        starts = np.concatenate([[0], np.cumsum(np.bincount(rows, minlength=people))])
        columns = np.concatenate([self.columns, self.rows, own])[order]
        values = np.concatenate([self.values, self.values, self.diagonal])[order]
        # Entries of the same two people stay apart: adding them up would cost more than the products that it saves.
        return csr_array((values, columns, starts), shape=(people, people))


def _by_cholesky(matrix: Floats, sides: Floats) -> Floats:
    from scipy.linalg import cho_factor, cho_solve  # noqa: PLC0415 - as above

    solved: Floats = cho_solve(cho_factor(matrix, check_finite=False), sides, check_finite=False)
    return solved


def _by_conjugate_gradients(matrix: Any, diagonal: Floats, sides: Floats) -> Floats | None:  # noqa: ANN401 - full or sparse
    """Return the solutions, or None where ROUNDS weren't enough."""
    scale = 1 / diagonal[:, None]
    found = np.zeros_like(sides)
    rest = sides.copy()
    towards = scaled = scale * rest
    product = _inner(rest, scaled)
    enough = product * ACCURACY**2
    for _ in range(ROUNDS):
        if (product <= enough).all():
            return found
        image = matrix @ towards
        # A side that is solved already stands still: 0 / 0 would spread.
        length = np.divide(
            product, _inner(towards, image), out=np.zeros_like(product), where=product > enough
        )
        found += length * towards
        rest -= length * image
        scaled = scale * rest
        before, product = product, _inner(rest, scaled)
        turn = np.divide(product, before, out=np.zeros_like(product), where=before > 0)
        towards = scaled + turn * towards
    return None


def _inner(left: Floats, right: Floats) -> Floats:
    """Return the inner product of each column with the other's."""
    products: Floats = np.einsum("ij,ij->j", left, right)
    return products
