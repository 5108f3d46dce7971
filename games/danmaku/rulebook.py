"""DG-1..DG-21 explained, in the order of play.

Owns the explanations. The base card set is a reconstruction from public facts, and says so here.
"""

from __future__ import annotations

from typing import Final

from games.core.messages import Message
from games.core.rulebook import Basis, Rule, example

_TEXT: Final = (Basis.TEXT,)
_RULED: Final = (Basis.TEXT, Basis.RULING)

PLAY: Final[dict[str, Rule]] = {
    "DG-1": Rule(
        name=Message("内容物と始めの配置", "Components and start"),
        text=Message(
            "レベル3から8の被写体カード36枚、ヘルプカード18枚、六面ダイスで遊びます。"
            "被写体はどれも、初めはだれのものでもなく中央に並びます。",
            "The game has 36 subject cards of levels 3 to 8, 18 help cards and six-sided dice. "
            "At first every subject lies in the middle and belongs to nobody.",
        ),
        basis=_TEXT,
        examples=(example("danmaku.unknown_card_hint", who="seat 1", name="チルの", hint="チルノ"),),
    ),
    "DG-2": Rule(
        name=Message("人数と席", "Players and seats"),
        text=Message(
            "2人から5人で、席の順に手番をします。開始プレイヤーを席1と数えるのは、このサイトの決まりです。"
            "報告の席番号は1から人数までで、重なりません。",
            "Two to five people take turns in seat order. Counting the starting player as seat 1 is a rule "
            "of this site. A report numbers its seats from 1 to the number of players, each once.",
        ),
        basis=(Basis.PUBLIC, Basis.TEXT, Basis.RULING),
        keys=("players",),
        examples=(
            example("core.player_count", low=2, high=5, given=6),
            example("core.seat_range", high=4, given=5),
        ),
    ),
    "DG-3": Rule(
        name=Message("ヘルプカードの配り方", "Dealing help cards"),
        text=Message(
            "何枚をどの向きで配るかは卓で相談して決め、ハンデもつけられます。報告には実際に配った枚数を席ごとに書き、"
            "全席で18枚を超えません。公式の枚数は公開されていないので、even(全席2枚)、rising(席番号より1枚少ない)、"
            "front(席1は2枚、ほかは1枚)という配り方はこのサイトのもので、どれもアンタップです。",
            "The table agrees how many cards each seat gets and which way up; handicaps are welcome. A report "
            "tells what was really dealt, 18 cards in all at most. The official numbers aren't public: the "
            "deals even (2 each), rising (one fewer than the seat's number) and front (2 for seat 1, 1 for "
            "the others) are ours, all untapped.",
        ),
        basis=_RULED,
        keys=("help_deal", "help_supply"),
        examples=(example("danmaku.help_sum", given=20, limit=18),),
    ),
    "DG-4": Rule(
        name=Message("追加カード", "Extra cards"),
        text=Message(
            "ファンが作った追加カードで遊ぶ卓は、別のカードセットの卓と考えます。"
            "標準のカードセットは、公開された情報からの非公式な再構成です。",
            "A table that adds cards made by fans plays another card set. The base card set is an "
            "unofficial reconstruction from what is public.",
        ),
        basis=_TEXT,
        keys=("card_set",),
    ),
    "DG-5": Rule(
        name=Message("撮影の回数とブースト", "Number of shots and boost"),
        text=Message(
            "撮影の回数は手番の初めに決めます。普通は1回、アンタップのヘルプカード2枚をその場で手放せば2回で、"
            "3回以上にはできません。手放したカードが共通の置き場に戻るのは、このサイトの決まりです。",
            "The number of shots is fixed when the turn begins: one, or two for giving up two untapped help "
            "cards on the spot, never three. That those cards go back to the supply is a rule of this site.",
        ),
        basis=_RULED,
        keys=("help_discard",),
    ),
    "DG-6": Rule(
        name=Message("選べるレベル", "Levels to choose from"),
        text=Message(
            "選べるのはレベル3から、だれかが撮影できた最高レベルの1つ上まで(最高で8)で、被写体が残っているレベルです。"
            "選べるレベルが1つもなければ、失敗ではなく撮影を飛ばすのがこのサイトの決まりです。",
            "A shot can aim at level 3 and up to one above the highest level that anybody has captured, 8 at "
            "most, wherever a subject is left. When no such level has one, the shot is skipped and isn't "
            "a failure: a rule of this site.",
        ),
        basis=_RULED,
        examples=(example("danmaku.level_skipped", who="seat 1", name="イナバ", level=5, below=4),),
    ),
    "DG-7": Rule(
        name=Message("振るダイスの数", "How many dice to roll"),
        text=Message(
            "選んだレベルの数だけダイスを振ります。レベル5なら5個です。",
            "The level says how many dice are rolled: five for level 5.",
        ),
        basis=_TEXT,
    ),
    "DG-8": Rule(
        name=Message("出目を変える", "Changing the dice"),
        text=Message(
            "振った後は、アンタップのヘルプカードを1枚タップするごとにダイスを1個振り直せ、"
            "自分が撮影した被写体の能力も使えます。回数も順番も自由で、やめたところで出目が決まります。"
            "1つの能力は1回の撮影に1度だけですが、次の撮影ではまた使え、直前に得た被写体も使えます。",
            "After the roll, each untapped help card that is tapped rerolls one die, and the abilities of the "
            "player's own subjects can be used, as often and in any order; the dice are final when the player "
            "stops. An ability works once a shot and again in the next one, that of a subject just captured "
            "included.",
        ),
        basis=_TEXT,
    ),
    "DG-9": Rule(
        name=Message("撮影の成否", "Success of a shot"),
        text=Message(
            "出目が決まったら、選んだレベルの被写体を1人指名します。最後にあるダイス全部でその条件を満たせば成功で、"
            "カードは撮影した人に移ります。満たせない被写体をわざと指名することも、このサイトでは認めます。",
            "When the dice are final, one subject of the chosen level is named. The shot succeeds if all dice "
            "that are left, taken together, meet its condition, and the card goes to the player. Naming a "
            "subject that can't be met, on purpose, is allowed here.",
        ),
        basis=_RULED,
    ),
    "DG-10": Rule(
        name=Message("被写体の持ち主", "One owner a subject"),
        text=Message(
            "撮影された被写体は、ほかの人にはもう撮影できません。持ち主は1人だけです。"
            "新しいレベルが同じ手番の2回目の撮影からもう選べるのは、このサイトの決まりです。",
            "A captured subject can't be captured by anybody else: it has one owner. That its level unlocks "
            "the next at once, for the second shot of the same turn too, is a rule of this site.",
        ),
        basis=_RULED,
        examples=(example("danmaku.two_owners", name="チルノ", who=["seat 1", "seat 3"]),),
    ),
    "DG-11": Rule(
        name=Message("撮影に失敗したとき", "After a failed shot"),
        text=Message(
            "失敗した人は、ヘルプカードを1枚もらい、手元のヘルプカードをすべてアンタップにできます。"
            "このサイトではその場で自動的に行うので、ブーストの2回目にはもう使えます。"
            "置き場が空なら、アンタップにするだけです。",
            "Whoever fails may take one help card and untap all of their own. Here this happens by itself and "
            "at once, so the second shot of a boost already has them; with an empty supply only the untapping "
            "is left.",
        ),
        basis=_RULED,
    ),
    "DG-12": Rule(
        name=Message("手番の終わり", "End of a turn"),
        text=Message(
            "初めに決めた回数の撮影をすると、手番は終わります。",
            "A turn is over when as many shots have been made as were fixed at its beginning.",
        ),
        basis=_TEXT,
    ),
    "DG-13": Rule(
        name=Message("ラストラウンド", "The last round"),
        text=Message(
            "レベル8の被写体が初めて撮影されるとラストラウンドに入り、その人の次の手番が終わると取材フェイズも終わります。"
            "すぐに始まってほかの人が1回ずつ手番をし、最後にその人が1回すること、"
            "後のレベル8の撮影では何も変わらないことは、このサイトの決まりです。",
            "The first capture of a level 8 subject opens the last round; the coverage phase ends with that "
            "player's next turn. That it opens at once, that everybody else gets one turn before that, and "
            "that later captures of level 8 change nothing, are rules of this site.",
        ),
        basis=_RULED,
        examples=(
            example("danmaku.trigger_seat", given=5, seats=[1, 2, 3]),
            example("danmaku.trigger_without_level8", who="seat 2"),
            example("danmaku.nobody_level8"),
        ),
    ),
    "DG-14": Rule(
        name=Message("ラストラウンドの撮影", "Shots of the last round"),
        text=Message(
            "ラストラウンドでは撮影のたびに、振る前にレベルと被写体の両方を決め、後からは選べません。"
            "ブースト、ヘルプカード、失敗したときの補助が普段と同じなのは、このサイトの決まりです。",
            "In the last round each shot fixes its level and its subject before the roll, and neither can be "
            "chosen later. That boost, help cards and the help after a failure stay as they are is a rule "
            "of this site.",
        ),
        basis=_RULED,
    ),
    "DG-15": Rule(
        name=Message("追加の手番(選択ルール)", "Extra turn (variant)"),
        text=Message(
            "レベル7の被写体を撮影した人が、ただちにもう1度手番をできるという選択ルールで、標準では使いません。"
            "断ることもでき、狙えるレベルの上限、事前の宣言、追加の手番からさらに続けられるかはルールセットが決めます。"
            "ラストラウンドの中ではDG-14に従い、DG-13の「次の手番」には数えません。",
            "A variant, off unless the ruleset says so: capturing a level 7 subject allows one more turn right "
            "after this one, which may be declined. The ruleset decides the highest level to aim at, whether "
            "it is announced beforehand, and whether extra turns can follow each other. In the last round "
            "DG-14 holds for it, and it never is the next turn of DG-13.",
        ),
        basis=_RULED,
        keys=("level7_extra_turn",),
    ),
    "DG-16": Rule(
        name=Message("ヘルプカードの返却", "Help cards go back"),
        text=Message(
            "取材フェイズが終わると、ヘルプカードはすべて返します。編集では使えません。",
            "When the coverage phase is over all help cards are handed back; editing goes without them.",
        ),
        basis=_TEXT,
    ),
}

EDIT: Final[dict[str, Rule]] = {
    "DG-17": Rule(
        name=Message("編集順", "Edit order"),
        text=Message(
            "編集には順番がありますが、同時に行ってもかまいません。元の優先順位の一覧は失われているので、"
            "標準では報告に書かれた順番を使い、空けておくこともできます。"
            "番号は1から人数までで重ならず、ルールセットが計算する順番と違えば警告が付きます。",
            "Editing has an order, though all may edit at once. The list that once decided it is lost, so the "
            "base ruleset takes the order that is reported, which may be left open. The numbers run from 1 to "
            "the number of players without repeating; one that differs from an order computed by the ruleset "
            "gets a warning.",
        ),
        basis=_RULED,
        keys=("edit_order", "simulation_edit_order"),
        examples=(
            example("danmaku.order_twice", who=["seat 1", "seat 2"], given=1),
            example("danmaku.order_range", who="seat 3", given=7, high=4),
        ),
    ),
    "DG-18": Rule(
        name=Message("一面の評価点", "Score of the front page"),
        text=Message(
            "ダイス8個を振り、撮影した被写体の能力で変え、いちばん多く揃った目の個数が点になります。"
            "全部が同じ目ならさらに1点です。「全部」を最後に残ったダイスで数えるのはこのサイトの決まりで、"
            "使った能力は自分が撮影した被写体のもの、ダイスの増減はその能力で説明できるものに限ります。",
            "Eight dice are rolled and changed with the abilities of captured subjects; the score is how many "
            'dice show the face that appears most, and one more when all show the same. Counting "all" over '
            "the dice left at the end is a rule of this site. Abilities must belong to the player's own "
            "subjects, and they must explain a number of dice other than eight.",
        ),
        basis=_RULED,
        keys=("page_dice", "all_equal_basis"),
        examples=(
            example("danmaku.page_score", who="seat 1", page=0, count=5, right=5, given=6),
            example("danmaku.page_score_bonus", who="seat 3", page=0, count=8, right=9, given=8),
            example("danmaku.dice_by_abilities", who="seat 1", page=0, right=["9"], given=10),
        ),
    ),
    "DG-19": Rule(
        name=Message("二面の評価点", "Score of the back page"),
        text=Message(
            "二面も同じように編集しますが、一面で使った能力は使えません。"
            "1つの能力は編集フェイズを通して1度だけで、効果がなくても使ったことになるのがこのサイトの決まりです。",
            "The back page is edited in the same way, without the abilities used on the front page. That an "
            "ability works once in the whole edit phase, and is spent even if it changed nothing, is a rule "
            "of this site.",
        ),
        basis=_RULED,
        examples=(example("danmaku.ability_both", who="seat 2", name="アリス", page=1),),
    ),
    "DG-20": Rule(
        name=Message("合計と順位", "Total and placement"),
        text=Message(
            "合計は一面と二面の和で、多いほど上です。同点は編集順が早いほうが上で、順番が分からないか同時の編集なら"
            "同じ順位になり、次は人数分あけます(1、2、2、4)。"
            "順番の分からない同点に別々の順位が書いてあれば、その順に編集したとみなしてお知らせします。",
            "The total is the sum of both pages; the higher ranks better. A tie goes to whoever edited "
            "earlier; without a known order, or with simultaneous editing, the place is shared and as many "
            "are skipped (1, 2, 2, 4). Different places for a tie without a known order are taken as the "
            "order of editing, with a note.",
        ),
        basis=(Basis.TEXT, Basis.DERIVED, Basis.RULING),
        examples=(
            example("danmaku.page_sum", who="seat 1", front=5, back=4, right=9, given=10),
            example("danmaku.order_implied", who=["seat 1", "seat 2"]),
        ),
    ),
    "DG-21": Rule(
        name=Message("ありうる点", "Possible scores"),
        text=Message(
            "n個のダイスが取る点は、nの6分の1(切り上げ)からn-1点までか、全部同じ目のn+1点で、n点にはなりません。"
            "8個で8点はなく、8点にはダイスの数を変える能力が要ります。"
            "標準のカードセット(非公式の再構成)では6個から13個になりえるので、1面は1点から14点、合計は3点から23点です。",
            "With n dice at the end a page scores a sixth of n (rounded up) to n - 1, or n + 1 when all are "
            "equal, never n itself: eight dice don't score 8, which takes an ability that changes the number "
            "of dice. Over the base card set, an unofficial reconstruction, a page can end with 6 to 13 dice, "
            "so it scores 1 to 14 and a total is 3 to 23.",
        ),
        basis=(Basis.DERIVED,),
        keys=("dice_change",),
        examples=(
            example("danmaku.never_n", who="seat 3", page=0, count=8, bonus=9),
            example("danmaku.total_impossible", who="seat 2", given=40, right=["3-23"]),
        ),
    ),
}

RULEBOOK: Final[dict[str, Rule]] = PLAY | EDIT
