"""Reads one player for their page, all of it from one run of one ladder (G18): curve, figures, results, opponents.

The pointer says what is current and costs little; everything behind it reads by the run in the pointer. Seats are
facts and come from the confirmed reports of the run's tables.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Count, F

from league.models import Alias, Player, RatingPoint, Standing, Submission
from league.ratings.parameters import Parameters, PointsParameters
from league.selectors.breakdown import (
    PairPart,
    PlacePart,
    pair_parts,
    parameters_of,
    place_part,
    sheets_of,
    tables_counting,
)
from league.selectors.ladders import ladders_of_club, segments_visible
from league.selectors.merges import merge_groups
from league.selectors.participation import TableApart, played_out, tables_apart
from league.selectors.players import people_of, persons_by_record

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from django.db.models import QuerySet

    from league.models import Club, Ladder, RatingRun
    from league.selectors.players import People

PAGE_RESULTS = 20
RECENT = 200
MOST_OPPONENTS = 30


@dataclass(frozen=True, slots=True)
class PlayerPointer:
    """Who is shown (as the club counts them now), in which ladder, and every row that is the same person."""

    club: Club
    player: Player
    asked: Player
    people: People
    records: frozenset[int]
    ladders: tuple[Ladder, ...]
    ladder: Ladder | None
    standing: Standing | None

    @property
    def run(self) -> RatingRun | None:
        """The run that everything rated on the page belongs to."""
        return self.ladder.current_run if self.ladder else None

    @property
    def hidden(self) -> bool:
        """Whether only admins may know of the person."""
        return self.player.pk in self.people.hidden

    @property
    def moved(self) -> bool:
        """Whether the address names a record that counts as another one now."""
        return self.asked.pk != self.player.pk


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """One table of the curve; ratings are thousandths of a point."""

    order_key: str
    table: int
    table_id: str
    before: int
    after: int
    placement: int
    tables_before: int
    actual: int
    record: int


@dataclass(frozen=True, slots=True)
class Other:
    """Somebody else who was rated at a table. Id and name are empty for who must not be seen."""

    public_id: str
    name: str
    placement: int
    record: int
    before: int
    tables_before: int


@dataclass(frozen=True, slots=True)
class Result:
    """One table of the player with who else was rated there, best place first, and what the change is made of.

    `pairs` under a formula of pairs, `earned` under one of season points; neither where a change can't be split.
    """

    point: CurvePoint
    others: tuple[Other, ...]
    pairs: tuple[PairPart, ...] = ()
    earned: PlacePart | None = None


@dataclass(frozen=True, slots=True)
class SeatPlaces:
    """How often the player came in at each place from one seat (None: played without seats)."""

    seat: int | None
    places: Mapping[int, int]

    @property
    def tables(self) -> int:
        """How many tables that were."""
        return sum(self.places.values())

    @property
    def mean(self) -> float:
        """The mean place."""
        return sum(place * times for place, times in self.places.items()) / self.tables


@dataclass(frozen=True, slots=True)
class Opponent:
    """How the player did against one other person: tables before, at and behind their place."""

    public_id: str
    name: str
    tables: int
    wins: int
    ties: int
    losses: int


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """Everything the page shows. Curve and opponents are of the last 200 tables; `total` counts all.

    `apart` are tables that the person didn't play to the end, rated or not.
    """

    total: int
    aliases: tuple[str, ...]
    curve: tuple[CurvePoint, ...]
    results: tuple[Result, ...]
    pages: int
    seats: tuple[SeatPlaces, ...]
    opponents: tuple[Opponent, ...]
    apart: tuple[TableApart, ...]


def player_pointer(*, club: Club, public_id: str, wanted: str = "") -> PlayerPointer | None:
    """Return what is current; None for unknown and foreign players, and when `wanted` is no ladder of this club.

    Unasked, the ladder is the first in which the player stands, else the club's first.
    """
    asked = Player.objects.filter(club=club, public_id=public_id).first()
    if asked is None:
        return None
    people = people_of(club_id=club.pk)
    root = people.root(asked.pk)
    records = frozenset(merge_groups(people.roots).get(root, {root}))
    ladders = tuple(ladders_of_club(club))
    standings = _standings(ladders, records)
    ladder = _chosen(ladders, wanted, standings)
    if wanted and ladder is None:
        return None
    return PlayerPointer(
        club=club,
        player=asked if root == asked.pk else Player.objects.get(pk=root),
        asked=asked,
        people=people,
        records=records,
        ladders=ladders,
        ladder=ladder,
        standing=standings.get(ladder.current_run_id) if ladder else None,
    )


def player_page(*, pointer: PlayerPointer, page: int = 1) -> PlayerPage | None:
    """Return what the page shows, in at most ten queries; None beyond the last page of results."""
    of_run = _of_run(pointer)
    points = of_run.filter(player__in=pointer.records).order_by("-order_key", "pk")
    recent = _curve(points[:RECENT])
    total = len(recent) if len(recent) < RECENT else points.count()
    first = (page - 1) * PAGE_RESULTS
    if page > 1 and first >= total:
        return None
    last = first + PAGE_RESULTS
    beside = _beside(pointer, of_run, recent)
    shown = recent[first:last]
    if last > len(recent) and total > len(recent):
        shown = _curve(points[first:last])
        beside |= _beside(pointer, of_run, shown)
    return PlayerPage(
        total=total,
        aliases=tuple(
            Alias.objects.filter(player__in=pointer.records).order_by("pk").values_list("name", flat=True)
        ),
        curve=tuple(reversed(recent)),
        results=_results(pointer, points, shown, beside),
        pages=max(1, -(-total // PAGE_RESULTS)),
        seats=_seats(pointer, points) if total else (),
        opponents=_opponents(recent, beside),
        apart=tables_apart(pointer.records),
    )


def _standings(ladders: Iterable[Ladder], records: frozenset[int]) -> dict[int | None, Standing]:
    """Return where the person stands in the current run of each ladder, by run."""
    runs = [ladder.current_run_id for ladder in ladders if ladder.current_run_id]
    rows = Standing.objects.filter(run__in=runs, player__in=records).order_by("-rank")
    return {row.run_id: row for row in rows}


def _chosen(ladders: tuple[Ladder, ...], wanted: str, standings: Collection[int | None]) -> Ladder | None:
    if wanted:
        return next((ladder for ladder in ladders if ladder.public_id == wanted), None)
    standing = (ladder for ladder in ladders if ladder.current_run_id in standings)
    return next(standing, ladders[0] if ladders else None)


def _of_run(pointer: PlayerPointer) -> QuerySet[RatingPoint]:
    """Return the points of the pointer's run. Its segments are few: looked up once, not in every query."""
    segments = segments_visible(pointer.run).order_by().values_list("pk", flat=True)
    return RatingPoint.objects.filter(segment__in=list(segments)).order_by()


def _curve(points: QuerySet[RatingPoint]) -> list[CurvePoint]:
    rows = points.values_list(
        "order_key", "table_id", "table__public_id", "before", "after", "placement", "tables_before", "actual",
        "player_id",
    )  # fmt: skip
    return [CurvePoint(*row) for row in rows]


def _beside(
    pointer: PlayerPointer, of_run: QuerySet[RatingPoint], mine: Sequence[CurvePoint]
) -> dict[int, list[Other]]:
    """Return who else was rated at these tables, best place first. Two queries."""
    rows = list(
        of_run.filter(table__in=[point.table for point in mine])
        .exclude(player__in=pointer.records)
        .order_by("placement", "pk")
        .values_list("table_id", "player_id", "placement", "before", "tables_before")
    )
    people = pointer.people
    persons = persons_by_record(people=people, records={record for _, record, *_ in rows})
    found: defaultdict[int, list[Other]] = defaultdict(list)
    for table, record, placement, before, tables_before in rows:
        person = persons.get(record)
        seen = (person.public_id, person.name) if person else ("", "")
        found[table].append(Other(*seen, placement, people.root(record), before, tables_before))
    return found


def _results(
    pointer: PlayerPointer,
    points: QuerySet[RatingPoint],
    shown: Sequence[CurvePoint],
    beside: Mapping[int, Sequence[Other]],
) -> tuple[Result, ...]:
    """Return the tables that are shown, taken apart from what has been read; season points need two more queries."""
    parameters = parameters_of(pointer.run.version) if pointer.run else None
    others = {point.table: tuple(beside.get(point.table, ())) for point in shown}
    if isinstance(parameters, Parameters):
        pairs = {point.table: pair_parts(point, others[point.table], parameters) for point in shown}
        return tuple(Result(point, others[point.table], pairs[point.table]) for point in shown)
    earned = _earned(pointer, points, shown, parameters) if isinstance(parameters, PointsParameters) else {}
    return tuple(Result(point, others[point.table], earned=earned.get(point.table)) for point in shown)


def _earned(
    pointer: PlayerPointer,
    points: QuerySet[RatingPoint],
    shown: Sequence[CurvePoint],
    parameters: PointsParameters,
) -> dict[int, PlacePart]:
    sheets = sheets_of([point.table for point in shown], pointer.people)
    every = points.order_by("order_key").values_list("player_id", "table_id", "actual")
    counting = tables_counting(every, parameters.best)
    return {
        point.table: place_part(
            pointer.player.pk,
            point.placement,
            point.actual,
            sheet=sheets.get(point.table, {}),
            parameters=parameters,
            counts=(point.record, point.table) in counting,
        )
        for point in shown
    }


def _seats(pointer: PlayerPointer, points: QuerySet[RatingPoint]) -> tuple[SeatPlaces, ...]:
    """Return places by seat, from the confirmed reports of the tables that the run counts and all played to the end."""
    rows = (
        points.filter(
            played_out("table"),
            table__submissions__state=Submission.State.CONFIRMED,
            table__submissions__lines__player__in=pointer.records,
        )
        .order_by()
        .values_list(F("table__submissions__lines__seat"), "placement")
        .annotate(times=Count("pk"))
    )
    found: defaultdict[int | None, dict[int, int]] = defaultdict(dict)
    for seat, placement, times in rows:
        found[seat][placement] = times
    return tuple(
        SeatPlaces(number, places)
        for number, places in sorted(found.items(), key=lambda item: (item[0] is None, item[0] or 0))
    )


def _opponents(mine: Iterable[CurvePoint], beside: Mapping[int, Sequence[Other]]) -> tuple[Opponent, ...]:
    """Return how it went against each of those who may be seen, those met most often first."""
    met: defaultdict[int, list[tuple[Other, int]]] = defaultdict(list)
    for point in mine:
        for other in beside.get(point.table, ()):
            if other.public_id:
                met[other.record].append((other, other.placement - point.placement))
    found = [
        Opponent(
            public_id=meetings[0][0].public_id,
            name=meetings[0][0].name,
            tables=len(meetings),
            wins=sum(ahead > 0 for _, ahead in meetings),
            ties=sum(ahead == 0 for _, ahead in meetings),
            losses=sum(ahead < 0 for _, ahead in meetings),
        )
        for meetings in met.values()
    ]
    return tuple(sorted(found, key=lambda other: (-other.tables, other.name))[:MOST_OPPONENTS])
