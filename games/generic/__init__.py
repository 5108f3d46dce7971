"""`generic`: any tabletop game, by totals or ranks only.

Owns the entry in the registry; the checking is in `referee`.
"""

from games.generic.referee import GenericGame

GAME = GenericGame()
