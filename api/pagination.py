"""Pages by key, not by number: a page starts behind the last row of the one before.

Rows that are inserted or deleted meanwhile move nothing, so that a walk meets each row once (G8). A cursor holds what a
row shows anyway (an id, a place in the order); whoever forges one only starts elsewhere.
"""

from __future__ import annotations

import base64
import binascii
import re
from datetime import date
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from api.problems import invalid
from api.queries import CURSOR, DAY_PATTERN, ID_PATTERN, USUAL_PAGE
from league.selectors.points import PointPlace
from league.selectors.tables import TablePlace

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import TypeVar

    from django.http import QueryDict

    Row = TypeVar("Row")

_NUMBER = "([0-9]{5})"
_ORDER_KEY = f"{DAY_PATTERN}/[0-9]{{5}}/[0-9]{{5}}"
_TABLE = re.compile(f"({DAY_PATTERN})/{_NUMBER}/{_NUMBER}/({ID_PATTERN})", re.ASCII)
_POINT = re.compile(f"({_ORDER_KEY})/({ID_PATTERN})", re.ASCII)
_STANDING = re.compile(f"([1-9][0-9]{{0,8}})/({ID_PATTERN})", re.ASCII)
_ARCHIVE = re.compile(f"({ID_PATTERN})/([1-9][0-9]{{0,8}})", re.ASCII)
_ID = re.compile(ID_PATTERN, re.ASCII)
_SLUG = re.compile("[a-zA-Z0-9_-]{1,50}", re.ASCII)


def page_size(query: Mapping[str, Any]) -> int:
    """Return how many rows are wanted."""
    size: int = query.get("limit", USUAL_PAGE)
    return size


def page_cut(rows: Sequence[Row], size: int) -> tuple[Sequence[Row], bool]:
    """Return the rows of a page that was read with one row too many, and whether more follow."""
    return rows[:size], len(rows) > size


def next_link(path: str, given: QueryDict, place: str, **pinned: object) -> str:
    """Return the address of the next page: the same question from behind `place` on."""
    query = {name: given[name] for name in given if name != CURSOR.name}
    encoded = base64.urlsafe_b64encode(place.encode()).decode().rstrip("=")
    return f"{path}?{urlencode({**query, **pinned, CURSOR.name: encoded})}"


def id_after(query: Mapping[str, Any]) -> str:
    """Return the id that the last page ended with, the empty text at the start."""
    return _place(query, _ID, lambda found: found[0]) or ""


def slug_after(query: Mapping[str, Any]) -> str:
    """Return the club that the last page ended with, the empty text at the start."""
    return _place(query, _SLUG, lambda found: found[0]) or ""


def day_after(query: Mapping[str, Any]) -> date | None:
    """Return the day that the last page ended with."""
    return _place(query, re.compile(DAY_PATTERN, re.ASCII), lambda found: date.fromisoformat(found[0]))


def table_after(query: Mapping[str, Any]) -> TablePlace | None:
    """Return the table that the last page ended with."""
    return _place(
        query,
        _TABLE,
        lambda found: TablePlace(date.fromisoformat(found[1]), int(found[2]), int(found[3]), found[4]),
    )


def point_after(query: Mapping[str, Any]) -> PointPlace | None:
    """Return the point that the last page ended with."""
    return _place(query, _POINT, _point)


def standing_after(query: Mapping[str, Any]) -> tuple[int, str] | None:
    """Return rank and id of the player that the last page ended with."""
    return _place(query, _STANDING, lambda found: (int(found[1]), found[2]))


def archive_after(query: Mapping[str, Any]) -> tuple[str, int] | None:
    """Return ladder and number of the archive that the last page ended with."""
    return _place(query, _ARCHIVE, lambda found: (found[1], int(found[2])))


def _point(found: re.Match[str]) -> PointPlace:
    date.fromisoformat(found[1][:10])
    return PointPlace(found[1], found[2])


def _place(
    query: Mapping[str, Any], form: re.Pattern[str], read: Callable[[re.Match[str]], Row]
) -> Row | None:
    """Return what the cursor says, None when there is none.

    Raises:
        ProblemError: the cursor isn't one that this address gave.
    """
    cursor = query.get(CURSOR.name)
    if cursor is None:
        return None
    try:
        text = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode("ascii")
        found = form.fullmatch(text)
        if found is not None:
            return read(found)
    except (binascii.Error, UnicodeDecodeError, ValueError):
        pass
    raise invalid(CURSOR.name, CURSOR.expected)
