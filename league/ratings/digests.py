"""Digests that seal ladder versions and segments. Inputs only: equal digests mean equal ratings."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any


@dataclass(frozen=True, slots=True)
class DigestTable:
    """One table as the digest sees it, by public ids: independent of the database it is stored in."""

    order_key: str
    public_id: str
    placements: tuple[tuple[str, int], ...]


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


def segment_digest(previous: str, version: str, tables: Sequence[DigestTable]) -> str:
    """Return the digest of a segment, chained to the one before ("" for the first)."""
    rows = [[table.order_key, table.public_id, sorted(table.placements)] for table in tables]
    return sha256(_canonical([previous, version, rows])).hexdigest()
