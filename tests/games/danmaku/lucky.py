"""Random games that come to their end: dice often fall so that a subject is met, and players often stop then.

Owns the choices only; every event is one that the engine offers, with dice that can fall.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from games.core.chance import Dice, generator
from games.danmaku.events import Name, Settle, Turn
from games.danmaku.state import NO_CARD, Phase, State
from tests.games.danmaku.naive import CONDITIONS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    from games.core.chance import Faces
    from games.danmaku.engine import Danmaku
    from tests.games.reports import Json

LUCK = 0.6  # how often the dice of a shot meet something
REST = 0.5  # how often the dice are left as they are
BOOST = 0.4


class Step(NamedTuple):
    """One event of a game: the state before, the finished move, the state after."""

    before: State
    move: Json
    after: State


@cache
def meeting(name: str, number: int) -> tuple[Faces, ...]:
    """Return the rolls of so many dice that meet a subject of the base set."""
    return tuple(faces for faces, _ in Dice(number).outcomes() if CONDITIONS[name](faces))


def lucky_walk(engine: Danmaku, seed: int, start: State | None = None) -> Iterator[Step]:
    """Yield the steps of a game up to its end."""
    random = generator(f"lucky/{seed}")
    state = engine.start() if start is None else start
    while moves := engine.moves(state):
        move = _decided(engine, state, moves, random)
        after = engine.apply(state, move.event)
        yield Step(state, move, after)
        state = after


def _decided(engine: Danmaku, state: State, moves: Sequence[Json], random: Random) -> Json:
    move = _choose(engine, state, moves, random)
    while move.event is None:
        then = move.then(_fall(engine, state, move, random))
        move = then[random.randrange(len(then))]
    return move


def _choose(engine: Danmaku, state: State, moves: Sequence[Json], random: Random) -> Json:
    stops = [move for move in moves if isinstance(move.event, Name | Settle)]
    if state.phase in {Phase.CHANGE, Phase.EDIT} and random.random() < REST:
        good = [move for move in stops if move.event.success]
        return random.choice(good or stops)
    if state.phase is Phase.TURN and random.random() > BOOST:
        return next(move for move in moves if isinstance(move.event, Turn) and move.event.shots == 1)
    if state.phase is Phase.SHOT and random.random() < LUCK:
        return moves[-1]  # the highest level, so that games get on
    return random.choice(moves)


def _fall(engine: Danmaku, state: State, move: Json, random: Random) -> Faces:
    if state.phase is not Phase.ROLL or random.random() > LUCK:
        fallen: Faces = move.chance.sample(random)
        return fallen
    deck = engine.table.deck
    cards = state.free & deck.levels[state.level] if state.target == NO_CARD else 1 << state.target
    names = [name for number, name in enumerate(deck.names) if cards >> number & 1]
    return random.choice(meeting(random.choice(names), move.chance.number))
