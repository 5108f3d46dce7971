"""CSV and TSV: figures for machines, text cells that no spreadsheet takes for a formula, and a sealed last line.

The last line is `#end`, the number of rows, revision, digest, time and permalink: a file without it is incomplete.
"""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from api.wiki.model import Text
from league.services.results.columns import TRAILER, cell_escape

if TYPE_CHECKING:
    from api.wiki.model import Cell, Table

BYTE_ORDER_MARK = "\ufeff"


def render_csv(table: Table) -> str:
    """Return a file that Excel opens as UTF-8 by a double click: it needs the byte order mark for that."""
    return BYTE_ORDER_MARK + _separated(table, ",")


def render_tsv(table: Table) -> str:
    """Return text to be pasted into a spreadsheet, without a byte order mark."""
    return _separated(table, "\t")


def _separated(table: Table, delimiter: str) -> str:
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter, lineterminator="\r\n")
    writer.writerow(cell_escape(column.title) for column in table.columns)
    writer.writerows(map(_cell, cells) for cells in table.rows)
    footer = table.footer
    end = (
        TRAILER,
        len(table.rows),
        footer.revision,
        footer.digest,
        footer.computed_at or "",
        footer.permalink,
    )
    writer.writerow(end)
    return out.getvalue()


def _cell(cell: Cell) -> str:
    return cell_escape(cell.text) if isinstance(cell, Text) else cell.plain
