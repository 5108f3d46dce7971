"""Reads rating points: what each table did to each player's rating, as one run sees it (G18)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from django.db.models import Q

from league.ratings.columns import SURE
from league.selectors.ladders import points_visible

if TYPE_CHECKING:
    from league.models import RatingRun
    from league.selectors.players import People


class PointPlace(NamedTuple):
    """Where a point stands in a run: by its table, then by its player's public id."""

    order_key: str
    player_id: str


@dataclass(frozen=True, slots=True)
class PointEntry:
    """One change of a rating. Ratings are thousandths of a point; `name` is empty for an anonymised player."""

    place: PointPlace
    name: str
    table_id: str
    before: int
    after: int
    tables_before: int
    placement: int
    expected: float
    actual: float


def points_page(
    *,
    run: RatingRun | None,
    people: People,
    records: frozenset[int] | None = None,
    after: PointPlace | None = None,
    limit: int,
    newest_first: bool = False,
) -> list[PointEntry]:
    """Return the points of visible players in order, from the first one behind `after` on. One query.

    `records` are the rows of one person: a run that is older than a merge knows the person by two of them.
    """
    points = points_visible(run).exclude(player__in=people.hidden)
    if records is not None:
        points = points.filter(player__in=records)
    if after is not None:
        points = points.filter(_behind(after, newest_first=newest_first))
    sign = "-" if newest_first else ""
    rows = points.order_by(f"{sign}order_key", f"{sign}player__public_id").values_list(
        "order_key", "player__public_id", "player__display_name", "player__anonymised_at", "table__public_id",
        "before", "after", "tables_before", "placement", "expected", "actual",
    )  # fmt: skip
    return [
        PointEntry(
            PointPlace(row[0], row[1]),
            row[2] if row[3] is None else "",
            *row[4:9],
            expected=row[9] / SURE,
            actual=row[10] / 2,
        )
        for row in rows[:limit]
    ]


def _behind(place: PointPlace, *, newest_first: bool) -> Q:
    than = "lt" if newest_first else "gt"
    same_table = Q(order_key=place.order_key) & Q(**{f"player__public_id__{than}": place.player_id})
    return Q(**{f"order_key__{than}": place.order_key}) | same_table
