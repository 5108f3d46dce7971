"""The Elo fold over whole seasons as machine code, for long histories; equal to `fold` to the last digit.

Chances come from a list that plain Python fills, one for every whole difference of two ratings, so both take the very
same numbers. numba is imported when it is first needed, in workers and commands only: it takes its time.
"""

from __future__ import annotations

from array import array
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from league.ratings.columns import SURE, PointColumns
from league.ratings.elo import expected_of_higher
from league.ratings.fold import k_list

if TYPE_CHECKING:
    from collections.abc import Callable

    from league.ratings.columns import StateColumns, TableColumns
    from league.ratings.parameters import Parameters

_CHANCES_AT_ONCE: Final = 200_000


def fold_columns(tables: TableColumns, states: StateColumns, parameters: Parameters) -> PointColumns:
    """Rate all tables in their order and leave `states` as they are after the last; every table has two or more."""
    import numpy as np  # noqa: PLC0415 - see above

    size = len(tables.players)
    points = PointColumns(*(array(code, [0]) * size for code in "iiiih"))
    given = (tables.offsets, tables.players, tables.placements, states.ratings, states.tables)
    made = (points.before, points.after, points.tables_before, points.expected, points.actual)
    k_of = np.array(k_list(parameters), dtype=np.int64)
    kernel, chances, done = _kernel(), _chances(parameters.scale), 0
    while done < len(tables):
        views = [np.frombuffer(column, dtype=column.typecode) for column in (*given, *made) if size]
        done = kernel(done, k_of, SURE, np.frombuffer(chances, dtype=np.float64), *views)
        if done < len(tables):
            _lengthen(chances, parameters.scale)
    return points


@cache
def _chances(scale: int) -> array[float]:
    """Return the expected score of the higher-rated for each difference in thousandths, as far as it was needed."""
    chances = array("d")
    _lengthen(chances, scale)
    return chances


def _lengthen(chances: array[float], scale: int) -> None:
    longer = range(len(chances), len(chances) + _CHANCES_AT_ONCE)
    chances.extend([expected_of_higher(difference, scale) for difference in longer])


@cache
def _kernel() -> Callable[..., int]:
    """Return the compiled fold. Compiling takes a second or two, once per machine where it can be kept on disk.

    What is kept is that of this very file, so the fold takes all it depends on as arguments.
    """
    from numba import njit  # noqa: PLC0415 - see above

    try:
        kernel: Callable[..., int] = njit(cache=True)(_fold_from)
    except RuntimeError:  # no folder to keep it in can be written
        kernel = njit(_fold_from)
    return kernel


def _fold_from(  # noqa: PLR0913, PLR0917 - columns
    first: int,
    k_of: Any,  # noqa: ANN401 - arrays, here and below
    sure: int,
    chances: Any,  # noqa: ANN401
    offsets: Any,  # noqa: ANN401
    players: Any,  # noqa: ANN401
    placements: Any,  # noqa: ANN401
    ratings: Any,  # noqa: ANN401
    played: Any,  # noqa: ANN401
    before: Any,  # noqa: ANN401
    after: Any,  # noqa: ANN401
    tables_before: Any,  # noqa: ANN401
    expected: Any,  # noqa: ANN401
    actual: Any,  # noqa: ANN401
) -> int:
    """Rate tables from the `first` on; return the one that needs more chances than there are, or how many there are."""
    last_k = len(k_of) - 1
    for table in range(first, len(offsets) - 1):
        start, end = offsets[table], offsets[table + 1]
        others = end - start - 1
        for line in range(start, end):
            for other in range(start, line):
                if abs(ratings[players[line]] - ratings[players[other]]) >= len(chances):
                    return table
        for line in range(start, end):
            before[line] = after[line] = ratings[players[line]]
            tables_before[line] = played[players[line]]
            expected[line] = actual[line] = 0
        for line in range(start + 1, end):
            k_own = k_of[min(tables_before[line], last_k)]
            for other in range(start, line):
                difference = before[line] - before[other]
                sign = 1 if difference >= 0 else -1
                chance = chances[abs(difference)]
                place, rival = placements[line], placements[other]
                won = 1 + int(place < rival) - int(place > rival)
                score = won / 2 if sign > 0 else 1 - won / 2
                k_other = k_of[min(tables_before[other], last_k)]
                transfer = sign * round((k_own + k_other) / 2 / others * (score - chance) * 1000)
                share = round(chance * sure)
                own = share if sign > 0 else sure - share
                after[line] += transfer
                after[other] -= transfer
                expected[line] += own
                expected[other] += sure - own
                actual[line] += won
                actual[other] += 2 - won
        for line in range(start, end):
            ratings[players[line]] = after[line]
            played[players[line]] = tables_before[line] + 1
    return len(offsets) - 1
