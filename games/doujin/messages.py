"""Sentences of doujin findings in Japanese and English."""

from __future__ import annotations

from typing import Final

from games.core.messages import Message

MESSAGES: Final[dict[str, Message]] = {
    "doujin.early_bird_twice": Message(
        "早割は最初に完成した1人だけです(入力は{who})。",
        "Only the first to complete holds the early bird (entered: {who}).",
    ),
    "doujin.nobody_complete": Message(
        "早割の人がいません。誰も完成しなかったときは席1から即売会を始めます。",
        "Nobody holds the early bird; when nobody completes, seat 1 starts the sale.",
    ),
    "doujin.laps": Message(
        "{count}人のときの即売会は{right}周です(入力は{given}周)。",
        "With {count} players the sale takes {right} laps (entered: {given}).",
    ),
    "doujin.laps_unfinished": Message(
        "{count}人のときの即売会は{right}周までです(入力は{given}周)。",
        "With {count} players the sale takes at most {right} laps (entered: {given}).",
    ),
    "doujin.hand_empty": Message(
        "{who}の手札が空です。書いていないだけなら hand を消してください。",
        "The hand of {who} is empty; if it just wasn't written down, leave it out.",
    ),
    "doujin.adult_points": Message(
        "{who}の18禁は{side}側で{right}点です(入力は{given}点)。",
        "{who}: the adult card has {right} points on its {side} side (entered: {given}).",
    ),
    "doujin.light_points": Message(
        "{who}の{colour}の光側は{limit}点までです(入力は{given}点)。",
        "{who}: a light {colour} card has at most {limit} points (entered: {given}).",
    ),
    "doujin.deck_adult_points": Message(
        "adult_points は、このルールセットの山札の18禁カードと同じ{right}にしてください(入力は{given})。",
        "adult_points has to be {right}, as on the adult cards of this ruleset's deck (given: {given}).",
    ),
    "doujin.deck_light_max": Message(
        "light_max は{low}以上にしてください。このルールセットの山札に光側{low}点のカードがあります(入力は{given})。",
        "light_max has to be {low} or more: this ruleset's deck has a card with {low} light points (given: {given}).",
    ),
    "doujin.card_not_printed": Message(
        "{who}の{colour}・{side}・{points}点のカードは、このルールセットの山札にありません。",
        "{who}: the deck of this ruleset has no {side} {colour} card with {points} points.",
    ),
    "doujin.card_copies": Message(
        "{who}の{colour}・{side}・{points}点は多すぎます。山札には{limit}枚です。",
        "{who}: one {side} {colour} card with {points} points too many; the deck has {limit}.",
    ),
    "doujin.card_turned": Message(
        "{who}の{colour}・{side}・{points}点はもう残っていません。山札の{limit}枚は、裏返っている分も合わせてすべて数えました。",
        "{who}: no {side} {colour} card with {points} points is left; the {limit} of the deck are all "
        "accounted for, some with their other side up.",
    ),
    "doujin.bonus_adult": Message(
        "18禁は名誉の4色に数えません。{who}は{colour}の光がないので+{bonus}はありません。",
        "An adult card doesn't count towards the four colours; {who} has no light {colour}, "
        "so there is no +{bonus}.",
    ),
    "doujin.bonus_missing": Message(
        "{who}は{colour}の光がないので+{bonus}はありません。",
        "{who} has no light {colour}, so there is no +{bonus}.",
    ),
    "doujin.bonus_due": Message(
        "{who}は4色の光がそろっているので+{bonus}があります。",
        "{who} has all four colours light, so there is a +{bonus}.",
    ),
    "doujin.total": Message(
        "{who}の合計が手札と合いません(手札は{points}点、+{bonus}はなく{right}点、入力は{given}点)。",
        "The total of {who} doesn't match the hand ({points} in the hand, no +{bonus}: {right}, "
        "entered: {given}).",
    ),
    "doujin.total_with_bonus": Message(
        "{who}の合計が手札と合いません({points}+{bonus}={right}、入力は{given})。",
        "The total of {who} doesn't match the hand ({points} + {bonus} = {right}, entered: {given}).",
    ),
    "doujin.total_with_scored": Message(
        "{who}の合計が合いません(手札{points}点、名誉の点{bonus}点、手札のほか{scored}点で{right}点、入力は{given}点)。",
        "The total of {who} doesn't match ({points} in the hand, {bonus} for all four colours, {scored} beside "
        "the hand: {right}, entered: {given}).",
    ),
    "doujin.scored_never": Message(
        "{who}に手札のほかの点があります(入力は{given}点)。このルールセットの山札に、点を動かす効果はありません。",
        "{who} has points beside the hand (entered: {given}), but no effect of this ruleset's deck scores.",
    ),
    "doujin.scored_open": Message(
        "{who}の合計は手札だけでは確かめられません。この山札には点を動かす効果があります。"
        "手札のほかの点を書くと確かめます(scored)。",
        "The hand of {who} alone doesn't tell the total: this deck has effects that score. "
        "With the points beside the hand (scored) it is checked.",
    ),
    "doujin.total_open": Message(
        "{who}の合計がありません。書かれた手札だけでは決まらないので、合計を書いてください。",
        "The total of {who} is missing, and the hand as written doesn't tell it; please give the total.",
    ),
    "doujin.total_missing": Message(
        "{who}の合計がありません。合計か手札を書いてください。",
        "The total of {who} is missing; please give it, or the hand.",
    ),
    "doujin.total_later": Message("{who}の合計はまだありません。", "The total of {who} isn't known yet."),
    "doujin.tie_by_early_bird": Message(
        "{who}は同点なので、早割の席(だれも完成しなければ席1)から数えて早いほうが上です。"
        "この順に{right}位です(入力は{given})。",
        "{who} are tied, so the earlier, counted from the early-bird seat (from seat 1 when nobody completed), "
        "is ahead: in this order {right} (entered: {given}).",
    ),
    "doujin.order_implied": Message(
        "{who}は同点で順位が分かれています。早割の席が分からないので、入力のとおりにします。",
        "{who} are tied but placed apart; without a known early-bird seat this is taken as entered.",
    ),
    "doujin.trump_unchecked": Message(
        "切札の文面は公開されていません。山札を決めていないルールセットでは、切札を確かめません。",
        "The texts of the trumps aren't public; where a ruleset names no deck, trumps aren't checked.",
    ),
    "doujin.trump_not_in_deck": Message(
        "{who}の切札「{name}」は、このルールセットの山札にありません。",
        '{who}: the deck of this ruleset has no trump "{name}".',
    ),
}
