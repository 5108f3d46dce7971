"""Sentences of generic findings in Japanese and English."""

from __future__ import annotations

from typing import Final

from games.core.messages import Message

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
