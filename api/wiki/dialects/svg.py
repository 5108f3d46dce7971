"""SVG: the leaderboard as a picture that updates itself. No scripts, nothing from elsewhere, light and dark."""

from __future__ import annotations

import base64
import hashlib
import re
import unicodedata
from typing import TYPE_CHECKING

from django.utils.html import escape

from api.wiki.model import MINUS, Places, Text
from league.templatetags.sekijun import depth_of, digest_short, dots

if TYPE_CHECKING:
    from api.wiki.model import Cell, Table

MOST_ROWS = 100
WIDTH, HEAD, ROW, FOOT, EDGE = 720, 84, 36, 52, 16
NAME_X, RATING_X, CHANGE_X, TABLES_X, DOTS_X = 56, 428, 516, 576, 600
NAME_UNITS, TITLE_UNITS = 36, 76
STYLE = (
    "svg{color-scheme:light dark;--paper:#faf8f3;--ink:#1c1b19;--muted:#6b665d;--line:#ddd7ca;--accent:#b8321f;"
    "--good:#1f6b47}"
    "@media (prefers-color-scheme:dark){svg{--paper:#14161a;--ink:#ece8df;--muted:#a39d92;--line:#2c3036;"
    "--accent:#ff7a66;--good:#6fcf9f}}"
    '.page{fill:var(--paper)}text{fill:var(--ink);font:15px "Hiragino Sans","Noto Sans JP","Noto Sans CJK JP",'
    '"Yu Gothic UI",system-ui,sans-serif;font-variant-numeric:tabular-nums;unicode-bidi:isolate}'
    ".title{font-size:18px;font-weight:700}.small{font-size:12px}.head,.small{fill:var(--muted)}"
    ".head{font-size:12px;font-weight:600}.right{text-anchor:end}.strong{font-weight:700}.first,.down{fill:var(--accent)}"
    ".up{fill:var(--good)}line{stroke:var(--line)}.rule{stroke:var(--ink)}"
    "circle{fill:var(--muted)}.win{fill:var(--accent)}"
)
STYLE_HASH = base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()
POLICY = f"default-src 'none'; style-src 'sha256-{STYLE_HASH}'; frame-ancestors 'none'; base-uri 'none'"
NOT_XML = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
FIGURES = (("rating", RATING_X, "right strong"), ("change", CHANGE_X, "right"), ("tables", TABLES_X, "right"))


def render(table: Table) -> str:
    """Return a standalone picture of a leaderboard's first hundred rows."""
    keys = [column.key for column in table.columns]
    rows = [dict(zip(keys, cells, strict=True)) for cells in table.rows[:MOST_ROWS]]
    height = HEAD + ROW * len(rows) + FOOT
    depth = depth_of(cell.places for row in rows if isinstance(cell := row["places"], Places))
    body = "".join(_row(row, HEAD + ROW * index, depth) for index, row in enumerate(rows))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" '
        f'viewBox="0 0 {WIDTH} {height}" role="img" aria-labelledby="t" xml:lang="{escape(table.language)}">'
        f'<title id="t">{_said(table.title)}</title><style>{STYLE}</style>'
        f'<rect class="page" width="{WIDTH}" height="{height}"/>'
        f"{_head(table)}{body}{_foot(table, height)}</svg>\n"
    )


def shortened(text: str, units: int) -> str:
    """Return text that is at most so many halves of a full-width character wide, cut with an ellipsis."""
    if sum(map(_units, text)) <= units:
        return text
    kept, left = "", units - 2
    for character in text:
        left -= _units(character)
        if left < 0:
            break
        kept += character
    return kept + "…"


def _units(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WFA" or character in "mwMW@%" else 1


def _text(x: int, y: int, shape: str, text: str) -> str:
    return f'<text x="{x}" y="{y}" class="{shape}">{_said(text)}</text>'


def _said(text: str) -> str:
    """Return text as XML; one character that XML can't hold would make the whole picture unreadable."""
    return escape(NOT_XML.sub("\N{REPLACEMENT CHARACTER}", text))


def _head(table: Table) -> str:
    titles = {column.key: column.title for column in table.columns}
    y = HEAD - 14
    return (
        _text(EDGE, 36, "title", shortened(table.title, TITLE_UNITS))
        + _text(EDGE, y, "head", titles["rank"])
        + _text(NAME_X, y, "head", titles["name"])
        + "".join(_text(x, y, "head right", titles[key]) for key, x, _ in FIGURES)
        + _text(DOTS_X, y, "head", titles["places"])
        + f'<line class="rule" x1="{EDGE}" x2="{WIDTH - EDGE}" y1="{HEAD - 4}" y2="{HEAD - 4}"/>'
    )


def _row(row: dict[str, Cell], top: int, depth: int) -> str:
    """Return a row; its title holds the whole name, which may be cut in the picture."""
    name, rank, places, y = row["name"].shown, row["rank"].shown, row["places"], top + 24
    drawn = dots(places.places, depth) if isinstance(places, Places) else ""
    return (
        f"<g><title>{_said(name)}</title>"
        + _text(EDGE, y, "strong first" if rank == "1" else "strong", rank)
        + _text(NAME_X, y, "", shortened(name, NAME_UNITS))
        + "".join(_text(x, y, _shape(key, shape, row[key]), row[key].shown) for key, x, shape in FIGURES)
        + f'<g transform="translate({DOTS_X} {top + 6})">{drawn}</g>'
        + f'<line x1="{EDGE}" x2="{WIDTH - EDGE}" y1="{top + ROW}" y2="{top + ROW}"/></g>'
    )


def _shape(key: str, shape: str, cell: Cell) -> str:
    if key != "change" or isinstance(cell, Text):
        return shape
    return f"{shape} {'up' if cell.shown.startswith('+') else 'down' if cell.shown.startswith(MINUS) else ''}".strip()


def _foot(table: Table, height: int) -> str:
    more = len(table.rows) - MOST_ROWS
    first = f"+{more} · {table.footer.lines[0]}" if more > 0 else table.footer.lines[0]
    digest = f" · {digest_short(table.footer.digest)}" if table.footer.digest else ""
    return _text(EDGE, height - 28, "small", first + digest) + _text(
        EDGE, height - 10, "small", shortened(table.footer.permalink, 100)
    )
