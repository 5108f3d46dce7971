"""Pairwise multi-player Elo with integer transfers (DESIGN §6): the formula for one pair, and a table taken apart.

Ratings are integers in thousandths of a point, so a table never creates or destroys rating. Whole seasons are folded
by `fold` and `compiled`, which are this formula written for speed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from league.ratings.parameters import Parameters


@dataclass(frozen=True, slots=True)
class Seat:
    """One player at a table as the formula sees them: rating and rated tables before it, and the place."""

    rating: int
    tables: int
    placement: int


@dataclass(frozen=True, slots=True)
class Pair:
    """What one player got from one opponent: chance expected, score (1, ½, 0) and transfer in thousandths."""

    opponent: int
    k: float
    expected: float
    score: float
    transfer: int


def expected_of_higher(difference: int, scale: int) -> float:
    """Return the expected score of the higher-rated of a pair; both arguments are in thousandths."""
    return 1 / (1 + 10 ** (-(difference / 1000) / (scale / 1000)))


def pairs_of(seats: Sequence[Seat], parameters: Parameters) -> list[list[Pair]]:
    """Return what each player got from each of the others, in the order given; a player's transfers are the change."""
    return [pairs_of_one(seats, one, parameters) for one in range(len(seats))]


def pairs_of_one(seats: Sequence[Seat], one: int, parameters: Parameters) -> list[Pair]:
    """Return what one player got from each of the others, in the order given."""
    return [_pair(seats, one, other, parameters) for other in range(len(seats)) if other != one]


def _pair(seats: Sequence[Seat], one: int, other: int, parameters: Parameters) -> Pair:
    mine, theirs = seats[one], seats[other]
    k = (parameters.k(mine.tables) + parameters.k(theirs.tables)) / 2
    score = 0.5 if mine.placement == theirs.placement else float(mine.placement < theirs.placement)
    # The formula looks at a pair from the side of the higher-rated; of two equals both come to the same.
    higher = mine.rating >= theirs.rating
    chance = expected_of_higher(abs(mine.rating - theirs.rating), parameters.scale)
    of_higher = score if higher else 1 - score
    transfer = round(k / (len(seats) - 1) * (of_higher - chance) * 1000)
    return Pair(other, k, chance if higher else 1 - chance, score, transfer if higher else -transfer)
