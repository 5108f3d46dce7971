"""Reads rating points: what each table did to each player's rating, as one run sees it (G18)."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from django.db.models import Q

from league.ratings.columns import SURE
from league.ratings.parameters import POINTS, Parameters
from league.selectors.breakdown import PairPart, pair_parts, parameters_of
from league.selectors.ladders import points_visible

if TYPE_CHECKING:
    from collections.abc import Mapping

    from league.models import RatingRun
    from league.selectors.players import People


HALVES, THOUSANDTHS = 2, 1000
"""What `actual` is counted in: halves of a won pair, or thousandths of the season points that a table gave."""


class PointPlace(NamedTuple):
    """Where a point stands in a run: by its table, then by its player's public id."""

    order_key: str
    player_id: str


@dataclass(frozen=True, slots=True)
class PointEntry:
    """One change of a rating. Ratings are thousandths of a point; `name` is empty for an anonymised player.

    `pairs` is what came from each opponent, by the records that the run knows; None where a change isn't made of pairs.
    """

    place: PointPlace
    name: str
    table_id: str
    before: int
    after: int
    tables_before: int
    placement: int
    expected: float
    actual: float
    pairs: tuple[PairPart, ...] | None = None


class _AtTable(NamedTuple):
    """One point of a table, as pairs see it."""

    public_id: str
    before: int
    tables_before: int
    placement: int
    name: str = ""


def points_page(
    *,
    run: RatingRun | None,
    people: People,
    records: frozenset[int] | None = None,
    after: PointPlace | None = None,
    limit: int,
    newest_first: bool = False,
) -> list[PointEntry]:
    """Return the points of visible players in order, from the first one behind `after` on.

    One query, and one more for the opponents where the formula is one of pairs.

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
    scale = HALVES if run is None or run.version.formula != POINTS else THOUSANDTHS
    entries = [
        PointEntry(
            PointPlace(row[0], row[1]),
            row[2] if row[3] is None else "",
            *row[4:9],
            expected=row[9] / SURE,
            actual=row[10] / scale,
        )
        for row in rows[:limit]
    ]
    return _with_pairs(run, entries, people)


def _with_pairs(run: RatingRun | None, entries: list[PointEntry], people: People) -> list[PointEntry]:
    """Return the entries taken apart by opponent, those of other formulas as they are."""
    parameters = parameters_of(run.version) if run and entries else None
    if not isinstance(parameters, Parameters):
        return entries
    tables: defaultdict[str, dict[str, _AtTable]] = defaultdict(dict)
    at_tables = points_visible(run).filter(table__public_id__in={entry.table_id for entry in entries})
    for table, player, public_id, before, tables_before, placement in at_tables.values_list(
        "table__public_id", "player", "player__public_id", "before", "tables_before", "placement"
    ):
        shown = "" if player in people.hidden else public_id
        tables[table][public_id] = _AtTable(shown, before, tables_before, placement)
    return [
        replace(entry, pairs=_pairs(tables[entry.table_id], entry.place.player_id, parameters))
        for entry in entries
    ]


def _pairs(table: Mapping[str, _AtTable], mine: str, parameters: Parameters) -> tuple[PairPart, ...]:
    return pair_parts(table[mine], [other for player, other in table.items() if player != mine], parameters)


def _behind(place: PointPlace, *, newest_first: bool) -> Q:
    than = "lt" if newest_first else "gt"
    same_table = Q(order_key=place.order_key) & Q(**{f"player__public_id__{than}": place.player_id})
    return Q(**{f"order_key__{than}": place.order_key}) | same_table
