"""Bots that need to know nothing of a game.

Owns `random`; a game owns its clever ones.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from games.core.engine import Engine, Move


class RandomBot:
    """Takes each of the moves offered with the same chance."""

    def __init__(self, _engine: Engine[Any, Any]) -> None:
        """Need nothing of the table."""

    def choose(self, _state: object, moves: Sequence[Move[Any]], random: Random) -> Move[Any]:
        """Return any move."""
        return moves[int(random.random() * len(moves))]
