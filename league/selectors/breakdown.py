"""What a change at one table is made of: the opponents of a pair formula, the place of season points.

Owns the parts and how they are put together from rows that its callers have read; the formulas are in league.ratings.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Protocol

from league.models import Line, Submission, Table
from league.ratings.elo import Seat, pairs_of_one
from league.ratings.formulas import FORMULAS
from league.ratings.points import counting_of, earned_by_place, sharing_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from league.models import LadderVersion
    from league.ratings.parameters import AnyParameters, Parameters, PointsParameters
    from league.selectors.players import People


class Seated(Protocol):
    """Somebody at a table as the run saw them before it."""

    @property
    def before(self) -> int:
        """The rating before."""

    @property
    def tables_before(self) -> int:
        """How many rated tables before."""

    @property
    def placement(self) -> int:
        """The place."""


class Opposed(Seated, Protocol):
    """An opponent. Id and name are empty for who must not be seen."""

    @property
    def public_id(self) -> str:
        """The id."""

    @property
    def name(self) -> str:
        """The name, empty once it was erased."""


@dataclass(frozen=True, slots=True)
class PairPart:
    """What came from one opponent. Id and name are empty for who must not be seen; ratings are thousandths."""

    public_id: str
    name: str
    rating: int
    k: float
    expected: float
    score: float
    transfer: int


@dataclass(frozen=True, slots=True)
class PlacePart:
    """What a place earned, in thousandths.

    `sharing` are the points that those on the place share, out of `seats` people; none when the report has changed
    since the run. `counts` says whether the table is among the `best` of the person (None: all count).
    """

    earned: int
    seats: int
    sharing: tuple[int, ...]
    forfeited: bool
    best: int | None
    counts: bool


class Placed(NamedTuple):
    """A line of the confirmed report."""

    placement: int | None
    participation: str


def parameters_of(version: LadderVersion) -> AnyParameters:
    """Return the parameters of a ladder version."""
    return FORMULAS[version.formula].parse(version.parameters)


def pair_parts(mine: Seated, others: Sequence[Opposed], parameters: Parameters) -> tuple[PairPart, ...]:
    """Return what came from each opponent, in their order; the transfers add up to the change."""
    seats = [Seat(one.before, one.tables_before, one.placement) for one in (mine, *others)]
    pairs = pairs_of_one(seats, 0, parameters)
    return tuple(
        PairPart(other.public_id, other.name, other.before, pair.k, pair.expected, pair.score, pair.transfer)
        for other, pair in zip(others, pairs, strict=True)
    )


def place_part(
    person: int,
    placement: int,
    earned: int,
    *,
    sheet: Mapping[int, Placed],
    parameters: PointsParameters,
    counts: bool,
) -> PlacePart:
    """Return what a person (by the row they count as) earned at a table; `sheet` holds everybody who sat there."""
    line = sheet.get(person, Placed(None, ""))
    forfeited = line.participation == Line.Participation.FORFEITED
    places = [other.placement for other in sheet.values() if other.placement]
    known = line.placement == placement and (
        forfeited or earned_by_place(places, parameters)[placement] == earned
    )
    return PlacePart(
        earned=earned,
        seats=len(places) if known else 0,
        sharing=sharing_of(places, placement, parameters) if known else (),
        forfeited=forfeited,
        best=parameters.best,
        counts=counts,
    )


def sheets_of(tables: Collection[int], people: People) -> dict[int, dict[int, Placed]]:
    """Return the confirmed lines of tables, by table and person. One query."""
    rows = Line.objects.filter(
        submission__state=Submission.State.CONFIRMED,
        submission__table__state=Table.State.CONFIRMED,
        submission__table__in=tables,
    ).values_list("submission__table", "player", "placement", "participation")
    found: defaultdict[int, dict[int, Placed]] = defaultdict(dict)
    for table, record, placement, participation in rows:
        if table is not None:
            found[table][people.root(record)] = Placed(placement, participation)
    return found


def tables_counting(rows: Iterable[tuple[int, int, int]], best: int | None) -> set[tuple[int, int]]:
    """Return which (record, table) count, of rows of record, table and points in the order of tables."""
    played: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    for record, table, points in rows:
        played[record].append((table, points))
    return {
        (record, table)
        for record, tables in played.items()
        for (table, _), counts in zip(
            tables, counting_of([points for _, points in tables], best), strict=True
        )
        if counts
    }
