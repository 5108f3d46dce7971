"""What of raw JSON a database can hold. Input is kept as it was sent, but for what no database stores."""

from __future__ import annotations

import json
import math
from decimal import Decimal

from django.utils.translation import gettext_lazy as _

from league.services.errors import Invalid

DEEPEST = 32
LONGEST = 256 * 1024
_MOST_DIGITS = 40


def raw_storable(value: object) -> object:
    """Return JSON input as it can be stored: NUL and lone surrogates become U+FFFD, NaN and infinities text.

    Raises:
        Invalid: no JSON value, nested deeper than 32, numbers of over 40 digits, or more than 256 KiB.
    """
    kept = _kept(value, depth=0)
    if len(json.dumps(kept, ensure_ascii=False)) > LONGEST:
        raise Invalid(_("The report is too large: at most 256 KiB."))
    return kept


def text_storable(text: str) -> bool:
    """Whether both databases can hold the text as it is: no NUL, no lone surrogate."""
    return _text(text) == text


def _kept(value: object, *, depth: int) -> object:
    if depth > DEEPEST:
        raise Invalid(_("The report is nested too deeply."))
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, Decimal):
        value = float(value)
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if isinstance(value, int):
        if abs(value) >= 10**_MOST_DIGITS:
            raise Invalid(_("The report holds a number of over 40 digits."))
        return value
    if isinstance(value, dict):
        return {_text(str(key)): _kept(item, depth=depth + 1) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_kept(item, depth=depth + 1) for item in value]
    if value is None:
        return None
    raise Invalid(_("The report holds something that is not JSON."))


def _text(value: str) -> str:
    return value.replace("\x00", "\ufffd").encode("utf-16", "surrogatepass").decode("utf-16", "replace")
