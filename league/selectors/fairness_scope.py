"""Which tables a fairness report looks at: all of one game and ruleset, or what a filter leaves of them."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Scope:
    """A filter; empty, 0 and None leave nothing out. `season` is a public id, `min_tables` is asked of every player."""

    season: str = ""
    first: date | None = None
    last: date | None = None
    min_tables: int = 0

    @property
    def key(self) -> str:
        """The digest that tells filters apart; empty for the one that leaves nothing out."""
        stored = self.stored()
        if not stored:
            return ""
        return hashlib.sha256(json.dumps(stored, sort_keys=True).encode()).hexdigest()

    def stored(self) -> dict[str, Any]:
        """Return what is asked for, as JSON."""
        days = {"first": self.first, "last": self.last}
        least = self.min_tables if self.min_tables > 1 else 0  # everybody who played has one
        found: dict[str, Any] = {"season": self.season, "min_tables": least}
        found |= {name: day.isoformat() for name, day in days.items() if day is not None}
        return {name: value for name, value in found.items() if value}


def scope_of(stored: Mapping[str, Any]) -> Scope:
    """Return the filter that was stored."""
    days = {name: date.fromisoformat(stored[name]) for name in ("first", "last") if stored.get(name)}
    return Scope(season=stored.get("season", ""), min_tables=stored.get("min_tables", 0), **days)
