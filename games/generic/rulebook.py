"""GN-1..GN-6 explained: what can be asked of a game that nobody here knows."""

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
        examples=(
            example("core.player_count", low=2, high=100, given=1),
            example("core.player_count_exact", low=4, given=3),
        ),
    ),
    "GN-2": Rule(
        name=Message("合計の範囲", "Range of a total"),
        text=Message(
            "合計は±999999999まで、小数点以下は4桁までです。ルールセットは、もっと狭い範囲(total_range の min と max)や"
            "きざみ(total_step、1なら整数だけ、0.5なら半分ずつ)を決められます。",
            "A total lies within ±999,999,999 and has at most 4 decimal places. A ruleset may narrow this down: "
            "bounds (min and max of total_range) and steps (total_step; 1 means whole numbers, 0.5 halves).",
        ),
        basis=_HOUSE,
        optional={"total_range": {"min": -999_999_999, "max": 999_999_999}, "total_step": 0.0001},
        examples=(
            example("generic.total_places", who="seat 1", limit=4),
            example("generic.total_step", who="seat 2", step="100", given="25050"),
        ),
    ),
    "GN-3": Rule(
        name=Message("合計か順位", "Totals or places"),
        text=Message(
            "全員の合計か、全員の順位を書きます。ルールセットの results が totals なら全員の合計が要り、"
            "places なら順位だけを書きます。",
            "A report gives a total for every seat, or a placement for every seat. Where results is totals, "
            "every seat needs a total; where it is places, only placements are given.",
        ),
        basis=_HOUSE,
        optional={"results": "either"},
        examples=(
            example("generic.total_missing", who="seat 2"),
            example("generic.total_needed", who="seat 4"),
        ),
    ),
    "GN-4": Rule(
        name=Message("順位と同点", "Placement and ties"),
        text=Message(
            "順位は合計に従い、多いほうと少ないほうのどちらが上かは higher_wins が決めます。"
            "同点は tiebreak に従い、given なら書かれたとおりで、書かれていなければ同じ順位です(1、2、2、4)。"
            "shared ならいつも同じ順位、seat なら席番号の小さいほうが上です。",
            "Placements follow the totals; higher_wins says whether more or less is better. For ties see "
            "tiebreak: given takes them as placed, and without placements they share (1, 2, 2, 4); shared "
            "always shares; seat puts the lower seat number ahead.",
        ),
        basis=_HOUSE,
        keys=("higher_wins",),
        optional={"tiebreak": "given"},
        examples=(
            example("core.placement_pattern", given=[1, 1, 2], right=[1, 1, 3]),
            example("generic.tie_by_seat", who=["seat 2", "seat 3"], right=[2, 3], given=[3, 2]),
        ),
    ),
    "GN-5": Rule(
        name=Message("合計の和", "Sum of all totals"),
        text=Message(
            "ルールセットに total_sum があれば、全員の合計を足した数はいつもそれに等しくなります。"
            "麻雀(25000点持ち)なら100000です。終わらなかった卓では、違いを知らせるだけです。",
            "Where the ruleset has a total_sum, all totals together are always that number: 100,000 in mahjong "
            "with 25,000 points each. Of a table that was broken off a difference is only noted.",
        ),
        basis=_HOUSE,
        optional={"total_sum": None},
        examples=(example("generic.sum_short", right="100000", given="99000", difference="1000"),),
    ),
    "GN-6": Rule(
        name=Message("最終スコアとウマ", "Final score and uma"),
        text=Message(
            "ルールセットに final があれば、最終スコアを (合計−return)÷unit+uma(順位の分) で計算します。"
            "同じ順位の人は、その順位ぶんの uma を等分します。書かれた最終スコアは、書かれた桁に丸めて比べます。",
            "Where the ruleset has a final, the final score is (total − return) ÷ unit + the uma of the place. "
            "Those who share places share the uma of these places equally. A final score that is given may be "
            "rounded to the decimals it is written with.",
        ),
        basis=_HOUSE,
        optional={"final": None},
        examples=(
            example("generic.final", who="seat 1", right="65", given="45.0"),
            example("generic.final_unused", who="seat 1"),
        ),
    ),
}
