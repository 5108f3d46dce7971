"""Sentences about files of cards: what can't be read, and what is shaped wrongly.

Owns sentences in Japanese and English. What is special to the cards of a game lives beside it.
"""

from __future__ import annotations

from typing import Final

from games.core.messages import Message

MESSAGES: Final[dict[str, Message]] = {
    # The file as a whole
    "cards.too_large": Message(
        "カードのファイルは{limit}バイトまでです。", "A file of cards may have {limit} bytes at most."
    ),
    "cards.not_utf8": Message(
        "UTF-8として読めません({byte}バイト目)。UTF-8で保存してください。",
        "This isn't UTF-8 (byte {byte}); please save it as UTF-8.",
    ),
    "cards.long_line": Message(
        "{line}行目が長すぎます({limit}文字まで)。", "Line {line} is too long (at most {limit} characters)."
    ),
    "cards.not_toml": Message(
        "TOMLとして読めません({line}行目{column}文字目)。",
        "This isn't readable TOML (line {line}, character {column}).",
    ),
    "cards.not_toml_end": Message(
        "TOMLとして読めません(ファイルの最後で途切れています)。",
        "This isn't readable TOML (it breaks off at the end of the file).",
    ),
    "cards.not_toml_value": Message(
        "TOMLとして読めません(使えない値があります)。", "This isn't readable TOML (it has an unusable value)."
    ),
    "cards.too_deep": Message(
        "入れ子が深すぎます({limit}段まで)。", "The nesting is too deep (at most {limit} levels)."
    ),
    "cards.no_cards": Message(
        "カードがありません。[[{name}]] で1枚ずつ書いてください。",
        "There are no cards; please write each of them under [[{name}]].",
    ),
    # Keys and values
    "cards.unknown_key": Message(
        "「{name}」という項目は使えません。消してください。", 'The key "{name}" is unknown; please remove it.'
    ),
    "cards.unknown_key_hint": Message(
        "「{name}」という項目は使えません。「{hint}」のことでしょうか。",
        'The key "{name}" is unknown; did you mean "{hint}"?',
    ),
    "cards.missing_key": Message(
        "「{name}」がありません。書き足してください。", '"{name}" is missing; please add it.'
    ),
    "cards.wrong_type": Message(
        "「{name}」は{expected}で書いてください(入力は{found})。", '"{name}" must be {expected}, not {found}.'
    ),
    "cards.out_of_range": Message(
        "「{name}」は{low}から{high}までです(入力は{given})。",
        '"{name}" must be from {low} to {high} (entered: {given}).',
    ),
    "cards.not_a_choice": Message(
        "「{name}」は{choices}から選んでください(入力は「{given}」)。",
        '"{name}" must be one of {choices} (entered: "{given}").',
    ),
    "cards.bad_id": Message(
        "idは半角の小文字・数字・「-」「_」で1から64文字です(入力は「{given}」)。",
        'An id has 1 to 64 of a-z, 0-9, "-" and "_" (entered: "{given}").',
    ),
    "cards.twice": Message(
        "「{name}」は{line}行目のカードと同じです。別の名前にしてください。",
        '"{name}" already belongs to the card at line {line}; please give another one.',
    ),
    "cards.too_many": Message(
        "カードは{limit}枚までです(入力は{given}枚)。", "At most {limit} cards (entered: {given})."
    ),
}
