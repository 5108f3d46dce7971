"""`manage.py standings`: who stands where, as a table for people, or as CSV or JSON for programs."""

import csv
import json
import unicodedata
from argparse import ArgumentParser
from datetime import date
from io import StringIO
from typing import Any

from league.management.command import LeagueCommand
from league.management.lookup import club_or_error, default_ladder, ladder_or_error
from league.models import Club, Ladder
from league.selectors.ladders import ladders_of_club
from league.selectors.standings import StandingRow, standings_at, standings_current
from league.services.results.columns import cell_escape
from league.services.runs import ladder_refresh
from league.services.snapshots import snapshot

COLUMNS = ("rank", "player", "rating", "tables", "idle", "provisional")
_NUMBERS = ("rank", "rating", "tables")


class Command(LeagueCommand):
    """Brings the ladder up to date first; needs neither broker nor worker. Exit 2: unknown club or ladder."""

    help = "Print the standings of a ladder."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Name the ladder, the day and the format."""
        parser.add_argument("--club", required=True, help="address (slug) of the club")
        parser.add_argument("--ladder", help="name or public id; default: the only one with tables")
        parser.add_argument(
            "--as-of", type=date.fromisoformat, metavar="DAY", help="after that day, YYYY-MM-DD"
        )
        parser.add_argument("--format", choices=("table", "csv", "json"), default="table")

    def run(self, **options: Any) -> None:  # noqa: ANN401 - Django's options
        """Print the standings."""
        club = club_or_error(options["club"])
        ladder = _ladder_up_to_date(club, options["ladder"])
        day: date | None = options["as_of"]
        with snapshot():
            rows = standings_current(ladder) if day is None else standings_at(ladder, day)
        written = {"table": _as_table, "csv": _as_csv, "json": _as_json}[options["format"]](rows)
        self.stdout.write(written, ending="")


def _ladder_up_to_date(club: Club, name: str | None) -> Ladder:
    """Return the wanted ladder; which one is the default is known only when all are up to date."""
    if name is not None:
        return ladder_refresh(ladder_id=ladder_or_error(club, name).pk)
    for ladder in ladders_of_club(club):
        ladder_refresh(ladder_id=ladder.pk)
    return default_ladder(club)


def _values(row: StandingRow) -> dict[str, Any]:
    return {
        "rank": row.rank,
        "player": row.name,
        "rating": rating_text(row.rating),
        "tables": row.tables,
        "idle": row.idle,
        "provisional": row.provisional,
    }


def rating_text(thousandths: int) -> str:
    """Return a rating with three decimals, exactly."""
    sign = "-" if thousandths < 0 else ""
    whole, rest = divmod(abs(thousandths), 1000)
    return f"{sign}{whole}.{rest:03d}"


def _as_json(rows: list[StandingRow]) -> str:
    return json.dumps([_values(row) for row in rows], ensure_ascii=False, indent=1) + "\n"


def _as_csv(rows: list[StandingRow]) -> str:
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for row in rows:
        values = _values(row)
        marks = [str(values[mark]).lower() for mark in ("idle", "provisional")]
        writer.writerow([row.rank, cell_escape(row.name), values["rating"], row.tables, *marks])
    return out.getvalue()


def _as_table(rows: list[StandingRow]) -> str:
    cells = [list(COLUMNS)]
    for row in rows:
        values = _values(row)
        marks = ["yes" if values[mark] else "" for mark in ("idle", "provisional")]
        cells.append([str(row.rank), row.name, values["rating"], str(row.tables), *marks])
    widths = [max(_width(line[column]) for line in cells) for column in range(len(COLUMNS))]
    return "".join(_line(line, widths).rstrip() + "\n" for line in cells)


def _line(texts: list[str], widths: list[int]) -> str:
    """Put texts side by side, numbers to the right of their column."""
    padded = []
    for column, text, width in zip(COLUMNS, texts, widths, strict=True):
        space = " " * (width - _width(text))
        padded.append(space + text if column in _NUMBERS else text + space)
    return "  ".join(padded)


def _width(text: str) -> int:
    """Return the terminal columns of a text: East Asian characters take two."""
    wide = sum(unicodedata.east_asian_width(character) in "WF" for character in text)
    marks = sum(bool(unicodedata.combining(character)) for character in text)
    return len(text) + wide - marks
