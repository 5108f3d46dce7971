"""Names of cards, events and trumps in records, and what is said of unknown ones (KD-20)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.core.engine import Refusal
from games.core.wording import clean_quote

if TYPE_CHECKING:
    from games.doujin.table import Table


def card_number(table: Table, text: str) -> int:
    """Return the number of a doujin card; raises `Refusal`."""
    return _number(table, "card", text)


def event_number(table: Table, text: str) -> int:
    """Return the number of an event; raises `Refusal`."""
    return _number(table, "event", text)


def trump_number(table: Table, text: str) -> int:
    """Return the number of a trump; raises `Refusal`."""
    return _number(table, "trump", text)


def _number(table: Table, kind: str, text: str) -> int:
    number = table.deck.number(kind, text)
    if number is None:
        raise Refusal("KD-20", f"doujin.{kind}_unknown", name=clean_quote(text))
    return number
