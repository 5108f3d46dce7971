"""Events of a doujin record and the lines and JSON they are written as.

Owns shapes only. Cards, events and trumps go by name; whatever lay face down is written as it came up.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from games.core.events import Field, Shape, Vocabulary
from games.core.kinds import TEXT, WHOLE


@dataclass(frozen=True, slots=True)
class Deal:
    """A seat takes a trump (KD-1); only that seat sees it."""

    seat: int
    trump: str


@dataclass(frozen=True, slots=True)
class Draw:
    """A seat draws a doujin card: as its turn (KD-3), or because an event or a trump says so."""

    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class Flip:
    """A seat flips an own card as its turn (KD-3, KD-12)."""

    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class Push:
    """A seat pushes one of two light cards of the same colour to another one (KD-5)."""

    seat: int
    card: str
    receiver: int


@dataclass(frozen=True, slots=True)
class Reveal:
    """A seat draws an event (KD-12)."""

    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class Trump:
    """A seat uses its trump (KD-13)."""

    seat: int
    trump: str


@dataclass(frozen=True, slots=True)
class Pass:
    """A seat that still has a trump doesn't use it now (KD-13)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Choose:
    """A seat chooses a player for an effect."""

    seat: int
    chosen: int


@dataclass(frozen=True, slots=True)
class Pick:
    """A card is picked for an effect: by the seat that decides, or by chance from the hand of the seat."""

    seat: int
    card: str


Event: TypeAlias = Deal | Draw | Flip | Push | Reveal | Trump | Pass | Choose | Pick

_SEAT: Final = Field("seat", WHOLE)
_CARD: Final = Field("card", TEXT)
_TRUMP: Final = Field("trump", TEXT)

VOCABULARY: Final = Vocabulary(
    "event",
    (
        Shape("deal", Deal, (_SEAT, _TRUMP)),
        Shape("draw", Draw, (_SEAT, _CARD)),
        Shape("flip", Flip, (_SEAT, _CARD)),
        Shape("push", Push, (_SEAT, _CARD, Field("receiver", WHOLE))),
        Shape("reveal", Reveal, (_SEAT, _CARD)),
        Shape("trump", Trump, (_SEAT, _TRUMP)),
        Shape("pass", Pass, (_SEAT,)),
        Shape("choose", Choose, (_SEAT, Field("chosen", WHOLE))),
        Shape("pick", Pick, (_SEAT, _CARD)),
    ),
)
