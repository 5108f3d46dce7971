"""Rules GN-1..GN-4 of a generic game and the sentences of their findings."""

from __future__ import annotations

from typing import Final

from games.core.messages import Message

RULES: Final[dict[str, Message]] = {
    "GN-1": Message(
        "人数はルールセットの範囲です(2人から100人)。席番号は1から人数までで、空けてもかまいません。",
        "The ruleset bounds the number of players (2 to 100); seats are 1..n or left open.",
    ),
    "GN-2": Message(
        "合計は±999999999まで、小数点以下は4桁までです。",
        "A total lies within ±999,999,999 and has at most 4 decimal places.",
    ),
    "GN-3": Message(
        "全員の合計か、全員の順位を書きます。",
        "A report gives a total for every seat, or a placement for every seat.",
    ),
    "GN-4": Message(
        "順位は合計に従い、同点は順位を書かなければ同じ順位です(1、2、2、4)。",
        "Placements follow the totals; ties share unless placements are given (1, 2, 2, 4).",
    ),
}

MESSAGES: Final[dict[str, Message]] = {
    "generic.total_places": Message(
        "{who}の合計は小数点以下{limit}桁までです。",
        "The total of {who} may have {limit} decimal places.",
    ),
    "generic.total_range": Message(
        "{who}の合計は-{limit}から{limit}までです。",
        "The total of {who} must be from -{limit} to {limit}.",
    ),
    "generic.total_missing": Message(
        "{who}の合計がありません。全員の合計か全員の順位を書いてください。",
        "The total of {who} is missing; please give all totals or all placements.",
    ),
    "generic.total_later": Message("{who}の合計はまだありません。", "The total of {who} isn't known yet."),
}
