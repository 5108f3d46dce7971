"""The Elo fold over whole seasons in plain Python: the formula of `elo`, written for speed."""

from __future__ import annotations

from array import array
from itertools import pairwise
from typing import TYPE_CHECKING

from league.ratings.columns import SURE, PointColumns

if TYPE_CHECKING:
    from collections.abc import Sequence

    from league.ratings.columns import StateColumns, TableColumns
    from league.ratings.parameters import Parameters


def k_list(parameters: Parameters) -> list[int]:
    """Return k by the number of tables played before; the last entry counts for every greater number."""
    last = parameters.k_steps[-1][0] if parameters.k_steps else 0
    return [parameters.k(tables) for tables in range(last + 1)]


def fold_columns(tables: TableColumns, states: StateColumns, parameters: Parameters) -> PointColumns:
    """Rate all tables in their order and leave `states` as they are after the last; every table has two or more."""
    # Lists are read and written faster than arrays: they hold the numbers themselves.
    ratings, played = states.ratings.tolist(), states.tables.tolist()
    everybody, places = tables.players.tolist(), tables.placements.tolist()
    k_of, scale = k_list(parameters), parameters.scale / 1000
    last = len(k_of) - 1
    made: tuple[list[int], ...] = ([], [], [], [], [])
    befores, afters, counts, chances, halves = made
    for start, end in pairwise(tables.offsets):
        players = everybody[start:end]
        before = [ratings[player] for player in players]
        games = [played[player] for player in players]
        k = [k_of[game] if game < last else k_of[last] for game in games]
        after, expected, actual = _table(before, k, places[start:end], scale)
        for player, rating, game in zip(players, after, games, strict=True):
            ratings[player] = rating
            played[player] = game + 1
        befores += before
        afters += after
        counts += games
        chances += expected
        halves += actual
    states.ratings[:], states.tables[:] = array("i", ratings), array("i", played)
    return PointColumns(*(array(code, column) for code, column in zip("iiiih", made, strict=True)))


def _table(
    before: Sequence[int], k: Sequence[int], places: Sequence[int], scale: float
) -> tuple[list[int], list[int], list[int]]:
    """Return ratings after the table, chances in millionths and halves of a won pair; each pair is looked at once."""
    after, expected, actual = list(before), [0] * len(before), [0] * len(before)
    others = len(before) - 1
    for i in range(1, others + 1):
        rating, k_own, place = before[i], k[i], places[i]
        change = chances = halves = 0
        for j in range(i):
            difference, rival = rating - before[j], places[j]
            weight = (k_own + k[j]) / 2 / others
            # The formula looks at a pair from the side of the higher-rated, whose chance this is.
            if difference >= 0:
                chance = 1 / (1 + 10.0 ** (-(difference / 1000) / scale))
                share = round(chance * SURE)
                won, lost, tied = 1 - chance, -chance, 0.5 - chance
            else:
                chance = 1 / (1 + 10.0 ** (difference / 1000 / scale))
                share = SURE - round(chance * SURE)
                won, lost, tied = chance, chance - 1, chance - 0.5
            if place < rival:
                transfer = round(weight * won * 1000)
                halves += 2
            elif place > rival:
                transfer = round(weight * lost * 1000)
                actual[j] += 2
            else:
                transfer = round(weight * tied * 1000)
                halves += 1
                actual[j] += 1
            change += transfer
            after[j] -= transfer
            chances += share
            expected[j] += SURE - share
        after[i] += change
        expected[i] += chances
        actual[i] += halves
    return after, expected, actual
