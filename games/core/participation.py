"""How much of a game somebody played at a seat: the words of a report, and which of them may lack a total.

Owns the vocabulary. What it means for ratings and season points is up to the league.
"""

from __future__ import annotations

from typing import Final

FULL: Final = "full"
LEFT: Final = "left"
REPLACED: Final = "replaced"
FORFEITED: Final = "forfeited"
PARTICIPATIONS: Final = (FULL, LEFT, REPLACED, FORFEITED)

# Whoever stopped playing has perhaps nothing to count; somebody who took over a seat brought it to an end.
STOPPED: Final = frozenset({LEFT, FORFEITED})
