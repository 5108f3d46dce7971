"""The fold of season points: each place earns points, and each player's best tables count."""

from __future__ import annotations

from bisect import insort
from typing import TYPE_CHECKING

from league.ratings.columns import NOBODY, PointColumns

if TYPE_CHECKING:
    from collections.abc import Sequence

    from league.ratings.columns import StateColumns, TableColumns
    from league.ratings.parameters import PointsParameters


def fold_points(tables: TableColumns, states: StateColumns, parameters: PointsParameters) -> PointColumns:
    """Add up season points over all tables from the very first, and leave `states` as they are after the last.

    Lines of nobody take a place and earn nothing. A player's points are those of his best tables so far, so a bad
    table may change nothing; negative ones count only while there are too few better ones.
    """
    points = PointColumns()
    best: dict[int, list[int]] = {}
    most = parameters.best
    for table in range(len(tables)):
        lines = slice(tables.offsets[table], tables.offsets[table + 1])
        places = tables.placements[lines]
        earned = earned_by_place(places, parameters)
        for player, place, earning in zip(tables.players[lines], places, tables.earning[lines], strict=True):
            points.expected.append(0)
            points.actual.append(earned[place] if earning else 0)
            if player == NOBODY:
                for column in (points.before, points.after, points.tables_before):
                    column.append(0)
                continue
            points.before.append(states.ratings[player])
            points.tables_before.append(states.tables[player])
            states.ratings[player] += points.actual[-1]
            if most is not None:
                states.ratings[player] -= _dropped(best.setdefault(player, []), points.actual[-1], most)
            states.tables[player] += 1
            points.after.append(states.ratings[player])
    return points


def earned_by_place(places: Sequence[int], parameters: PointsParameters) -> dict[int, int]:
    """Return what each place at a table earns; those who share one share what their places earn, half-even."""
    of_places = parameters.of_places(len(places))
    ordered = sorted(places)
    earned: dict[int, int] = {}
    for place in set(ordered):
        first, sharing = ordered.index(place), ordered.count(place)
        earned[place] = round(sum(of_places[first : first + sharing]) / sharing)
    return earned


def sharing_of(places: Sequence[int], place: int, parameters: PointsParameters) -> tuple[int, ...]:
    """Return the points that those on one place share, best first; a single one where nobody shares it."""
    first = sum(other < place for other in places)
    return parameters.of_places(len(places))[first : first + places.count(place)]


def counting_of(scores: Sequence[int], best: int | None) -> list[bool]:
    """Return which of a player's tables count, in the order played; of two equal ones the later, as in the fold."""
    if best is None or len(scores) <= best:
        return [True] * len(scores)
    kept = set(sorted(range(len(scores)), key=lambda table: (scores[table], table))[-best:])
    return [table in kept for table in range(len(scores))]


def _dropped(scores: list[int], score: int, most: int) -> int:
    """Note one more score among the best and return the one that doesn't count any more, 0 while there are too few."""
    insort(scores, score)
    return scores.pop(0) if len(scores) > most else 0
