"""The sale phase: events, flips, trumps and the moments for them (KD-11..KD-15).

Owns turns and windows. What an event or a trump does is carried out by `resolve`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from games.core.chance import OneOf
from games.core.engine import Refusal
from games.core.wording import seat_token
from games.doujin import resolve
from games.doujin.effects import Window
from games.doujin.manuscript import check_turn, out_of_turns, own_card
from games.doujin.moves import DoneMove, FallMove, Move
from games.doujin.naming import event_number, trump_number
from games.doujin.state import NOTHING, Back, Phase, Run, State

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.doujin.events import Flip, Pass, Reveal, Trump
    from games.doujin.table import Table

WINDOW_OF: Final = {
    Phase.SALE: Window.OWN_TURN,
    Phase.AFTER: Window.OWN_TURN,
    Phase.ANSWER: Window.EVENT_REVEALED,
    Phase.CLOSING: Window.END,
}


# Turns


def turn_moves(table: Table, state: State) -> Sequence[Move]:
    """Return A, an event, B, a flip if the player before drew an event, and a trump before either."""
    seat = state.seat
    mine = table.seats[seat]
    flips = mine.flips(state.hands[seat - 1] & table.deck.plain) if state.drew else ()
    event = FallMove(mine.revealing, OneOf(state.pile or state.seen), mine.reveal)
    trump = _usable(table, state, seat)
    return (event, *flips) if trump == NOTHING else (event, *flips, mine.trump[trump])


def judge_reveal(table: Table, state: State, event: Reveal) -> DoneMove:
    """Check that the event was there to be drawn (KD-12, KD-15)."""
    check_turn(table, state, event.seat, "KD-12")
    number = event_number(table, event.card)
    if number not in (state.pile or state.seen):
        raise Refusal("KD-15", "doujin.event_gone", name=table.deck.events[number].name)
    return table.seats[event.seat].reveal[number]


def reveal(table: Table, state: State, move: DoneMove) -> State:
    """Return the state after an event was drawn: trumps may answer it (KD-12, KD-13, KD-15)."""
    pile, seen, shuffles = state.pile, state.seen, state.shuffles
    if not pile:
        pile, seen, shuffles = tuple(sorted(seen)), (), shuffles + 1
    at = pile.index(move.number)
    state = state.but(
        pile=pile[:at] + pile[at + 1 :], seen=(*seen, move.number), shuffles=shuffles,
        event=move.number, shield=0, drew=True,
    )  # fmt: skip
    return _answers(table, state, 1)


def judge_flip(table: Table, state: State, event: Flip) -> DoneMove:
    """Check that a flip follows an event and is of an own card, never of an adult card (KD-4, KD-12)."""
    check_turn(table, state, event.seat, "KD-12")
    if not state.drew:
        first = state.left == table.sale_turns
        raise Refusal("KD-12", "doujin.flip_first" if first else "doujin.flip_after_flip")
    number = own_card(table, state, event, "KD-12")
    if table.deck.adults >> number & 1:
        raise Refusal("KD-4", "doujin.flip_adult", name=table.deck.names[number])
    return table.seats[event.seat].flip[number]


def flip(table: Table, state: State, move: DoneMove) -> State:
    """Return the state after a flip; duplicates stay (KD-14)."""
    return after(table, state.but(light=state.light ^ (1 << move.number), drew=False))


def after(table: Table, state: State) -> State:
    """Ask for a trump right after the action (KD-13)."""
    if state.spent >> (state.seat - 1) & 1:
        return end_turn(table, state)
    return state.ask(Phase.AFTER, state.seat)


def end_turn(table: Table, state: State) -> State:
    """Go on to the next seat, or to the end (KD-11)."""
    left = state.left - 1
    if not left:
        return _closing(table, state.but(left=0), 1)
    if out_of_turns(table, state):
        return state.ask(Phase.GIVEN_UP, 0)
    return state.turn(Phase.SALE, state.seat % table.players + 1, left)


# Windows


def _holder(table: Table, state: State, seat: int) -> int:
    """Return the first seat from one on that still has a trump, 0 when there is none.

    Every holder is asked, whatever the trump is: to pass over one would tell what it isn't.
    """
    free = table.everyone & ~state.spent & -(1 << (seat - 1))
    return (free & -free).bit_length()


def _answers(table: Table, state: State, seat: int) -> State:
    """Ask for answers to the event in seat order, then carry it out (KD-13)."""
    holder = 0 if state.shield == table.everyone else _holder(table, state, seat)
    if holder:
        return state.ask(Phase.ANSWER, holder)
    if state.shield == table.everyone:
        return after(table, state)
    steps = table.deck.events[state.event].steps
    return resume(table, state, Run(state.seat, steps, Back.EVENT))


def _closing(table: Table, state: State, seat: int) -> State:
    """Ask for trumps of the end in seat order (KD-13)."""
    holder = _holder(table, state, seat)
    if holder:
        return state.ask(Phase.CLOSING, holder)
    return state.ask(Phase.OVER, 0)


def _usable(table: Table, state: State, seat: int) -> int:
    """Return the trump that a seat can use now, NOTHING when it can't."""
    trump = state.trumps[seat - 1]
    if trump == NOTHING or state.spent >> (seat - 1) & 1:
        return NOTHING
    return trump if table.deck.trumps[trump].window is WINDOW_OF[state.phase] else NOTHING


def window_moves(table: Table, state: State) -> Sequence[Move]:
    """Return passing, and the trump if this is its moment."""
    seat = state.asked
    trump = _usable(table, state, seat)
    mine = table.seats[seat]
    return mine.only_skip if trump == NOTHING else mine.skip_or_trump[trump]


def judge_pass(table: Table, state: State, event: Pass) -> DoneMove:
    """Check who passes."""
    resolve.check_asked(state, event.seat)
    return table.seats[event.seat].skip


def skip(table: Table, state: State, move: DoneMove) -> State:
    """Return the state after a seat has kept its trump."""
    return _onward(table, state, _BACK[state.phase], move.seat)


def _onward(table: Table, state: State, back: Back, seat: int) -> State:
    """Go on in a window behind a seat that was asked."""
    if back is Back.ANSWER:
        return _answers(table, state, seat + 1)
    return end_turn(table, state) if back is Back.AFTER else _closing(table, state, seat + 1)


def judge_trump(table: Table, state: State, event: Trump) -> DoneMove:
    """Check that the seat has this trump, hasn't used it, and that this is its moment (KD-1, KD-13)."""
    if 1 <= event.seat <= table.players and state.spent >> (event.seat - 1) & 1:
        raise Refusal("KD-13", "doujin.trump_used", who=seat_token(event.seat))
    if state.phase is Phase.SALE:
        check_turn(table, state, event.seat, "KD-13")
    else:
        resolve.check_asked(state, event.seat)
    number = trump_number(table, event.trump)
    trump = table.deck.trumps[number]
    if state.trumps[event.seat - 1] not in {number, NOTHING}:
        raise Refusal("KD-1", "doujin.trump_other", who=seat_token(event.seat), name=trump.name)
    if trump.window is not WINDOW_OF[state.phase]:
        raise Refusal("KD-13", f"doujin.trump_{_MOMENTS[trump.window]}", name=trump.name)
    return table.seats[event.seat].trump[number]


_MOMENTS: Final = {Window.OWN_TURN: "own_turn", Window.EVENT_REVEALED: "event_revealed", Window.END: "end"}


def use_trump(table: Table, state: State, move: DoneMove) -> State:
    """Return the state after a trump was shown: it is used up and does what it says."""
    steps = table.deck.trumps[move.number].steps
    spent = state.spent | 1 << (move.seat - 1)
    return resume(table, state.but(spent=spent), Run(move.seat, steps, _BACK[state.phase]))


_BACK: Final = {
    Phase.SALE: Back.BEFORE,
    Phase.AFTER: Back.AFTER,
    Phase.ANSWER: Back.ANSWER,
    Phase.CLOSING: Back.CLOSING,
}


def resume(table: Table, state: State, run: Run) -> State:
    """Go on with an effect as far as possible, and with the turn when it is over."""
    state, waiting = resolve.proceed(table, state, run)
    if waiting is not None:
        return state
    if run.back is Back.BEFORE:
        return state.ask(Phase.SALE, state.seat)
    if run.back is Back.EVENT:
        return after(table, state)
    return _onward(table, state, run.back, run.actor)


def choose(table: Table, state: State, move: DoneMove) -> State:
    """Return the state after a player was chosen for an effect."""
    return resume(table, *resolve.chosen(state, move))


def pick(table: Table, state: State, move: DoneMove) -> State:
    """Return the state after a card was picked for an effect."""
    return resume(table, *resolve.picked(state, move))


def draw(table: Table, state: State, move: DoneMove) -> State:
    """Return the state after a doujin card was drawn for an effect."""
    return resume(table, *resolve.drawn(state, move))
