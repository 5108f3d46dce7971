"""Reads what a ladder version counts: confirmed results in the stored order of tables, people resolved.

Owns the rules of what is rated (DESIGN §6). Computes nothing and writes nothing. Whole histories go through here, so
tables and lines are read in two plain queries and kept as columns.
"""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from django.db.models import Case, CharField, IntegerField, Value, When
from django.db.models.functions import Cast

from league.models import Adjustment, Line, Player, Submission, Table
from league.models.ids import order_key_at
from league.ratings.columns import NOBODY, TableColumns
from league.ratings.digests import DigestTable, player_token
from league.ratings.formulas import FORMULAS, Formula
from league.selectors.merges import merge_roots
from league.services.long_reads import long_reads, rows_as_stored

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from django.db.models import QuerySet

    from league.models import LadderVersion

FIRST_KEY = ""
_FULL, _FORFEITED = Line.Participation.FULL, Line.Participation.FORFEITED

_LineRow = tuple[int, int, int]
"""Player's row, placement (0: none), and what the line is."""
_COUNTS, _GUEST, _PART_TIME, _FORFEIT = range(4)


@dataclass(frozen=True, slots=True)
class Roster:
    """The players of a club, numbered in the order of their tokens; merged and guest rows have numbers too."""

    rows: Sequence[int]
    tokens: Sequence[str]

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(self.rows)


@dataclass(slots=True)
class Inputs:
    """Rated tables in order: columns for the fold, and beside them what each table is called."""

    roster: Roster
    columns: TableColumns = field(default_factory=TableColumns)
    table_ids: list[int] = field(default_factory=list)
    public_ids: list[str] = field(default_factory=list)
    order_keys: list[str] = field(default_factory=list)

    def __len__(self) -> int:
        """Return the number of tables."""
        return len(self.table_ids)

    def since(self, table: int) -> Inputs:
        """Return the tables from one on."""
        if not table:
            return self
        return Inputs(
            self.roster,
            self.columns.since(table),
            self.table_ids[table:],
            self.public_ids[table:],
            self.order_keys[table:],
        )

    def digest_tables(self, start: int, end: int, *, whole: bool) -> Iterator[DigestTable]:
        """Yield tables as their digest sees them; `whole` with what each place earned and the places of nobody."""
        columns, names = self.columns, self.roster.tokens
        for table in range(start, end):
            lines = range(columns.offsets[table], columns.offsets[table + 1])
            known = [line for line in lines if columns.players[line] != NOBODY]
            others = [columns.placements[line] for line in lines if columns.players[line] == NOBODY]
            yield DigestTable(
                self.order_keys[table],
                self.public_ids[table],
                tuple((names[columns.players[line]], columns.placements[line]) for line in known),
                tuple(sorted(others)) if whole else None,
                tuple(sorted(names[columns.players[line]] for line in known if not columns.earning[line])),
            )


class _People:
    """Numbers the club's players and resolves typed ones: merges are followed to the end."""

    def __init__(self, club_id: int) -> None:
        stored = Player.objects.filter(club=club_id).order_by().values_list("pk", "public_id", "guest")
        players = sorted((player_token(public_id), pk, guest) for pk, public_id, guest in stored)
        self.roster = Roster([pk for _, pk, _ in players], [token for token, _, _ in players])
        number = {pk: at for at, (_, pk, _) in enumerate(players)}
        roots = merge_roots(club_id=club_id)
        self.number = {pk: number[roots.get(pk, pk)] for pk in number}
        self.guests = {at for at, (_, _, guest) in enumerate(players) if guest}


def inputs_read(version: LadderVersion, *, after: str = FIRST_KEY) -> Inputs:
    """Return the rated tables of a ladder version in order, from the first one behind the order key `after` on."""
    club_id = version.ladder.club_id
    people = _People(club_id)
    formula = FORMULAS[version.formula]
    inputs = Inputs(people.roster)
    tables = _tables(version, club_id, after)
    with nullcontext() if after else long_reads():
        lines = _lines(tables)
        for day, round_, number, table_id, public_id in _table_rows(tables):
            key = order_key_at(day, round_, number)
            rated = _rated(lines.pop(table_id, []), people, formula) if key > after else None
            if rated is None:
                continue
            inputs.columns.add(rated)
            inputs.table_ids.append(table_id)
            inputs.public_ids.append(public_id)
            inputs.order_keys.append(key)
    return inputs


def adjustments_read(version: LadderVersion) -> dict[int, int]:
    """Return what penalties and bonuses in force come to for each person, by row, in thousandths; merges resolved."""
    if not FORMULAS[version.formula].adjusted:
        return {}
    rows = Adjustment.objects.filter(season__club=version.ladder.club_id, revoked_at=None)
    if version.seasons:
        rows = rows.filter(season__public_id__in=version.seasons)
    roots = merge_roots(club_id=version.ladder.club_id)
    sums: dict[int, int] = {}
    for player, points in rows.order_by("pk").values_list("player", "points"):
        root = roots.get(player, player)
        sums[root] = sums.get(root, 0) + points
    return sums


def _tables(version: LadderVersion, club_id: int, after: str) -> QuerySet[Table]:
    """Return the confirmed tables from the day of `after` on."""
    tables = Table.objects.filter(state=Table.State.CONFIRMED, meeting__club=club_id)
    if version.games:
        tables = tables.filter(ruleset__game__in=version.games)
    if version.rulesets:
        tables = tables.filter(ruleset__content_hash__in=version.rulesets)
    if version.seasons:
        tables = tables.filter(meeting__season__public_id__in=version.seasons)
    if after:
        tables = tables.filter(meeting__club_day__gte=after[:10])
    return tables


def _table_rows(tables: QuerySet[Table]) -> Iterator[tuple[str, int, int, int, str]]:
    """Yield day (ISO), round, number, row and public id, in order; the database's text spares parsing each day."""
    day = Cast("meeting__club_day", CharField())
    ordered = tables.annotate(day=day).order_by("meeting__club_day", "round", "number", "pk")
    yield from rows_as_stored(ordered.values_list("day", "round", "number", "pk", "public_id"))


def _lines(tables: QuerySet[Table]) -> dict[int, list[_LineRow]]:
    """Return the confirmed lines of each table, as whole numbers only: no value has to be converted."""
    kind = Case(
        When(guest=True, then=Value(_GUEST)),
        When(participation=_FULL, then=Value(_COUNTS)),
        When(participation=_FORFEITED, then=Value(_FORFEIT)),
        default=Value(_PART_TIME),
        output_field=IntegerField(),
    )
    confirmed = Line.objects.filter(
        submission__state=Submission.State.CONFIRMED, submission__table__in=tables.order_by()
    )
    found: dict[int, list[_LineRow]] = {}
    rows = confirmed.annotate(kind=kind).order_by().values_list(
        "submission__table_id", "player_id", "placement", "kind"
    )  # fmt: skip
    for table, player, placement, kind_of in rows_as_stored(rows):
        found.setdefault(table, []).append((player, placement or 0, kind_of))
    return found


def _rated(rows: list[_LineRow], people: _People, formula: Formula) -> list[tuple[int, int, int]] | None:
    """Return a table's lines as they are rated, or None when it isn't.

    Somebody counts who is no guest; for a formula that looks at pairs only who played from the first turn to the last.
    """
    lines, seen = [], set()
    number_of, guests, whole = people.number, people.guests, formula.whole_tables
    for player, placement, kind in rows:
        number = number_of[player]
        counts = kind != _GUEST and number not in guests and (whole or kind == _COUNTS)
        if not counts and not whole:
            continue
        if not placement or number in seen:  # no confirmed report should be like this
            return None
        seen.add(number)
        lines.append((number if counts else NOBODY, placement, int(kind != _FORFEIT)))
    counting = [line for line in lines if line[0] != NOBODY]
    if len(lines) < 2 or not counting:  # noqa: PLR2004 - a pair
        return None
    if formula.strict and len({line[1] for line in lines}) < len(lines):
        return None
    lines.sort()
    return lines
