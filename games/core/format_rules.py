"""FMT-1..FMT-10: what the written form of a report must be like, explained.

Owns the explanations; the checks are in `report`, `node`, `judge`, `seating` and `ruleset`.
"""

from __future__ import annotations

from typing import Final

from games.core.messages import Message
from games.core.rulebook import Basis, Rule, example

_HOUSE: Final = (Basis.HOUSE,)

# A breach of one of these is refused by the JSON Schema as well.
SCHEMA_RULES: Final = frozenset({"FMT-2", "FMT-3", "FMT-4", "FMT-5"})

FORMAT_RULES: Final[dict[str, Rule]] = {
    "FMT-1": Rule(
        name=Message("読める報告", "A readable report"),
        text=Message(
            "報告はUTF-8のJSONで、1 MB以内、入れ子は32段まで、同じ項目は1回だけ、NaNや無限大は使えません。"
            "カードのファイルはUTF-8のTOMLで、200 kB以内、入れ子は16段までです。",
            "A report is JSON in UTF-8: at most 1 MB, 32 levels deep, each key once, no NaN or infinity. "
            "A file of cards is TOML in UTF-8: at most 200 kB, 16 levels deep.",
        ),
        basis=_HOUSE,
        examples=(example("core.duplicate_key", name="total"),),
    ),
    "FMT-2": Rule(
        name=Message("値の種類", "Kinds of values"),
        text=Message(
            "各項目は決まった種類の値で書きます。整数の項目に小数・文字列・true/falseは書けません。",
            "Every field has one kind of value; decimals, text and true/false aren't whole numbers.",
        ),
        basis=_HOUSE,
        examples=(
            example("core.wrong_type", where="seat 2", field="total", expected="integer", found="text"),
        ),
    ),
    "FMT-3": Rule(
        name=Message("必要な項目", "Required fields"),
        text=Message(
            "必要な項目は省けません。名前のない席は、途中の報告かもしれないので、お知らせにとどめます。"
            "最後まで遊ばなかった人の席(participation が left か forfeited)は結果がなくてもよく、"
            "そのときは最後の順位です。",
            "Required fields can't be left out. A seat without a name is only mentioned, "
            "since the report may not be finished. The seat of somebody who didn't play to the end "
            "(participation left or forfeited) needs no result, and is placed last without one.",
        ),
        basis=_HOUSE,
        examples=(
            example("core.player_missing", who="seat 3"),
            example("core.result_absent", who="seat 2"),
        ),
    ),
    "FMT-4": Rule(
        name=Message("知っている項目だけ", "Known fields only"),
        text=Message(
            "決まった項目だけを書けます。書き間違いが黙って読み飛ばされないようにするためです。",
            "Only known fields may be used, so that a misspelt one is never passed over in silence.",
        ),
        basis=_HOUSE,
        examples=(example("core.unknown_field_hint", where="seat 1", name="totl", hint="total"),),
    ),
    "FMT-5": Rule(
        name=Message("決まった値", "Fixed values"),
        text=Message(
            "ゲームの名前や札の色のように、決まった値から選ぶ項目があります。",
            "Some fields, such as the game or the colour of a card, take one of a few fixed values.",
        ),
        basis=_HOUSE,
        examples=(
            example(
                "core.not_a_choice",
                where="",
                field="game",
                choices=["danmaku", "doujin", "generic"],
                given="chess",
            ),
        ),
    ),
    "FMT-6": Rule(
        name=Message("ルールセット", "Rulesets"),
        text=Message(
            "報告は、そのゲームにあるルールセットを名指しします。ルールセットの項目と値も決まっています。",
            "A report names a ruleset of its game; the keys and values of a ruleset are fixed too.",
        ),
        basis=_HOUSE,
        examples=(example("core.unknown_ruleset", given="night", choices=["base"]),),
    ),
    "FMT-7": Rule(
        name=Message("名前の文字", "Characters of a name"),
        text=Message(
            "名前は100文字までで、見える文字を含み、制御文字や書字方向の文字を含みません。",
            "A name has 1 to 100 characters, some of them visible, and no control or direction marks.",
        ),
        basis=_HOUSE,
        examples=(example("core.text_blank", where="seat 2", field="player"),),
    ),
    "FMT-8": Rule(
        name=Message("1人に1席", "One seat a person"),
        text=Message(
            "同じ人は1つの卓に1席だけです。全角・半角、大文字・小文字、空白の違いは区別しません。",
            "A person sits once at a table; width, case, and spacing of a name make no difference.",
        ),
        basis=_HOUSE,
        examples=(example("core.same_player", who=["seat 2", "seat 4"]),),
    ),
    "FMT-9": Rule(
        name=Message("整数の大きさ", "Size of whole numbers"),
        text=Message("整数は-999999999から999999999までです。", "Whole numbers lie within ±999,999,999."),
        basis=_HOUSE,
        examples=(example("core.number_huge", where="seat 1", field="total", limit=999_999_999),),
    ),
    "FMT-10": Rule(
        name=Message("指摘の数", "How many findings"),
        text=Message(
            "指摘は500件まで並べ、残りは件数だけを伝えます。",
            "At most 500 findings are listed; of the rest only the number is told.",
        ),
        basis=_HOUSE,
        examples=(example("core.more_findings", count=12),),
    ),
}
