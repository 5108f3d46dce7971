"""Going on after an event that the rules refuse, so that one slip of the pen is one finding.

Owns guesses: what was written is believed as far as the table can still be in such a state. Used for
records only; nothing here says what is allowed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from games.danmaku import coverage, edit, shots
from games.danmaku.dice import FACES, MOST_DICE, counts_of
from games.danmaku.events import SIDES_OF_PAPER, Ability, Event, Help, Name, Page, Roll, Settle, Shot, Turn
from games.danmaku.moves import replaced
from games.danmaku.state import EDITING, ENDED, HIGHEST, LOWEST, NO_CARD, Phase, State, put

if TYPE_CHECKING:
    from collections.abc import Callable

    from games.danmaku.table import Table

MOST_BELIEVED: Final = 2 * MOST_DICE
_COVERAGE: Final = frozenset(Phase) - EDITING - ENDED


def mend(table: Table, state: State, event: Event) -> State | None:
    """Return the state that the writer seems to have seen after an event, None when nobody can tell."""
    return _MENDERS[type(event)](table, state, event)


def _turn(table: Table, state: State, event: Turn) -> State | None:
    """Believe whose turn it is; a turn or an offer that was left open is over."""
    if state.phase not in _COVERAGE or not 1 <= event.seat <= table.players:
        return None
    if state.phase is not Phase.OFFER or event.seat != state.seat:
        moved = event.seat != state.seat
        closing = state.closing or (moved and state.trigger != 0)
        state = state._replace(phase=Phase.TURN, seat=event.seat, extra=0, closing=closing)
    if event.shots == 0:
        return state._replace(phase=Phase.TURN)
    return coverage.begin_turn(table, state, 1 if event.shots == 1 else coverage.BOOST_SHOTS)


def _shot(table: Table, state: State, event: Shot) -> State | None:
    """Believe the level; where no turn was begun, one begins with one shot."""
    if state.phase in {Phase.TURN, Phase.OFFER}:
        state = coverage.begin_turn(table, state, 1)
    if state.phase not in {Phase.SHOT, Phase.ROLL, Phase.CHANGE} or not LOWEST <= event.level <= HIGHEST:
        return None
    target = NO_CARD
    if event.subject is not None and coverage.names_first(table, state):
        number = table.deck.number(event.subject)
        target = NO_CARD if number is None else number
    return state._replace(phase=Phase.ROLL, level=event.level, target=target, used=0)


def _roll(_table: Table, state: State, event: Roll) -> State | None:
    """Believe the dice that can lie there, as long as there are not far too many."""
    if len(event.dice) > MOST_BELIEVED:
        return None
    dice = counts_of(face for face in event.dice if face in FACES)
    if state.phase in {Phase.ROLL, Phase.CHANGE}:
        return state._replace(phase=Phase.CHANGE, dice=dice)
    if state.phase in {Phase.PRINT, Phase.EDIT}:
        return state._replace(phase=Phase.EDIT, dice=dice)
    return None


def _help(_table: Table, state: State, event: Help) -> State | None:
    """Believe the reroll; tap a card if there is one."""
    if state.phase not in {Phase.CHANGE, Phase.EDIT}:
        return None
    if event.die in FACES and event.to in FACES and state.dice[event.die - 1]:
        state = state._replace(dice=replaced(state.dice, event.die, event.to))
    cards = state.untapped[state.seat - 1]
    if state.phase is Phase.EDIT or not cards:
        return state
    return state._replace(
        untapped=put(state.untapped, state.seat, cards - 1),
        tapped=put(state.tapped, state.seat, state.tapped[state.seat - 1] + 1),
    )


def _ability(table: Table, state: State, event: Ability) -> State | None:
    """Believe the change as far as such dice lie there, and that a subject nobody has was captured unnoticed."""
    if state.phase not in {Phase.CHANGE, Phase.EDIT}:
        return None
    dice = list(state.dice)
    for before, after in event.change:
        if before in FACES and dice[before - 1]:
            dice[before - 1] -= 1
        elif before is not None:
            continue
        if after in FACES:
            dice[after - 1] += 1
    one, two, three, four, five, six = dice
    number = table.deck.number(event.card)
    if number is None:
        return state._replace(dice=(one, two, three, four, five, six))
    if state.free >> number & 1:
        owned = put(state.owned, state.seat, state.owned[state.seat - 1] | 1 << number)
        state = state._replace(free=state.free & ~(1 << number), owned=owned)
    return state._replace(dice=(one, two, three, four, five, six), used=state.used | 1 << number)


def _name(table: Table, state: State, event: Name) -> State | None:
    """Believe a claimed capture of a subject that is free, else take the shot as failed."""
    if state.phase is not Phase.CHANGE:
        return None
    number = table.deck.number(event.subject)
    return _end_shot(table, state, NO_CARD if number is None else number, claimed=event.success)


def _settle(table: Table, state: State, event: Settle) -> State | None:
    """Believe a claimed capture or score."""
    if state.phase is Phase.CHANGE and state.target != NO_CARD:
        return _end_shot(table, state, state.target, claimed=event.success)
    if state.phase is Phase.CHANGE:
        return shots.finish_shot(table, state, NO_CARD)
    if state.phase is not Phase.EDIT:
        return None
    score = edit.page_score(state.dice, table.scoring) if event.score is None else event.score
    return edit.finish_page(state, score)


def _end_shot(table: Table, state: State, number: int, *, claimed: bool | None) -> State:
    free = number != NO_CARD and bool(state.free >> number & 1)
    aimed = free and table.deck.level_of[number] == state.level
    met = aimed and bool(table.deck.met(state.dice) >> number & 1)
    succeeded = free and (met if claimed is None else claimed)
    return shots.finish_shot(table, state, number if succeeded else NO_CARD)


def _page(table: Table, state: State, event: Page) -> State | None:
    """Believe that the page was begun, unless that page is settled."""
    if state.phase in ENDED or not 1 <= event.seat <= table.players:
        return None
    if state.phase not in EDITING:
        state = coverage.close(table, state)
    settled = len(state.pages[event.seat - 1])
    if settled > SIDES_OF_PAPER.index(event.page):
        return None
    return edit.begin_page(state, event)


# `Any`: each function takes the one event that its key names.
_MENDERS: Final[dict[type, Callable[[Table, State, Any], State | None]]] = {
    Turn: _turn, Shot: _shot, Roll: _roll, Help: _help, Ability: _ability, Name: _name, Settle: _settle,
    Page: _page,
}  # fmt: skip
