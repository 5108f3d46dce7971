"""What a club's ladders have to show, worked out from its facts alone: slowly, once over everything, one rule a line.

Written from DESIGN §6 and docs/ratings.md; shares no code with the product but the OpenSkill library, and its own
Elo fold with the tests of the formula.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from openskill.models import PlackettLuce

from league.models import (
    Adjustment,
    Player,
    PlayerMerge,
    RatingPoint,
    RatingSegment,
    Standing,
    Table,
)
from league.ratings.parameters import Parameters
from tests.league.ratings.folding import Point, State, slow_fold

if TYPE_CHECKING:
    from collections.abc import Sequence

    from league.models import Club, Ladder, LadderVersion

SEGMENT = 3  # the fixture small_runs makes segments this short


@dataclass
class Played:
    """A table that is rated: who counts with place and whether it earns, and the places of the others."""

    key: str
    pk: int
    public_id: str
    lines: list[tuple[int, int, bool]]
    others: list[int]


@dataclass
class Result:
    """Everything that is visible of a ladder, by rows of players."""

    digest: str = ""
    tables: int = 0
    points: dict[tuple[int, int], tuple[int, int, int, int]] = field(default_factory=dict)
    standings: dict[int, tuple[Any, ...]] = field(default_factory=dict)


def stored(ladder: Ladder) -> Result:
    """Return what the database shows of a ladder."""
    ladder.refresh_from_db()
    run = ladder.current_run
    if run is None:
        return Result()
    segments = RatingSegment.objects.filter(ladder=ladder, from_run__isnull=False, to_run=None)
    points = RatingPoint.objects.filter(segment__in=segments)
    return Result(
        digest=run.digest,
        tables=run.tables,
        points={
            (row.table_id, row.player_id): (row.before, row.after, row.tables_before, row.placement)
            for row in points
        },
        standings={
            row.player_id: (
                row.rank, row.previous_rank, row.rating, row.tables, row.last_change,
                row.last_club_day.isoformat(), row.placement_sum, tuple(row.recent_placements),
                row.counted, row.adjustment, row.qualified,
            )
            for row in Standing.objects.filter(run=run)
        },
    )  # fmt: skip


def worked_out(ladder: Ladder) -> Result:
    """Return what a ladder has to show."""
    version = ladder.current_version
    assert version is not None
    club = ladder.club
    tables = _tables(club, version)
    adjustments = _adjustments(club, version) if version.formula == "points" else {}
    if not tables:
        return Result()
    histories = _histories(version, tables)
    last_day = tables[-1].key[:10]
    now = _ranked(version, histories, adjustments, before=None)
    then = _ranked(version, histories, adjustments, before=last_day)
    result = Result(digest=_digest(version, tables, adjustments), tables=len(tables))
    for player, history in histories.items():
        for table, point in history:
            result.points[table.pk, player] = (
                point.before,
                point.after,
                point.tables_before,
                point.placement,
            )
        places = [point.placement for _, point in history]
        table, last = history[-1]
        rank, rating, counted, qualified = now[player]
        result.standings[player] = (
            rank, then[player][0] if player in then else None, rating, len(history), last.after - last.before,
            table.key[:10], sum(places), tuple(places[-10:]), counted, adjustments.get(player, 0), qualified,
        )  # fmt: skip
    return result


def _roots(club: Club) -> dict[int, int]:
    """Return whom each record counts as."""
    links = dict(PlayerMerge.objects.filter(club=club, undone_at=None).values_list("source", "target"))
    roots = {}
    for player in Player.objects.filter(club=club).values_list("pk", flat=True):
        roots[player] = player
        while roots[player] in links:
            roots[player] = links[roots[player]]
    return roots


def _tables(club: Club, version: LadderVersion) -> list[Played]:
    found = []
    roots = _roots(club)
    guests = set(Player.objects.filter(club=club, guest=True).values_list("pk", flat=True))
    tables = Table.objects.filter(meeting__club=club, state="confirmed").select_related("meeting__season")
    for table in tables.prefetch_related("submissions__lines"):
        season = table.meeting.season
        if version.seasons and (season is None or season.public_id not in version.seasons):
            continue
        report = next(report for report in table.submissions.all() if report.state == "confirmed")
        lines, others = [], []
        for line in report.lines.all():
            player, place = roots[line.player_id], line.placement
            assert place is not None
            if (
                line.guest
                or player in guests
                or (version.formula != "points" and line.participation != "full")
            ):
                others.append(place)
            else:
                lines.append((player, place, line.participation != "forfeited"))
        day = table.meeting.club_day.isoformat()
        key = f"{day}/{table.round:05d}/{table.number:05d}"
        played = Played(key, table.pk, table.public_id, sorted(lines), sorted(others))
        if _counts(version.formula, played):
            found.append(played)
    return sorted(found, key=lambda played: played.key)


def _counts(formula: str, played: Played) -> bool:
    places = [place for _, place, _ in played.lines]
    if formula == "points":
        return len(places) >= 1 and len(places) + len(played.others) >= 2
    return len(places) >= 2 and not (formula == "openskill" and len(set(places)) < len(places))


def _histories(version: LadderVersion, tables: list[Played]) -> dict[int, list[tuple[Played, Point]]]:
    """Return each player's points, table by table."""
    folds = {"elo": _elo, "openskill": _openskill, "points": _points}
    histories: dict[int, list[tuple[Played, Point]]] = {}
    for table, points in zip(tables, folds[version.formula](version.parameters, tables), strict=True):
        for point in points:
            histories.setdefault(point.player, []).append((table, point))
    return histories


def _elo(parameters: dict[str, Any], tables: list[Played]) -> list[list[Point]]:
    steps = tuple((below, k) for below, k in parameters["k_steps"])
    values = Parameters(parameters["start"], parameters["scale"], steps, parameters["k_final"])
    season = [tuple((player, place) for player, place, _ in table.lines) for table in tables]
    return slow_fold({}, season, values)


def _openskill(parameters: dict[str, Any], tables: list[Played]) -> list[list[Point]]:
    model = PlackettLuce(**{name: parameters[name] for name in ("mu", "sigma", "beta", "tau")})
    skills: dict[int, Any] = {}
    played: dict[int, int] = {}
    folded = []
    for table in tables:
        order = sorted(table.lines, key=lambda line: line[1])
        before = [skills.get(player) or model.rating() for player, _, _ in order]
        after = model.rate([[skill] for skill in before])
        points = []
        for (player, place, _), old, (new,) in zip(order, before, after, strict=True):
            points.append(Point(player, _shown(old), _shown(new), played.get(player, 0), place, 0, 0))
            skills[player], played[player] = new, played.get(player, 0) + 1
        folded.append(points)
    return folded


def _shown(skill: Any) -> int:  # noqa: ANN401 - a rating of the library
    return round((skill.mu - 3 * skill.sigma) * 1000)


def _points(parameters: dict[str, Any], tables: list[Played]) -> list[list[Point]]:
    scores: dict[int, list[int]] = {}
    folded = []
    for table in tables:
        places = [place for _, place, _ in table.lines] + table.others
        listed = parameters["by_seats"].get(str(len(places)))
        worth = listed or [1000 * (len(places) - at) for at in range(len(places))]
        points = []
        for player, place, earns in table.lines:
            at, sharing = sum(other < place for other in places), places.count(place)
            score = round(Fraction(sum(worth[at : at + sharing]), sharing)) if earns else 0
            had = scores.setdefault(player, [])
            before = sum(sorted(had, reverse=True)[: parameters["best"]])
            state = State(before, len(had))
            had.append(score)
            after = sum(sorted(had, reverse=True)[: parameters["best"]])
            points.append(Point(player, state.rating, after, state.tables, place, 0, 0))
        folded.append(points)
    return folded


def _ranked(
    version: LadderVersion,
    histories: dict[int, list[tuple[Played, Point]]],
    adjustments: dict[int, int],
    before: str | None,
) -> dict[int, tuple[int, int, int, bool]]:
    """Return rank, rating, counted tables and whether there are enough, of those with a table before a day."""
    keys = {}
    for player, history in histories.items():
        until = [point for table, point in history if before is None or table.key[:10] < before]
        if until:
            rating = until[-1].after + adjustments.get(player, 0)
            enough = len(until) >= version.parameters.get("min_tables", 0)
            best = version.parameters.get("best")
            keys[player] = (enough, rating, len(until) if best is None else min(best, len(until)))
    return {
        player: (1 + sum((e, r) > (enough, rating) for e, r, _ in keys.values()), rating, counted, enough)
        for player, (enough, rating, counted) in keys.items()
    }


def _adjustments(club: Club, version: LadderVersion) -> dict[int, int]:
    sums: dict[int, int] = {}
    roots = _roots(club)
    for row in Adjustment.objects.filter(season__club=club, revoked_at=None).select_related("season"):
        if not version.seasons or row.season.public_id in version.seasons:
            player = roots[row.player_id]
            sums[player] = sums.get(player, 0) + row.points
    return sums


def _digest(version: LadderVersion, tables: Sequence[Played], adjustments: dict[int, int]) -> str:
    ids = Player.objects.filter(club=version.ladder.club).values_list("pk", "public_id")
    token = {player: _token(public_id) for player, public_id in ids}
    digest = ""
    for start in range(0, len(tables), SEGMENT):
        rows: list[Any] = []
        for table in tables[start : start + SEGMENT]:
            row: list[Any] = [
                table.key,
                table.public_id,
                sorted([token[p], place] for p, place, _ in table.lines),
            ]
            if version.formula == "points":
                row += [table.others, sorted(token[p] for p, _, earns in table.lines if not earns)]
            rows.append(row)
        digest = _sealed([digest, version.content_hash, rows])
    if adjustments:
        digest = _sealed([digest, sorted([token[player], points] for player, points in adjustments.items())])
    return digest


def _sealed(value: object) -> str:
    text = json.dumps(value, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _token(public_id: str) -> str:
    return hashlib.sha256(f"sekijun player {public_id}".encode()).hexdigest()[:16]
