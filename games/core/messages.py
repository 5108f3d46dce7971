"""Sentences of findings that all games share.

Owns sentences in Japanese and English. What is special to a game lives beside it; what a rule id
means is explained in `format_rules` and in the rulebook of each game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping


class Message(NamedTuple):
    """One sentence in both languages, with the same `{parameters}`."""

    ja: str
    en: str

    def in_language(self, lang: str) -> str:
        """Return the text in 'ja' or 'en'."""
        return self.en if lang == "en" else self.ja


def joined(*tables: Mapping[str, Message]) -> dict[str, Message]:
    """Return several tables as one; raises `ValueError` when two of them know the same code."""
    whole: dict[str, Message] = {}
    for table in tables:
        if both := whole.keys() & table.keys():
            message = f"two messages for {sorted(both)}"
            raise ValueError(message)
        whole |= table
    return whole


MESSAGES: Final[dict[str, Message]] = {
    "core.more_findings": Message("指摘がほかに{count}件あります。", "There are {count} more findings."),
    # FMT-1 is about input that can't be used at all
    "core.not_json": Message(
        "JSONとして読めません({line}行目{column}文字目)。",
        "This isn't readable JSON (line {line}, character {column}).",
    ),
    "core.not_utf8": Message(
        "UTF-8として読めません({byte}バイト目)。UTF-8で保存してください。",
        "This isn't UTF-8 (byte {byte}); please save it as UTF-8.",
    ),
    "core.not_object": Message(
        "報告は {{ }} で囲んだオブジェクトにしてください(入力は{found})。",
        "A report must be an object in {{ }}, not {found}.",
    ),
    "core.bad_line": Message(
        "{line}行目が読めません(「{given}」)。", 'Line {line} can\'t be read ("{given}").'
    ),
    "core.no_record": Message(
        "記録の先頭の行(sekijun.record/1 ゲーム ルールセット)がありません。",
        "The head of a record is missing (sekijun.record/1 game ruleset).",
    ),
    "core.constant": Message(
        "{name}は数として使えません。ふつうの数を書いてください。",
        "{name} can't be used as a number; please write an ordinary number.",
    ),
    "core.duplicate_key": Message(
        "項目「{name}」が2回あります。1回だけ書いてください。",
        'The field "{name}" appears twice; it must appear once.',
    ),
    "core.too_deep": Message(
        "入れ子が深すぎます({limit}段まで)。", "The nesting is too deep (at most {limit} levels)."
    ),
    "core.too_large": Message(
        "報告が大きすぎます({limit}バイトまで)。",
        "The report is too large (at most {limit} bytes).",
    ),
    # FMT-2 to FMT-5 are about the shape of what was read
    "core.wrong_type": Message(
        "{where}{field}は{expected}で書いてください(入力は{found})。",
        "{where}{field} must be {expected}, not {found}.",
    ),
    "core.wrong_item": Message(
        "{where}{field}の{number}番目は{expected}で書いてください(入力は{found})。",
        "{where}item {number} of {field} must be {expected}, not {found}.",
    ),
    "core.wrong_change": Message(
        "{where}出目の変化の{number}番目は[元の目, 新しい目]の組で書いてください(入力は{found})。",
        "{where}item {number} of the change must be a pair [from, to], not {found}.",
    ),
    "core.missing_field": Message(
        "{where}{field}がありません。書き足してください。",
        "{where}{field} is missing; please add it.",
    ),
    "core.player_missing": Message("{who}の名前がありません。", "The player's name at {who} is missing."),
    "core.unknown_field": Message(
        "{where}項目「{name}」は使えません。消してください。",
        '{where}the field "{name}" is unknown; please remove it.',
    ),
    "core.unknown_field_hint": Message(
        "{where}項目「{name}」は使えません。「{hint}」のことでしょうか。",
        '{where}the field "{name}" is unknown; did you mean "{hint}"?',
    ),
    "core.not_a_choice": Message(
        "{where}{field}は{choices}から選んでください(入力は「{given}」)。",
        '{where}{field} must be one of {choices} (entered: "{given}").',
    ),
    # FMT-6 is about rulesets
    "core.unknown_ruleset": Message(
        "ルールセット「{given}」はありません。{choices}が使えます。",
        'There is no ruleset "{given}"; available: {choices}.',
    ),
    "core.other_game": Message(
        "この報告は{given}のものですが、ルールセットは{right}のものです。",
        "This report is about {given}, but the ruleset belongs to {right}.",
    ),
    "core.ruleset_no_cards": Message(
        "{given}のルールセットはカードを持ちません。ほかのファイルを指定してください。",
        "Rulesets of {given} hold no cards; please name another file.",
    ),
    "core.ruleset_shape": Message(
        "ルールセットのファイルには game, key, version, payload だけを書いてください。",
        "A ruleset's file holds game, key, version and payload only, and the payload is an object.",
    ),
    "core.payload_type": Message(
        "ルールセットの{name}は{expected}で書いてください(入力は{found})。",
        "The ruleset's {name} must be {expected}, not {found}.",
    ),
    "core.payload_range": Message(
        "ルールセットの{name}は{low}から{high}までです(入力は{given})。",
        "The ruleset's {name} must be from {low} to {high} (entered: {given}).",
    ),
    "core.payload_places": Message(
        "ルールセットの{name}は小数点以下{limit}桁までです。",
        "The ruleset's {name} may have {limit} decimal places.",
    ),
    "core.payload_length": Message(
        "ルールセットの{name}は{low}個から{high}個までです(入力は{given}個)。",
        "The ruleset's {name} must hold {low} to {high} values (entered: {given}).",
    ),
    "core.payload_choice": Message(
        "ルールセットの{name}は{choices}から選んでください(入力は「{given}」)。",
        'The ruleset\'s {name} must be one of {choices} (entered: "{given}").',
    ),
    "core.payload_missing": Message(
        "ルールセットに{name}がありません。書き足してください。",
        "The ruleset lacks {name}; please add it.",
    ),
    "core.payload_unknown": Message(
        "ルールセットの項目「{name}」は使えません。消してください。",
        '"{name}" is not a key of this ruleset; please remove it.',
    ),
    "core.bad_key": Message(
        "ルールセットの名前は半角の小文字・数字・「-」「_」で1から64文字です(入力は「{given}」)。",
        'A ruleset key has 1 to 64 of a-z, 0-9, "-" and "_" (entered: "{given}").',
    ),
    "core.bad_version": Message(
        "ルールセットの版は1以上の整数です。", "The version of a ruleset is a whole number from 1."
    ),
    "core.unknown_game": Message(
        "ゲーム「{given}」はありません。{choices}が使えます。",
        'There is no game "{given}"; available: {choices}.',
    ),
    # FMT-7 to FMT-9 are about names and numbers
    "core.text_blank": Message(
        "{where}{field}に見える文字がありません。1文字以上書いてください。",
        "{where}{field} has no visible character; please write at least one.",
    ),
    "core.text_long": Message(
        "{where}{field}は{limit}文字までです(入力は{count}文字)。",
        "{where}{field} may have {limit} characters (entered: {count}).",
    ),
    "core.text_control": Message(
        "{where}{field}に使えない文字({given})があります。消してください。",
        "{where}{field} contains the unusable character {given}; please remove it.",
    ),
    "core.same_player": Message("{who}が同じ人です。", "{who} are the same person."),
    "core.number_huge": Message(
        "{where}{field}の数が大きすぎます(±{limit}まで)。",
        "{where}{field} is too large (at most ±{limit}).",
    ),
    # Seats and placements; the game names the rule
    "core.player_count": Message(
        "{low}人から{high}人で遊ぶゲームです(入力は{given}人)。",
        "This game takes {low} to {high} players (entered: {given}).",
    ),
    "core.player_count_exact": Message(
        "{low}人で遊ぶゲームです(入力は{given}人)。",
        "This game takes {low} players (entered: {given}).",
    ),
    "core.seat_range": Message(
        "席番号は1から{high}までです(入力は{given})。",
        "Seats are numbered from 1 to {high} (entered: {given}).",
    ),
    "core.seat_twice": Message(
        "席{given}が2回あります。席番号は1人に1つです。",
        "Seat {given} appears twice; every player has a seat number of their own.",
    ),
    "core.placement_total": Message(
        "{who}は合計{total}なので{right}位です(入力は{given}位)。",
        "{who} with a total of {total} takes place {right} (entered: {given}).",
    ),
    "core.placement_last": Message(
        "{who}は最後まで遊ばず、結果もないので、最後の{right}位です(入力は{given}位)。",
        "{who} didn't play to the end, has no result and is placed last: {right} (entered: {given}).",
    ),
    "core.result_absent": Message(
        "{who}は最後まで遊ばず、結果もないので、順位は最後とします。",
        "{who} didn't play to the end, has no result and is placed last.",
    ),
    "core.placement_pattern": Message(
        "順位{given}はありえません。同じ順位の次は人数分あけて、{right}になります。",
        "Places {given} can't be; after a shared place, as many are skipped: {right}.",
    ),
    "core.placement_range": Message(
        "{who}の順位は1から{high}までです(入力は{given})。",
        "The placement of {who} must be from 1 to {high} (entered: {given}).",
    ),
    "core.placement_pair": Message(
        "合計では{winner}が{who}より上ですが、順位が逆です。",
        "By their totals {winner} is ahead of {who}, but the placements say otherwise.",
    ),
    "core.tie_shared": Message(
        "{who}は同点なので、同じ{right}位です(入力は{given})。",
        "{who} are tied and share place {right} (entered: {given}).",
    ),
    "core.tie_partial": Message(
        "{who}は同点です。順位は全員分を書くか、全員分を空けてください。",
        "{who} are tied; please give all of their placements or none.",
    ),
    "core.tie_pattern": Message(
        "{who}は同点なので、順位は{low}位から{high}位です(入力は{given})。例えば{right}です。",
        "{who} are tied, so they take places {low} to {high} (entered: {given}), for example {right}.",
    ),
}
