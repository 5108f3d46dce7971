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
    2: (1800, 420, 190, 120),
    3: (2000, 430, 190, 110),
    4: (2000, 420, 180, 93),
    5: (2000, 420, 170, 89),
    6: (2000, 410, 170, 87),
    7: (2000, 410, 170, 86),
    8: (2000, 400, 160, 82),
}
"""By player count, the tables needed to see each of LESS."""


def needs_of(players: int) -> tuple[Need, ...]:
    """Return how many tables a player count needs for each disadvantage of LESS."""
    return tuple(Need(less, tables) for less, tables in zip(LESS, NEEDED[players], strict=True))
