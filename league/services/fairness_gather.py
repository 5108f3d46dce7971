"""Reads the tables that seat statistics count, as columns (league.fairness.tables).

Owns which tables count: confirmed, played to the end by everybody, 2 to 8 people on seats 1 to n without a gap, a
placement each. A club's whole history goes through here, so rows become arrays in a few plain queries and everything
else is done on arrays. Writes nothing.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from django.db.models import CharField, F, FloatField, Value
from django.db.models.fields.json import KeyTextTransform, KeyTransform
from django.db.models.functions import Cast, Coalesce

from league.fairness.tables import FEWEST_SEATS, MOST_SEATS, Tables
from league.models import Line, RatingPoint, Ruleset, Submission, Table
from league.selectors.ladders import rating_ladder, segments_visible
from league.selectors.merges import merge_roots
from league.selectors.participation import played_out
from league.services.fairness_places import places_by_totals
from league.services.long_reads import rows_as_stored

if TYPE_CHECKING:
    from collections.abc import Mapping

    from django.db.models import QuerySet
    from numpy.typing import NDArray

    from league.models import Club, RatingRun
    from league.selectors.fairness_scope import Scope

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

_UNKNOWN: Final = -1e300
"""Stands for an unknown number on its way out of the database, which has no nan."""
_DAY_ONE: Final = np.datetime64("0001-01-01")
_TABLE: Final = np.dtype([("pk", "i8"), ("day", "U10")])
_LINE: Final = np.dtype(
    [
        ("table", "i8"),
        ("player", "i8"),
        ("seat", "i8"),
        ("placement", "i8"),
        ("edit_order", "i8"),
        ("total", "f8"),
        ("cards", "f8"),
    ]
)
_POINT: Final = np.dtype([("table", "i8"), ("player", "i8"), ("before", "i8")])


@dataclass(frozen=True, slots=True)
class Gathered:
    """The columns, the seal of all that is in them, and the digest of the run whose ratings they hold."""

    tables: Tables
    digest: str
    rated_by: str


@dataclass(frozen=True, slots=True)
class _Lines:
    """Lines of tables that count, table by table and seat by seat; `at` is the table's place in `rows`."""

    rows: NDArray[Any]
    at: Ints
    lines: NDArray[Any]
    players: Ints

    def only(self, good: NDArray[np.bool_]) -> _Lines:
        """Return the lines of the tables that are good."""
        keep = good[self.at]
        return _Lines(self.rows, self.at[keep], self.lines[keep], self.players[keep])


def fairness_gather(*, club: Club, game: str, ruleset_hash: str, scope: Scope) -> Gathered:
    """Return the tables of one game and ruleset, in order. Call it in a snapshot."""
    ladder = rating_ladder(club, game)
    run = ladder.current_run if ladder else None
    found = _whole(_read(_wanted(club, game, ruleset_hash, scope), club.pk), least=scope.min_tables)
    rulesets = Ruleset.objects.filter(game=game, content_hash=ruleset_hash)
    payload: Mapping[str, Any] = rulesets.values_list("payload", flat=True).first() or {}
    triggers = _triggers(found.rows["pk"], club, game)
    tables = _columns(found, triggers, higher_wins=payload.get("higher_wins", True), run=run)
    return Gathered(tables, _digest(tables), run.digest if run else "")


def _wanted(club: Club, game: str, ruleset_hash: str, scope: Scope) -> QuerySet[Table]:
    """Return the confirmed tables that the scope leaves."""
    tables = Table.objects.filter(
        state=Table.State.CONFIRMED,
        meeting__club=club,
        ruleset__game=game,
        ruleset__content_hash=ruleset_hash,
    )
    if scope.season:
        tables = tables.filter(meeting__season__public_id=scope.season)
    if scope.first is not None:
        tables = tables.filter(meeting__club_day__gte=scope.first)
    if scope.last is not None:
        tables = tables.filter(meeting__club_day__lte=scope.last)
    return tables


def _read(tables: QuerySet[Table], club_id: int) -> _Lines:
    """Read tables and lines in two queries; the database's text spares parsing each day."""
    ordered = (
        tables.filter(played_out("pk"))
        .annotate(day=Cast("meeting__club_day", CharField()))
        .order_by("meeting__club_day", "round", "number", "pk")
    )
    rows = _array(ordered.values_list("pk", "day"), _TABLE)
    lines = _array(_lines(tables), _LINE)
    at = _places_of(lines["table"], rows["pk"])
    lines, at = lines[at >= 0], at[at >= 0]
    order = np.lexsort((lines["seat"], at))
    lines, at = lines[order], at[order]
    return _Lines(rows, at, lines, _rooted(lines["player"], merge_roots(club_id=club_id)))


def _lines(tables: QuerySet[Table]) -> QuerySet[Line, tuple[Any, ...]]:
    """Return the confirmed lines as whole numbers and floats: a decimal would be parsed for each of them."""
    confirmed = Line.objects.filter(
        submission__state=Submission.State.CONFIRMED, submission__table__in=tables.order_by()
    )
    unknown = Value(_UNKNOWN, FloatField())
    return confirmed.order_by().values_list(
        "submission__table_id",
        "player_id",
        Coalesce("seat", 0),
        Coalesce("placement", 0),
        Coalesce("edit_order", 0),
        Coalesce(Cast("total", FloatField()), unknown),
        Coalesce(Cast(F("help_untapped") + F("help_tapped"), FloatField()), unknown),
    )


def _whole(found: _Lines, *, least: int) -> _Lines:
    """Leave out tables with a seat or a placement missing, or with people who played too few tables."""
    count = len(found.rows)
    size = np.bincount(found.at, minlength=count)
    start = np.concatenate([[0], np.cumsum(size)[:-1]]) if count else np.zeros(0, np.int64)
    seat = np.arange(len(found.at)) - start[found.at] + 1
    bad = (found.lines["seat"] != seat) | (found.lines["placement"] < 1)
    bad |= _twice(found.at, found.players)
    good = (size >= FEWEST_SEATS) & (size <= MOST_SEATS) & ~_any(bad, found.at, count)
    kept = found.only(good)
    if least > 1 and len(kept.players):
        played = np.bincount(kept.players)
        good &= ~_any(played[kept.players] < least, kept.at, count)
        kept = found.only(good)
    rank = np.cumsum(good) - 1
    return _Lines(found.rows[good], rank[kept.at], kept.lines, kept.players)


def _columns(found: _Lines, triggers: Ints, *, higher_wins: bool, run: RatingRun | None) -> Tables:
    size = np.bincount(found.at, minlength=len(found.rows))
    offsets = np.concatenate([[0], np.cumsum(size)]).astype(np.int64)
    totals = _or_nan(found.lines["total"])
    placements = np.ascontiguousarray(found.lines["placement"])
    known, players = np.unique(found.players, return_inverse=True)
    days = found.rows["day"].astype("datetime64[D]")
    return Tables(
        offsets=offsets,
        days=(days - _DAY_ONE).astype(np.int64) + 1,
        triggers=triggers,
        players=players.astype(np.int64),
        seats=np.ascontiguousarray(found.lines["seat"]),
        placements=placements,
        tied=places_by_totals(offsets, placements, totals if higher_wins else -totals),
        edit_orders=np.ascontiguousarray(found.lines["edit_order"]),
        totals=totals,
        cards=_or_nan(found.lines["cards"]),
        ratings=_ratings(run, found, players, known),
    )


def _triggers(tables: Ints, club: Club, game: str) -> Ints:
    """Return the seat that brought on the last round of each table, 0 where nobody wrote it down."""
    triggers = np.zeros(len(tables), np.int64)
    if game != "danmaku" or not len(tables):
        return triggers
    said = KeyTextTransform("trigger_seat", KeyTransform("report", "raw"))
    reports = Submission.objects.filter(
        club=club, state=Submission.State.CONFIRMED, table__ruleset__game=game
    ).annotate(trigger=said)
    rows = reports.filter(trigger__isnull=False).order_by().values_list("table_id", "trigger")
    found = [(table, int(text)) for table, text in rows if str(text).isdecimal()]
    if found:
        told = np.array(found, np.int64)
        at = _places_of(told[:, 0], tables)
        triggers[at[at >= 0]] = told[at >= 0, 1]
    return triggers


def _ratings(run: RatingRun | None, found: _Lines, players: Ints, known: Ints) -> Floats:
    """Return the rating that each line's player had before the table, in points."""
    ratings = np.full(len(players), np.nan)
    if run is None or not len(players):
        return ratings
    points = _array(_points(run), _POINT)
    at, who = _places_of(points["table"], found.rows["pk"]), _places_of(points["player"], known)
    rated = (at >= 0) & (who >= 0)
    keys = at[rated] * len(known) + who[rated]
    place = _places_of(found.at * len(known) + players, keys)
    ratings[place >= 0] = points["before"][rated][place[place >= 0]] / 1000
    return ratings


def _points(run: RatingRun) -> QuerySet[RatingPoint, tuple[Any, ...]]:
    segments = segments_visible(run).order_by().values("pk")
    points = RatingPoint.objects.filter(segment__in=segments).order_by()
    return points.values_list("table_id", "player_id", "before")


def _array(rows: QuerySet[Any, Any], dtype: np.dtype[Any]) -> NDArray[Any]:
    return np.fromiter(rows_as_stored(rows), dtype)


def _places_of(wanted: Ints, among: Ints) -> Ints:
    """Return where each number stands in an array without doubles, -1 where it doesn't."""
    if not len(among):
        return np.full(len(wanted), -1, np.int64)
    order = np.argsort(among, kind="stable")
    near = np.minimum(np.searchsorted(among, wanted, sorter=order), len(among) - 1)
    place = order[near]
    return np.where(among[place] == wanted, place, -1)


def _rooted(players: Ints, roots: Mapping[int, int]) -> Ints:
    """Return the row that each row counts as."""
    if not roots:
        return np.ascontiguousarray(players)
    merged = np.fromiter(roots.keys(), np.int64)
    place = _places_of(players, merged)
    return np.where(place >= 0, np.fromiter(roots.values(), np.int64)[place], players)


def _twice(at: Ints, players: Ints) -> NDArray[np.bool_]:
    """Mark lines of people who sit at their table twice; merging two of one table is refused, so nobody should."""
    order = np.lexsort((players, at))
    same = (np.diff(at[order]) == 0) & (np.diff(players[order]) == 0)
    marked = np.zeros(len(at), bool)
    marked[order[1:][same]] = True
    return marked


def _any(marked: NDArray[np.bool_], at: Ints, count: int) -> NDArray[np.bool_]:
    """Say of each table whether one of its lines is marked."""
    return np.bincount(at, weights=marked, minlength=count) > 0


def _or_nan(values: Floats) -> Floats:
    return np.where(values == _UNKNOWN, np.nan, values)


def _digest(tables: Tables) -> str:
    """Seal the columns; every nan is written alike."""
    found = hashlib.sha256()
    for column in fields(tables):
        values = getattr(tables, column.name)
        found.update(f"{column.name}:{len(values)};".encode())
        found.update(np.where(np.isnan(values), _UNKNOWN, values).tobytes())
    return found.hexdigest()
