"""From points to a table of ranks: what is remembered of each player, and who stands where.

Owns ranking and everything a row of standings shows. Names, hiding and marks belong to the readers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from league.ratings.columns import NOBODY

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Mapping, Sequence

    from league.ratings.columns import PointColumns, TableColumns
    from league.ratings.parameters import AnyParameters

P = TypeVar("P", bound="Hashable")
RECENT = 10


@dataclass(slots=True)
class Tally:
    """What the points of one player come to, so far. `last_day` is ISO; `recent` are the last ten places."""

    rating: int
    tables: int
    last_change: int = 0
    last_day: str = ""
    placement_sum: int = 0
    recent: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Rank(Generic[P]):
    """One row: competition ranks (equal ratings share one), now and before the last day.

    `rating` is the tally's with the adjustment in it; who hasn't played enough stands behind all who have.
    """

    player: P
    rank: int
    previous_rank: int | None
    rating: int
    tally: Tally
    counted: int
    adjustment: int
    qualified: bool


def tallies_extend(
    tallies: dict[P, Tally],
    *,
    players: Sequence[P],
    tables: TableColumns,
    points: PointColumns,
    days: Sequence[str],
) -> None:
    """Bring tallies up to date with folded tables; `players` name the numbers, `days` are those of the tables."""
    recent: dict[int, list[int]] = {}
    sums: dict[int, int] = {}
    last: dict[int, int] = {}
    for line, (number, place) in enumerate(zip(tables.players, tables.placements, strict=True)):
        last[number] = line
        sums[number] = sums.get(number, 0) + place
        recent.setdefault(number, []).append(place)
    last.pop(NOBODY, None)
    days_of = _days_of_lines(tables, set(last.values()), days)
    for number, line in last.items():
        old = tallies.get(players[number])
        tallies[players[number]] = Tally(
            rating=points.after[line],
            tables=points.tables_before[line] + 1,
            last_change=points.after[line] - points.before[line],
            last_day=days_of[line],
            placement_sum=(old.placement_sum if old else 0) + sums[number],
            recent=((old.recent if old else ()) + tuple(recent[number][-RECENT:]))[-RECENT:],
        )


def standings_of(
    tallies: Mapping[P, Tally],
    day_before: Mapping[P, tuple[int, int]],
    parameters: AnyParameters,
    adjustments: Mapping[P, int],
) -> list[Rank[P]]:
    """Rank everyone who has a table.

    `day_before` holds rating and tables from before the ladder's last day, of those who played on it.
    """
    now = {
        player: _sort_key(tally.rating, tally.tables, parameters, adjustments.get(player, 0))
        for player, tally in tallies.items()
    }
    before = {
        player: _sort_key(rating, tables, parameters, adjustments.get(player, 0))
        for player, (rating, tables) in day_before.items()
        if tables
    }
    newcomers = {player for player, (_, tables) in day_before.items() if not tables}
    previous = ranks_of({player: key for player, key in (now | before).items() if player not in newcomers})
    return [
        Rank(
            player,
            rank,
            previous.get(player),
            now[player][1],
            tally,
            parameters.counted(tally.tables),
            adjustments.get(player, 0),
            now[player][0],
        )
        for player, rank in ranks_of(now).items()
        for tally in (tallies[player],)
    ]


def ranks_of(keys: Mapping[P, Any]) -> dict[P, int]:
    """Return competition ranks, first rank first: 1 + the number of greater keys."""
    ranks: dict[P, int] = {}
    rank, last = 0, None
    for position, (player, key) in enumerate(
        sorted(keys.items(), key=lambda item: item[1], reverse=True), start=1
    ):
        if key != last:
            rank, last = position, key
        ranks[player] = rank
    return ranks


def _sort_key(rating: int, tables: int, parameters: AnyParameters, adjustment: int) -> tuple[bool, int]:
    return parameters.qualified(tables), rating + adjustment


def _days_of_lines(tables: TableColumns, lines: Iterable[int], days: Sequence[str]) -> dict[int, str]:
    """Return the day of each of some lines."""
    found: dict[int, str] = {}
    table = 0
    for line in sorted(lines):
        while tables.offsets[table + 1] <= line:
            table += 1
        found[line] = days[table]
    return found
