"""From the tables of a file to judged reports: the referee looks at every table before anything is written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from games.core.findings import Severity, render
from games.core.judge import judge
from games.core.participation import FULL
from games.core.report import FORMAT
from league.services.canonical import digest
from league.services.errors import Invalid
from league.services.names import clean_name, name_key
from league.services.people import NAME_LENGTH
from league.services.reports import Judged
from league.services.results.parse import RowError
from league.services.rulesets import game_ruleset, ruleset_find

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from decimal import Decimal

    from games.core.findings import Finding
    from games.core.ruleset import Ruleset as GameRuleset
    from league.models import Club, Ruleset
    from league.services.results.parse import FileTable, SeatRow

_PROGRESS_STEP = 500
_NO_SEAT = 1_000_000
_PATH_DEPTH = 2


@dataclass(frozen=True, slots=True)
class JudgedTable:
    """A table of the file with its report, and the digest by which the same content is known again."""

    source: FileTable
    judged: Judged
    content_digest: str


class Judge:
    """Judges tables of one club; every ruleset is looked up once."""

    def __init__(self, *, club: Club | None, ruleset_key: str) -> None:
        self._club = club
        self._key = ruleset_key
        self._rulesets: dict[str, tuple[Ruleset, GameRuleset]] = {}
        self.errors: list[RowError] = []
        self.warnings: list[RowError] = []

    def tables(self, tables: Iterable[FileTable], *, progress: Callable[[int], None]) -> list[JudgedTable]:
        """Judge all tables, collecting errors and warnings row by row; `progress` hears how many are done."""
        judged = []
        for count, table in enumerate(tables, start=1):
            judged.append(self._table(table))
            if count % _PROGRESS_STEP == 0:
                progress(count)
        progress(len(judged))
        return judged

    def _table(self, table: FileTable) -> JudgedTable:
        row, value = self._ruleset(table.game)
        seats = sorted(table.seats, key=lambda seat: (seat.seat or _NO_SEAT, name_key(seat.player)))
        report = _report(table, seats, key=row.key)
        judgement = judge(report, value)
        for seat in seats:
            self._check_name(seat)
        for finding in judgement.findings:
            self._note(table, seats, finding)
        judged = Judged(report=report, ruleset=row, judgement=judgement, finished=True)
        # Not the ruleset's version: a newer one changes no table that is there already.
        content = [table.club_day.isoformat(), table.round, table.number, report]
        return JudgedTable(table, judged, digest(content))

    def _ruleset(self, game: str) -> tuple[Ruleset, GameRuleset]:
        if game not in self._rulesets:
            row = ruleset_find(club=self._club, game=game, key=self._key)
            if row is None:
                message = _("%(game)s has no ruleset %(key)s.") % {"game": game, "key": self._key}
                raise Invalid(message, field="ruleset")
            self._rulesets[game] = (row, game_ruleset(row))
        return self._rulesets[game]

    def _check_name(self, seat: SeatRow) -> None:
        try:
            clean_name(seat.player, field="player", longest=NAME_LENGTH)
        except Invalid as refusal:
            self.errors.append(RowError(seat.line, "player", refusal.message))

    def _note(self, table: FileTable, seats: list[SeatRow], finding: Finding) -> None:
        if finding.severity is Severity.INFO:
            return
        line, column = _cell_of(table, seats, finding.path)
        language = "ja" if (get_language() or "ja").startswith("ja") else "en"
        noted = RowError(line, column, render(finding, language), finding.rule)
        (self.errors if finding.severity is Severity.ERROR else self.warnings).append(noted)


def _report(table: FileTable, seats: list[SeatRow], *, key: str) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "game": table.game,
        "ruleset": key,
        "seats": [_seat(seat) for seat in seats],
    }


def _seat(row: SeatRow) -> dict[str, Any]:
    seat: dict[str, Any] = {"seat": row.seat, "player": row.player}
    optional = {
        "edit_order": row.edit_order,
        "total": None if row.total is None else _number(row.total),
        "placement": row.placement,
        "participation": None if row.participation == FULL else row.participation,
    }
    seat.update({name: value for name, value in optional.items() if value is not None})
    if row.front is not None or row.back is not None:
        pages = (row.front, row.back)
        seat["pages"] = [{} if score is None else {"score": score} for score in pages]
    return seat


def _number(value: Decimal) -> int | float:
    """Return a JSON number that reads back as the same decimal: totals have at most 13 digits."""
    return int(value) if value == value.to_integral_value() else float(value)


def _cell_of(table: FileTable, seats: list[SeatRow], path: str) -> tuple[int, str]:
    """Return the line and column that a finding's path speaks of; the table's first line when it has none."""
    steps = path.strip("/").split("/")
    if len(steps) < _PATH_DEPTH or steps[0] != "seats" or not steps[1].isdecimal():
        return table.line, ""
    line = seats[int(steps[1])].line
    if len(steps) == _PATH_DEPTH:
        return line, ""
    if steps[2] == "pages":
        return line, "back" if steps[3:4] == ["1"] else "front"
    return line, steps[2]
