"""The state of a doujin table: everything that is known between two events, as one value.

Owns the fields. Cards, events and trumps are numbers, hands are bits of an integer (bit n = card n of the
deck); seats count from 1, tuples over seats from 0, bits over seats: bit 0 = seat 1.
What lies face down has no order here: it is a set until it is drawn.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from games.doujin.effects import Step

NOTHING: Final = -1


class Phase(StrEnum):
    """What is to be done next."""

    DEAL = "deal"  # a seat takes its trump
    MANUSCRIPT = "manuscript"  # draw or flip
    PUSH = "push"  # get rid of one of two light cards of a colour
    SALE = "sale"  # draw an event, flip, or use a trump before that
    ANSWER = "answer"  # trumps may answer the event just revealed
    AFTER = "after"  # a trump of the own turn may follow the action
    CLOSING = "closing"  # trumps of the end
    CHOOSE = "choose"  # an effect asks for a player
    PICK = "pick"  # an effect asks for a card
    LOT = "lot"  # an effect takes a card at random
    DRAW = "draw"  # an effect draws a doujin card
    OVER = "over"
    GIVEN_UP = "given_up"  # stopped by `max_turns`


ENDED: Final = frozenset({Phase.OVER, Phase.GIVEN_UP})
WINDOWS: Final = frozenset({Phase.ANSWER, Phase.AFTER, Phase.CLOSING})
EFFECT: Final = frozenset({Phase.CHOOSE, Phase.PICK, Phase.LOT, Phase.DRAW})


class Back(StrEnum):
    """What goes on when an effect has been carried out."""

    EVENT = "event"  # the event's own turn
    BEFORE = "before"  # the turn whose action is still to come
    AFTER = "after"  # the next turn
    ANSWER = "answer"  # the next who may answer the event
    CLOSING = "closing"  # the next who may use a trump of the end


class Run(NamedTuple):
    """An effect that is being carried out, at a step of it."""

    actor: int  # who drew the event or used the trump
    steps: tuple[Step, ...]
    back: Back
    at: int = 0  # the step
    queue: tuple[int, ...] | None = None  # whose cards, the present one first; None = not yet known
    partner: int = 0  # who receives or exchanges, 0 = not yet known
    left: int = 0  # cards left to pick for the present one
    touched: int = 0  # cards that this step has moved or turned: none twice
    taken: int = NOTHING  # the first card of an exchange


class State(NamedTuple):
    """The table between two events; `seat` is whose turn it is, `asked` who decides now (0 = chance).

    What changes most often stands first: a state is copied with its tail (`ask`, `turn`, `lay`).
    """

    phase: Phase
    asked: int
    run: Run | None
    seat: int
    turns: int  # turns begun so far
    left: int  # turns left in the phase, NOTHING while nobody is complete
    deck: tuple[int, ...]  # doujin cards not yet drawn
    hands: tuple[int, ...]
    light: int  # cards that lie light side up
    pair: int  # cards of which one is to be pushed
    pile: tuple[int, ...]  # events not yet drawn
    seen: tuple[int, ...]  # events drawn since the last shuffle
    gone: int  # doujin cards out of the game
    trump_pile: tuple[int, ...]  # trumps that nobody has; never shown
    trumps: tuple[int, ...]  # per seat; NOTHING = not known
    spent: int  # seats that have used theirs
    complete: int  # seats whose manuscript is complete
    first: int  # the early bird (KD-8), 0 = nobody
    idle: int  # turns with an empty deck (KD-10), NOTHING while there is one
    drew: bool  # whether the last action was drawing an event (KD-12)
    event: int  # the last event revealed
    shield: int  # seats that the present event passes by
    shuffles: int  # times the events were shuffled anew (KD-15)
    scored: tuple[int, ...]  # points beside the hand, per seat

    def but(self, **changes: Any) -> State:  # noqa: ANN401 - values of the fields that it names
        """Return the state with some fields changed: as `_replace`, which takes twice as long."""
        values = [*self]
        for name, value in changes.items():
            values[_PLACES[name]] = value
        return _made(State, values)

    def ask(self, phase: Phase, asked: int, run: Run | None = None) -> State:
        """Return the state in which somebody (0: chance, or nobody) decides."""
        return _made(State, (phase, asked, run, *self[3:]))

    def turn(self, phase: Phase, seat: int, left: int) -> State:
        """Return the state in which the turn of a seat begins."""
        return _made(State, (phase, seat, None, seat, self[4] + 1, left, *self[6:]))

    def lay(self, deck: tuple[int, ...], hands: tuple[int, ...], light: int, pair: int = 0) -> State:
        """Return the state with the cards lying otherwise."""
        return _made(State, (*self[:6], deck, hands, light, pair, *self[10:]))

    def passed_on(self, seat: int, deck: tuple[int, ...], hands: tuple[int, ...], light: int) -> State:
        """Return the state in which the next turn of the manuscript phase begins, the cards lying otherwise."""
        head = (Phase.MANUSCRIPT, seat, None, seat, self[4] + 1, self[5])
        return _made(State, (*head, deck, hands, light, 0, *self[10:]))


_PLACES: Final = {name: place for place, name in enumerate(State._fields)}
_made: Final = tuple.__new__
