"""KD-1..KD-21 explained, in the order of play.

Owns the explanations. What the cards say isn't public (KD-20), so nothing here is about one card.
"""

from __future__ import annotations

from typing import Final

from games.core.messages import Message
from games.core.rulebook import Basis, Rule, example

_TEXT: Final = (Basis.TEXT,)
_RULED: Final = (Basis.TEXT, Basis.RULING)
_OURS: Final = (Basis.RULING,)

MANUSCRIPT: Final[dict[str, Rule]] = {
    "KD-1": Rule(
        name=Message("人数と切札", "Players and trumps"),
        text=Message(
            "3人から5人で遊び、手札は互いに見えます。切札は1人1枚、無作為に配られてほかの人には見えません。"
            "使えるのは即売会フェイズに1度だけです。",
            "Three to five people play with open hands. Each gets one trump at random that the others don't "
            "see; it works once, in the sale phase only.",
        ),
        basis=(Basis.TEXT, Basis.PUBLIC),
        keys=("players",),
        examples=(example("core.player_count", low=3, high=5, given=2),),
    ),
    "KD-2": Rule(
        name=Message("手番の順と席", "Order of turns and seats"),
        text=Message(
            "手番は時計回りに移ります。だれから始めるかは文章にないので、原稿フェイズを始めた人を席1と数えるのが"
            "このサイトの決まりです。席番号は1から人数までで、重なりません。",
            "Turns pass clockwise. The text doesn't say who begins; on this site seat 1 is whoever began the "
            "manuscript phase. Seats are numbered from 1 to the number of players, each once.",
        ),
        basis=_RULED,
        examples=(example("core.seat_twice", given=2),),
    ),
    "KD-3": Rule(
        name=Message("原稿フェイズの手番", "Turns of the manuscript phase"),
        text=Message(
            "同人カードを1枚引いて光の側で手札に加えるか、自分の手札を1枚ひっくり返します。"
            "パスはなく、片方しかできなければそれを行い、どちらもできなければ手番を飛ばすのがこのサイトの決まりです。",
            "A player draws a doujin card, which joins the hand with its light side up, or flips one card of "
            "the own hand. There is no pass: whoever can do only one of the two does it, and whoever can do "
            "neither is skipped. That is a rule of this site.",
        ),
        basis=_RULED,
    ),
    "KD-4": Rule(
        name=Message("18禁カードの向き", "Which way up the adult card lies"),
        text=Message(
            "18禁カードは、手番で選んでひっくり返すことができません。"
            "向きが変わるのは、イベント「不健全規制」か切札の効果だけです。",
            "The adult card can't be flipped as a turn. Only the event 不健全規制 (censorship) or a trump "
            "turns it.",
        ),
        basis=_TEXT,
    ),
    "KD-5": Rule(
        name=Message("押しつけ", "Pushing a card"),
        text=Message(
            "手番で同じ色の光のカードが手札に2枚になったら、どちらかを闇にして、選んだほかの人に必ず押しつけます。"
            "渡った先でも闇のままなので続けては起こらず、受け取った人は後でひっくり返せます。"
            "18禁カードには色がなく、重なりにも押しつけにも入らないのが、このサイトの決まりです。",
            "When a turn leaves two light cards of one colour in a hand, either of them is turned dark and "
            "must go to another player of choice. It arrives dark, so nothing chains, and may be flipped "
            "later. The adult card has no colour, is never a duplicate and is never pushed: a rule of this "
            "site.",
        ),
        basis=_RULED,
    ),
    "KD-6": Rule(
        name=Message("原稿の完成", "A complete manuscript"),
        text=Message(
            "4色すべてが光で揃うと完成です。原稿フェイズでは18禁カードが1色の代わりになります。"
            "光の18禁カード1枚が足りない1色に自動で当たること、押しつけの後で確かめること、"
            "一度完成すれば完成のままであることは、このサイトの決まりです。",
            "A manuscript is complete with all four colours light; in this phase an adult card can take the "
            "place of one. That each light adult card fills one missing colour by itself, that this is looked "
            "at after the push, and that complete stays complete, are rules of this site.",
        ),
        basis=_RULED,
    ),
    "KD-7": Rule(
        name=Message("原稿フェイズの終わり", "End of the manuscript phase"),
        text=Message(
            "最初の1人が完成したら、ほかの人はちょうど1回ずつ手番をして終わりです。"
            "その手番で揃えた人も完成になります。",
            "After the first completion everybody else has exactly one more turn. Whoever completes in it "
            "counts as complete.",
        ),
        basis=(Basis.TEXT, Basis.PUBLIC),
    ),
    "KD-8": Rule(
        name=Message("早割", "The early bird"),
        text=Message(
            "早割は、最初に完成した1人だけのものです。だれも完成しなければ、早割の人はいません(KD-10)。",
            "The early bird belongs to the first to complete, and to nobody else. When nobody completes, "
            "nobody has it (KD-10).",
        ),
        basis=_TEXT,
        examples=(example("doujin.early_bird_twice", who=["seat 1", "seat 2"]),),
    ),
    "KD-9": Rule(
        name=Message("完成しなかった人", "Those who didn't complete"),
        text=Message(
            "原稿フェイズの終わりに完成していない人は、18禁カードを除く手札をすべて闇の側にします。"
            "すでに闇のカードはそのままです。",
            "Whoever isn't complete when the phase ends turns every card of the hand dark, the adult card "
            "excepted. Dark ones stay as they are.",
        ),
        basis=_TEXT,
    ),
    "KD-10": Rule(
        name=Message("だれも完成しないとき", "When nobody completes"),
        text=Message(
            "山札がなくなってから1周する間にだれも完成しなければ、早割なしで原稿フェイズを終え、即売会は席1から始めます。"
            "文章にない場合なのでこのサイトの決まりで、記録には印が付きます。",
            "If the deck is empty and a whole lap passes without a completion, the phase ends without an "
            "early bird and seat 1 opens the sale. The text is silent here, so this is a rule of this site, "
            "and the record is flagged.",
        ),
        basis=_OURS,
        examples=(example("doujin.nobody_complete"),),
    ),
}

SALE: Final[dict[str, Rule]] = {
    "KD-11": Rule(
        name=Message("即売会フェイズの長さ", "Length of the sale phase"),
        text=Message(
            "早割の人から時計回りに、3人なら4周、4人以上なら3周ずつ手番をします。"
            "最後の手番は早割の人の右隣です。終わらなかった卓の報告では、これより少ない周回数も書けます。",
            "From the holder of the early bird on, clockwise, each takes four turns with 3 players and three "
            "with 4 or more; the neighbour to the holder's right takes the last. A table that was broken off "
            "may have had fewer laps.",
        ),
        basis=_TEXT,
        keys=("laps",),
        examples=(example("doujin.laps", count=3, right=4, given=3),),
    ),
    "KD-12": Rule(
        name=Message("即売会フェイズの手番", "Turns of the sale phase"),
        text=Message(
            "イベントを1枚引いて公開し、書かれたことを行います。すぐ前の人がイベントを引いたときに限り、"
            "代わりに自分の手札を1枚ひっくり返せますが、18禁カードは選べません。"
            "つまり最初の手番はイベントで、ひっくり返しは2人続きません。",
            "A player draws an event, shows it and does what it says. Only if the player just before drew one, "
            "a card of the own hand may be flipped instead, but never an adult card. So the first turn is an "
            "event, and two flips never follow each other.",
        ),
        basis=_TEXT,
    ),
    "KD-13": Rule(
        name=Message("切札を使うとき", "When a trump is used"),
        text=Message(
            "「自分の手番」に使う切札は、通常の行動の前か直後に公開して使い、手番を減らしません。"
            "ほかのタイミングは切札に書かれたとおりで、どれも1度きりです。"
            "切札の文面は公開されていないので、報告の切札はルールセットが山札を決めているときだけ名前を確かめます。",
            "A trump for the own turn is shown before or right after the normal action and costs no turn; "
            "other moments are printed on the trump, and none works twice. Their texts aren't public, so of a "
            "reported trump only the name is checked, and only where the ruleset names a deck.",
        ),
        basis=_TEXT,
        examples=(example("doujin.trump_unchecked"),),
    ),
    "KD-14": Rule(
        name=Message("即売会では押しつけない", "No push in the sale phase"),
        text=Message(
            "即売会フェイズでは、同じ色の光のカードが重なっても手札に残ります。",
            "In the sale phase light cards of one colour may lie beside each other; none is pushed away.",
        ),
        basis=_TEXT,
    ),
    "KD-15": Rule(
        name=Message("イベントの山が尽きたら", "When the events run out"),
        text=Message(
            "捨て札のイベントを混ぜて新しい山にします。文章にない場合なのでこのサイトの決まりで、記録には印が付きます。",
            "The discarded events are shuffled into a new deck. The text is silent here, so this is a rule of "
            "this site, and the record is flagged.",
        ),
        basis=_OURS,
    ),
}

RESULT: Final[dict[str, Rule]] = {
    "KD-16": Rule(
        name=Message("手札の点", "Points of a hand"),
        text=Message(
            "カードの点は、上になっている側の左上の数字です。手札の分を合計し、名誉の+4(KD-17)があれば加えます。"
            "山札に点を動かす効果があれば、その点も手札のほかに加えます(報告では scored)。",
            "A card counts the number at the top left of the side that lies up. The hand is added up, and "
            "the +4 of KD-17 where it is due. If effects of the deck score, their points are added beside the "
            "hand (`scored` in a report).",
        ),
        basis=_TEXT,
        examples=(
            example("doujin.total", who="seat 2", points=7, bonus=4, right=7, given=9),
            example("doujin.total_missing", who="seat 3"),
        ),
    ),
    "KD-17": Rule(
        name=Message("完成度を守った栄誉の+4", "The +4 for all four colours"),
        text=Message(
            "最後に4色すべての光があれば、1度だけ4点が加わります。ここでは18禁カードは色の代わりになりません。",
            "Whoever ends with all four colours light gets 4 points, once. Here the adult card doesn't take "
            "the place of a colour.",
        ),
        basis=_TEXT,
        keys=("completion_bonus",),
        examples=(
            example("doujin.bonus_adult", who="seat 1", colour=["name"], bonus=4),
            example("doujin.bonus_due", who="seat 2", bonus=4),
        ),
    ),
    "KD-18": Rule(
        name=Message("勝敗と同点", "Winner and ties"),
        text=Message(
            "点のいちばん多い人が勝ち、壁を受け取ります。同点の決め方は文章にないので、標準では同じ順位です。"
            "ルールセットによっては、早割の人(いなければ席1)から順に数えて先の席が上になります。",
            "The most points win, and the winner gets the wall. The text has no rule for ties, so they share "
            "the place; a ruleset may instead put whoever comes first, counted around from the early bird (from "
            "seat 1 if there is none), ahead.",
        ),
        basis=_RULED,
        keys=("tiebreak",),
        examples=(
            example("core.tie_shared", who=["seat 2", "seat 3"], right=2, given=[2, 3]),
            example("core.placement_total", who="seat 1", total="11", right=1, given=2),
        ),
    ),
    "KD-19": Rule(
        name=Message("カードの点の範囲", "Range of a card's points"),
        text=Message(
            "18禁カードは光で8点、闇で-8点です。ほかのカードの光は4点までで、光が高いほど闇で大きく引かれますが、"
            "引かれない闇もあります。18禁カードを闇にするイベントは1種類だけです。",
            "The adult card counts 8 light and -8 dark. Other cards count 4 at most when light; high ones are "
            "heavily negative on the dark side, while some dark sides aren't negative at all. Exactly one "
            "event turns adult cards dark.",
        ),
        basis=(Basis.PUBLIC,),
        keys=("adult_points", "light_max"),
        examples=(
            example("doujin.light_points", who="seat 2", colour="genre", limit=4, given=6),
            example("doujin.adult_points", who="seat 1", side="dark", right=-8, given=8),
        ),
    ),
    "KD-20": Rule(
        name=Message("カードの中身", "What the cards say"),
        text=Message(
            "カードの一覧、イベント、切札の文面は公開されていません。そのため実際の卓は最後の手札(色、向き、書かれた点)"
            "から判定し、枚数はルールセットが山札を決めているときだけ確かめます。"
            "サイトが用意する山札は創作で、表示するところにそう書きます。",
            "The list of cards and the texts of events and trumps aren't public. A physical table is therefore "
            "judged from the final hand (colour, side, printed points where known); copies of a card are counted "
            "only where the ruleset names a deck. A deck that comes with this site is invented, and says so "
            "wherever it is shown.",
        ),
        basis=(Basis.PUBLIC, Basis.RULING),
        keys=("deck",),
    ),
    "KD-21": Rule(
        name=Message("イベントの枚数", "Number of events"),
        text=Message(
            "引かれるイベントは、人数×周回数までです。3人と4人なら12枚、5人なら15枚を超えません。",
            "No more events are drawn than players times laps: 12 with 3 or 4 players, 15 with 5.",
        ),
        basis=(Basis.DERIVED,),
    ),
}

RULEBOOK: Final[dict[str, Rule]] = MANUSCRIPT | SALE | RESULT
