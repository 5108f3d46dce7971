"""Playing a game to its end: bots decide, a generator rolls.

Owns the loop. The log it returns replays without a generator.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from games.core.engine import Bot, Engine, Move


def play_game(engine: Engine[Any, Any], bots: Sequence[Bot], random: Random) -> tuple[Any, list[Any]]:
    """Play to the end with one bot a seat; return the last state and all events.

    What belongs to nobody (an open edit order) goes the first way.
    """
    state = engine.start()
    events: list[Any] = []
    while moves := engine.moves(state):
        move = moves[0]
        if len(moves) > 1 or move.event is None:
            actor = engine.actor(state)
            move = decide(state, moves, None if actor is None else bots[actor - 1], random)
        state = engine.advance(state, move)
        events.append(move.event)
    return state, events


def decide(
    state: Any,  # noqa: ANN401 - the state of whatever game
    moves: Sequence[Move[Any]],
    bot: Bot | None,
    random: Random,
) -> Move[Any]:
    """Return the finished move that comes of these."""
    while True:
        move = moves[0] if bot is None or len(moves) == 1 else bot.choose(state, moves, random)
        if move.event is not None:
            return move
        assert move.chance is not None  # noqa: S101 - what isn't complete waits for chance
        moves = move.then(move.chance.sample(random))
