"""Finds how many tables the seat test needs, by simulating it: python -m tools.plan_seats [ROUNDS].

Prints what stands in `league/fairness/planning.py`, and the chance to reach EVIDENCE at each number that was tried.
With 120 rounds it takes about ten minutes; numbers are then right to some 5 %.
"""

from __future__ import annotations

import argparse
import math
from statistics import NormalDist
from typing import Final

import numpy as np

from league.fairness.contrasts import contrast_of
from league.fairness.design import design_make
from league.fairness.evidence import EFFECT_SD, MOST_STEPS, PRECISE, PRIORS, e_value
from league.fairness.plackett_luce import fit
from league.fairness.planning import LESS
from league.fairness.report import EVIDENCE
from league.fairness.tables import FEWEST_SEATS, MOST_SEATS
from tools.seat_tables import club_make, disadvantage, tables_make

ROUNDS: Final = 120
SEED: Final = 7
POWER: Final = 0.8
AROUND: Final = (0.7, 0.85, 1.0, 1.15, 1.3)


def error_of(size: int) -> float:
    """Return the standard error of the contrast, times the root of the number of tables."""
    tables = tables_make(
        np.random.default_rng(SEED), club_make(np.random.default_rng(SEED), {size: [0.0] * size}), 2000
    )
    return contrast_of(fit(design_make(tables)), size).se * math.sqrt(2000)


def guess(error: float, effect: float) -> float:
    """Return the number of tables at which a normal estimate would do, found by going up."""
    tables = 10.0
    while True:
        variance = error**2 / tables
        ratio = EFFECT_SD**2 / variance
        z = math.sqrt((1 + ratio) / ratio * (2 * math.log(EVIDENCE) + math.log1p(ratio)))
        if abs(effect) / math.sqrt(variance) >= z + NormalDist().inv_cdf(POWER):
            return tables
        tables *= 1.02


def power_of(size: int, less: float, tables: int, rounds: int) -> float:
    """Return how often the e-value stands at EVIDENCE or more after so many tables."""
    random = np.random.default_rng([SEED, size, round(100 * less), tables])
    seen = 0
    for _ in range(rounds):
        club = club_make(random, {size: list(disadvantage(size, less))})
        found = fit(
            design_make(tables_make(random, club, tables)), priors=PRIORS, precise=PRECISE, steps=MOST_STEPS
        )
        seen += e_value(found, size) >= EVIDENCE
    return seen / rounds


def tried(size: int, less: float, middle: float, rounds: int) -> dict[int, float]:
    """Return the chance at each number of tables around the guess."""
    return {
        tables: power_of(size, less, tables, rounds) for tables in (round(middle * share) for share in AROUND)
    }


def needed(powers: dict[int, float], rounds: int) -> float:
    """Return the tables for POWER: where a straight line through probits, over the root of the tables, reaches it."""
    normal = NormalDist()
    probits = [normal.inv_cdf(min(max(power, 0.5 / rounds), 1 - 0.5 / rounds)) for power in powers.values()]
    slope, start = np.polyfit(np.sqrt(list(powers)), probits, 1)
    return float(((normal.inv_cdf(POWER) - start) / slope) ** 2)


def rounded(tables: float) -> int:
    """Return a number with two digits that count, rounded up: it promises no more than it knows."""
    step = 10 ** max(0, math.floor(math.log10(tables)) - 1)
    return int(math.ceil(tables / step) * step)


def main() -> None:
    """Print the table of planning figures.

    The simulation corrects the guess by one factor for each disadvantage, the mean of all player counts: it differs
    between them by less than the simulation can tell.
    """
    parser = argparse.ArgumentParser(prog="python -m tools.plan_seats", description=main.__doc__)
    parser.add_argument(
        "rounds", nargs="?", type=int, default=ROUNDS, help=f"clubs a cell (default {ROUNDS})"
    )
    rounds = parser.parse_args().rounds
    sizes = range(FEWEST_SEATS, MOST_SEATS + 1)
    guesses: dict[int, list[float]] = {size: [] for size in sizes}
    factors = []
    for less in LESS:
        found = []
        for size in sizes:
            effects = disadvantage(size, less)
            middle = guess(error_of(size), float(effects[0] - effects[1]))
            powers = tried(size, less, middle, rounds)
            print(f"# {size} players, {less:.0%} less, guess {middle:.0f}: {powers}", flush=True)
            guesses[size].append(middle)
            found.append(needed(powers, rounds) / middle)
        factors.append(float(np.mean(found)))
        print(f"# {less:.0%} less: {factors[-1]:.2f} x the guess", flush=True)
    for size, middles in guesses.items():
        figures = (rounded(middle * factor) for middle, factor in zip(middles, factors, strict=True))
        print(f"    {size}: {tuple(figures)},", flush=True)


if __name__ == "__main__":
    main()
