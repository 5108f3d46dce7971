"""The seats of a doujin record and how they are written.

Owns shapes only.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.core.events import Field
from games.core.kinds import FLAG
from games.core.recorded import seat_vocabulary


@dataclass(frozen=True, slots=True)
class SeatEntry:
    """One seat of a record."""

    seat: int
    player: str | None = None
    guest: bool | None = None
    early_bird: bool | None = None
    total: int | None = None
    placement: int | None = None


SEAT_VOCABULARY: Final = seat_vocabulary(SeatEntry, (Field("early_bird", FLAG, optional=True),))
