"""Markdown with tables, as GitHub and many wikis read it.

References alone don't stop everything: mentions, issue numbers, mail addresses and emoji words are looked for in the
text *after* references are resolved. A word joiner behind `@`, `#` and `:` breaks them up and can't be seen.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from api.wiki.model import Link, Text
from api.wiki.references import is_plain, reference, referenced

if TYPE_CHECKING:
    from collections.abc import Iterable

    from api.wiki.model import Cell, Table

JOINER = reference("\N{WORD JOINER}")
FOUND_LATER = re.compile(r"[@#:]|-(?=[0-9])")


def render(table: Table) -> str:
    """Return the page source."""
    lines = [f"**{markdown_text(table.title)}**", ""]
    lines.append(_row(markdown_text(column.title) for column in table.columns))
    lines.append(_row("---:" if column.kind.right else "---" for column in table.columns))
    lines += [_row(map(_cell, cells)) for cells in table.rows]
    lines.append("")
    lines += [line + "  " for line in table.footer.lines]
    lines.append(f"<{table.footer.permalink}>")
    return "\n".join(lines) + "\n"


def markdown_text(text: str) -> str:
    """Return text that is neither markup nor a link, a mention or an emoji."""
    parts = FOUND_LATER.split(text)
    signs = FOUND_LATER.findall(text)
    safe = [referenced(part, plain=is_plain) for part in parts]
    joined = [part + reference(sign) + JOINER for part, sign in zip(safe, signs, strict=False)]
    return "".join(joined) + safe[-1]


def _row(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def _cell(cell: Cell) -> str:
    match cell:
        case Text():
            return markdown_text(cell.text)
        case Link():
            return f"[{cell.text}](<{cell.url}>)"
        case _:
            return cell.shown
