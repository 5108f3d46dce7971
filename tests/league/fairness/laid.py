"""Tables as tests like to write them down, and what Plackett–Luce says of them by going through all orders."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import permutations
from typing import TYPE_CHECKING

import numpy as np

from tools.seat_tables import tables_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from league.fairness.report import Report, Stratum
    from league.fairness.tables import Tables

Line = tuple[int, int]


def laid(tables: Sequence[Sequence[Line]]) -> Tables:
    """Return tables given as (player, placement) from seat 1 on."""
    offsets = np.cumsum([0, *map(len, tables)])
    lines = [line for table in tables for line in table]
    return tables_of(
        offsets.astype(np.int64),
        np.array([player for player, _ in lines], dtype=np.int64),
        np.array([seat for table in tables for seat in range(1, len(table) + 1)], dtype=np.int64),
        np.array([place for _, place in lines], dtype=np.int64),
    )


def joined(first: Tables, second: Tables) -> Tables:
    """Return the tables of both, one after another."""
    both = {
        name: np.concatenate([getattr(first, name), getattr(second, name)])
        for name in ("players", "seats", "placements", "tied", "edit_orders", "totals", "cards", "ratings")
    }
    return replace(
        first,
        offsets=np.concatenate([first.offsets, second.offsets[1:] + first.offsets[-1]]),
        days=np.concatenate([first.days, np.maximum(second.days, first.days.max(initial=0))]),
        triggers=np.concatenate([first.triggers, second.triggers]),
        **both,
    )


def first_tables(tables: Tables, number: int) -> Tables:
    """Return the first tables."""
    lines = tables.offsets[number]
    cut = {
        name: getattr(tables, name)[:lines]
        for name in ("players", "seats", "placements", "tied", "edit_orders", "totals", "cards", "ratings")
    }
    return replace(
        tables,
        offsets=tables.offsets[: number + 1],
        days=tables.days[:number],
        triggers=tables.triggers[:number],
        **cut,
    )


def with_ties(tables: Tables, seed: int) -> Tables:
    """Let neighbouring places be shared now and then."""
    random = np.random.default_rng(seed)
    places = tables.placements.copy()
    for start, end in zip(tables.offsets, tables.offsets[1:], strict=False):
        rough = places[start:end] // random.integers(1, 3)
        places[start:end] = 1 + (rough[:, None] > rough[None, :]).sum(axis=1)
    return replace(tables, placements=places, tied=places)


def order_chances(utilities: Sequence[float]) -> dict[tuple[int, ...], float]:
    """Return the chance of each order, best first: choosing from those left, one after another."""
    chances = {}
    for order in permutations(range(len(utilities))):
        chance = 1.0
        for at, chosen in enumerate(order):
            chance *= math.exp(utilities[chosen]) / sum(math.exp(utilities[left]) for left in order[at:])
        chances[order] = chance
    return chances


def stratum_of(report: Report, players: int) -> Stratum:
    """Return what a report says of a player count."""
    return next(stratum for stratum in report.strata if stratum.players == players)
