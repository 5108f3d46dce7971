"""Sentences for events that the rules refuse, in Japanese and English.

`{legal}` is what would have been possible, as lines of the text notation.
"""

from __future__ import annotations

from typing import Final

from games.core.messages import Message

REFUSALS: Final[dict[str, Message]] = {
    # What was due
    "doujin.due_deal": Message(
        "まず1人1枚ずつ切札を取ります。ここでできるのは: {legal}",
        "First every player takes a trump. Possible here: {legal}",
    ),
    "doujin.due_turn": Message(
        "原稿フェイズの手番は、同人カードを引くか自分の1枚をひっくり返します。ここでできるのは: {legal}",
        "A turn of the manuscript phase draws a doujin card or flips an own one. Possible here: {legal}",
    ),
    "doujin.due_push": Message(
        "同じ色の光が2枚あるので、先にどちらかを押しつけます。ここでできるのは: {legal}",
        "There are two light cards of one colour: one of them is pushed first. Possible here: {legal}",
    ),
    "doujin.due_sale": Message(
        "即売会の手番は、イベントを引くか1枚ひっくり返します。ここでできるのは: {legal}",
        "A turn of the sale draws an event or flips a card. Possible here: {legal}",
    ),
    "doujin.due_trump": Message(
        "ここでは切札を使うか、使わずに進みます。ここでできるのは: {legal}",
        "Here a trump is used or kept. Possible here: {legal}",
    ),
    "doujin.due_effect": Message(
        "効果がまだ終わっていません({who})。ここでできるのは: {legal}",
        "The effect isn't carried out yet ({who}). Possible here: {legal}",
    ),
    "doujin.game_over": Message(
        "決められた周回が終わり、ゲームは終了しています。", "All laps are done: the game is over."
    ),
    "doujin.given_up": Message(
        "決められた手番の数に達したので、ゲームは打ち切りです。",
        "The agreed number of turns is used up: the game was given up.",
    ),
    # Turns
    "doujin.no_seat": Message(
        "席{given}はありません(1から{high}まで)。ここでできるのは: {legal}",
        "There is no seat {given} (1 to {high}). Possible here: {legal}",
    ),
    "doujin.turn_order": Message(
        "ここは{who}の番です(入力は席{given})。ここでできるのは: {legal}",
        "It is the turn of {who} (entered: {given}). Possible here: {legal}",
    ),
    "doujin.asked": Message(
        "ここで決めるのは{who}です(入力は席{given})。ここでできるのは: {legal}",
        "Here {who} decides (entered: {given}). Possible here: {legal}",
    ),
    "doujin.sale_closed": Message(
        "原稿フェイズがまだ終わっていないので、イベントは引けません。ここでできるのは: {legal}",
        "The manuscript phase isn't over, so no event is drawn yet. Possible here: {legal}",
    ),
    # Cards
    "doujin.card_unknown": Message(
        "「{name}」という同人カードは、この山札にありません。ここでできるのは: {legal}",
        'This deck has no doujin card "{name}". Possible here: {legal}',
    ),
    "doujin.event_unknown": Message(
        "「{name}」というイベントは、この山札にありません。ここでできるのは: {legal}",
        'This deck has no event "{name}". Possible here: {legal}',
    ),
    "doujin.trump_unknown": Message(
        "「{name}」という切札は、この山札にありません。ここでできるのは: {legal}",
        'This deck has no trump "{name}". Possible here: {legal}',
    ),
    "doujin.card_drawn": Message(
        "「{name}」はもう山にないので、引けません。ここでできるのは: {legal}",
        '"{name}" isn\'t in the deck any more. Possible here: {legal}',
    ),
    "doujin.event_gone": Message(
        "「{name}」はもう全部引かれています。ここでできるのは: {legal}",
        'Every "{name}" has been drawn already. Possible here: {legal}',
    ),
    "doujin.not_held": Message(
        "{who}の手札に「{name}」はありません。ここでできるのは: {legal}",
        '{who} doesn\'t hold "{name}". Possible here: {legal}',
    ),
    "doujin.flip_adult": Message(
        "18禁カード「{name}」は、手番ではひっくり返せません。ここでできるのは: {legal}",
        'The adult card "{name}" can\'t be flipped as a turn. Possible here: {legal}',
    ),
    "doujin.flip_first": Message(
        "即売会の最初の手番では、まだ誰もイベントを引いていないのでひっくり返せません。ここでできるのは: {legal}",
        "The first turn of the sale draws an event: nobody has drawn one before. Possible here: {legal}",
    ),
    "doujin.flip_after_flip": Message(
        "直前の人がイベントを引いていないので、ひっくり返せません。ここでできるのは: {legal}",
        "The player just before didn't draw an event, so no card can be flipped. Possible here: {legal}",
    ),
    "doujin.push_card": Message(
        "押しつけるのは、同じ色の光の2枚のどちらかです(入力は「{name}」)。ここでできるのは: {legal}",
        'One of the two light cards of one colour is pushed (entered: "{name}"). Possible here: {legal}',
    ),
    "doujin.push_receiver": Message(
        "{who}が押しつける相手は、ほかの人です(入力は席{given})。ここでできるのは: {legal}",
        "{who} has to push the card to another player (entered: {given}). Possible here: {legal}",
    ),
    "doujin.push_late": Message(
        "即売会では、同じ色の光が重なっても押しつけません。ここでできるのは: {legal}",
        "In the sale nothing is pushed, whatever lies beside each other. Possible here: {legal}",
    ),
    "doujin.chosen": Message(
        "席{given}は選べません。ここでできるのは: {legal}",
        "Seat {given} can't be chosen. Possible here: {legal}",
    ),
    "doujin.picked": Message(
        "「{name}」はこの効果では選べません。ここでできるのは: {legal}",
        'This effect can\'t take "{name}". Possible here: {legal}',
    ),
    # Trumps
    "doujin.trump_early": Message(
        "切札を使えるのは即売会フェイズだけです。ここでできるのは: {legal}",
        "Trumps work in the sale phase only. Possible here: {legal}",
    ),
    "doujin.trump_dealt": Message(
        "切札「{name}」は、もう全部配られています。ここでできるのは: {legal}",
        'Every trump "{name}" has been dealt already. Possible here: {legal}',
    ),
    "doujin.trump_other": Message(
        "{who}の切札は「{name}」ではありません。ここでできるのは: {legal}",
        '{who} doesn\'t hold the trump "{name}". Possible here: {legal}',
    ),
    "doujin.trump_used": Message(
        "{who}は、もう切札を使っています。ここでできるのは: {legal}",
        "{who} has used up the trump already. Possible here: {legal}",
    ),
    "doujin.trump_own_turn": Message(
        "切札「{name}」を使えるのは、自分の手番だけです。ここでできるのは: {legal}",
        'The trump "{name}" works in the own turn only. Possible here: {legal}',
    ),
    "doujin.trump_event_revealed": Message(
        "切札「{name}」を使えるのは、イベントが公開されたときだけです。ここでできるのは: {legal}",
        'The trump "{name}" works only when an event is revealed. Possible here: {legal}',
    ),
    "doujin.trump_end": Message(
        "切札「{name}」を使えるのは、即売会の最後だけです。ここでできるのは: {legal}",
        'The trump "{name}" works only at the end of the sale. Possible here: {legal}',
    ),
    # Records
    "doujin.no_deck": Message(
        "このルールセットは山札を指定していません。カードの文面は公開されていないので、記録をたどるには山札が必要です"
        "(deck、たとえばルールセット invented)。",
        "This ruleset names no deck. The cards aren't public, so a record needs one to be replayed "
        "(deck, for example the ruleset invented).",
    ),
    "doujin.deck_invented": Message(
        "「{name}」の山札で判定しました。カードは創作です。",
        'This was judged with the deck "{name}": its cards are invented.',
    ),
    "doujin.record_stops": Message(
        "記録が途中で終わっています。次にできるのは: {legal}",
        "The record stops before the end of the game. Possible next: {legal}",
    ),
    "doujin.record_total": Message(
        "{who}の合計は{right}点になります(入力は{given}点)。",
        "The record comes to {right} points for {who} (entered: {given}).",
    ),
    "doujin.record_bird_marked": Message(
        "{who}は早割ではありません。最初に完成したのは{winner}です。",
        "{who} isn't the early bird: the first to complete is {winner}.",
    ),
    "doujin.record_bird_unmarked": Message(
        "{who}は最初に完成したので、早割です。", "{who} was the first to complete and so is the early bird."
    ),
    "doujin.record_nobody": Message(
        "山札がなくなって1周する間に誰も完成しなかったので、早割の人がなく、即売会は席1から始まります。",
        "The deck ran out and nobody completed within a lap: the sale began at seat 1 without an early bird.",
    ),
    "doujin.record_shuffled": Message(
        "イベントの山が尽きると、捨て札を混ぜて新しい山にします(この記録では{count}回)。",
        "The events ran out; the discarded ones were shuffled into a new deck (times: {count}).",
    ),
}
