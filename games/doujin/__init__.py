"""`doujin`: 王たちの同人誌 (RULES KD).

Owns the entry in the registry; the checking is in `referee`.
"""

from games.doujin.referee import DoujinGame

GAME = DoujinGame()
