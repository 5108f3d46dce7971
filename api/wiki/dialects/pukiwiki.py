"""PukiWiki: `|cell|cell|`, a heading row that ends in `h`, and a row that ends in `c` for the alignment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from api.wiki.model import Link, Text
from api.wiki.references import wiki_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from api.wiki.model import Cell, Table


def render(table: Table) -> str:
    """Return the page source."""
    lines = [f"''{wiki_text(table.title)}''"]
    lines.append(_row("RIGHT:" if column.kind.right else "LEFT:" for column in table.columns) + "c")
    lines.append(_row(wiki_text(column.title) for column in table.columns) + "h")
    lines += [_row(map(_cell, cells)) for cells in table.rows]
    lines += [line + "~" for line in table.footer.lines]
    lines.append(table.footer.permalink)
    return "\n".join(lines) + "\n"


def _row(cells: Iterable[str]) -> str:
    return "|" + "|".join(cells) + "|"


def _cell(cell: Cell) -> str:
    match cell:
        case Text():
            return wiki_text(cell.text)
        case Link():
            return f"[[{cell.text}>{cell.url}]]"
        case _:
            return cell.shown
