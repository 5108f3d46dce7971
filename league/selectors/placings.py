"""Where everybody stands in a season ladder, hidden people included: now, and as a closed season put it away.

Rows hold public ids and figures only. Names belong to whoever shows them, and so does leaving somebody out.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from typing import TYPE_CHECKING

from league.models import Standing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from league.models import RatingRun, SeasonArchive


@dataclass(frozen=True, slots=True)
class Placing:
    """One row of a season's standings; `rating` and `adjustment` are thousandths."""

    player: str
    rank: int
    rating: int
    tables: int
    counted: int
    adjustment: int
    qualified: bool
    title: str


def placings_now(*, run: RatingRun | None, titles: Sequence[str]) -> list[Placing]:
    """Return all rows of a run by rank and public id, with their titles. One query."""
    stored = Standing.objects.filter(run=run) if run else Standing.objects.none()
    rows = list(
        stored.order_by("rank", "player__public_id").values_list(
            "player__public_id", "rank", "rating", "tables", "counted", "adjustment", "qualified"
        )
    )
    ranks = [row[1] for row in rows if row[6]]
    return [Placing(*row, title=title_of_rank(ranks, row[1], titles) if row[6] else "") for row in rows]


def placings_of(archive: SeasonArchive) -> list[Placing]:
    """Return all rows of an archive, in its order."""
    return [Placing(**row) for row in archive.standings]


def title_of_rank(ranks: Sequence[int], rank: int, titles: Sequence[str]) -> str:
    """Return the title of a rank: the place among those who qualified decides, and a shared rank shares it.

    `ranks` are those of everybody who qualified, in rising order.
    """
    place = bisect_left(ranks, rank)
    return titles[place] if place < len(titles) else ""
