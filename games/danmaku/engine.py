"""The danmaku engine: which phase answers for which event (DG-1..DG-20).

Owns the dispatch, and the refusal of events that don't belong to the phase. The rules are in
`coverage`, `shots` and `edit`; going on after a refused event is in `mending`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from games.core.engine import Refusal, SeatScore
from games.core.kinds import quoted
from games.core.phases import PhasedEngine
from games.core.wording import seat_token
from games.danmaku import coverage, edit, mending, shots
from games.danmaku.dice import faces_of, plus
from games.danmaku.events import (
    VOCABULARY,
    Ability,
    Event,
    Help,
    Name,
    Page,
    Roll,
    Settle,
    Shot,
    Turn,
)  # fmt: skip
from games.danmaku.moves import DoneMove, HelpMove, Move, RollMove, UseMove
from games.danmaku.state import EDITING, ENDED, NO_CARD, Phase, State, bits, with_dice

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from games.danmaku.table import Table

_MOVES: Final[dict[Phase, Callable[[Table, State], Sequence[Move]]]] = {
    Phase.TURN: coverage.turn_moves,
    Phase.OFFER: coverage.turn_moves,
    Phase.SHOT: shots.shot_moves,
    Phase.ROLL: shots.roll_moves,
    Phase.CHANGE: shots.change_moves,
    Phase.PAGE: edit.page_moves,
    Phase.PRINT: edit.roll_moves,
    Phase.EDIT: edit.edit_moves,
}
# `Any`: each function takes the one event that its key names.
_EVENTS: Final[dict[tuple[Phase, type], Callable[[Table, State, Any], State]]] = {
    (Phase.TURN, Turn): coverage.turn,
    (Phase.OFFER, Turn): coverage.turn,
    (Phase.SHOT, Shot): shots.shot,
    (Phase.ROLL, Roll): shots.roll,
    (Phase.CHANGE, Help): shots.help_card,
    (Phase.CHANGE, Ability): shots.ability,
    (Phase.CHANGE, Name): shots.name,
    (Phase.CHANGE, Settle): shots.settle,
    (Phase.PAGE, Page): edit.page,
    (Phase.PRINT, Roll): edit.roll,
    (Phase.EDIT, Ability): edit.ability,
    (Phase.EDIT, Settle): edit.settle,
}
# What was due instead, and the rule that says so.
_DUE: Final = {
    Phase.TURN: ("DG-5", "danmaku.due_turn"),
    Phase.OFFER: ("DG-15", "danmaku.due_offer"),
    Phase.SHOT: ("DG-6", "danmaku.due_shot"),
    Phase.ROLL: ("DG-7", "danmaku.due_roll"),
    Phase.CHANGE: ("DG-9", "danmaku.due_stop"),
    Phase.PAGE: ("DG-18", "danmaku.due_page"),
    Phase.PRINT: ("DG-18", "danmaku.due_page_roll"),
    Phase.EDIT: ("DG-18", "danmaku.due_settle"),
    Phase.OVER: ("DG-20", "danmaku.game_over"),
    Phase.GIVEN_UP: ("DG-13", "danmaku.given_up"),
}


class Danmaku(PhasedEngine["Table"]):
    """The engine of one table."""

    vocabulary = VOCABULARY
    find_moves = _MOVES
    ended = ENDED

    def start(self) -> State:
        """Return the state before the first turn."""
        return coverage.start(self.table)

    def actor(self, state: State) -> int | None:
        """Return the seat that decides next; dice and an open edit order belong to nobody."""
        if state.phase is Phase.PAGE:
            return edit.editor(self.table, state)
        return None if state.phase in _NOBODY else state.seat

    def apply(self, state: State, event: Event) -> State:
        """Return the state after an event; raises `Refusal`."""
        act = _EVENTS.get((state.phase, type(event)))
        if act is None:
            raise _undue(state, event)
        return act(self.table, state, event)

    def advance(self, state: State, move: Move) -> State:
        """Return the state after a finished move of `moves`: as `apply`, but not judged once more."""
        event = move.event
        assert event is not None  # noqa: S101 - finished moves have one
        kind = type(event)
        if kind is Ability and isinstance(move, DoneMove):
            return with_dice(state, state.phase, plus(state.dice, move.delta), state.used | 1 << move.card)
        if kind is Roll and isinstance(move, DoneMove):
            rolled = Phase.CHANGE if state.phase is Phase.ROLL else Phase.EDIT
            return with_dice(state, rolled, move.delta, state.used)
        return self.apply(state, event)

    def mend(self, state: State, event: Event) -> State | None:
        """Return the state to go on from after a refused event, None to pass over what follows."""
        return mending.mend(self.table, state, event)

    def result(self, state: State) -> tuple[SeatScore, ...] | None:
        """Return what each seat comes to; None while the game goes on or when it was given up."""
        return edit.result(self.table, state) if state.phase is Phase.OVER else None

    def view(self, state: State, _seat: int | None = None) -> dict[str, object]:
        """Return the table as everybody sees it: nothing is hidden in this game."""
        deck = self.table.deck
        seats = [
            {
                "seat": seat + 1,
                "help": {"untapped": state.untapped[seat], "tapped": state.tapped[seat]},
                "captured": [deck.names[number] for number in bits(cards)],
                "spent": [deck.names[number] for number in bits(state.spent[seat])],
                "pages": list(state.pages[seat]),
            }
            for seat, cards in enumerate(state.owned)
        ]
        return {
            "phase": state.phase.value,
            "seat": state.seat,
            "turn": state.turns,
            "shots": state.shots,
            "extra": {"earned": state.extra, "now": state.is_extra},
            "level": state.level,
            "target": None if state.target == NO_CARD else deck.names[state.target],
            "dice": list(faces_of(state.dice)),
            "used": [deck.names[number] for number in bits(state.used)],
            "free": [deck.names[number] for number in bits(state.free)],
            "supply": state.supply,
            "removed": state.removed,
            "last_round": {"trigger": state.trigger or None, "closing": state.closing},
            "edited": list(state.order),
            "seats": seats,
        }

    def hint(self, move: Move) -> str:
        """Return a move as it begins in the text notation; what the rules work out is left out."""
        if isinstance(move, HelpMove):
            return f"help {move.face}"
        if isinstance(move, RollMove):
            return "roll"
        if isinstance(move, UseMove) or isinstance(move.event, Ability):
            return f"ability {quoted(self.table.deck.names[move.card])}"
        event = move.event
        if isinstance(event, Name):
            event = Name(event.subject)
        elif isinstance(event, Settle):
            event = Settle()
        return VOCABULARY.to_line(event)


_NOBODY: Final = ENDED | {Phase.ROLL, Phase.PRINT}
_LATE: Final = (Turn, Shot, Name)


def _undue(state: State, event: Event) -> Refusal:
    """Say what was due instead of an event; some mistakes have a rule of their own."""
    editing = state.phase in EDITING
    if isinstance(event, Help) and editing:
        return Refusal("DG-16", "danmaku.help_editing")
    if isinstance(event, _LATE) and editing:
        return Refusal("DG-13", "danmaku.phase_over")
    if isinstance(event, Page) and not editing and state.phase not in ENDED:
        return Refusal("DG-13", "danmaku.phase_open")
    if isinstance(event, Turn) and state.phase is Phase.SHOT:
        return Refusal("DG-12", "danmaku.shot_left", who=seat_token(state.seat))
    return Refusal(*_DUE[state.phase])
