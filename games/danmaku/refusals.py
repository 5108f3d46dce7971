"""Sentences for events that the rules refuse, in Japanese and English.

`{legal}` is what would have been possible, as lines of the text notation.
"""

from __future__ import annotations

from typing import Final

from games.core.messages import Message

REFUSALS: Final[dict[str, Message]] = {
    # What was due
    "danmaku.due_turn": Message(
        "手番は撮影の回数を決めて始めます。ここでできるのは: {legal}",
        "A turn begins with its number of shots. Possible here: {legal}",
    ),
    "danmaku.due_offer": Message(
        "追加の手番をするか断るか(撮影0回)を先に決めます。ここでできるのは: {legal}",
        "First the extra turn is taken, or declined with 0 shots. Possible here: {legal}",
    ),
    "danmaku.due_shot": Message(
        "ここでは撮影のレベルを選びます。ここでできるのは: {legal}",
        "Here a level is chosen for the shot. Possible here: {legal}",
    ),
    "danmaku.due_roll": Message(
        "ここではダイスを振ります。ここでできるのは: {legal}",
        "Here the dice are rolled. Possible here: {legal}",
    ),
    "danmaku.due_stop": Message(
        "この撮影はまだ終わっていません。ここでできるのは: {legal}",
        "This shot isn't over yet. Possible here: {legal}",
    ),
    "danmaku.due_page": Message(
        "ここでは面の編集を始めます。ここでできるのは: {legal}",
        "Here a page is begun. Possible here: {legal}",
    ),
    "danmaku.due_page_roll": Message(
        "ここでは面のダイスを振ります。ここでできるのは: {legal}",
        "Here the dice of the page are rolled. Possible here: {legal}",
    ),
    "danmaku.due_settle": Message(
        "この面はまだ終わっていません。ここでできるのは: {legal}",
        "This page isn't settled yet. Possible here: {legal}",
    ),
    "danmaku.game_over": Message(
        "全員の2面が終わり、ゲームは終了しています。",
        "Both pages of every seat are settled: the game is over.",
    ),
    "danmaku.given_up": Message(
        "決められた手番の数に達したので、ゲームは打ち切りです。",
        "The agreed number of turns is used up: the game was given up.",
    ),
    # Turns
    "danmaku.no_seat": Message(
        "席{given}はありません(1から{high}まで)。ここでできるのは: {legal}",
        "There is no seat {given} (1 to {high}). Possible here: {legal}",
    ),
    "danmaku.turn_order": Message(
        "ここは{who}の手番です(入力は席{given})。ここでできるのは: {legal}",
        "It is the turn of {who} (entered: {given}). Possible here: {legal}",
    ),
    "danmaku.shots_range": Message(
        "撮影は1回か2回です(入力は{given})。ここでできるのは: {legal}",
        "A turn has one or two shots (entered: {given}). Possible here: {legal}",
    ),
    "danmaku.boost_cards": Message(
        "{who}はアンタップのヘルプカードが{given}枚なので、撮影を2回にできません。ここでできるのは: {legal}",
        "{who} has too few untapped help cards ({given}) for two shots. Possible here: {legal}",
    ),
    "danmaku.extra_offer": Message(
        "{who}に追加の手番があります。断るなら撮影0回と書いてください。ここでできるのは: {legal}",
        "{who} may take an extra turn; declining it is written as 0 shots. Possible here: {legal}",
    ),
    "danmaku.shot_left": Message(
        "{who}の手番は、決めた回数の撮影がまだ残っています。ここでできるのは: {legal}",
        "{who} still has a shot of this turn left. Possible here: {legal}",
    ),
    "danmaku.phase_open": Message(
        "取材フェイズはまだ終わっていません。ここでできるのは: {legal}",
        "The coverage phase isn't over yet. Possible here: {legal}",
    ),
    "danmaku.phase_over": Message(
        "取材フェイズは終わっています。ここでできるのは: {legal}",
        "The coverage phase is over. Possible here: {legal}",
    ),
    # Shots
    "danmaku.level_range": Message(
        "レベルは3から8です(入力は{given})。ここでできるのは: {legal}",
        "Levels go from 3 to 8 (entered: {given}). Possible here: {legal}",
    ),
    "danmaku.level_locked": Message(
        "まだレベル{high}までしか選べません(入力は{given})。ここでできるのは: {legal}",
        "Only levels up to {high} are open so far (entered: {given}). Possible here: {legal}",
    ),
    "danmaku.level_empty": Message(
        "レベル{given}の被写体は残っていません。ここでできるのは: {legal}",
        "No subject of level {given} is left. Possible here: {legal}",
    ),
    "danmaku.extra_level": Message(
        "追加の手番で選べるのはレベル{high}までです(入力は{given})。ここでできるのは: {legal}",
        "An extra turn can aim at level {high} at most (entered: {given}). Possible here: {legal}",
    ),
    "danmaku.subject_first": Message(
        "ここでは振る前に被写体も決めます。ここでできるのは: {legal}",
        "Here the subject is named before the roll, too. Possible here: {legal}",
    ),
    "danmaku.subject_early": Message(
        "ここでは被写体は振ってから決めます(入力は「{name}」)。ここでできるのは: {legal}",
        'Here the subject is named after the roll (entered: "{name}"). Possible here: {legal}',
    ),
    "danmaku.subject_unknown": Message(
        "「{name}」という被写体は、このカードセットにありません。ここでできるのは: {legal}",
        'This card set has no subject "{name}". Possible here: {legal}',
    ),
    "danmaku.subject_taken": Message(
        "「{name}」はもう{who}が撮影しています。ここでできるのは: {legal}",
        '"{name}" was already captured by {who}. Possible here: {legal}',
    ),
    "danmaku.subject_level": Message(
        "「{name}」はレベル{given}で、この撮影はレベル{right}です。ここでできるのは: {legal}",
        '"{name}" has level {given}, this shot has level {right}. Possible here: {legal}',
    ),
    "danmaku.named_before": Message(
        "被写体は「{name}」に決まっているので、ここでは選べません。ここでできるのは: {legal}",
        'The subject was fixed before the roll ("{name}"). Possible here: {legal}',
    ),
    "danmaku.settle_unnamed": Message(
        "撮影は被写体を指名して終わります。ここでできるのは: {legal}",
        "A shot ends by naming a subject. Possible here: {legal}",
    ),
    "danmaku.not_met": Message(
        "この出目は「{name}」の条件を満たしません。記録では成功です。ここでできるのは: {legal}",
        'These dice don\'t meet the condition of "{name}", recorded as a success. Possible here: {legal}',
    ),
    "danmaku.was_met": Message(
        "この出目は「{name}」の条件を満たします。記録では失敗です。ここでできるのは: {legal}",
        'These dice meet the condition of "{name}", recorded as a failure. Possible here: {legal}',
    ),
    # Dice
    "danmaku.roll_number": Message(
        "振るダイスは{right}個です(入力は{given}個)。", "{right} dice are rolled here (entered: {given})."
    ),
    "danmaku.roll_face": Message(
        "ダイスの目は1から6です(入力は{given})。", "A die shows 1 to 6 (entered: {given})."
    ),
    "danmaku.help_none": Message(
        "{who}にアンタップのヘルプカードはありません。ここでできるのは: {legal}",
        "{who} has no untapped help card. Possible here: {legal}",
    ),
    "danmaku.help_die": Message(
        "{given}の目のダイスはありません。ここでできるのは: {legal}",
        "No die shows {given}. Possible here: {legal}",
    ),
    "danmaku.help_editing": Message(
        "編集ではヘルプカードを使えません。ここでできるのは: {legal}",
        "Help cards can't be used while editing. Possible here: {legal}",
    ),
    "danmaku.not_owned": Message(
        "「{name}」は{who}の被写体ではありません。ここでできるのは: {legal}",
        '"{name}" isn\'t a subject of {who}. Possible here: {legal}',
    ),
    "danmaku.used_in_shot": Message(
        "「{name}」の能力は、この撮影でもう使っています。ここでできるのは: {legal}",
        'The ability of "{name}" was already used in this shot. Possible here: {legal}',
    ),
    "danmaku.used_in_edit": Message(
        "「{name}」の能力は、この編集でもう使っています。ここでできるのは: {legal}",
        'The ability of "{name}" was already used while editing. Possible here: {legal}',
    ),
    "danmaku.change_wrong": Message(
        "「{name}」の能力では、出目はこのように変わりません。ここでできるのは: {legal}",
        'The ability of "{name}" can\'t change these dice like that. Possible here: {legal}',
    ),
    # Pages
    "danmaku.page_order": Message(
        "ここは{who}が編集する番です(入力は席{given})。ここでできるのは: {legal}",
        "It is for {who} to edit (entered: {given}). Possible here: {legal}",
    ),
    "danmaku.pages_order": Message(
        "ページの順番が編集順と違います(記録は{given}の順、編集順は{right})。",
        "The pages come in another order than the edit order (recorded: {given}; edit order: {right}).",
    ),
    "danmaku.page_again": Message(
        "{who}の{page}はもう終わっています。ここでできるのは: {legal}",
        "{who}, {page}: already settled. Possible here: {legal}",
    ),
    "danmaku.front_first": Message(
        "{who}は一面を先に編集します。ここでできるのは: {legal}",
        "{who} must edit the front page first. Possible here: {legal}",
    ),
    "danmaku.settle_score": Message(
        "この出目は{right}点です(記録は{given}点)。", "These dice score {right} (recorded: {given})."
    ),
    "danmaku.score_in_shot": Message(
        "撮影に評価点はありません。ここでできるのは: {legal}", "A shot has no score. Possible here: {legal}"
    ),
    "danmaku.success_on_page": Message(
        "面に成否はありません。ここでできるのは: {legal}",
        "A page doesn't succeed or fail. Possible here: {legal}",
    ),
    # Whole records
    "danmaku.no_cards": Message(
        "このルールセットはカードを定めていないので、記録をたどれません。",
        "This ruleset names no cards, so records can't be replayed.",
    ),
    "danmaku.record_stops": Message(
        "記録はゲームの途中で終わっています。次にできるのは: {legal}",
        "The record stops before the game is over. Possible next: {legal}",
    ),
    "danmaku.record_total": Message(
        "{who}の合計は記録では{right}点になります(入力は{given})。",
        "By the record {who} totals {right} (entered: {given}).",
    ),
}
