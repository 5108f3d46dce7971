"""Reads season points as people type them: with a sign, up to three places, in any width."""

from __future__ import annotations

import re
import unicodedata
from decimal import Decimal

from django.utils.translation import gettext_lazy as _

from league.services.errors import Invalid

_POINTS = re.compile(r"[+-]?[0-9]{1,9}(\.[0-9]{1,3})?", re.ASCII)
_MINUS = str.maketrans("\N{MINUS SIGN}\N{EN DASH}", "--")


def points_of(text: str) -> int:
    """Return typed points in thousandths.

    Raises:
        Invalid: no number, or more than three places.
    """
    plain = unicodedata.normalize("NFKC", text).strip().translate(_MINUS)
    if not _POINTS.fullmatch(plain):
        raise Invalid(_("Please give points like 1.5 or −2, with at most three places."), field="points")
    return int(Decimal(plain).scaleb(3))
