"""JSON: whole numbers as numbers, decimals as text with their digits, links with their address."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from api.wiki.model import Integer, Link, Number, Places

if TYPE_CHECKING:
    from api.wiki.model import Cell, Table

FORMAT = "sekijun.table/1"


def render(table: Table) -> str:
    """Return one object; `rows` counts what `footer` seals."""
    keys = [column.key for column in table.columns]
    footer = table.footer
    whole = {
        "format": FORMAT,
        "title": table.title,
        "language": table.language,
        "columns": [{"key": c.key, "title": c.title, "kind": c.kind.value} for c in table.columns],
        "rows": [dict(zip(keys, map(_cell, cells), strict=True)) for cells in table.rows],
        "footer": {
            "rows": len(table.rows),
            "revision": footer.revision,
            "digest": footer.digest,
            "computed_at": footer.computed_at,
            "permalink": footer.permalink,
        },
    }
    return json.dumps(whole, ensure_ascii=False, indent=1) + "\n"


def _cell(cell: Cell) -> object:
    match cell:
        case Integer():
            return cell.value
        case Number():
            return None if cell.value is None else cell.plain
        case Places():
            return list(cell.places)
        case Link():
            return {"text": cell.text, "url": cell.url}
        case _:
            return cell.text
