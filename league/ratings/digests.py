"""Digests that seal ladder versions and segments. Inputs only: equal digests mean equal ratings."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any


@dataclass(frozen=True, slots=True)
class DigestTable:
    """One table as the digest sees it, players by their tokens: independent of the database it is stored in.

    `others` are the places of those who don't count and `forfeits` those who earn nothing, for formulas that look at
    whole tables; None for formulas that look at pairs.
    """

    order_key: str
    public_id: str
    placements: tuple[tuple[str, int], ...]
    others: tuple[int, ...] | None = None
    forfeits: tuple[str, ...] = ()

    def as_json(self) -> list[Any]:
        """Return the plain row that is sealed, and that a proof shows."""
        row: list[Any] = [self.order_key, self.public_id, sorted(self.placements)]
        return row if self.others is None else [*row, list(self.others), list(self.forfeits)]


def player_token(public_id: str) -> str:
    """Return what stands for a player in digests and proofs: whoever has the id finds the token, not the other way.

    A proof names everybody whose results count, also people who are hidden; their ids must not be in it.
    """
    return sha256(f"sekijun player {public_id}".encode()).hexdigest()[:16]


def _canonical(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=True, sort_keys=True, separators=(",", ":")).encode()


def version_hash(
    *,
    games: Iterable[str],
    rulesets: Iterable[str],
    seasons: Iterable[str],
    formula: str,
    parameters: dict[str, Any],
) -> str:
    """Return the content hash of a ladder version; the order of a filter list means nothing."""
    content = {
        "games": sorted(games),
        "rulesets": sorted(rulesets),
        "seasons": sorted(seasons),
        "formula": formula,
        "parameters": parameters,
    }
    return sha256(_canonical(content)).hexdigest()


def segment_digest(previous: str, version: str, tables: Iterable[DigestTable]) -> str:
    """Return the digest of a segment, chained to the one before ("" for the first)."""
    return rows_digest(previous, version, [table.as_json() for table in tables])


def rows_digest(previous: str, version: str, rows: Sequence[Any]) -> str:
    """Return the digest of a segment whose tables are given as their plain rows."""
    return sha256(_canonical([previous, version, rows])).hexdigest()


def adjusted_digest(last: str, adjustments: Mapping[str, int]) -> str:
    """Return the digest of a run: its last segment's, sealed with penalties and bonuses (by token).

    Without a table there is nobody whom they could move.
    """
    if not last or not adjustments:
        return last
    return sha256(_canonical([last, sorted(adjustments.items())])).hexdigest()
