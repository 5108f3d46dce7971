"""Sentences about the cards of a set, in Japanese and English."""

from __future__ import annotations

from typing import Final

from games.core.messages import Message

MESSAGES: Final[dict[str, Message]] = {
    "danmaku.card_count": Message(
        "カードが{given}枚です。ゲームのカードは{right}枚です。",
        "There are {given} cards; the game has {right}.",
    ),
    "danmaku.card_impossible": Message(
        "この条件は、ダイス{count}個を振っただけでは決して満たせません。",
        "This condition can never be met by {count} plain dice.",
    ),
    "danmaku.card_certain": Message(
        "この条件は、ダイス{count}個でいつも満たされます。", "This condition is always met by {count} dice."
    ),
    "danmaku.card_condition_empty": Message(
        "条件が空です。例えば {{ sum = 9 }} のように書いてください。",
        "The condition is empty; please write it like {{ sum = 9 }}.",
    ),
    "danmaku.card_never": Message(
        "この能力は、どんな出目でも使えません。", "This ability can't be used whatever the dice show."
    ),
    "danmaku.set_dice": Message(
        "すべての能力を合わせるとダイスが{given}個になります。{limit}個までにしてください。",
        "All abilities together bring the dice to {given}; please stay within {limit}.",
    ),
    "danmaku.card_choices": Message(
        "この能力は選び方が多すぎて扱えません。ダイスの数をしぼってください。",
        "This ability offers too many choices; please narrow down the number of dice.",
    ),
    "danmaku.card_faces": Message(
        '「{name}」の目は 5、[1, 2, 3]、"4-6"、"odd"、"even" のように書きます(入力は「{given}」)。',
        '"{name}" takes faces such as 5, [1, 2, 3], "4-6", "odd" or "even" (entered: "{given}").',
    ),
    "danmaku.card_bounds": Message(
        "「{name}」には min か max が必要で、min は max 以下です。",
        '"{name}" needs min or max, and min must not be above max.',
    ),
    "danmaku.card_only_true": Message(
        "「{name}」は true と書くか、省いてください。", '"{name}" is either true or left out.'
    ),
    "danmaku.card_groups": Message(
        "「{name}」は [3, 2] のように、同じ目の個数(1から{high})を並べてください。",
        '"{name}" lists how many dice are equal, such as [3, 2] (each from 1 to {high}).',
    ),
    "danmaku.card_parts": Message(
        "「{name}」には {low} から {high} 個を並べてください。", '"{name}" takes {low} to {high} parts.'
    ),
    "danmaku.card_operations": Message(
        "能力の働きは1つだけです(入力は{given})。続けて行うときは then を使ってください。",
        "An ability does one thing (entered: {given}); use then for one thing after another.",
    ),
    "danmaku.card_operation_missing": Message(
        "能力の働きがありません。{given}のどれかを書いてください。",
        "What the ability does is missing; please write one of {given}.",
    ),
    "danmaku.card_together": Message(
        "「{name}」の中に入れられるのは1つの働きだけです。",
        '"{name}" can hold only parts that do one thing each.',
    ),
    "danmaku.card_selector": Message(
        'equal、different、dice = "all" は、どれか1つしか使えません。',
        'Of equal, different and dice = "all" only one can be used.',
    ),
    "danmaku.card_dice": Message(
        '「{name}」は1から{high}の数、{{ min, max }}、"any"、"all" のどれかで書いてください。',
        '"{name}" is a number from 1 to {high}, {{ min, max }}, "any" or "all".',
    ),
    "danmaku.card_chosen": Message(
        'set = "chosen" には faces = "chosen" か "near chosen" が必要です。同じ目にそろえるだけなら "same" です。',
        'set = "chosen" needs faces = "chosen" or "near chosen"; use "same" for any one face.',
    ),
    "danmaku.card_shift": Message(
        "「{name}」は 0 以外の -5 から 5 の数か、そのリストで書いてください。",
        '"{name}" must be a number from -5 to 5 other than 0, or a list of such numbers.',
    ),
}
