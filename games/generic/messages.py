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
    "generic.total_bounds": Message(
        "{who}の合計は{low}から{high}までです(入力は{given})。",
        "The total of {who} must be from {low} to {high} (entered: {given}).",
    ),
    "generic.total_step": Message(
        "{who}の合計は{step}きざみです(入力は{given})。",
        "The total of {who} must be a multiple of {step} (entered: {given}).",
    ),
    "generic.total_missing": Message(
        "{who}の合計がありません。全員の合計か全員の順位を書いてください。",
        "The total of {who} is missing; please give all totals or all placements.",
    ),
    "generic.total_needed": Message(
        "{who}の合計がありません。全員の合計を書いてください。",
        "The total of {who} is missing; please give all totals.",
    ),
    "generic.total_later": Message("{who}の合計はまだありません。", "The total of {who} isn't known yet."),
    "generic.total_unwanted": Message(
        "順位だけのルールセットです。{who}の合計は書けません。",
        "This ruleset takes placements only; please remove the total of {who}.",
    ),
    "generic.placement_missing": Message(
        "{who}の順位がありません。全員の順位を書いてください。",
        "The placement of {who} is missing; please give all placements.",
    ),
    "generic.placement_later": Message(
        "{who}の順位はまだありません。", "The placement of {who} isn't known yet."
    ),
    "generic.sum_short": Message(
        "合計を全員分足すと{right}になるはずですが、{difference}足りません(入力は{given})。",
        "All totals together must be {right}; {difference} is missing (entered: {given}).",
    ),
    "generic.sum_over": Message(
        "合計を全員分足すと{right}になるはずですが、{difference}多くなっています(入力は{given})。",
        "All totals together must be {right}; there is {difference} too much (entered: {given}).",
    ),
    "generic.tie_by_seat": Message(
        "{who}は同点なので、席番号の小さいほうが上です。この順に{right}位です(入力は{given})。",
        "{who} are tied, so the lower seat number is ahead: in this order {right} (entered: {given}).",
    ),
    "generic.order_implied": Message(
        "{who}は同点で順位が分かれています。席が分からないので、入力のとおりにします。",
        "{who} are tied but placed apart; without known seats this is taken as entered.",
    ),
    "generic.final": Message(
        "{who}の最終スコアは{right}です(入力は{given})。",
        "The final score of {who} is {right} (entered: {given}).",
    ),
    "generic.final_unused": Message(
        "最終スコアのないルールセットです。{who}の最終スコアは書けません。",
        "This ruleset has no final score; please remove that of {who}.",
    ),
    # FMT-6: keys of a ruleset that don't go together
    "generic.needs_totals": Message(
        "順位だけのルールセット(results が places)では{key}は使えません。消してください。",
        "The key {key} needs totals, but results is places; please remove one of the two.",
    ),
    "generic.uma_count": Message(
        "final.uma は人数と同じ数だけ要り、人数は1通りにします(人数は{low}人から{high}人、入力は{given}個)。",
        "The list final.uma holds one value a player, and there must be one number of players "
        "(players: {low} to {high}, entered: {given}).",
    ),
    "generic.uma_order": Message(
        "final.uma は1位から順に、下の順位ほど大きくならないように書いてください(入力は{given})。",
        "The list final.uma goes from the first place down and never rises (entered: {given}).",
    ),
}
