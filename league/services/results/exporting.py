"""Writing a club's confirmed results as a results file, complete or visibly cut off (G15).

The last line counts the rows and seals them with a digest; import refuses a file whose last line doesn't fit.
What the format has no column for (dice, hands, captures) is not in the file.
"""

from __future__ import annotations

import csv
import hashlib
import io
from typing import TYPE_CHECKING

from games.core.participation import FULL
from league.models import Line, Submission, Table
from league.services.canonical import format_decimal
from league.services.results.columns import KNOWN, TRAILER, cell_escape
from league.services.results.parse import row_seal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from django.db.models import QuerySet

    from league.models import Club

_CHUNK = 2000


def results_export(*, club: Club, game: str = "", delimiter: str = ",") -> Iterator[str]:
    """Yield the lines of a results file with every confirmed table of a club, in the order of tables.

    Run it inside `snapshot()` for a consistent file.
    """
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter, lineterminator="\n")

    def written(cells: list[str]) -> str:
        out.seek(0)
        out.truncate()
        writer.writerow(cells)
        return out.getvalue()

    yield written(list(KNOWN))
    sealed, count = hashlib.sha256(), 0
    ids = _file_ids(club)
    for line in _lines(club, game).iterator(chunk_size=_CHUNK):
        cells = _cells(line, ids)
        sealed.update(row_seal(cells))
        count += 1
        yield written(cells)
    yield written([TRAILER, str(count), sealed.hexdigest()])


def _lines(club: Club, game: str) -> QuerySet[Line]:
    lines = Line.objects.filter(
        submission__club=club,
        submission__state=Submission.State.CONFIRMED,
        submission__table__state=Table.State.CONFIRMED,
    )
    if game:
        lines = lines.filter(submission__table__ruleset__game=game)
    return lines.select_related(
        "player", "submission__table__meeting", "submission__table__ruleset"
    ).order_by(
        "submission__table__meeting__club_day",
        "submission__table__round",
        "submission__table__number",
        "position",
    )


def _file_ids(club: Club) -> dict[int, str]:
    """Return the table ids under which imported tables came in, so that the same file comes out again."""
    first = Submission.objects.filter(club=club, version=1, channel=Submission.Channel.IMPORT)
    # The id is read here and not by the database: SQLite would give back the id "1" as a number.
    return {
        table: raw["file_table"]
        for table, raw in first.values_list("table_id", "raw").iterator(chunk_size=_CHUNK)
        if table is not None and raw.get("file_table")
    }


def _cells(line: Line, ids: dict[int, str]) -> list[str]:
    table = line.submission.table
    if table is None:
        message = f"confirmed report {line.submission_id} has no table"
        raise RuntimeError(message)
    values = {
        "table": cell_escape(ids.get(table.pk, table.public_id)),
        "club_day": table.meeting.club_day.isoformat(),
        "round": table.round,
        "number": table.number,
        "game": table.ruleset.game,
        "seat": line.seat,
        "player": cell_escape(line.player.display_name or f"({line.player.public_id})"),
        "edit_order": line.edit_order,
        "front": _page_score(line, 0),
        "back": _page_score(line, 1),
        "total": None if line.total is None else format_decimal(line.total),
        "placement": _placement_as_reported(line),
        "participation": None if line.participation == FULL else line.participation,
    }
    return ["" if values[name] is None else str(values[name]) for name in KNOWN]


def _page_score(line: Line, page: int) -> int | None:
    pages = line.parts.get("pages") or []
    score: int | None = pages[page].get("score") if page < len(pages) else None
    return score


def _placement_as_reported(line: Line) -> int | None:
    """Return the placement only where it was written down: otherwise it follows from the totals again."""
    seats = line.submission.raw["report"]["seats"]
    return line.placement if seats[line.position].get("placement") is not None else None
