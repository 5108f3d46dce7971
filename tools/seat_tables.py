"""Invented tables whose seat effects are known: what simulations, tests and benchmarks of seat fairness are made of."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from league.fairness.tables import Tables

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Whole = NDArray[np.int64]

PEOPLE: Final = 20
STRENGTH_SD: Final = 0.5
FIRST_DAY: Final = 737_000
TABLES_A_DAY: Final = 5


@dataclass(frozen=True, slots=True)
class Club:
    """People and the ways of a club.

    `effects` of seats in log-odds by player count; `confounded`: at half of the tables weaker people sit lower;
    `card`: the worth of a help card, 0 to 4 of which everybody is dealt at random (None: there are none).
    """

    strengths: Floats
    effects: dict[int, Floats]
    confounded: bool = False
    card: float | None = None


def club_make(
    random: np.random.Generator,
    effects: dict[int, Sequence[float]],
    *,
    people: int = PEOPLE,
    sd: float = STRENGTH_SD,
    confounded: bool = False,
    card: float | None = None,
) -> Club:
    """Return a club with people drawn at random."""
    told = {size: np.asarray(values, dtype=np.float64) for size, values in effects.items()}
    return Club(random.normal(0, sd, people), told, confounded, card)


def disadvantage(size: int, less: float) -> Floats:
    """Return effects by which the first seat wins so much less often among equals, the others alike."""
    share = (1 - less) / size
    effects = np.zeros(size)
    effects[0] = math.log(share / (1 - share) * (size - 1))
    return effects - effects.mean()


def tables_make(random: np.random.Generator, club: Club, number: int) -> Tables:
    """Return tables of the club, their player counts at random, in Plackett–Luce's model."""
    sizes = random.choice(sorted(club.effects), number)
    offsets = np.concatenate([[0], np.cumsum(sizes)])
    players, seats, places = (np.empty(offsets[-1], dtype=np.int64) for _ in range(3))
    cards = np.full(offsets[-1], np.nan)
    for size, effects in club.effects.items():
        chosen = np.flatnonzero(sizes == size)
        lines = offsets[chosen][:, None] + np.arange(size)
        sitting = _seated(random, club, len(chosen), size)
        utilities = club.strengths[sitting] + effects + random.gumbel(size=sitting.shape)
        if club.card is not None:
            dealt = random.integers(0, 5, sitting.shape).astype(np.float64)
            cards[lines] = dealt
            utilities += club.card * dealt
        players[lines] = sitting
        seats[lines] = np.arange(1, size + 1)
        places[lines] = np.argsort(np.argsort(-utilities, axis=1), axis=1) + 1
    return tables_of(offsets, players, seats, places, cards=cards)


def tables_of(
    offsets: Whole, players: Whole, seats: Whole, places: Whole, *, cards: Floats | None = None
) -> Tables:
    """Return tables of which no more is known than this."""
    number, lines = len(offsets) - 1, len(players)
    unknown = np.full(lines, np.nan)
    return Tables(
        offsets=offsets,
        days=FIRST_DAY + np.arange(number) // TABLES_A_DAY,
        triggers=np.zeros(number, dtype=np.int64),
        players=players,
        seats=seats,
        placements=places,
        tied=places,
        edit_orders=np.zeros(lines, dtype=np.int64),
        totals=unknown,
        cards=unknown if cards is None else cards,
        ratings=unknown,
    )


def _seated(random: np.random.Generator, club: Club, number: int, size: int) -> Whole:
    """Return who sits where: (tables, size) different people."""
    people = len(club.strengths)
    sitting = random.integers(0, people, (number, size))
    while True:
        ordered = np.sort(sitting, axis=1)
        twice = (ordered[:, 1:] == ordered[:, :-1]).any(axis=1)
        if not twice.any():
            break
        sitting[twice] = random.integers(0, people, (int(twice.sum()), size))
    if club.confounded:
        weakest = np.take_along_axis(sitting, np.argsort(club.strengths[sitting], axis=1), axis=1)
        sitting = np.where(random.random(number)[:, None] < 0.5, weakest, sitting)  # noqa: PLR2004 - half of them
    return sitting
