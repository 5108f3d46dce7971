"""How many tables the test of this report needs: figures from `python -m tools.plan_seats`, which simulates it.

Tables of people with strengths of sd 0.5 in log-odds, twenty of them, seats drawn at random; the first seat wins so
much less often among equals, the others alike. The figure is the number of tables after which the e-value stands at
20 or more in 4 of 5 clubs.
"""

from __future__ import annotations

from typing import Final

from league.fairness.report import Need

LESS: Final = (0.1, 0.2, 0.3, 0.4)

NEEDED: Final[dict[int, tuple[int, int, int, int]]] = {
    2: (1800, 410, 180, 100),
    3: (1900, 420, 170, 94),
    4: (1900, 410, 160, 85),
    5: (1900, 410, 160, 82),
    6: (1900, 400, 160, 80),
    7: (1900, 400, 150, 78),
    8: (1900, 390, 150, 75),
}
"""By player count, the tables needed to see each of LESS."""


def needs_of(players: int) -> tuple[Need, ...]:
    """Return how many tables a player count needs for each disadvantage of LESS."""
    return tuple(Need(less, tables) for less, tables in zip(LESS, NEEDED[players], strict=True))
