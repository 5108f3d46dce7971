"""GN-1..GN-4 explained: what can be asked of a game that nobody here knows."""

from __future__ import annotations

from typing import Final

from games.core.messages import Message
from games.core.rulebook import Basis, Rule, example

_HOUSE: Final = (Basis.HOUSE,)

RULEBOOK: Final[dict[str, Rule]] = {
    "GN-1": Rule(
        name=Message("人数と席", "Players and seats"),
        text=Message(
            "人数はルールセットの範囲です(2人から100人)。席番号は1から人数までで、空けてもかまいません。",
            "The ruleset bounds the number of players (2 to 100); seats are 1..n or left open.",
        ),
        basis=_HOUSE,
        keys=("players",),
        examples=(example("core.player_count", low=2, high=100, given=1),),
    ),
    "GN-2": Rule(
        name=Message("合計の範囲", "Range of a total"),
        text=Message(
            "合計は±999999999まで、小数点以下は4桁までです。",
            "A total lies within ±999,999,999 and has at most 4 decimal places.",
        ),
        basis=_HOUSE,
        examples=(example("generic.total_places", who="seat 1", limit=4),),
    ),
    "GN-3": Rule(
        name=Message("合計か順位", "Totals or places"),
        text=Message(
            "全員の合計か、全員の順位を書きます。",
            "A report gives a total for every seat, or a placement for every seat.",
        ),
        basis=_HOUSE,
        examples=(example("generic.total_missing", who="seat 2"),),
    ),
    "GN-4": Rule(
        name=Message("順位と同点", "Placement and ties"),
        text=Message(
            "順位は合計に従い、多いほうと少ないほうのどちらが上かはルールセットが決めます。"
            "同点は順位を書かなければ同じ順位です(1、2、2、4)。",
            "Placements follow the totals, and the ruleset says whether more or less is better; "
            "ties share unless placements are given (1, 2, 2, 4).",
        ),
        basis=_HOUSE,
        keys=("higher_wins",),
        examples=(example("core.placement_pattern", given=[1, 1, 2], right=[1, 1, 3]),),
    ),
}
