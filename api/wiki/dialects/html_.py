"""HTML: a bare table without styles or scripts, to be pasted into any page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.html import escape

from api.wiki.model import Link, Text

if TYPE_CHECKING:
    from api.wiki.model import Cell, Column, Table


def render(table: Table) -> str:
    """Return a fragment: a table, and a paragraph with its footer."""
    heads = "".join(f'<th scope="col">{escape(column.title)}</th>' for column in table.columns)
    body = "\n".join("<tr>" + "".join(map(_cell, cells, table.columns)) + "</tr>" for cells in table.rows)
    words = "<br>".join(escape(line) for line in table.footer.lines)
    url = escape(table.footer.permalink)
    return (
        f'<table lang="{escape(table.language)}">\n<caption>{escape(table.title)}</caption>\n'
        f"<thead><tr>{heads}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>\n"
        f'<p>{words}<br><a href="{url}">{url}</a></p>\n'
    )


def _cell(cell: Cell, column: Column) -> str:
    match cell:
        case Text():
            inside = f"<bdi>{escape(cell.text)}</bdi>"
        case Link():
            inside = f'<a href="{escape(cell.url)}">{escape(cell.text)}</a>'
        case _:
            inside = escape(cell.shown)
    return f'<td align="right">{inside}</td>' if column.kind.right else f"<td>{inside}</td>"
