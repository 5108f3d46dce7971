"""MediaWiki: `{|`, `|+` caption, `!` headings, `|-` rows, one cell a line; a sortable table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from api.wiki.model import Link, Text
from api.wiki.references import wiki_text

if TYPE_CHECKING:
    from api.wiki.model import Cell, Column, Table

RIGHT = 'style="text-align: right" | '


def render(table: Table) -> str:
    """Return the page source."""
    lines = ['{| class="wikitable sortable"', f"|+ {wiki_text(table.title)}"]
    lines += [f'! scope="col" | {wiki_text(column.title)}' for column in table.columns]
    for cells in table.rows:
        lines.append("|-")
        lines += map(_line, cells, table.columns)
    lines.append("|}")
    lines += [line + "<br>" for line in table.footer.lines]
    lines.append(table.footer.permalink)
    return "\n".join(lines) + "\n"


def _line(cell: Cell, column: Column) -> str:
    return f"| {RIGHT if column.kind.right else ''}{_cell(cell)}"


def _cell(cell: Cell) -> str:
    match cell:
        case Text():
            return wiki_text(cell.text)
        case Link():
            return f"[{cell.url} {cell.text}]"
        case _:
            return cell.shown
