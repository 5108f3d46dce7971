"""Sentences of the command line in Japanese and English, and the choice of the language."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from games.core.messages import Message
from games.core.wording import clean_quote

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

LANGUAGES: Final = ("ja", "en")

TEXTS: Final[dict[str, Message]] = {
    "description": Message("卓上ゲームの報告を確認します。", "Checks reports of tabletop games."),
    "epilog": Message(
        "終了コード: 0 問題なし、1 規則に反する、2 入力か指定が使えない。",
        "Exit codes: 0 fine, 1 breaks a rule, 2 unusable input or usage.",
    ),
    "commands": Message("命令", "commands"),
    "arguments": Message("引数", "arguments"),
    "common": Message("共通", "common"),
    "help": Message("この説明を表示します。", "show this help"),
    "help_lang": Message("表示の言語(ja か en)", "language of the messages (ja or en)"),
    "help_json": Message("JSONで出力します", "print JSON"),
    "help_list": Message("ゲームとルールセットの一覧", "list games and rulesets"),
    "help_check": Message("報告を確認する", "check a report"),
    "help_file": Message("報告のファイル(- は標準入力)", "the report's file (- for standard input)"),
    "help_ruleset": Message(
        "報告にあるものの代わりに使うルールセット(名前、JSONファイル、カードセットのTOML)",
        "ruleset to use instead of the report's own: its key, a JSON file, or a card file (TOML)",
    ),
    "help_replay": Message("記録を規則どおりにたどる", "replay a record by the rules"),
    "help_record_file": Message(
        "記録のファイル(JSONか1行1手の文字。- は標準入力)",
        "the record's file (JSON, or text with a line an event; - for standard input)",
    ),
    "help_notation": Message("記録を1行1手の文字で出力する", "print the record as text, a line an event"),
    "help_play": Message("ボットに1回遊ばせて記録を書く", "let bots play one game and write its record"),
    "help_simulate": Message("ボットに何回も遊ばせて数える", "let a bot play many games and count"),
    "help_players": Message("人数", "number of players"),
    "help_seed": Message("乱数の種", "seed of the dice"),
    "help_play_ruleset": Message(
        "ルールセット(名前、JSONファイル、カードセットのTOML)",
        "ruleset: its key, a JSON file, or a card file (TOML)",
    ),
    "help_bots": Message("席順のボット(1つなら全席)", "bots in seat order (one name: every seat)"),
    "help_bot": Message("ボットの名前", "name of the bot"),
    "help_output": Message(
        "書き込むファイル(.txt なら1行1手の文字)", "file to write (.txt: text, a line an event)"
    ),
    "help_games": Message("ゲームの回数", "number of games"),
    "help_jobs": Message("同時に動かす数", "processes at a time"),
    "not_a_record": Message("{file} は記録ではありません。", "{file} isn't a record."),
    "unwritable": Message("{file} に書き込めません。", "{file} can't be written."),
    "played": Message("{file} に{count}手を書きました。", "Wrote {count} events to {file}."),
    "bad_number": Message(
        "{name} は{low}から{high}までです(入力は{given})。",
        "{name} must be from {low} to {high} (entered: {given}).",
    ),
    "no_bot": Message(
        "ボット「{given}」はありません。{choices}が使えます。",
        'There is no bot "{given}"; available: {choices}.',
    ),
    "bot_count": Message(
        "ボットは1つか、席の数({count})だけ並べてください(入力は{given})。",
        "Name one bot, or one for each of the {count} seats (entered: {given}).",
    ),
    "simulated": Message(
        "{game} {players}人、{bot}が{games}回(種{seed}): {seconds}秒、毎秒{games_per_s}回・{events_per_s}手",
        "{game}, {players} players, {games} games of {bot} (seed {seed}): {seconds} s, "
        "{games_per_s} games/s, {events_per_s} events/s",
    ),
    "progress": Message("{games}回のうち{done}回", "{done} of {games} games"),
    "stopped": Message("中断しました。", "Stopped."),
    "simulated_seat": Message(
        "席{seat}: 勝率{win_share} (95%区間 {low}から{high})、平均点{mean_total}、平均順位{mean_placement}",
        "seat {seat}: wins {win_share} (95 % interval {low} to {high}), mean total {mean_total}, "
        "mean placement {mean_placement}",
    ),
    "simulated_unfinished": Message(
        "決着のつかなかったゲーム: {count}回(勝率に数えません)。",
        "Games given up: {count} (left out of the shares).",
    ),
    "help_score": Message("編集したダイスの評価点を数える", "score the dice of a page"),
    "help_score_game": Message("ゲーム", "the game"),
    "help_dice": Message("出目(例: 12333335)", "the faces, such as 12333335"),
    "help_cards": Message("カードセットのファイルを確認する", "check a file of cards"),
    "help_cards_action": Message(
        "lint: 誤りと、カードごとの数字を表示します", "lint: show problems, and figures of each card"
    ),
    "help_cards_file": Message(
        "カードのファイル、TOML(- は標準入力)", "the file of cards, TOML (- for standard input)"
    ),
    "unusable_cards": Message("{file}: {reason}", "{file}: {reason}"),
    "cards_unofficial": Message("{title} [非公式]", "{title} [unofficial]"),
    "cards_invented": Message("{title} [創作]", "{title} [invented]"),
    "cards_fine": Message("{cards}枚に問題はありません。", "No problem in {cards} cards."),
    "cards_warnings": Message(
        "確かめたいところが{count}件あります。", "Please look again at some points ({count})."
    ),
    "cards_errors": Message("直すところが{count}件あります。", "To correct: {count}."),
    "help_schema": Message("形式のJSON Schemaを出力する", "print the JSON Schema of a format"),
    "help_schema_name": Message("報告か記録か", "report or record"),
    "usage_error": Message(
        "指定が正しくありません。python -m games --help をご覧ください({detail})。",
        "This can't be understood; see python -m games --help ({detail}).",
    ),
    "usage_required": Message("{given} がありません", "{given} is missing"),
    "usage_unknown": Message("{given} は使えません", "{given} is unknown"),
    "usage_choice": Message(
        "「{given}」は選べません。{choices} のどれかです", '"{given}" is none of {choices}'
    ),
    "usage_value": Message("{given} の値がありません", "{given} needs a value"),
    "players": Message("{low}人から{high}人", "{low} to {high} players"),
    "unreadable": Message("{file} を読めません({reason})。", "{file} can't be read ({reason})."),
    "no_such_file": Message("ファイルがありません", "no such file"),
    "is_folder": Message("フォルダです", "it is a folder"),
    "forbidden": Message("読む権限がありません", "no permission"),
    "bad_name": Message("ファイル名が使えません", "the file name can't be used"),
    "other_reason": Message("読み込みに失敗しました", "reading failed"),
    "no_game": Message(
        "ゲームが分からないので、ルールセット「{given}」を選べません。",
        'The game is unknown, so the ruleset "{given}" can\'t be chosen.',
    ),
    "no_notation": Message(
        "この記録は1行1手の文字では書けません。",
        "This record can't be written as one line an event.",
    ),
    "unprintable": Message("出力先に書けません。", "The output can't be written."),
    "no_ruleset": Message(
        "ルールセット「{given}」はありません。{choices}が使えます。",
        'There is no ruleset "{given}"; available: {choices}.',
    ),
    "final_line": Message(
        "{placement}位  {player}  {total}  最終スコア {final}",
        "place {placement}  {player}  {total}  final score {final}",
    ),
    "verdict_fine": Message("規則に合っています。", "The report follows the rules."),
    "verdict_notes": Message(
        "規則に合っています(お知らせ{count}件)。", "The report follows the rules (notes: {count})."
    ),
    "verdict_warnings": Message(
        "規則に反してはいませんが、確かめたいところが{count}件あります。",
        "The report breaks no rule, but please look again at some points ({count}).",
    ),
    "verdict_errors": Message(
        "直すところが{count}件あります。", "The report can't be right as it is (to correct: {count})."
    ),
    "record_fine": Message("記録は規則に合っています。", "The record follows the rules."),
    "record_notes": Message(
        "記録は規則に合っています(お知らせ{count}件)。", "The record follows the rules (notes: {count})."
    ),
    "record_warnings": Message(
        "記録は規則に反してはいませんが、確かめたいところが{count}件あります。",
        "The record breaks no rule, but please look again at some points ({count}).",
    ),
    "record_errors": Message(
        "記録に直すところが{count}件あります。", "The record can't be right as it is (to correct: {count})."
    ),
    "record_unplayed": Message(
        "先頭に誤りがあるので、手はたどっていません。", "Its head is wrong, so no move was replayed."
    ),
    "evidence": Message("確認できた範囲: {level}", "Checked as far as: {level}"),
    "evidence_scores": Message("合計と順位", "totals and placements"),
    "evidence_parts": Message("合計の内訳", "parts of the totals"),
    "evidence_dice": Message("ダイスの目", "the dice"),
    "evidence_hand": Message("手札", "the hands"),
    "evidence_cards": Message("被写体と能力", "subjects and abilities"),
    "evidence_record": Message("すべての手", "every move"),
    "severity_error": Message("誤り", "error"),
    "severity_warning": Message("注意", "warning"),
    "severity_info": Message("参考", "note"),
    "score": Message("{face}が{count}個: {score}点", "{count} × {face}: score {score}"),
    "score_bonus": Message(
        "{face}が{count}個、すべて同じ目で+1: {score}点",
        "{count} × {face}, all equal, +1: score {score}",
    ),
    "usage_whole": Message(
        "{name} は整数で指定してください(「{given}」は使えません)",
        '{name} takes a whole number, not "{given}"',
    ),
    "bad_dice": Message(
        "ダイスの目は1から6の数字です(「{given}」は使えません)。",
        'Dice show the digits 1 to 6 ("{given}" can\'t be used).',
    ),
    "no_dice": Message(
        "ダイスの目がありません。12333335 のように書いてください。",
        "There are no dice; write them like 12333335.",
    ),
    "many_dice": Message(
        "ダイスは{limit}個までです(入力は{given}個)。", "At most {limit} dice (entered: {given})."
    ),
}

# What argparse says, always in English, and the sentence to say instead.
_DETAILS: Final = (
    (re.compile(r"the following arguments are required: (?P<given>.+)"), "usage_required"),
    (re.compile(r"unrecognized arguments: (?P<given>.+)"), "usage_unknown"),
    (
        re.compile(r"argument .+: invalid choice: '(?P<given>.*)' \(choose from (?P<choices>.+)\)"),
        "usage_choice",
    ),
    (re.compile(r"argument (?P<given>.+): expected .+ argument"), "usage_value"),
    (re.compile(r"argument (?P<name>.+): invalid int value: '(?P<given>.*)'", re.DOTALL), "usage_whole"),
)


_OWN_WORDS: Final = {"usage_required", "usage_value"}  # what they name isn't what somebody typed


def localised_detail(detail: str, lang: str) -> str:
    """Return what argparse complains about in the chosen language, where it is known."""
    for pattern, key in _DETAILS:
        found = pattern.match(detail)
        if found:
            words = {name: text.replace("'", "") for name, text in found.groupdict().items()}
            if key not in _OWN_WORDS:
                words["given"] = clean_quote(words["given"])
            return say(key, lang, **words)
    return detail


def say(key: str, lang: str, **params: object) -> str:
    """Return one sentence."""
    return TEXTS[key].in_language(lang).format_map(params)


def choose_language(arguments: Sequence[str], environment: Mapping[str, str]) -> str:
    """Return the language from `--lang`, else from the locale variables, else Japanese.

    Looked up before parsing, because the parser itself already speaks.
    """
    for index, argument in enumerate(arguments):
        name, equals, value = argument.partition("=")
        if name == "--lang" and not equals:
            value = "".join(arguments[index + 1 : index + 2])
        if name == "--lang" and value in LANGUAGES:
            return value
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        locale = environment.get(variable, "")
        if locale:
            return "en" if locale.lower().startswith("en") else "ja"
    return "ja"
