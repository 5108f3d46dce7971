"""The state of a danmaku table: everything that is known between two events, as one value.

Owns the fields and what can be read off them alone. Cards are numbers, sets of cards are bits of
an integer (bit n = card n of the card set); seats count from 1, tuples over seats from 0.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final, NamedTuple

from games.core.bits import bits, put

if TYPE_CHECKING:
    from games.danmaku.dice import Counts

__all__ = [
    "DICE_LIE", "EDITING", "ENDED", "HIGHEST", "LOWEST", "NO_CARD", "NO_DICE", "Phase", "State", "bits", "put",
]  # fmt: skip

NO_CARD: Final = -1
NO_DICE: Final[Counts] = (0, 0, 0, 0, 0, 0)
LOWEST: Final = 3
HIGHEST: Final = 8


class Phase(StrEnum):
    """What is to be done next."""

    TURN = "turn"  # fix the number of shots
    OFFER = "offer"  # take or decline an extra turn
    SHOT = "shot"  # choose a level
    ROLL = "roll"  # roll for the shot
    CHANGE = "change"  # change the dice or stop
    PAGE = "page"  # begin a page
    PRINT = "print"  # roll for the page
    EDIT = "edit"  # change the dice of the page or settle
    OVER = "over"
    GIVEN_UP = "given_up"  # stopped by `max_turns`


# Plain strings compare faster than reading them off the class each time.
EDITING: Final = frozenset({Phase.PAGE, Phase.PRINT, Phase.EDIT})
ENDED: Final = frozenset({Phase.OVER, Phase.GIVEN_UP})
DICE_LIE: Final = frozenset({Phase.CHANGE, Phase.EDIT})


class State(NamedTuple):
    """The table between two events; `seat` is whose turn or page it is."""

    phase: Phase
    seat: int
    turns: int  # turns begun so far
    shots: int  # shots left in this turn, the present one included
    extra: int  # extra turns earned and not yet taken (DG-15)
    is_extra: bool  # whether this turn is one
    level: int
    target: int  # the subject named before the roll (DG-14), or NO_CARD
    dice: Counts
    used: int  # abilities used in this shot; while editing, in both pages
    free: int  # subjects in the common area
    owned: tuple[int, ...]  # subjects captured, per seat
    top: int  # highest level that anybody has captured
    untapped: tuple[int, ...]
    tapped: tuple[int, ...]
    supply: int
    removed: int  # help cards out of the game (`help_discard`)
    trigger: int  # the seat that started the last round (DG-13), 0 before
    closing: bool  # the trigger player's next turn is the last
    order: tuple[int, ...]  # the seats that have begun to edit, in their order (DG-17)
    spent: tuple[int, ...]  # abilities used while editing, per seat
    pages: tuple[tuple[int, ...], ...]  # scores of settled pages, per seat


_DICE: Final = State._fields.index("dice")


def with_dice(state: State, phase: Phase, dice: Counts, used: int) -> State:
    """Return the state with other dice on the table: what happens most often, faster than `_replace`."""
    return State._make((phase, *state[1:_DICE], dice, used, *state[_DICE + 2 :]))
