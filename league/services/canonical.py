"""One canonical text for JSON values, so that digests are equal exactly when the values are."""

from __future__ import annotations

import hashlib
import json
from decimal import Decimal


def _plain(value: object) -> str:
    if isinstance(value, Decimal):
        return format_decimal(value)
    message = f"{type(value).__name__} has no canonical form"
    raise TypeError(message)


def format_decimal(value: Decimal) -> str:
    """Return the shortest plain text of a decimal: 9.50 -> "9.5", 100 -> "100", never an exponent, never -0."""
    text = format(value, "f")
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def canonical_json(value: object) -> str:
    """Return JSON text with sorted keys, no spaces and decimals as plain text."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"), default=_plain)


def digest(value: object) -> str:
    """Return the SHA-256 of the canonical text, in hex."""
    return hashlib.sha256(canonical_json(value).encode()).hexdigest()
