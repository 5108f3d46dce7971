"""The coverage phase: turns, what can be aimed at, the last round (DG-5, DG-6, DG-12..DG-16).

Owns turns as functions from a table and a state; what happens in a shot is in `shots`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, TypedDict

from games.core.engine import Refusal
from games.core.wording import seat_token
from games.danmaku.events import Turn
from games.danmaku.moves import DoneMove, Move
from games.danmaku.state import HIGHEST, LOWEST, NO_CARD, NO_DICE, Phase, State, put

if TYPE_CHECKING:
    from games.danmaku.dice import Counts
    from games.danmaku.table import Table

BOOST_SHOTS: Final = 2
BOOST_CARDS: Final = 2
_TURNS: Final = (Phase.TURN, Phase.OFFER)


class _Aiming(TypedDict):
    phase: Phase
    level: int
    target: int
    dice: Counts
    used: int


# What every shot begins with.
AIMING: Final[_Aiming] = {
    "phase": Phase.SHOT, "level": 0, "target": NO_CARD, "dice": NO_DICE, "used": 0,
}  # fmt: skip


def start(table: Table) -> State:
    """Return the state before the first turn: seat 1 starts (DG-1..DG-3)."""
    untapped = tuple(cards for cards, _ in table.deal)
    tapped = tuple(cards for _, cards in table.deal)
    nothing = (0,) * table.players
    return State(
        phase=Phase.TURN, seat=1, turns=0, shots=0, extra=0, is_extra=False, level=0, target=NO_CARD,
        dice=NO_DICE, used=0, free=table.deck.all, owned=nothing, top=LOWEST - 1,
        untapped=untapped, tapped=tapped, supply=max(0, table.rules.help_supply - sum(untapped) - sum(tapped)),
        removed=0, trigger=0, closing=False, order=(), spent=nothing, pages=((),) * table.players,
    )  # fmt: skip


# Turns


def turn_moves(_table: Table, state: State) -> tuple[Move, ...]:
    """Return the numbers of shots to choose from (DG-5); an extra turn can be declined (DG-15)."""
    can_boost = state.untapped[state.seat - 1] >= BOOST_CARDS
    return _turns(state.seat, state.phase is Phase.OFFER, can_boost)


@lru_cache(maxsize=64)
def _turns(seat: int, offer: bool, boost: bool) -> tuple[Move, ...]:  # noqa: FBT001 - a key to remember by
    shots = [0] * offer + [1] + [BOOST_SHOTS] * boost
    return tuple(DoneMove(Turn(seat, number)) for number in shots)


def turn(table: Table, state: State, event: Turn) -> State:
    """Begin a turn (DG-2, DG-5), or decline an extra one (DG-15)."""
    if state.phase not in _TURNS:
        raise Refusal("DG-12", "danmaku.shot_left", who=seat_token(state.seat))
    if event.seat != state.seat:
        if state.phase is Phase.OFFER:
            raise Refusal("DG-15", "danmaku.extra_offer", who=seat_token(state.seat))
        raise Refusal("DG-2", "danmaku.turn_order", who=seat_token(state.seat), given=event.seat)
    if event.shots == 0 and state.phase is Phase.OFFER:
        return _turn_over(table, state._replace(extra=state.extra - 1))
    if not 1 <= event.shots <= BOOST_SHOTS:
        raise Refusal("DG-5", "danmaku.shots_range", given=event.shots)
    if event.shots == BOOST_SHOTS and state.untapped[state.seat - 1] < BOOST_CARDS:
        given = state.untapped[state.seat - 1]
        raise Refusal("DG-5", "danmaku.boost_cards", who=seat_token(state.seat), given=given)
    return begin_turn(table, state, event.shots)


def begin_turn(table: Table, state: State, shots: int) -> State:
    """Begin a turn with so many shots; given-up help cards go back, as far as there are any (DG-5)."""
    offered = state.phase is Phase.OFFER
    if shots == BOOST_SHOTS:
        state = _boost(table, state)
    state = state._replace(
        **AIMING,
        turns=state.turns + 1,
        shots=shots,
        is_extra=offered,
        extra=state.extra - 1 if offered else 0,
    )
    return next_shot(table, state)


def _boost(table: Table, state: State) -> State:
    held = state.untapped[state.seat - 1]
    given = min(BOOST_CARDS, held)
    back = given if table.rules.help_returns else 0
    return state._replace(
        untapped=put(state.untapped, state.seat, held - given),
        supply=state.supply + back,
        removed=state.removed + given - back,
    )


def next_shot(table: Table, state: State) -> State:
    """Go on to a shot; it is skipped when nothing can be aimed at (DG-6), and a turn ends (DG-12)."""
    if state.shots and state.free & table.deck.up_to[highest_level(table, state)]:
        return state
    return _turn_over(table, state)


def _turn_over(table: Table, state: State) -> State:
    """End a turn: extra turns first, then the end of the phase or the next seat (DG-12, DG-13, DG-15)."""
    if state.closing and state.trigger == state.seat and not state.extra:
        return close(table, state)
    if table.rules.max_turns is not None and state.turns >= table.rules.max_turns:
        return state._replace(phase=Phase.GIVEN_UP, shots=0, is_extra=False)
    if state.extra:
        return state._replace(phase=Phase.OFFER, shots=0, is_extra=False)
    seat = state.seat % table.players + 1
    return state._replace(phase=Phase.TURN, shots=0, is_extra=False, seat=seat, closing=state.trigger != 0)


def close(table: Table, state: State) -> State:
    """End the phase: all help cards are handed back (DG-16)."""
    nothing = (0,) * table.players
    return state._replace(
        phase=Phase.PAGE, seat=0, shots=0, extra=0, is_extra=False, level=0, target=NO_CARD,
        dice=NO_DICE, used=0, untapped=nothing, tapped=nothing,
        supply=state.supply + sum(state.untapped) + sum(state.tapped),
    )  # fmt: skip


def highest_level(table: Table, state: State) -> int:
    """Return the highest level that can be aimed at (DG-6), in an extra turn at most what DG-15 allows."""
    high = min(HIGHEST, max(LOWEST, state.top + 1))
    return min(high, table.rules.extra_turn.max_level) if state.is_extra else high


def unlocked(table: Table, state: State) -> range:
    """Return the levels that can be aimed at, where subjects are left."""
    return range(LOWEST, highest_level(table, state) + 1)


def names_first(table: Table, state: State) -> bool:
    """Whether the subject is named before the roll: in the last round (DG-14), and where DG-15 says so."""
    return state.trigger != 0 or (state.is_extra and table.rules.extra_turn.predeclare)
