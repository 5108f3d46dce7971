"""The columns of the results file, and the escape that keeps spreadsheets from reading text as a formula."""

from __future__ import annotations

REQUIRED = ("table", "club_day", "round", "number", "game", "seat", "player", "total")
OPTIONAL = ("edit_order", "front", "back", "placement", "participation")
KNOWN = (
    "table",
    "club_day",
    "round",
    "number",
    "game",
    "seat",
    "player",
    "edit_order",
    "front",
    "back",
    "total",
    "placement",
    "participation",
)
TRAILER = "#end"
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def cell_escape(text: str) -> str:
    """Return a text cell with a leading `'` where a spreadsheet would take it for a formula."""
    return f"'{text}" if text.startswith(_FORMULA_STARTS) or _escaped(text) else text


def cell_unescape(text: str) -> str:
    """Take back exactly what `cell_escape` adds."""
    return text[1:] if _escaped(text) else text


def _escaped(text: str) -> bool:
    """Whether the text is quotes in front of a formula start: one of them is ours, so one more goes in front."""
    bare = text.lstrip("'")
    return text.startswith("'") and bare.startswith(_FORMULA_STARTS)
