"""How parameters of findings are spelled: seats, pages, fields and kinds of values.

Owns words, not sentences. The name of a parameter decides how it is spelled.
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

LONGEST_QUOTE: Final = 40
_UNSAFE: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})

_TERMS: Final[dict[str, tuple[str, str]]] = {
    "integer": ("整数", "a whole number"),
    "decimal": ("小数", "a decimal number"),
    "number": ("数", "a number"),
    "text": ("文字列", "text"),
    "flag": ("true/false", "true/false"),
    "list": ("リスト", "a list"),
    "object": ("オブジェクト", "an object"),
    "null": ("空(null)", "null"),
    "other": ("JSONにない値", "something outside JSON"),
    "cover": ("カバー", "cover"),
    "genre": ("ジャンル", "genre"),
    "element": ("要素", "element"),
    "name": ("名前", "name"),
    "adult": ("18禁", "adult"),
    "light": ("光", "light"),
    "dark": ("闇", "dark"),
}
_FIELDS: Final[dict[str, tuple[str, str]]] = {
    "format": ("形式(format)", "the format"),
    "game": ("ゲーム(game)", "the game"),
    "ruleset": ("ルールセット(ruleset)", "the ruleset"),
    "finished": ("終了(finished)", "finished"),
    "seats": ("席の一覧(seats)", "the list of seats"),
    "seat": ("席番号", "the seat number"),
    "player": ("名前", "the player's name"),
    "guest": ("ゲスト", "guest"),
    "participation": ("参加のしかた(participation)", "participation"),
    "total": ("合計", "the total"),
    "placement": ("順位", "the placement"),
    "final": ("最終スコア", "the final score"),
    "help": ("ヘルプカード", "help"),
    "untapped": ("アンタップのヘルプカード", "the number of untapped help cards"),
    "tapped": ("タップのヘルプカード", "the number of tapped help cards"),
    "edit_order": ("編集順", "the edit order"),
    "captured": ("撮影した被写体", "the list of captured subjects"),
    "pages": ("面の一覧(pages)", "the list of pages"),
    "dice": ("ダイス", "the dice"),
    "abilities": ("使った能力", "the list of used abilities"),
    "score": ("評価点", "the page score"),
    "trigger_seat": ("ラストラウンドを始めた席", "the seat that started the last round"),
    "laps": ("周回数", "the number of laps"),
    "early_bird": ("早割", "early_bird"),
    "hand": ("手札", "the hand"),
    "bonus": ("名誉の+4", "bonus"),
    "trump": ("切札", "the trump"),
    "scored": ("手札のほかの点", "the points beside the hand"),
    "colour": ("色", "the colour"),
    "side": ("光/闇", "the side"),
    "points": ("点", "the points"),
    "events": ("手の一覧(events)", "the list of events"),
    "event": ("手の種類(event)", "the kind of event"),
    "shots": ("撮影の回数", "the number of shots"),
    "level": ("レベル", "the level"),
    "subject": ("被写体", "the subject"),
    "die": ("振り直すダイス", "the die to reroll"),
    "to": ("新しい目", "the new face"),
    "card": ("カード", "the card"),
    "change": ("出目の変化", "the change"),
    "success": ("成否(success)", "success"),
    "page": ("面", "the page"),
    "receiver": ("押しつける相手の席", "the receiving seat"),
    "chosen": ("選んだ席", "the chosen seat"),
}
_PAGES: Final = (("一面", "front page"), ("二面", "back page"))


def clean_quote(text: str) -> str:
    """Shorten text and blank out what could garble a terminal, a page or a database."""
    seen = "".join("\ufffd" if unicodedata.category(c) in _UNSAFE else c for c in text[: LONGEST_QUOTE + 1])
    return seen if len(seen) <= LONGEST_QUOTE else seen[:LONGEST_QUOTE] + "…"


def seat_token(seat: int) -> str:
    """Return the parameter value that names a seat."""
    return f"seat {seat}"


def entry_token(position: int) -> str:
    """Return the parameter value that names a line of the report without a seat number."""
    return f"entry {position + 1}"


def event_token(index: int) -> str:
    """Return the parameter value that names an event of a record."""
    return f"event {index + 1}"


def _column(lang: str) -> int:
    return 1 if lang == "en" else 0


def _who_one(token: str, lang: str) -> str:
    kind, _, number = token.partition(" ")
    if lang == "en":
        return token
    return {"seat": f"席{number}", "event": f"{number}手目"}.get(kind, f"{number}人目")


def _who(value: object, lang: str) -> str:
    tokens = [str(token) for token in value] if isinstance(value, list) else [str(value)]
    if lang == "ja" or len(tokens) == 1:
        return "と".join(_who_one(token, lang) for token in tokens)
    if all(token.startswith("seat ") for token in tokens):
        numbers = [token.removeprefix("seat ") for token in tokens]
        return f"seats {', '.join(numbers[:-1])} and {numbers[-1]}"
    return f"{', '.join(tokens[:-1])} and {tokens[-1]}"


def _where(value: object, lang: str) -> str:
    if value == "":
        return ""
    return f"{_who(value, lang)}: " if lang == "en" else f"{_who(value, lang)}の"


def _page(value: object, lang: str) -> str:
    return _PAGES[1 if value == 1 else 0][_column(lang)]


def _term(value: object, lang: str) -> str:
    if isinstance(value, list):
        return _joined([_term(item, lang) for item in value], lang)
    entry = _TERMS.get(str(value))
    return entry[_column(lang)] if entry else str(value)


def _field(value: object, lang: str) -> str:
    entry = _FIELDS.get(str(value))
    return entry[_column(lang)] if entry else str(value)


def _joined(items: list[str], lang: str) -> str:
    return (", " if lang == "en" else "、").join(items)


_SPELLERS: Final[dict[str, Callable[[object, str], str]]] = {
    "who": _who,
    "winner": _who,
    "where": _where,
    "page": _page,
    "expected": _term,
    "found": _term,
    "colour": _term,
    "side": _term,
    "field": _field,
}


def spell(name: str, value: object, lang: str) -> str:
    """Spell one parameter of a finding in a language."""
    speller = _SPELLERS.get(name)
    if speller is not None:
        return speller(value, lang)
    if isinstance(value, list):
        return _joined([str(item) for item in value], lang)
    return str(value)
