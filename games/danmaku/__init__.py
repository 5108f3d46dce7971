"""`danmaku`: 東方弾幕画報 (RULES DG).

Owns the entry in the registry; the checking is in `referee`.
"""

from games.danmaku.referee import DanmakuGame

GAME = DanmakuGame()
