"""Chance as a value: what has to fall, how it can fall, and falling.

Owns dice and cards that lie face down. The rules never ask a generator; whoever plays does, and hands the
outcome in, exactly as people at a table hand in what they rolled.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod
from random import Random
from typing import Final, Protocol, TypeAlias, TypeVar

Outcome_co = TypeVar("Outcome_co", covariant=True)
Faces: TypeAlias = tuple[int, ...]
SIDES: Final = 6


def generator(seed: str) -> Random:
    """Return a generator of dice; the same seed rolls the same on every machine."""
    return Random(seed)  # noqa: S311 - dice, not secrets


class Chance(Protocol[Outcome_co]):
    """Something that falls by chance."""

    def sample(self, random: Random) -> Outcome_co:
        """Let it fall."""

    def outcomes(self) -> tuple[tuple[Outcome_co, int], ...]:
        """Return every distinct outcome and in how many equally likely ways it comes about."""


@dataclass(frozen=True, slots=True)
class Dice:
    """So many six-sided dice; an outcome is their faces in rising order."""

    number: int

    def sample(self, random: Random) -> Faces:
        """Roll them."""
        draw = random.random
        if self.number == 1:
            return (int(draw() * SIDES) + 1,)
        return tuple(sorted([int(draw() * SIDES) + 1 for _ in range(self.number)]))

    def outcomes(self) -> tuple[tuple[Faces, int], ...]:
        """Return every way the faces can fall, whatever die shows which."""
        return rolls(self.number)


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of some numbered things, all equally likely; an outcome is the number of one of them."""

    things: tuple[int, ...]

    def sample(self, random: Random) -> tuple[int, ...]:
        """Take one."""
        return (self.things[int(random.random() * len(self.things))],)

    def outcomes(self) -> tuple[tuple[tuple[int, ...], int], ...]:
        """Return every number; one that lies there more than once comes about in as many ways."""
        return tuple(((thing,), ways) for thing, ways in Counter(self.things).items())


@cache
def rolls(number: int) -> tuple[tuple[Faces, int], ...]:
    """Return every outcome of so many dice and its ways; these add up to 6^number."""
    every = factorial(number)
    return tuple(
        (faces, every // prod(map(factorial, Counter(faces).values())))
        for faces in combinations_with_replacement(range(1, SIDES + 1), number)
    )
