"""From points to a table of ranks: what is remembered of each player, and who stands where.

Owns ranking and everything a row of standings shows. Names, hiding and marks belong to the readers.
"""

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from league.ratings.elo import PointOutput

P = TypeVar("P", bound=Hashable)
RECENT = 10


@dataclass(frozen=True, slots=True)
class Tally:
    """What the points of one player come to, so far."""

    rating: int
    tables: int
    last_change: int
    last_day: str
    placement_sum: int
    recent: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Rank(Generic[P]):
    """One row: competition ranks (equal ratings share one), now and before the last day."""

    player: P
    rank: int
    previous_rank: int | None
    tally: Tally


def tally_add(tally: Tally | None, point: PointOutput[P], day: str) -> Tally:
    """Return the tally with one more point, played on `day` (ISO)."""
    placements = (*(tally.recent if tally else ()), point.placement)
    return Tally(
        rating=point.after,
        tables=point.tables_before + 1,
        last_change=point.after - point.before,
        last_day=day,
        placement_sum=(tally.placement_sum if tally else 0) + point.placement,
        recent=placements[-RECENT:],
    )


def ranks_of(ratings: Mapping[P, int]) -> dict[P, int]:
    """Return competition ranks: 1 + the number of higher ratings."""
    ranks: dict[P, int] = {}
    rank, last = 0, None
    ordered = sorted(ratings.items(), key=lambda item: -item[1])
    for position, (player, rating) in enumerate(ordered, start=1):
        if rating != last:
            rank, last = position, rating
        ranks[player] = rank
    return ranks


def standings_of(tallies: Mapping[P, Tally], last_day_points: Iterable[PointOutput[P]]) -> list[Rank[P]]:
    """Rank everyone; `last_day_points` are the points of the ladder's last day, in order."""
    before: dict[P, int | None] = {player: tally.rating for player, tally in tallies.items()}
    seen: set[P] = set()
    for point in last_day_points:
        if point.player not in seen:
            seen.add(point.player)
            before[point.player] = point.before if point.tables_before else None
    ranks = ranks_of({player: tally.rating for player, tally in tallies.items()})
    previous = ranks_of({player: rating for player, rating in before.items() if rating is not None})
    return [
        Rank(player, rank, previous.get(player), tallies[player])
        for player, rank in sorted(ranks.items(), key=lambda item: item[1])
    ]
