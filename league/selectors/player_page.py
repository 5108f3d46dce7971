"""Reads one player for their page, all of it from one run of one ladder (G18): curve, figures, results, opponents.

The pointer says what is current and costs little; everything behind it reads by the run in the pointer. Seats are
facts and come from the confirmed reports of the run's tables.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Count, F, OuterRef, Q, Subquery

from league.models import Alias, Player, RatingPoint, Standing, Submission
from league.selectors.ladders import ladders_of_club, segments_visible
from league.selectors.merges import merge_groups, merge_roots

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from django.db.models import QuerySet

    from league.models import Club, Ladder, RatingRun

PAGE_RESULTS = 20
CURVE_POINTS = 200
MOST_OPPONENTS = 30


@dataclass(frozen=True, slots=True)
class PlayerPointer:
    """Who is shown (as the club counts them now), in which ladder, and every row that is the same person."""

    club: Club
    player: Player
    asked: Player
    roots: Mapping[int, int]
    records: frozenset[int]
    ladders: tuple[Ladder, ...]
    ladder: Ladder | None

    @property
    def run(self) -> RatingRun | None:
        """The run that everything rated on the page belongs to."""
        return self.ladder.current_run if self.ladder else None

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


@dataclass(frozen=True, slots=True)
class Other:
    """Somebody else who was rated at a table. Both names are empty for who must not be seen."""

    public_id: str
    name: str
    placement: int


@dataclass(frozen=True, slots=True)
class Result:
    """One table of the player with who else was rated there, best place first."""

    point: CurvePoint
    others: tuple[Other, ...]


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
    """Everything the page shows. `standing` is None while the run doesn't know the player."""

    standing: Standing | None
    aliases: tuple[str, ...]
    curve: tuple[CurvePoint, ...]
    results: tuple[Result, ...]
    pages: int
    seats: tuple[SeatPlaces, ...]
    opponents: tuple[Opponent, ...]


def player_pointer(*, club: Club, public_id: str, wanted: str = "") -> PlayerPointer | None:
    """Return what is current; None for unknown and foreign players, and when `wanted` is no ladder of this club.

    Unasked, the ladder is the first in which the player stands, else the club's first.
    """
    asked = Player.objects.filter(club=club, public_id=public_id).first()
    if asked is None:
        return None
    roots = merge_roots(club_id=club.pk)
    root = roots.get(asked.pk, asked.pk)
    records = frozenset(merge_groups(roots).get(root, {root}))
    ladders = tuple(ladders_of_club(club))
    ladder = _chosen(ladders, wanted, records)
    if wanted and ladder is None:
        return None
    return PlayerPointer(
        club=club,
        player=asked if root == asked.pk else Player.objects.get(pk=root),
        asked=asked,
        roots=roots,
        records=records,
        ladders=ladders,
        ladder=ladder,
    )


def player_page(*, pointer: PlayerPointer, page: int = 1) -> PlayerPage | None:
    """Return what the page shows, in at most ten queries; None beyond the last page of results."""
    points = _points(pointer)
    newest = _curve(points.order_by("-order_key", "pk")[:CURVE_POINTS])
    total = len(newest) if len(newest) < CURVE_POINTS else points.count()
    first = (page - 1) * PAGE_RESULTS
    if page > 1 and first >= total:
        return None
    last = first + PAGE_RESULTS
    shown = newest[first:last] if last <= len(newest) or total == len(newest) else _page(points, first, last)
    rated, rivals = _rated_beside(pointer, shown), _rivals(pointer, points) if total else []
    names = _names(pointer, {row[0] for rows in rated.values() for row in rows} | {row[0] for row in rivals})
    return PlayerPage(
        standing=Standing.objects.filter(run=pointer.run, player__in=pointer.records)
        .order_by("rank")
        .first(),
        aliases=tuple(
            Alias.objects.filter(player__in=pointer.records).order_by("pk").values_list("name", flat=True)
        ),
        curve=tuple(reversed(newest)),
        results=tuple(_result(point, rated[point.table], names) for point in shown),
        pages=max(1, -(-total // PAGE_RESULTS)),
        seats=_seats(pointer, points) if total else (),
        opponents=_opponents(rivals, names),
    )


def _chosen(ladders: tuple[Ladder, ...], wanted: str, records: frozenset[int]) -> Ladder | None:
    if wanted:
        return next((ladder for ladder in ladders if ladder.public_id == wanted), None)
    runs = [ladder.current_run_id for ladder in ladders if ladder.current_run_id]
    known = set(
        Standing.objects.filter(run__in=runs, player__in=records).order_by().values_list("run", flat=True)
    )
    standing = (ladder for ladder in ladders if ladder.current_run_id in known)
    return next(standing, ladders[0] if ladders else None)


def _points(pointer: PlayerPointer) -> QuerySet[RatingPoint]:
    return _of_run(pointer).filter(player__in=pointer.records)


def _of_run(pointer: PlayerPointer) -> QuerySet[RatingPoint]:
    visible = segments_visible(pointer.run).order_by().values("pk")
    return RatingPoint.objects.filter(segment__in=visible).order_by()


def _page(points: QuerySet[RatingPoint], first: int, last: int) -> list[CurvePoint]:
    return _curve(points.order_by("-order_key", "pk")[first:last])


def _curve(points: QuerySet[RatingPoint]) -> list[CurvePoint]:
    fields = ("order_key", "table_id", "table__public_id", "before", "after", "placement")
    return [CurvePoint(*row) for row in points.values_list(*fields)]


def _rated_beside(
    pointer: PlayerPointer, shown: Sequence[CurvePoint]
) -> defaultdict[int, list[tuple[int, int]]]:
    """Return who else was rated at these tables of the same run: (row, place), best place first."""
    found: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    beside = _of_run(pointer).filter(table__in=[point.table for point in shown])
    rows = beside.exclude(player__in=pointer.records).order_by("placement", "pk")
    for table, player, placement in rows.values_list("table_id", "player_id", "placement"):
        found[table].append((player, placement))
    return found


def _names(pointer: PlayerPointer, rows: Iterable[int]) -> dict[int, tuple[str, str]]:
    """Return public id and name of the person each row counts as; who is hidden or unknown is left out."""
    roots = {row: pointer.roots.get(row, row) for row in rows}
    players = Player.objects.filter(pk__in={*roots.values(), *roots}).values_list(
        "pk", "public_id", "display_name", "hidden", "anonymised_at"
    )
    known = {pk: (public_id, "" if erased else name) for pk, public_id, name, _hidden, erased in players}
    hidden = {row[0] for row in players if row[3]}
    return {
        row: known[root]
        for row, root in roots.items()
        if root in known and row not in hidden and root not in hidden
    }


def _result(
    point: CurvePoint, beside: Sequence[tuple[int, int]], names: Mapping[int, tuple[str, str]]
) -> Result:
    return Result(point, tuple(Other(*names.get(row, ("", "")), placement) for row, placement in beside))


def _seats(pointer: PlayerPointer, points: QuerySet[RatingPoint]) -> tuple[SeatPlaces, ...]:
    """Return places by seat, from the confirmed reports of the tables that the run counts."""
    seat = "table__submissions__lines__seat"
    rows = (
        points.filter(
            table__submissions__state=Submission.State.CONFIRMED,
            table__submissions__lines__player__in=pointer.records,
        )
        .values(seat, "placement")
        .annotate(times=Count("pk"))
    )
    found: defaultdict[int | None, dict[int, int]] = defaultdict(dict)
    for row in rows:
        found[row[seat]][row["placement"]] = row["times"]
    return tuple(
        SeatPlaces(number, places)
        for number, places in sorted(found.items(), key=lambda item: (item[0] is None, item[0] or 0))
    )


def _rivals(pointer: PlayerPointer, points: QuerySet[RatingPoint]) -> list[tuple[int, int, int, int]]:
    """Return (row, tables, tables ahead of them, tables tied) of those met most often."""
    mine = points.filter(table=OuterRef("table")).values("placement")[:1]
    met = (
        _of_run(pointer)
        .filter(table__in=points.values("table"), player__hidden=False)
        .exclude(player__in=pointer.records)
        .annotate(mine=Subquery(mine))
        .values("player")
        .annotate(
            times=Count("pk"),
            ahead=Count("pk", filter=Q(mine__lt=F("placement"))),
            tied=Count("pk", filter=Q(mine=F("placement"))),
        )
        .order_by("-times", "player")
    )
    return list(met.values_list("player", "times", "ahead", "tied")[:MOST_OPPONENTS])


def _opponents(
    rivals: Iterable[tuple[int, int, int, int]], names: Mapping[int, tuple[str, str]]
) -> tuple[Opponent, ...]:
    found = [
        Opponent(*names[row], times, ahead, tied, times - ahead - tied)
        for row, times, ahead, tied in rivals
        if row in names
    ]
    return tuple(sorted(found, key=lambda other: (-other.tables, other.name)))
