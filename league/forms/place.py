"""Where a sheet belongs: day, round and number as typed, or what is wrong with them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Final

from league.forms.report import number_of

if TYPE_CHECKING:
    from league.forms.sheet import Sheet

EARLIEST: Final = date(1990, 1, 1)
_DAY: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)


@dataclass(frozen=True, slots=True)
class PlaceRead:
    """Day, round and number; None where they can't be read, and `wrong` names those fields."""

    club_day: date | None
    round: int | None
    number: int | None

    @property
    def whole(self) -> tuple[date, int, int] | None:
        """All three of them, if they can be read."""
        if self.club_day is None or self.round is None or self.number is None:
            return None
        return self.club_day, self.round, self.number

    @property
    def wrong(self) -> list[str]:
        """The fields that can't be read."""
        values = {"day": self.club_day, "round": self.round, "number": self.number}
        return [name for name, value in values.items() if value is None]


def place_of(sheet: Sheet) -> PlaceRead:
    """Read the place of a sheet."""
    return PlaceRead(
        club_day=day_of(sheet.club_day), round=_counted(sheet.round), number=_counted(sheet.number)
    )


def day_of(text: str) -> date | None:
    """Return a day written as 2026-11-28, if it is one that a club can have met on."""
    if not _DAY.fullmatch(text):
        return None
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day if day >= EARLIEST else None


def _counted(text: str) -> int | None:
    value = number_of(text)
    return value if isinstance(value, int) else None
