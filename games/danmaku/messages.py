"""Sentences of danmaku findings in Japanese and English."""

from __future__ import annotations

from typing import Final

from games.core.messages import Message

MESSAGES: Final[dict[str, Message]] = {
    # Help cards and rounds
    "danmaku.help_negative": Message(
        "{who}の{field}は0枚以上です(入力は{given})。",
        "{who}: {field} can't be below 0 (entered: {given}).",
    ),
    "danmaku.help_sum": Message(
        "配ったヘルプカードが合計{given}枚です。全部で{limit}枚しかありません。",
        "Help cards dealt: {given} in all; there are only {limit}.",
    ),
    "danmaku.deal_seats": Message(
        "{count}人のときのヘルプカードは、{count}席分のリストで書いてください(入力は{found})。",
        "The help cards for {count} players must be a list of {count} seats (entered: {found}).",
    ),
    "danmaku.deal_sum": Message(
        "配るヘルプカードが合計{given}枚です。全部で{limit}枚しかありません。",
        "Help cards to deal: {given} in all; there are only {limit}.",
    ),
    "danmaku.trigger_seat": Message(
        "ラストラウンドを始めた席{given}は、この卓にありません(席は{seats})。",
        "Seat {given} can't have started the last round; the seats are {seats}.",
    ),
    # Edit order
    "danmaku.order_range": Message(
        "{who}の編集順は1から{high}までです(入力は{given})。",
        "The edit order of {who} must be from 1 to {high} (entered: {given}).",
    ),
    "danmaku.order_twice": Message(
        "{who}の編集順がどちらも{given}です。別々の番号にしてください。",
        "{who} both have edit order {given}; the numbers must differ.",
    ),
    "danmaku.order_differs": Message(
        "このルールセットでは{who}の編集順は{right}番です(入力は{given}番)。",
        "Under this ruleset the edit order of {who} is {right} (entered: {given}).",
    ),
    "danmaku.order_simultaneous": Message(
        "このルールセットでは同時に編集しますが、{who}に編集順があります。同点は同じ順位になります。",
        "Under this ruleset all edit at once, but an edit order is given for {who}; ties are shared.",
    ),
    "danmaku.tie_by_edit_order": Message(
        "{who}は同点なので、編集順が早いほうが上です。この順に{right}位です(入力は{given})。",
        "{who} are tied, so the earlier in the edit order is ahead: "
        "in this order {right} (entered: {given}).",
    ),
    "danmaku.order_implied": Message(
        "{who}は同点で順位が分かれています。編集もこの順位の順だったとみなします。",
        "{who} are tied but placed apart; they are taken to have edited in that order.",
    ),
    # Pages
    "danmaku.page_count": Message(
        "{who}の面は一面と二面の2つです(入力は{given})。分からない面は空の {{ }} にしてください。",
        "{who} must have two pages, front and back (entered: {given}); "
        "use an empty {{ }} for an unknown one.",
    ),
    "danmaku.die_face": Message(
        "{who}の{page}の{number}個目のダイスは1から6までです(入力は{given})。",
        "{who}, {page}: die {number} must show 1 to 6 (entered: {given}).",
    ),
    "danmaku.dice_bounds": Message(
        "{who}の{page}のダイスは{low}個から{high}個までです(入力は{given}個)。",
        "{who}, {page}: there can be {low} to {high} dice at the end (entered: {given}).",
    ),
    "danmaku.dice_unexplained": Message(
        "{who}の{page}は能力を使っていないので、ダイスは{right}個です(入力は{given}個)。",
        "{who}, {page}: without an ability there are {right} dice (entered: {given}).",
    ),
    "danmaku.dice_need_ability": Message(
        "{who}の{page}はダイスが{given}個です。{right}個から増減する能力を使ったはずです。",
        "{who}, {page}: {given} dice instead of {right} need an ability that changes their number.",
    ),
    "danmaku.dice_by_abilities": Message(
        "{who}の{page}は、使った能力ではダイスが{right}個になります(入力は{given}個)。",
        "{who}, {page}: with the abilities used there are {right} dice (entered: {given}).",
    ),
    "danmaku.dice_by_captures": Message(
        "{who}の{page}は、撮影した被写体の能力ではダイスが{right}個になります(入力は{given}個)。",
        "{who}, {page}: with the abilities of the captured subjects there are {right} dice (entered: {given}).",
    ),
    "danmaku.page_score": Message(
        "{who}の{page}は同じ目が最大{count}個なので{right}点です(入力は{given}点)。",
        "{who}, {page}: at most {count} dice are equal, which scores {right} (entered: {given}).",
    ),
    "danmaku.page_score_bonus": Message(
        "{who}の{page}は{count}個すべて同じ目なので、+1して{right}点です(入力は{given}点)。",
        "{who}, {page}: all {count} dice are equal, which scores {right} with the +1 (entered: {given}).",
    ),
    "danmaku.never_n": Message(
        "{who}の{page}: {count}個のダイスでは{count}点になりません({count}個同じ目は{bonus}点)。",
        "{who}, {page}: {count} dice can't score {count} ({count} equal dice score {bonus}).",
    ),
    "danmaku.page_range": Message(
        "{who}の{page}は{given}点になりません(ありうるのは{right}点)。",
        "{who}, {page}: the score can't be {given} (possible: {right}).",
    ),
    "danmaku.page_needs_ability": Message(
        "{who}の{page}の{given}点は{count}個のダイスでは出ません。個数を変える能力を使ったはずです。",
        "{who}, {page}: {count} dice can't score {given}; it needs an ability that changes "
        "the number of dice.",
    ),
    "danmaku.pages_together": Message(
        "{who}の一面と二面は両立しません。ダイスは二面合わせて最大{added}個増え、{removed}個減ります。",
        "{who}: these two pages can't go together; over both pages at most {added} dice are added "
        "and {removed} removed.",
    ),
    "danmaku.pages_by_cards": Message(
        "{who}の一面と二面は両立しません。能力は二面合わせて1回ずつなので、ダイスの数がこうはなりません。",
        "{who}: these two pages can't go together; each ability works once over both, "
        "which can't give these numbers of dice.",
    ),
    # Totals
    "danmaku.page_sum": Message(
        "{who}の合計が一面+二面と合いません({front}+{back}={right}、入力は{given})。",
        "The total of {who} doesn't match its pages ({front} + {back} = {right}, entered: {given}).",
    ),
    "danmaku.rest": Message(
        "{who}の合計{given}から{page}の{score}点を引いた{rest}点は、もう一方の面では出ません"
        "(出るのは{right}点)。",
        "{who}: with {score} on the {page}, a total of {given} leaves {rest}, which the other page "
        "can't score (possible: {right}).",
    ),
    "danmaku.total_impossible": Message(
        "{who}の合計は{given}点になりません(ありうるのは{right}点)。",
        "The total of {who} can't be {given} (possible: {right}).",
    ),
    "danmaku.total_needs_ability": Message(
        "{who}の合計{given}点は、両面とも{count}個のダイスでは出ません。個数を変える能力を使ったはずです。",
        "{who}: two pages of {count} dice can't total {given}; it needs an ability that changes "
        "the number of dice.",
    ),
    "danmaku.total_missing": Message(
        "{who}の合計がありません。合計か、一面と二面の点を書いてください。",
        "The total of {who} is missing; please give it, or the scores of both pages.",
    ),
    "danmaku.total_later": Message("{who}の合計はまだありません。", "The total of {who} isn't known yet."),
    # Cards, by name only
    "danmaku.two_owners": Message(
        "「{name}」を{who}の両方が撮影しています。被写体は1人だけのものです。",
        '"{name}" is captured by {who}; a subject has one owner.',
    ),
    "danmaku.captured_twice": Message(
        "{who}の被写体に「{name}」が2回あります。1回だけ書いてください。",
        '{who} lists "{name}" twice among the captured subjects; once is right.',
    ),
    "danmaku.ability_both": Message(
        "{who}の「{name}」の能力は一面で使ったので、{page}では使えません。",
        '{who}, {page}: the ability of "{name}" was already used on the front page.',
    ),
    "danmaku.ability_twice": Message(
        "{who}の{page}に「{name}」の能力が2回あります。使えるのは1回だけです。",
        '{who}, {page}: the ability of "{name}" is listed twice; it can be used once.',
    ),
    "danmaku.ability_not_owned": Message(
        "{who}の{page}で使った「{name}」は、撮影した被写体にありません。",
        '{who}, {page}: the ability of "{name}" was used, but that subject wasn\'t captured.',
    ),
    # Cards themselves
    "danmaku.unknown_card": Message(
        "{who}の「{name}」という被写体は、この卓のカードセットにありません。",
        '{who}: there is no subject "{name}" in the card set of this table.',
    ),
    "danmaku.unknown_card_hint": Message(
        "{who}の「{name}」という被写体は、この卓のカードセットにありません。「{hint}」のことでしょうか。",
        '{who}: there is no subject "{name}" in the card set of this table; did you mean "{hint}"?',
    ),
    "danmaku.level_skipped": Message(
        "{who}の「{name}」はレベル{level}ですが、レベル{below}を撮影した人がいません。",
        '{who}: "{name}" has level {level}, but nobody captured a subject of level {below}.',
    ),
    "danmaku.nobody_level8": Message(
        "レベル8を撮影した人がいません。取材フェイズはレベル8の撮影で終わりに向かうので、確かめてください。",
        "Nobody captured a subject of level 8, which is what ends the coverage phase; please look again.",
    ),
    "danmaku.trigger_without_level8": Message(
        "ラストラウンドを始めた{who}に、レベル8の被写体がありません。",
        "{who} can't have started the last round without a subject of level 8.",
    ),
    "danmaku.last_round_captures": Message(
        "{who}のレベル8は{given}枚です。ラストラウンドを始めていない人の手番は1回で、撮影は{high}回までです。",
        "{who}: {given} subjects of level 8, but whoever didn't start the last round has one turn in it "
        "and makes {high} shots at most.",
    ),
    "danmaku.captures_unchecked": Message(
        "このルールセットではカードを見ないので、被写体の名前とレベルは確認していません。",
        "This ruleset looks at no cards, so names and levels of the captured subjects are not checked.",
    ),
    "danmaku.abilities_unchecked": Message(
        "このルールセットではカードを見ないので、使った能力の効果は確認していません。",
        "This ruleset looks at no cards, so the effects of the used abilities are not checked.",
    ),
}
