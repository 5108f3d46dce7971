"""Which ratings seat statistics are compared with: of the first ladder that rates every table of a game. Reads only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from league.ratings.parameters import POINTS
from league.selectors.ladders import ladders_of_club

if TYPE_CHECKING:
    from league.models import Club, Ladder


def rating_ladder(club: Club, game: str) -> Ladder | None:
    """Return the ladder, None where there is none. Season points are no ratings. One query."""
    for ladder in ladders_of_club(club):
        version = ladder.current_version
        if version is None or version.rulesets or version.seasons or version.formula == POINTS:
            continue
        if not version.games or game in version.games:
            return ladder
    return None
