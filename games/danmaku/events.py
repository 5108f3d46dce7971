"""Events of a danmaku record and the lines and JSON they are written as.

Owns shapes only. `success` and `score` repeat what the rules can work out: a scribe may write
them down, and then a slip of the pen shows where it happened.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

from games.core.events import Field, Shape, Vocabulary
from games.core.kinds import CHANGE, FACES, FLAG, TEXT, WHOLE, TextKind

if TYPE_CHECKING:
    from games.core.kinds import Pair

FRONT: Final = "front"
BACK: Final = "back"
SIDES_OF_PAPER: Final = (FRONT, BACK)


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn begins with its number of shots (DG-5); 0 declines an extra turn (DG-15)."""

    seat: int
    shots: int


@dataclass(frozen=True, slots=True)
class Shot:
    """A level is chosen (DG-6); in the last round the subject too (DG-14)."""

    level: int
    subject: str | None = None


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice as rolled (DG-7, DG-18)."""

    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Help:
    """A help card rerolls one die (DG-8)."""

    die: int
    to: int


@dataclass(frozen=True, slots=True)
class Ability:
    """The ability of a captured subject changes dice (DG-8, DG-18)."""

    card: str
    change: tuple[Pair, ...]


@dataclass(frozen=True, slots=True)
class Name:
    """The dice are final and a subject is named (DG-9)."""

    subject: str
    success: bool | None = None


@dataclass(frozen=True, slots=True)
class Page:
    """A seat begins a page (DG-18, DG-19)."""

    seat: int
    page: str


@dataclass(frozen=True, slots=True)
class Settle:
    """The dice are final: of a shot whose subject was named before, or of a page."""

    success: bool | None = None
    score: int | None = None


Event: TypeAlias = Turn | Shot | Roll | Help | Ability | Name | Page | Settle

VOCABULARY: Final = Vocabulary(
    "event",
    (
        Shape("turn", Turn, (Field("seat", WHOLE), Field("shots", WHOLE))),
        Shape("shot", Shot, (Field("level", WHOLE), Field("subject", TEXT, optional=True, bare=True))),
        Shape("roll", Roll, (Field("dice", FACES),)),
        Shape("help", Help, (Field("die", WHOLE), Field("to", WHOLE))),
        Shape("ability", Ability, (Field("card", TEXT), Field("change", CHANGE))),
        Shape("name", Name, (Field("subject", TEXT), Field("success", FLAG, optional=True))),
        Shape("page", Page, (Field("seat", WHOLE), Field("page", TextKind(*SIDES_OF_PAPER)))),
        Shape(
            "settle",
            Settle,
            (Field("success", FLAG, optional=True), Field("score", WHOLE, optional=True)),
        ),
    ),
)
