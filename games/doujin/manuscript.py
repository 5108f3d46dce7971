"""The manuscript phase: trumps are dealt, cards drawn and flipped, duplicates pushed (KD-1..KD-10).

Owns everything up to the first turn of the sale.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from games.core.bits import bits, put
from games.core.chance import OneOf
from games.core.engine import Refusal
from games.core.wording import seat_token
from games.doujin.effects import ADULT
from games.doujin.moves import DoneMove, FallMove, Move
from games.doujin.naming import card_number, trump_number
from games.doujin.state import NOTHING, Phase, State

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.doujin.events import Deal, Draw, Flip, Push
    from games.doujin.table import Table

Cards: TypeAlias = tuple[int, ...]
COLOURS_NEEDED: Final = ADULT  # one of each of the four


def start(table: Table) -> State:
    """Return the state before the trumps are dealt."""
    deck, nobody = table.deck, (0,) * table.players
    return State(
        phase=Phase.DEAL, asked=0, run=None, seat=1, turns=0, left=NOTHING,
        deck=deck.deck, pile=deck.pile, seen=(), hands=nobody, light=0, gone=0,
        trump_pile=deck.trump_pile, trumps=(NOTHING,) * table.players, spent=0,
        complete=0, first=0, idle=NOTHING, pair=0, drew=False, event=NOTHING, shield=0, shuffles=0,
        scored=nobody,
    )  # fmt: skip


# Trumps


def deal_moves(table: Table, state: State) -> Sequence[Move]:
    """Return the trump that the next seat takes."""
    seat = state.seat
    return (FallMove(f"deal {seat}", OneOf(state.trump_pile), table.seats[seat].deal),)


def judge_deal(table: Table, state: State, event: Deal) -> DoneMove:
    """Check that the trump was there to be taken (KD-1)."""
    check_turn(table, state, event.seat, "KD-1")
    number = trump_number(table, event.trump)
    if number not in state.trump_pile:
        raise Refusal("KD-1", "doujin.trump_dealt", name=table.deck.trumps[number].name)
    return table.seats[event.seat].deal[number]


def deal(table: Table, state: State, move: DoneMove) -> State:
    """Return the state after a trump was taken."""
    at = state.trump_pile.index(move.number)
    state = state.but(
        trump_pile=state.trump_pile[:at] + state.trump_pile[at + 1 :],
        trumps=put(state.trumps, move.seat, move.number),
    )
    if move.seat < table.players:
        return state.but(seat=move.seat + 1)
    return begin(state)


def begin(state: State) -> State:
    """Begin the first turn (KD-2)."""
    return state.turn(Phase.MANUSCRIPT, 1, NOTHING)


def check_turn(table: Table, state: State, seat: int, rule: str) -> None:
    """The seat on turn acts (KD-2)."""
    if not 1 <= seat <= table.players:
        raise Refusal("KD-2", "doujin.no_seat", high=table.players, given=seat)
    if seat != state.seat:
        raise Refusal(
            "KD-2" if rule != "KD-1" else rule, "doujin.turn_order", who=seat_token(state.seat), given=seat
        )


# Turns


def turn_moves(table: Table, state: State) -> Sequence[Move]:
    """Return A, the draw, and B, a flip of each own card that isn't an adult card (KD-3, KD-4)."""
    seat = state.seat
    mine = table.seats[seat]
    flips = mine.flips(state.hands[seat - 1] & table.deck.plain)
    if not state.deck:
        return flips
    return (FallMove(mine.drawing, OneOf(state.deck), mine.draw), *flips)


def judge_draw(table: Table, state: State, event: Draw) -> DoneMove:
    """Check that the card was in the deck (KD-3)."""
    check_turn(table, state, event.seat, "KD-3")
    number = card_number(table, event.card)
    if number not in state.deck:
        raise Refusal("KD-3", "doujin.card_drawn", name=table.deck.names[number])
    return table.seats[event.seat].draw[number]


def draw(table: Table, state: State, move: DoneMove) -> State:
    """Return the state after a card joined the hand, light side up (KD-3)."""
    seat, bit = move.seat, 1 << move.number
    at = state.deck.index(move.number)
    hands = put(state.hands, seat, state.hands[seat - 1] | bit)
    deck = state.deck[:at] + state.deck[at + 1 :]
    return _lit(table, state, move.number, deck, hands)


def judge_flip(table: Table, state: State, event: Flip) -> DoneMove:
    """Check that an own card was flipped, and no adult card (KD-3, KD-4)."""
    check_turn(table, state, event.seat, "KD-3")
    number = own_card(table, state, event, "KD-3")
    if table.deck.adults >> number & 1:
        raise Refusal("KD-4", "doujin.flip_adult", name=table.deck.names[number])
    return table.seats[event.seat].flip[number]


def own_card(table: Table, state: State, event: Flip, rule: str) -> int:
    """Return the number of a card that the seat holds; raises `Refusal`."""
    number = card_number(table, event.card)
    if not state.hands[event.seat - 1] >> number & 1:
        raise Refusal(rule, "doujin.not_held", who=seat_token(event.seat), name=table.deck.names[number])
    return number


def flip(table: Table, state: State, move: DoneMove) -> State:
    """Return the state after a card was flipped as a turn."""
    bit = 1 << move.number
    if state.light & bit:
        return _turned(table, state, state.deck, state.hands, state.light & ~bit)
    return _lit(table, state, move.number, state.deck, state.hands)


def _lit(table: Table, state: State, card: int, deck: Cards, hands: Cards) -> State:
    """Look for a second light card of the colour of one that becomes light (KD-5)."""
    colour, light = table.deck.colour_of[card], state.light | 1 << card
    if colour != ADULT:
        pair = hands[state.seat - 1] & light & table.deck.colours[colour]
        if pair & (pair - 1):
            return state.lay(deck, hands, light, pair).ask(Phase.PUSH, state.seat)
    return _turned(table, state, deck, hands, light)


def push_moves(table: Table, state: State) -> Sequence[Move]:
    """Return each of the duplicates to each other player (KD-5)."""
    push = table.seats[state.seat].push
    return [move for card in bits(state.pair) for move in push[card].values()]


def judge_push(table: Table, state: State, event: Push) -> DoneMove:
    """Check that one of the duplicates went to somebody else (KD-5)."""
    check_turn(table, state, event.seat, "KD-5")
    number = card_number(table, event.card)
    if not state.pair >> number & 1:
        raise Refusal("KD-5", "doujin.push_card", name=table.deck.names[number])
    move = table.seats[event.seat].push[number].get(event.receiver)
    if move is None:
        raise Refusal("KD-5", "doujin.push_receiver", who=seat_token(event.seat), given=event.receiver)
    return move


def push(table: Table, state: State, move: DoneMove) -> State:
    """Return the state after a card was pushed; it arrives dark, so nothing follows from it."""
    bit = 1 << move.number
    hands = put(state.hands, move.seat, state.hands[move.seat - 1] & ~bit)
    hands = put(hands, move.other, hands[move.other - 1] | bit)
    return _turned(table, state, state.deck, hands, state.light & ~bit)


# Ends


def is_complete(table: Table, hand: int, light: int) -> bool:
    """Tell whether four colours are light; each light adult card stands for a missing one (KD-6)."""
    lights = hand & light
    if lights.bit_count() < COLOURS_NEEDED:
        return False
    return table.deck.lit(lights) + (lights & table.deck.adults).bit_count() >= COLOURS_NEEDED


def out_of_turns(table: Table, state: State) -> bool:
    """Tell whether no further turn may begin: a game that comes to nothing is given up."""
    limit = table.rules.max_turns
    return limit is not None and state.turns >= limit


def end_turn(table: Table, state: State) -> State:
    """End a turn with the cards as they lie."""
    return _turned(table, state, state.deck, state.hands, state.light)


def _turned(table: Table, state: State, deck: Cards, hands: Cards, light: int) -> State:
    """Look for a complete manuscript, then go on to the next seat or to the sale (KD-6..KD-8, KD-10)."""
    seat, first, left, complete = state.seat, state.first, state.left, state.complete
    if first:
        left -= 1
    if not complete >> (seat - 1) & 1 and is_complete(table, hands[seat - 1], light):
        complete |= 1 << (seat - 1)
        if not first:
            first, left = seat, table.players - 1
    following = seat % table.players + 1
    if deck and not first and not out_of_turns(table, state):
        return state.passed_on(following, deck, hands, light)
    after = state.lay(deck, hands, light)
    if first or not deck:
        idle = NOTHING if deck else state.idle + 1
        after = after.but(first=first, complete=complete, idle=idle)
        if left == 0 or (not first and idle == table.players):
            return close(table, after)
    return _begin_turn(table, after, following, left)


def _begin_turn(table: Table, state: State, seat: int, left: int) -> State:
    """Begin a turn; one in which nothing can be done is skipped (KD-3)."""
    if out_of_turns(table, state):
        return state.ask(Phase.GIVEN_UP, 0)
    state = state.turn(Phase.MANUSCRIPT, seat, left)
    if state.deck or state.hands[seat - 1] & table.deck.plain:
        return state
    return end_turn(table, state)


def close(table: Table, state: State) -> State:
    """Turn the cards of incomplete manuscripts dark, and open the sale (KD-9..KD-11)."""
    light = state.light
    for seat, hand in enumerate(state.hands):
        if not state.complete >> seat & 1:
            light &= ~(hand & table.deck.plain)
    state = state.but(light=light, pair=0, drew=False)
    if out_of_turns(table, state):
        return state.ask(Phase.GIVEN_UP, 0)
    return state.turn(Phase.SALE, state.first or 1, table.sale_turns)
