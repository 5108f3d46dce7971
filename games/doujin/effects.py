"""What events and trumps do, as values: a few steps one after another.

Owns the words of the closed language (docs/cards.md). How a step is carried out is in `resolve`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from games.doujin.hand import ALL_COLOURS, COLOURS

ALL: Final = 0  # a count: every card that fits
ADULT: Final = ALL_COLOURS.index("adult")
ANY_COLOUR: Final = "any"
# Colours as bits; "any" leaves the adult card out, so that nothing touches it by accident (KD-4).
COLOUR_BITS: Final = {colour: 1 << number for number, colour in enumerate(ALL_COLOURS)} | {
    ANY_COLOUR: (1 << len(COLOURS)) - 1
}


class Op(StrEnum):
    """What a step does."""

    FLIP = "flip"
    GIVE = "give"
    EXCHANGE = "exchange"
    DRAW = "draw"
    DISCARD = "discard"
    SCORE = "score"
    CANCEL = "cancel"


class Who(StrEnum):
    """Whose cards; `left` is the next in the order of turns."""

    SELF = "self"
    EACH = "each"
    LEFT = "left"
    RIGHT = "right"
    CHOSEN = "chosen"
    RICHEST = "richest"
    POOREST = "poorest"


class Picker(StrEnum):
    """Who picks the card: the one whose it is, the one who drew the event or used the trump, or nobody."""

    OWNER = "owner"
    ACTOR = "actor"
    RANDOM = "random"


class Window(StrEnum):
    """When a trump can be used (KD-13)."""

    OWN_TURN = "own-turn"
    EVENT_REVEALED = "event-revealed"
    END = "end"


@dataclass(frozen=True, slots=True)
class Step:
    """One step.

    `other` is who receives (`to`) or exchanges (`with`); `colours` are bits; `side` is the side that has to
    lie up ('any', 'light', 'dark'), for a draw the side on which the card arrives; `count` is a number of
    cards (`ALL`: every card that fits), or of points.
    """

    op: Op
    who: Who
    other: Who | None = None
    colours: int = COLOUR_BITS[ANY_COLOUR]
    side: str = "any"
    count: int = 1
    pick: Picker = Picker.OWNER

    @property
    def blackens_adults(self) -> bool:
        """Whether it turns adult cards (KD-4, KD-19)."""
        return self.op is Op.FLIP and bool(self.colours >> ADULT & 1)
