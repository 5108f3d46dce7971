"""The doujin engine: which phase answers for which event (KD-1..KD-18).

Owns the dispatch, the view of a seat, and the refusal of events that don't belong to the phase. The rules
are in `manuscript`, `sale` and `resolve`; going on after a refused event is in `mending`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from games.core.bits import bits
from games.core.engine import Refusal, SeatScore
from games.core.phases import PhasedEngine
from games.core.wording import seat_token
from games.doujin import manuscript, mending, resolve, sale
from games.doujin.events import (
    VOCABULARY,
    Choose,
    Deal,
    Draw,
    Event,
    Flip,
    Pass,
    Pick,
    Push,
    Reveal,
    Trump,
)
from games.doujin.moves import DoneMove, FallMove, Move
from games.doujin.result import result
from games.doujin.state import EFFECT, ENDED, NOTHING, WINDOWS, Phase, State

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from games.doujin.table import Table

_MOVES: Final[dict[Phase, Callable[[Table, State], Sequence[Move]]]] = {
    Phase.DEAL: manuscript.deal_moves,
    Phase.MANUSCRIPT: manuscript.turn_moves,
    Phase.PUSH: manuscript.push_moves,
    Phase.SALE: sale.turn_moves,
    Phase.ANSWER: sale.window_moves,
    Phase.AFTER: sale.window_moves,
    Phase.CLOSING: sale.window_moves,
    Phase.CHOOSE: resolve.choose_moves,
    Phase.PICK: resolve.pick_moves,
    Phase.LOT: resolve.lot_moves,
    Phase.DRAW: resolve.draw_moves,
}
# How an event of a phase is judged and done; `Any`: each judge takes the one event that its key names.
_ACTS: Final[
    dict[
        tuple[Phase, type],
        tuple[Callable[[Table, State, Any], DoneMove], Callable[[Table, State, DoneMove], State]],
    ]
] = {
    (Phase.DEAL, Deal): (manuscript.judge_deal, manuscript.deal),
    (Phase.MANUSCRIPT, Draw): (manuscript.judge_draw, manuscript.draw),
    (Phase.MANUSCRIPT, Flip): (manuscript.judge_flip, manuscript.flip),
    (Phase.PUSH, Push): (manuscript.judge_push, manuscript.push),
    (Phase.SALE, Reveal): (sale.judge_reveal, sale.reveal),
    (Phase.SALE, Flip): (sale.judge_flip, sale.flip),
    **{(phase, Trump): (sale.judge_trump, sale.use_trump) for phase in (Phase.SALE, *WINDOWS)},
    **{(phase, Pass): (sale.judge_pass, sale.skip) for phase in WINDOWS},
    (Phase.CHOOSE, Choose): (resolve.judge_choose, sale.choose),
    (Phase.PICK, Pick): (resolve.judge_pick, sale.pick),
    (Phase.LOT, Pick): (resolve.judge_pick, sale.pick),
    (Phase.DRAW, Draw): (resolve.judge_draw, sale.draw),
}
_DO: Final = {key: do for key, (_, do) in _ACTS.items()}
# What was due instead, and the rule that says so.
_DUE: Final = {
    Phase.DEAL: ("KD-1", "doujin.due_deal"),
    Phase.MANUSCRIPT: ("KD-3", "doujin.due_turn"),
    Phase.PUSH: ("KD-5", "doujin.due_push"),
    Phase.SALE: ("KD-12", "doujin.due_sale"),
    Phase.ANSWER: ("KD-13", "doujin.due_trump"),
    Phase.AFTER: ("KD-13", "doujin.due_trump"),
    Phase.CLOSING: ("KD-13", "doujin.due_trump"),
    Phase.OVER: ("KD-11", "doujin.game_over"),
    Phase.GIVEN_UP: ("KD-11", "doujin.given_up"),
}
_WRITING: Final = frozenset({Phase.DEAL, Phase.MANUSCRIPT, Phase.PUSH})
_NOBODY: Final = ENDED | {Phase.DEAL, Phase.LOT, Phase.DRAW}


class Doujin(PhasedEngine["Table"]):
    """The engine of one table."""

    vocabulary = VOCABULARY
    find_moves = _MOVES
    ended = ENDED

    def start(self) -> State:
        """Return the state before the trumps are dealt."""
        return manuscript.start(self.table)

    def actor(self, state: State) -> int | None:
        """Return the seat that decides next; None where something comes up by chance."""
        return None if state.phase in _NOBODY else state.asked

    def apply(self, state: State, event: Event) -> State:
        """Return the state after an event; raises `Refusal`."""
        act = _ACTS.get((state.phase, type(event)))
        if act is None:
            raise _undue(state, event)
        judge, do = act
        return do(self.table, state, judge(self.table, state, event))

    def advance(self, state: State, move: Any) -> State:  # noqa: ANN401 - a finished `DoneMove`
        """Return the state after a finished move of `moves`: as `apply`, but not judged once more."""
        return _DO[state.phase, type(move.event)](self.table, state, move)

    def mend(self, state: State, event: Event) -> State | None:
        """Return the state to go on from after a refused event, None to pass over what follows."""
        return mending.mend(self.table, state, event)

    def result(self, state: State) -> tuple[SeatScore, ...] | None:
        """Return what each seat comes to; None while the game goes on or when it was given up."""
        return result(self.table, state) if state.phase is Phase.OVER else None

    def view(self, state: State, seat: int | None) -> dict[str, object]:
        """Return what a seat sees: everything but the trumps of others, and what lies face down (KD-1)."""
        deck, event = self.table.deck, state.event
        return {
            "phase": state.phase.value,
            "seat": state.seat,
            "asked": state.asked,
            "turn": state.turns,
            "left": None if state.left == NOTHING else state.left,
            "deck": len(state.deck),
            "events": len(state.pile),
            "event": None if event == NOTHING else deck.events[event].name,
            "shuffles": state.shuffles,
            "early_bird": state.first or None,
            "out": [deck.names[card] for card in bits(state.gone)],
            "effect": self._effect(state),
            "seats": [self._seat(state, other, seat) for other in range(1, self.players + 1)],
        }

    def _effect(self, state: State) -> dict[str, object] | None:
        """Return how far the present effect has been carried out."""
        run = state.run
        if run is None:
            return None
        queue = list(run.queue or ())
        taken = None if run.taken == NOTHING else self.table.deck.names[run.taken]
        return {
            "actor": run.actor, "step": run.at + 1, "seats": queue, "partner": run.partner or None,
            "left": run.left, "taken": taken,
        }  # fmt: skip

    def _seat(self, state: State, seat: int, viewer: int | None) -> dict[str, object]:
        deck, hand = self.table.deck, state.hands[seat - 1]
        trump, spent = state.trumps[seat - 1], bool(state.spent >> (seat - 1) & 1)
        known = trump != NOTHING and (spent or seat == viewer)
        return {
            "seat": seat,
            "light": [deck.names[card] for card in bits(hand & state.light)],
            "dark": [deck.names[card] for card in bits(hand & ~state.light)],
            "points": deck.points(hand, state.light) + state.scored[seat - 1],
            "complete": bool(state.complete >> (seat - 1) & 1),
            "trump": deck.trumps[trump].name if known else None,
            "used": spent,
        }

    def hint(self, move: Move) -> str:
        """Return a move as it begins in the text notation; what comes up by chance is left out."""
        return move.line if isinstance(move, FallMove) else VOCABULARY.to_line(move.event)


def _undue(state: State, event: Event) -> Refusal:
    """Say what was due instead of an event; some mistakes have a rule of their own."""
    writing = state.phase in _WRITING
    if isinstance(event, Trump) and writing:
        return Refusal("KD-1", "doujin.trump_early")
    if isinstance(event, Push) and not writing and state.phase not in ENDED:
        return Refusal("KD-14", "doujin.push_late")
    if isinstance(event, Reveal) and writing and state.phase is not Phase.DEAL:
        return Refusal("KD-7", "doujin.sale_closed")
    if state.phase in EFFECT:
        assert state.run is not None  # noqa: S101 - an effect waits
        return Refusal(resolve.rule_of(state.run), "doujin.due_effect", who=seat_token(state.asked))
    return Refusal(*_DUE[state.phase])
