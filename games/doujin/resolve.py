"""Carries out effects step by step, up to where somebody decides or chance speaks.

Owns what each op does. When an effect may begin, and what comes after it, is up to `sale`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from games.core.bits import bits, put
from games.core.chance import OneOf
from games.core.engine import Refusal
from games.core.wording import seat_token
from games.doujin.effects import ALL, Op, Picker, Step, Who
from games.doujin.moves import DoneMove, FallMove, Move
from games.doujin.naming import card_number
from games.doujin.state import NOTHING, Back, Phase, Run, State

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.doujin.events import Choose, Draw, Pick
    from games.doujin.table import Table


def proceed(table: Table, state: State, run: Run) -> tuple[State, Run | None]:
    """Go on with an effect; return the run while it waits for something, None when it is over."""
    while run.at < len(run.steps):
        step = run.steps[run.at]
        if run.queue is None:
            if step.who is Who.CHOSEN and choosable(table, state, run):
                return state.ask(Phase.CHOOSE, run.actor, run), run
            run = run._replace(queue=_whose(table, state, run, step), left=step.count)
        elif not run.queue:
            run = Run(run.actor, run.steps, run.back, run.at + 1)
        else:
            state, run, waits = _target(table, state, run, step)
            if waits:
                return state, run
    return state, None


def _next(run: Run, step: Step) -> Run:
    """Turn to the next one whose cards the step is about."""
    assert run.queue is not None  # noqa: S101 - it was looked at
    return Run(run.actor, run.steps, run.back, run.at, run.queue[1:], 0, step.count, run.touched)


def _whose(table: Table, state: State, run: Run, step: Step) -> tuple[int, ...]:
    """Return whose cards a step is about, without those that the event passes by."""
    actor, who = run.actor, step.who
    if who is Who.EACH:
        seats = table.around[actor]
    elif who is Who.CHOSEN:
        seats = ()
    else:
        seats = (_one(table, state, actor, actor, who),)
    shield = _shield(state, run)
    return tuple([seat for seat in seats if not shield >> (seat - 1) & 1]) if shield else seats


def _shield(state: State, run: Run) -> int:
    """A shield is against the event only, not against trumps."""
    return state.shield if run.back is Back.EVENT else 0


def _one(table: Table, state: State, actor: int, seat: int, who: Who) -> int:
    """Return one player as seen from a seat; of equally rich the first in the order of turns from the actor."""
    if who is Who.SELF:
        return actor
    if who in {Who.LEFT, Who.RIGHT}:
        return table.beside(seat, who)
    points = [table.deck.points(state.hands[other - 1], state.light) for other in table.around[actor]]
    best = max(points) if who is Who.RICHEST else min(points)
    return table.around[actor][points.index(best)]


def choosable(table: Table, state: State, run: Run) -> tuple[int, ...]:
    """Return who can be chosen: somebody else than the actor, or than the one who gives."""
    but = run.queue[0] if run.queue else run.actor
    shield = _shield(state, run)
    return tuple(seat for seat in range(1, table.players + 1) if seat != but and not shield >> (seat - 1) & 1)


def _target(table: Table, state: State, run: Run, step: Step) -> tuple[State, Run, bool]:
    """Do a step for the first of the queue; tell whether somebody has to decide first."""
    own = _OWN.get(step.op)
    if own is not None:
        return own(table, state, run, step)
    if step.other is None or run.partner:
        return _cards(table, state, run, step)
    if step.other is Who.CHOSEN:
        if choosable(table, state, run):
            return state.ask(Phase.CHOOSE, run.actor, run), run, True
        return state, _next(run, step), False
    seat = _first(run)
    run = run._replace(partner=_one(table, state, run.actor, seat, step.other))
    if run.partner == seat or _shield(state, run) >> (run.partner - 1) & 1:
        return state, _next(run, step), False
    return _cards(table, state, run, step)


def _first(run: Run) -> int:
    """Return whose cards a step is about just now."""
    assert run.queue  # noqa: S101 - a step is being done for somebody
    return run.queue[0]


def _cancel(table: Table, state: State, run: Run, step: Step) -> tuple[State, Run, bool]:
    own = 1 << (run.actor - 1)
    shield = table.everyone if step.who is Who.EACH else state.shield | own
    return state.but(shield=shield), run._replace(queue=()), False


def _score(_table: Table, state: State, run: Run, step: Step) -> tuple[State, Run, bool]:
    seat = _first(run)
    scored = put(state.scored, seat, state.scored[seat - 1] + step.count)
    return state.but(scored=scored), _next(run, step), False


def _draw(_table: Table, state: State, run: Run, step: Step) -> tuple[State, Run, bool]:
    if run.left and state.deck:
        return state.ask(Phase.DRAW, _first(run), run), run, True
    return state, _next(run, step), False


# Ops that need no cards of anybody's hand.
_OWN: Final = {Op.CANCEL: _cancel, Op.SCORE: _score, Op.DRAW: _draw}


def candidates(table: Table, state: State, run: Run, step: Step, seat: int) -> int:
    """Return the cards of a seat that a step can take."""
    cards = state.hands[seat - 1] & table.deck.of_colours[step.colours] & ~run.touched
    if step.side == "light":
        return cards & state.light
    return cards & ~state.light if step.side == "dark" else cards


def owner(run: Run) -> int:
    """Return whose card is to be picked."""
    return _first(run) if run.taken == NOTHING else run.partner


def _cards(table: Table, state: State, run: Run, step: Step) -> tuple[State, Run, bool]:
    """Take all cards that fit when there is nothing to pick, else ask."""
    seat = owner(run)
    cards = candidates(table, state, run, step, seat)
    if step.op is Op.EXCHANGE:
        return _exchange(table, state, run, step, cards)
    if step.count == ALL or cards.bit_count() <= run.left:
        if cards:
            state, run = _move(state, run, step, cards), run._replace(touched=run.touched | cards)
        return state, _next(run, step), False
    return _pick(state, run, step, seat), run, True


def _exchange(table: Table, state: State, run: Run, step: Step, cards: int) -> tuple[State, Run, bool]:
    """One card for one, or everything that fits for everything that fits."""
    seat, partner = _first(run), run.partner
    if run.taken == NOTHING:
        theirs = candidates(table, state, run, step, partner)
        if step.count == ALL:
            run = run._replace(touched=run.touched | cards | theirs)
            return _swap(state, seat, partner, cards, theirs), _next(run, step), False
        if not cards or not theirs or not run.left:
            return state, _next(run, step), False
    if cards & (cards - 1):
        return _pick(state, run, step, owner(run)), run, True
    state, run = _take(state, run, step, cards)
    return state, run, False


def _pick(state: State, run: Run, step: Step, seat: int) -> State:
    if step.pick is Picker.RANDOM:
        return state.ask(Phase.LOT, seat, run)
    return state.ask(Phase.PICK, seat if step.pick is Picker.OWNER else run.actor, run)


def _take(state: State, run: Run, step: Step, card: int) -> tuple[State, Run]:
    """Go on with one card (a single bit) that was picked."""
    touched = run.touched | card
    if step.op is not Op.EXCHANGE:
        run = run._replace(touched=touched, left=run.left - 1)
        return _move(state, run, step, card), run if run.left else _next(run, step)
    if run.taken == NOTHING:
        return state, run._replace(taken=card.bit_length() - 1)
    first = 1 << run.taken
    run = run._replace(touched=touched | first, left=run.left - 1, taken=NOTHING)
    return _swap(state, _first(run), run.partner, first, card), run


def _move(state: State, run: Run, step: Step, cards: int) -> State:
    """Flip, give or discard some cards of the first of the queue."""
    if step.op is Op.FLIP:
        return state.lay(state.deck, state.hands, state.light ^ cards)
    seat = _first(run)
    hands = put(state.hands, seat, state.hands[seat - 1] & ~cards)
    if step.op is Op.GIVE:
        return state.lay(state.deck, put(hands, run.partner, hands[run.partner - 1] | cards), state.light)
    return state.but(hands=hands, light=state.light & ~cards, gone=state.gone | cards)


def _swap(state: State, seat: int, partner: int, mine: int, theirs: int) -> State:
    hands = put(state.hands, seat, state.hands[seat - 1] & ~mine | theirs)
    return state.lay(state.deck, put(hands, partner, hands[partner - 1] & ~theirs | mine), state.light)


# Moves and events while an effect waits


def _waiting(state: State) -> tuple[Run, Step]:
    run = state.run
    assert run is not None  # noqa: S101 - effects wait in these phases only
    return run, run.steps[run.at]


def choose_moves(table: Table, state: State) -> Sequence[Move]:
    """Return every player who can be chosen."""
    run, _ = _waiting(state)
    choose = table.seats[state.asked].choose
    return [choose[seat] for seat in choosable(table, state, run)]


def pick_moves(table: Table, state: State) -> Sequence[Move]:
    """Return every card that can be picked."""
    run, step = _waiting(state)
    pick = table.seats[state.asked].pick
    return [pick[card] for card in bits(candidates(table, state, run, step, owner(run)))]


def lot_moves(table: Table, state: State) -> Sequence[Move]:
    """Return the card that is taken at random."""
    run, step = _waiting(state)
    cards = bits(candidates(table, state, run, step, state.asked))
    return (FallMove(f"pick {state.asked}", OneOf(cards), table.seats[state.asked].pick),)


def draw_moves(table: Table, state: State) -> Sequence[Move]:
    """Return the draw of a doujin card."""
    return (FallMove(f"draw {state.asked}", OneOf(state.deck), table.seats[state.asked].draw),)


def judge_choose(table: Table, state: State, event: Choose) -> DoneMove:
    """Check who was chosen."""
    run, _ = _waiting(state)
    check_asked(state, event.seat)
    if event.chosen not in choosable(table, state, run):
        raise Refusal(rule_of(run), "doujin.chosen", given=event.chosen)
    return table.seats[event.seat].choose[event.chosen]


def judge_pick(table: Table, state: State, event: Pick) -> DoneMove:
    """Check which card was picked, or came up."""
    run, step = _waiting(state)
    check_asked(state, event.seat)
    number = card_number(table, event.card)
    if not candidates(table, state, run, step, owner(run)) >> number & 1:
        raise Refusal(rule_of(run), "doujin.picked", name=table.deck.names[number])
    return table.seats[event.seat].pick[number]


def judge_draw(table: Table, state: State, event: Draw) -> DoneMove:
    """Check that the card drawn was in the deck."""
    run, _ = _waiting(state)
    check_asked(state, event.seat)
    number = card_number(table, event.card)
    if number not in state.deck:
        raise Refusal(rule_of(run), "doujin.card_drawn", name=table.deck.names[number])
    return table.seats[event.seat].draw[number]


def check_asked(state: State, seat: int) -> None:
    """The seat that is asked answers."""
    if seat != state.asked:
        rule = "KD-13" if state.run is None else rule_of(state.run)
        raise Refusal(rule, "doujin.asked", who=seat_token(state.asked), given=seat)


def rule_of(run: Run) -> str:
    """Return the rule under which an effect is carried out: of an event, or of a trump."""
    return "KD-12" if run.back is Back.EVENT else "KD-13"


def chosen(state: State, move: DoneMove) -> tuple[State, Run]:
    """Return state and run after a player was chosen."""
    run, step = _waiting(state)
    if run.queue is None:
        return state, run._replace(queue=(move.other,), left=step.count)
    return state, run._replace(partner=move.other)


def picked(state: State, move: DoneMove) -> tuple[State, Run]:
    """Return state and run after a card was picked."""
    run, step = _waiting(state)
    return _take(state, run, step, 1 << move.number)


def drawn(state: State, move: DoneMove) -> tuple[State, Run]:
    """Return state and run after a doujin card was drawn."""
    run, step = _waiting(state)
    number, bit = move.number, 1 << move.number
    at = state.deck.index(number)
    light = state.light if step.side == "dark" else state.light | bit
    state = state.but(
        deck=state.deck[:at] + state.deck[at + 1 :],
        hands=put(state.hands, move.seat, state.hands[move.seat - 1] | bit),
        light=light,
    )
    return state, run._replace(left=run.left - 1)
