"""The Elo fold over whole seasons in plain Python: the formula of `elo`, written for speed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from league.ratings.columns import SURE, PointColumns

if TYPE_CHECKING:
    from league.ratings.columns import StateColumns, TableColumns
    from league.ratings.parameters import Parameters


def k_list(parameters: Parameters) -> list[int]:
    """Return k by the number of tables played before; the last entry counts for every greater number."""
    last = parameters.k_steps[-1][0] if parameters.k_steps else 0
    return [parameters.k(tables) for tables in range(last + 1)]


def fold_columns(tables: TableColumns, states: StateColumns, parameters: Parameters) -> PointColumns:
    """Rate all tables in their order and leave `states` as they are after the last; every table has two or more."""
    points = PointColumns()
    ratings, played = states.ratings, states.tables
    k_of = k_list(parameters)
    last = len(k_of) - 1
    scale = parameters.scale / 1000
    offsets = iter(tables.offsets)
    start = next(offsets)
    for end in offsets:
        players, places = tables.players[start:end], tables.placements[start:end]
        start = end
        number = len(players)
        others = number - 1
        before = [ratings[player] for player in players]
        games = [played[player] for player in players]
        k = [k_of[game] if game < last else k_of[last] for game in games]
        after, expected, actual = before[:], [0] * number, [0] * number
        for i in range(1, number):
            rating, k_own, place = before[i], k[i], places[i]
            change = chances = halves = 0
            for j in range(i):
                difference, rival = rating - before[j], places[j]
                sign = 1 if difference >= 0 else -1
                # The formula looks at a pair from the side of the higher-rated.
                chance = 1 / (1 + 10 ** (-(sign * difference / 1000) / scale))
                won = 1 if place == rival else 2 if place < rival else 0
                score = won / 2 if sign > 0 else 1 - won / 2
                transfer = sign * round((k_own + k[j]) / 2 / others * (score - chance) * 1000)
                share = round(chance * SURE)
                own = share if sign > 0 else SURE - share
                change += transfer
                after[j] -= transfer
                chances += own
                expected[j] += SURE - own
                halves += won
                actual[j] += 2 - won
            after[i] += change
            expected[i] += chances
            actual[i] += halves
        for player, rating, game in zip(players, after, games, strict=True):
            ratings[player] = rating
            played[player] = game + 1
        points.before.extend(before)
        points.after.extend(after)
        points.tables_before.extend(games)
        points.expected.extend(expected)
        points.actual.extend(actual)
    return points
