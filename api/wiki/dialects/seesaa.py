"""Seesaa Wiki: `|cell|cell|`, `|~heading|`, EUC-JP. What EUC-JP lacks becomes a decimal reference, which it renders."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from api.wiki.model import Link, Text
from api.wiki.references import reference, referenced, wiki_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from api.wiki.model import Cell, Column, Table

# Words that set a cell's place when it begins with them; the others ("bgcolor(red):") need signs that are references.
CELL_WORD = re.compile(r"center|left|right", re.IGNORECASE)


def render(table: Table) -> str:
    """Return the page source. It fits EUC-JP whatever the names are, and is the same text in UTF-8."""
    lines = [f"''{wiki_text(table.title)}''"]
    lines.append(_row("~" + _text(column.title) for column in table.columns))
    lines += [_row(map(_cell, cells, table.columns)) for cells in table.rows]
    lines += [line + "~~" for line in table.footer.lines]
    lines.append(table.footer.permalink)
    return referenced("\n".join(lines) + "\n", plain=fits_euc_jp)


@lru_cache(maxsize=4096)
def fits_euc_jp(character: str) -> bool:
    """Say whether a character comes back unchanged from EUC-JP; the yen sign and the overline don't."""
    try:
        return character.encode("euc_jp").decode("euc_jp") == character
    except UnicodeEncodeError:
        return False


def _row(cells: Iterable[str]) -> str:
    return "|" + "|".join(cells) + "|"


def _cell(cell: Cell, column: Column) -> str:
    match cell:
        case Text():
            return _text(cell.text)
        case Link():
            return f"[[{cell.text}>>{cell.url}]]"
        case _:
            return f"right:{cell.shown}" if column.kind.right else cell.shown


def _text(text: str) -> str:
    """Return the text of a cell; its first letter is a reference where it could begin a word of the table."""
    safe = wiki_text(text)
    return reference(safe[0]) + safe[1:] if CELL_WORD.match(safe) else safe
