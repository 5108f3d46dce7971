"""From rows to tables: every cell checked for form, every table for agreement with itself. Asks no database.

What the numbers mean is the referee's business (judged.py).
"""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from games.core.names import text_problem
from games.core.participation import FULL, PARTICIPATIONS, STOPPED
from games.core.registry import game_keys
from league.models.ids import MAX_ROUND_OR_NUMBER
from league.services.errors import Invalid
from league.services.names import clean_text
from league.services.results.columns import KNOWN, REQUIRED, TRAILER, cell_unescape

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from django.utils.functional import _StrOrPromise

    from league.services.results.decode import Row

_TABLE_ID_LENGTH = 80
_LEFT_OUT = ""
_NAMELESS = " "
_WHOLE = re.compile(r"-?[0-9]{1,9}", re.ASCII)
_DECIMAL = re.compile(r"[-+]?[0-9]{1,12}(\.[0-9]{1,12})?", re.ASCII)
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)


@dataclass(frozen=True, slots=True)
class RowError:
    """What is wrong with a row, in which column, and which rule says so (empty: a matter of form)."""

    line: int
    column: str
    message: _StrOrPromise
    rule: str = ""


@dataclass(frozen=True, slots=True)
class SeatRow:
    """One seat as the file gives it; None is an empty cell."""

    line: int
    seat: int | None
    player: str
    edit_order: int | None
    front: int | None
    back: int | None
    total: Decimal | None
    placement: int | None
    participation: str


@dataclass(slots=True)
class FileTable:
    """The rows of one table."""

    id: str
    line: int
    club_day: date
    round: int
    number: int
    game: str
    seats: list[SeatRow] = field(default_factory=list)

    @property
    def place(self) -> tuple[date, int, int, str]:
        """What all rows of a table must agree on."""
        return (self.club_day, self.round, self.number, self.game)


@dataclass(slots=True)
class ParsedFile:
    """The tables of a file in the order of their first rows, and everything that is wrong with it."""

    tables: list[FileTable]
    errors: list[RowError]
    rows: int


def parse_rows(rows: Iterable[Row], *, column_map: Mapping[str, str] | None = None) -> ParsedFile:
    """Read all rows of a results file. `column_map` renames the file's columns; a column mapped to "" is left out.

    Raises:
        Invalid: no rows, or the header has unknown, missing or doubled columns, or the trailer doesn't fit.
    """
    iterator = iter(rows)
    header = next(iterator, None)
    if header is None:
        raise Invalid(_("The file is empty."))
    columns = _columns(header.cells, column_map or {})
    reader = _Reader()
    sealed = hashlib.sha256()
    trailer: list[str] | None = None
    count = 0
    for row in iterator:
        if trailer is not None:
            raise Invalid(_("Line %(line)d: there are rows behind the end of the file.") % {"line": row.line})
        if row.cells[0] == TRAILER:
            trailer = row.cells
            continue
        count += 1
        sealed.update(row_seal(row.cells))
        reader.read(row, columns)
    if count == 0:
        raise Invalid(_("The file has no rows."))
    if trailer is not None and trailer[1:3] != [str(count), sealed.hexdigest()]:
        raise Invalid(_("The file is damaged or cut: its last line doesn't fit its rows."))
    return ParsedFile(tables=list(reader.tables.values()), errors=reader.finish(), rows=count)


def row_seal(cells: Sequence[str]) -> bytes:
    """Return the bytes by which a row counts in the digest of the file's last line."""
    return ("\x1f".join(cells) + "\x1e").encode()


def _columns(cells: Sequence[str], column_map: Mapping[str, str]) -> list[str]:
    given = [cell.strip() for cell in cells]
    absent = [name for name in column_map if name not in given]
    if absent:
        raise Invalid(_("The file has no column %(names)s.") % {"names": ", ".join(absent)}, field="map")
    named = [column_map.get(name, name or _NAMELESS) for name in given]
    unknown = [name for name in named if name not in {*KNOWN, _NAMELESS, _LEFT_OUT}]
    if unknown:
        raise Invalid(
            _("Unknown column %(names)s. Map it: --map %(first)s=COLUMN, or leave it out: --map %(first)s=")
            % {"names": ", ".join(unknown), "first": unknown[0]},
            field="map",
        )
    doubled = sorted({name for name in KNOWN if named.count(name) > 1})
    if doubled:
        raise Invalid(_("The column %(names)s is there twice.") % {"names": ", ".join(doubled)}, field="map")
    missing = [name for name in REQUIRED if name not in named]
    if missing:
        raise Invalid(_("The column %(names)s is missing.") % {"names": ", ".join(missing)}, field="map")
    return named


class _Reader:
    """Collects tables and errors row by row."""

    def __init__(self) -> None:
        self.tables: dict[str, FileTable] = {}
        self._errors: list[RowError] = []

    def read(self, row: Row, columns: Sequence[str]) -> None:
        if len(row.cells) != len(columns):
            message = _("The row has %(cells)d cells, the header has %(columns)d.")
            self._fail(row.line, "", message % {"cells": len(row.cells), "columns": len(columns)})
            return
        cells = {name: cell.strip() for name, cell in zip(columns, row.cells, strict=True)}
        before = len(self._errors)
        for number, (name, cell) in enumerate(zip(columns, row.cells, strict=True), start=1):
            if name == _NAMELESS and cell.strip():
                message = _("Cell %(number)d is filled, but its column has no name.")
                self._fail(row.line, "", message % {"number": number})
        table = self._table(row.line, cells)
        seat = self._seat(row.line, cells)
        if len(self._errors) > before or table is None or seat is None:
            return
        known = self.tables.setdefault(table.id, table)
        if known.place != table.place:
            message = _("Table %(id)s has another day, round, number or game in line %(line)d.")
            self._fail(row.line, "table", message % {"id": table.id, "line": known.line})
            return
        known.seats.append(seat)

    def finish(self) -> list[RowError]:
        """Check what only the whole file shows, and return all errors in the order of lines."""
        at: dict[tuple[date, int], list[FileTable]] = defaultdict(list)
        for table in self.tables.values():
            at[table.club_day, table.number].append(table)
        for first, *others in at.values():
            for other in others:
                message = _(
                    "Number %(number)d of %(day)s is also the number of table %(id)s (line %(line)d)."
                )
                values = {
                    "number": other.number,
                    "day": other.club_day.isoformat(),
                    "id": first.id,
                    "line": first.line,
                }
                self._fail(other.line, "number", message % values)
        return sorted(self._errors, key=lambda error: error.line)

    def _table(self, line: int, cells: Mapping[str, str]) -> FileTable | None:
        identity = cell_unescape(cells["table"])
        if not identity or len(identity) > _TABLE_ID_LENGTH:
            self._fail(line, "table", _("A table id of 1 to 80 characters is needed."))
        elif text_problem(identity):
            self._fail(line, "table", _("The table id contains a character that can't be shown."))
        club_day = self._day(line, cells["club_day"])
        round_ = self._whole(line, cells, "round", least=1, most=MAX_ROUND_OR_NUMBER, needed=True)
        number = self._whole(line, cells, "number", least=1, most=MAX_ROUND_OR_NUMBER, needed=True)
        if cells["game"] not in game_keys():
            games = ", ".join(game_keys())
            self._fail(
                line,
                "game",
                _("Unknown game %(game)s. Known are %(games)s.") % {"game": cells["game"], "games": games},
            )
        if club_day is None or round_ is None or number is None:
            return None
        return FileTable(identity, line, club_day, round_, number, cells["game"])

    def _seat(self, line: int, cells: Mapping[str, str]) -> SeatRow | None:
        player = clean_text(cell_unescape(cells["player"]))
        if not player:
            self._fail(line, "player", _("A name is needed."))
        total = self._decimal(line, cells["total"])
        placement = self._whole(line, cells, "placement", least=1, most=1000)
        participation = self._participation(line, cells.get("participation", ""))
        given = cells["total"] or placement is not None or (cells.get("front") and cells.get("back"))
        if not given and participation not in STOPPED:
            self._fail(line, "total", _("A total is needed, or a placement where only ranks are known."))
        return SeatRow(
            line=line,
            seat=self._whole(line, cells, "seat", least=1, most=1000),
            player=player,
            edit_order=self._whole(line, cells, "edit_order", least=1, most=1000),
            front=self._whole(line, cells, "front", least=-1000, most=1000),
            back=self._whole(line, cells, "back", least=-1000, most=1000),
            total=total,
            placement=placement,
            participation=participation,
        )

    def _participation(self, line: int, text: str) -> str:
        if text and text not in PARTICIPATIONS:
            message = _("Unknown participation %(text)s. Known are %(words)s; empty means full.")
            words = ", ".join(PARTICIPATIONS)
            self._fail(line, "participation", message % {"text": text, "words": words})
        return text or FULL

    def _day(self, line: int, text: str) -> date | None:
        day = None
        if _DAY.fullmatch(text):
            with suppress(ValueError):
                day = date.fromisoformat(text)
        if day is None:
            message = _("%(text)s is no day. Right is e.g. 2026-11-28.")
            self._fail(line, "club_day", message % {"text": text or "—"})
        return day

    def _whole(
        self, line: int, cells: Mapping[str, str], column: str, *, least: int, most: int, needed: bool = False
    ) -> int | None:
        text = cells.get(column, "")
        if not text and not needed:
            return None
        if _WHOLE.fullmatch(text) and least <= int(text) <= most:
            return int(text)
        message = _("%(text)s is no whole number between %(least)d and %(most)d (digits 0-9).")
        self._fail(line, column, message % {"text": text or "—", "least": least, "most": most})
        return None

    def _decimal(self, line: int, text: str) -> Decimal | None:
        if not text:
            return None
        if _DECIMAL.fullmatch(text):
            value = Decimal(text)
            if Decimal(repr(float(value))) == value:
                return value
            message = _("%(text)s has more digits than can be kept exactly (15).")
            self._fail(line, "total", message % {"text": text})
            return None
        message = _("%(text)s is no number. Right is e.g. 12 or -3.5 (digits 0-9).")
        self._fail(line, "total", message % {"text": text})
        return None

    def _fail(self, line: int, column: str, message: _StrOrPromise) -> None:
        self._errors.append(RowError(line, column, message))
