"""Going on after an event that the rules refuse, so that one slip of the pen is one finding.

Owns guesses: what was written is believed as far as the table can still be in such a state. Used for
records only; nothing here says what is allowed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from games.core.bits import put
from games.doujin import manuscript, sale
from games.doujin.events import Deal, Draw, Event, Flip, Pass, Push, Reveal, Trump
from games.doujin.state import EFFECT, ENDED, WINDOWS, Phase, State

if TYPE_CHECKING:
    from collections.abc import Callable

    from games.doujin.table import Table

_WRITING: Final = frozenset({Phase.MANUSCRIPT, Phase.PUSH})
_SELLING: Final = EFFECT | WINDOWS | {Phase.SALE}


def mend(table: Table, state: State, event: Event) -> State | None:
    """Return the state that the writer seems to have seen after an event, None when nobody can tell."""
    mender = _MENDERS.get(type(event))
    if mender is None or state.phase in ENDED or not 1 <= event.seat <= table.players:
        return None
    return mender(table, state, event)


def _deal(table: Table, state: State, event: Deal) -> State | None:
    """Believe that a trump was taken, though not which."""
    if state.phase is not Phase.DEAL or event.seat != state.seat:
        return None
    if event.seat < table.players:
        return state.but(seat=event.seat + 1)
    return manuscript.begin(state)


def _turn(table: Table, state: State, event: Draw | Flip) -> State | None:
    """Believe whose turn it was; a card that can't have been drawn or flipped stays as it is."""
    number = table.deck.number("card", event.card)
    if state.phase in _WRITING:
        state = state.but(phase=Phase.MANUSCRIPT, seat=event.seat, asked=event.seat, pair=0)
        if number is None or not _fits(state, event, number):
            return manuscript.end_turn(table, state)
        moves = table.seats[event.seat]
        if isinstance(event, Draw):
            return manuscript.draw(table, state, moves.draw[number])
        return manuscript.flip(table, state, moves.flip[number])
    if state.phase not in _SELLING or isinstance(event, Draw):
        return None
    state = state.but(phase=Phase.SALE, seat=event.seat, asked=event.seat, run=None)
    if number is None or not _fits(state, event, number):
        return sale.after(table, state.but(drew=False))
    return sale.flip(table, state, table.seats[event.seat].flip[number])


def _fits(state: State, event: Draw | Flip, number: int) -> bool:
    """Tell whether the card is where the event takes it from."""
    if isinstance(event, Draw):
        return number in state.deck
    return bool(state.hands[event.seat - 1] >> number & 1)


def _push(table: Table, state: State, event: Push) -> State | None:
    """Believe that a card changed hands, if the one who gave it had it."""
    number = table.deck.number("card", event.card)
    if state.phase not in _WRITING:
        return None
    move = None if number is None else table.seats[event.seat].push[number].get(event.receiver)
    if move is None or not state.hands[event.seat - 1] >> move.number & 1:
        return manuscript.end_turn(table, state.but(pair=0)) if state.phase is Phase.PUSH else None
    if state.phase is Phase.PUSH and event.seat == state.seat:
        return manuscript.push(table, state, move)
    bit = 1 << move.number
    hands = put(state.hands, event.seat, state.hands[event.seat - 1] & ~bit)
    hands = put(hands, event.receiver, hands[event.receiver - 1] | bit)
    return state.but(hands=hands, light=state.light & ~bit)


def _reveal(table: Table, state: State, event: Reveal) -> State | None:
    """Believe the event and whose turn it was; an effect that was left open is over."""
    number = table.deck.number("event", event.card)
    if state.phase in _WRITING:
        state = manuscript.close(table, state)
    if state.phase not in _SELLING or number is None:
        return None
    state = state.but(phase=Phase.SALE, seat=event.seat, asked=event.seat, run=None)
    if number not in (state.pile or state.seen):
        return sale.after(table, state.but(drew=True))
    return sale.reveal(table, state, table.seats[event.seat].reveal[number])


def _trump(table: Table, state: State, event: Trump) -> State | None:
    """Believe that the trump was used, but not what it did."""
    number = table.deck.number("trump", event.trump)
    if number is None or state.phase in EFFECT:
        return None
    trumps = put(state.trumps, event.seat, number)
    state = state.but(trumps=trumps, spent=state.spent | 1 << (event.seat - 1))
    if state.phase in WINDOWS and state.asked == event.seat:
        return sale.skip(table, state, table.seats[event.seat].skip)
    return state


def _pass(_table: Table, state: State, _event: Pass) -> State | None:
    """Take a pass where nobody was asked for nothing."""
    return None if state.phase is Phase.DEAL else state


# `Any`: each function takes the one event that its key names. What an effect chose nobody can guess.
_MENDERS: Final[dict[type, Callable[[Table, State, Any], State | None]]] = {
    Deal: _deal, Draw: _turn, Flip: _turn, Push: _push, Reveal: _reveal, Trump: _trump, Pass: _pass,
}  # fmt: skip
