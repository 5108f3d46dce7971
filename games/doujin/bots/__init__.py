"""Bots that play doujin; docs/bots.md says how each decides.

Owns the list of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from games.core.bots import RandomBot
from games.doujin.bots.greedy import GreedyBot

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from games.core.engine import Bot

BOTS: Final[Mapping[str, Callable[[Any], Bot]]] = {"random": RandomBot, "greedy": GreedyBot}
