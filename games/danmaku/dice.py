"""Dice as a canonical multiset: how many of them show each face.

Owns arithmetic on such counts and the outcomes of a roll. Knows no card and no rule.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, TypeAlias

from games.core import chance

if TYPE_CHECKING:
    from collections.abc import Iterable

FACES: Final = (1, 2, 3, 4, 5, 6)
MOST_DICE: Final = 20

Counts: TypeAlias = tuple[int, int, int, int, int, int]
"""How many dice show 1, 2, .. 6."""

Faces: TypeAlias = tuple[int, ...]
"""Faces of dice, sorted."""

NO_DICE: Final[Counts] = (0, 0, 0, 0, 0, 0)


def counts_of(faces: Iterable[int]) -> Counts:
    """Count faces in any order; raises ValueError on what no die shows."""
    found = [0] * 6
    for face in faces:
        if not 1 <= face <= len(found):
            message = f"no die shows {face}"
            raise ValueError(message)
        found[face - 1] += 1
    one, two, three, four, five, six = found
    return one, two, three, four, five, six


def faces_of(counts: Counts) -> Faces:
    """Return the faces that the dice show, sorted."""
    return tuple(face for face, count in zip(FACES, counts, strict=True) for _ in range(count))


def number_of(counts: Counts) -> int:
    """Return how many dice there are."""
    return sum(counts)


def pips(counts: Counts) -> int:
    """Return the sum of all dice."""
    one, two, three, four, five, six = counts
    return one + 2 * two + 3 * three + 4 * four + 5 * five + 6 * six


def plus(counts: Counts, more: Counts) -> Counts:
    """Put dice to the others."""
    a, b, c, d, e, f = counts
    u, v, w, x, y, z = more
    return a + u, b + v, c + w, d + x, e + y, f + z


def minus(counts: Counts, fewer: Counts) -> Counts | None:
    """Take dice away; None when they aren't there."""
    a, b, c, d, e, f = counts
    u, v, w, x, y, z = fewer
    left = a - u, b - v, c - w, d - x, e - y, f - z
    return None if min(left) < 0 else left


def multisets(number: int) -> tuple[Counts, ...]:
    """Return everything that so many dice can show: 56 ways for 3 dice, 1,287 for 8."""
    return tuple(counts for counts, _ in rolls(number))


@lru_cache(maxsize=64)
def rolls(number: int) -> tuple[tuple[Counts, int], ...]:
    """Return every outcome of so many dice, as `core.chance` has them, with its ways."""
    return tuple((counts_of(faces), ways) for faces, ways in chance.rolls(number))
