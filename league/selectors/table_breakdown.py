"""Reads what the ladders of a club made of one table: each change taken apart, and why a ladder leaves the table out.

What is rated belongs to each ladder's run (G18); why something isn't comes from the facts as they are now.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from league.models import Line, Table
from league.ratings.formulas import FORMULAS
from league.ratings.parameters import Parameters, PointsParameters
from league.ratings.rated import LeftOut, left_out
from league.selectors.breakdown import (
    PairPart,
    Placed,
    PlacePart,
    pair_parts,
    parameters_of,
    place_part,
    tables_counting,
)
from league.selectors.ladders import ladders_of_club, points_of_runs
from league.selectors.players import persons_by_record

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from league.models import Ladder, LadderVersion, RatingRun
    from league.ratings.formulas import Formula
    from league.selectors.players import Person
    from league.selectors.table_page import SheetLine, TablePage


class Unrated(StrEnum):
    """Why a ladder of the table's game doesn't count it."""

    OPEN = "open"
    UNFINISHED = "unfinished"
    VOID = "void"
    RULESET = "ruleset"
    SEASON = "season"
    TOO_FEW = "too few"
    NOBODY = "nobody"
    SHARED = "shared"
    PENDING = "pending"


@dataclass(frozen=True, slots=True)
class Mover:
    """Somebody who was rated at the table. Id and name are empty for who must not be seen; ratings are thousandths.

    `pairs` under a formula of pairs, `earned` under one of season points.
    """

    record: int
    public_id: str
    name: str
    before: int
    after: int
    tables_before: int
    placement: int
    actual: int
    pairs: tuple[PairPart, ...] = ()
    earned: PlacePart | None = None


@dataclass(frozen=True, slots=True)
class LadderMoves:
    """What one ladder made of the table: who may be seen, best place first, and how many others there are."""

    ladder: Ladder
    formula: str
    movers: tuple[Mover, ...]
    unseen: int


@dataclass(frozen=True, slots=True)
class TableBreakdown:
    """The ladders that count the table, and those that don't, by reason."""

    rated: tuple[LadderMoves, ...]
    unrated: Mapping[Unrated, tuple[Ladder, ...]]


def table_breakdown(*, page: TablePage) -> TableBreakdown:
    """Return what became of a table in every ladder of its game. Four queries, however many ladders there are."""
    table = page.table
    ladders = tuple(ladders_of_club(table.meeting.club))
    runs = {ladder.pk: ladder.current_run for ladder in ladders if ladder.current_run}
    moved = _movers(page, runs)
    counting = _counting(runs, moved)
    unrated: defaultdict[Unrated, list[Ladder]] = defaultdict(list)
    for ladder in ladders:
        version = ladder.current_version
        if (
            ladder.pk not in moved
            and version
            and table.ruleset.game in (version.games or [table.ruleset.game])
        ):
            unrated[why_unrated(page, version)].append(ladder)
    return TableBreakdown(
        rated=tuple(
            _moves(page, ladder, runs[ladder.pk].version, moved[ladder.pk], counting.get(ladder.pk, set()))
            for ladder in ladders
            if ladder.pk in moved
        ),
        unrated={reason: tuple(those) for reason, those in unrated.items()},
    )


def why_unrated(page: TablePage, version: LadderVersion) -> Unrated:
    """Return why a ladder doesn't count a table of its game, as the facts are now; `PENDING` when it will."""
    table = page.table
    if table.state != Table.State.CONFIRMED or page.confirmed is None:
        return Unrated.OPEN if table.state == Table.State.CONFIRMED else Unrated(table.state)
    if version.rulesets and table.ruleset.content_hash not in version.rulesets:
        return Unrated.RULESET
    season = table.meeting.season
    if version.seasons and (season is None or season.public_id not in version.seasons):
        return Unrated.SEASON
    reason = lines_left_out(page.confirmed.lines, FORMULAS[version.formula])
    return Unrated(reason.value) if reason else Unrated.PENDING


def lines_left_out(lines: Sequence[SheetLine], formula: Formula) -> LeftOut | None:
    """Return why a table with these lines isn't counted under a formula, None when it is."""
    counting = [
        line.placement or 0
        for line in lines
        if not (line.guest or line.person.guest)
        and (formula.whole_tables or line.participation == Line.Participation.FULL)
    ]
    return left_out(counting, len(lines) - len(counting), formula)


def _movers(page: TablePage, runs: Mapping[int, RatingRun]) -> dict[int, list[Mover]]:
    """Return who was rated at the table, by ladder, best place first. Two queries."""
    if not runs:
        return {}
    rows = list(
        points_of_runs(runs.values())
        .filter(table=page.table)
        .order_by("placement", "pk")
        .values_list("segment__ladder", "player", "before", "after", "tables_before", "placement", "actual")
    )
    seen = persons_by_record(people=page.people, records={record for _, record, *_ in rows})
    found: defaultdict[int, list[Mover]] = defaultdict(list)
    for ladder, record, before, after, tables_before, placement, actual in rows:
        shown = _shown(seen.get(record))
        found[ladder].append(Mover(record, *shown, before, after, tables_before, placement, actual))
    return found


def _shown(person: Person | None) -> tuple[str, str]:
    return (person.public_id, person.name) if person else ("", "")


def _counting(
    runs: Mapping[int, RatingRun], moved: Mapping[int, Sequence[Mover]]
) -> dict[int, set[tuple[int, int]]]:
    """Return which (record, table) count now, for ladders of season points. One query, none without such a ladder."""
    best = {}
    for ladder in moved:
        parameters = parameters_of(runs[ladder].version)
        if isinstance(parameters, PointsParameters):
            best[ladder] = parameters.best
    if not best:
        return {}
    rows = (
        points_of_runs(runs[ladder] for ladder in best)
        .filter(player__in={mover.record for ladder in best for mover in moved[ladder]})
        .order_by("order_key")
        .values_list("segment__ladder", "player", "table", "actual")
    )
    played: defaultdict[int, list[tuple[int, int, int]]] = defaultdict(list)
    for ladder, *row in rows:
        played[ladder].append((row[0], row[1], row[2]))
    return {ladder: tables_counting(played[ladder], best[ladder]) for ladder in best}


def _moves(
    page: TablePage,
    ladder: Ladder,
    version: LadderVersion,
    movers: Sequence[Mover],
    counting: set[tuple[int, int]],
) -> LadderMoves:
    parameters = parameters_of(version)
    parts: Iterable[Mover] = movers
    if isinstance(parameters, Parameters):
        parts = (_by_pairs(mover, movers, parameters) for mover in movers)
    elif isinstance(parameters, PointsParameters):
        parts = (_by_place(page, mover, parameters, counting) for mover in movers)
    seen = tuple(part for part in parts if part.public_id)
    return LadderMoves(ladder, version.formula, seen, len(movers) - len(seen))


def _by_pairs(mover: Mover, movers: Sequence[Mover], parameters: Parameters) -> Mover:
    others = [other for other in movers if other is not mover]
    return replace(mover, pairs=pair_parts(mover, others, parameters))


def _by_place(
    page: TablePage, mover: Mover, parameters: PointsParameters, counting: set[tuple[int, int]]
) -> Mover:
    lines = page.confirmed.lines if page.confirmed else ()
    part = place_part(
        page.people.root(mover.record),
        mover.placement,
        mover.actual,
        sheet={line.person.row: Placed(line.placement, line.participation) for line in lines},
        parameters=parameters,
        counts=(mover.record, page.table.pk) in counting,
    )
    return replace(mover, earned=part)
