"""Bots decide as docs/bots.md says; chances against independent counting."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from games.danmaku.bots.greedy import GreedyBot
from games.danmaku.bots.odds import SCALE, Odds
from games.danmaku.bots.planner import PlannerBot
from games.danmaku.dice import counts_of
from games.danmaku.events import Ability
from games.danmaku.state import Phase, State
from tests.games.danmaku.naive import ABILITIES, CONDITIONS, SIDES, in_order
from tests.games.plays import rewritten, table, variant

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from games.danmaku.engine import Danmaku
    from tests.games.danmaku.naive import Row
    from tests.games.reports import Json

RANDOM = Random(1)


def cards(engine: Danmaku, *names: str) -> int:
    numbers = [engine.table.deck.number(name) for name in names]
    return sum(1 << number for number in numbers if number is not None)


def shooting(engine: Danmaku, dice: str, level: int, *owned: str, untapped: int = 0) -> State:
    """Return a state in a shot of seat 1, with own subjects and help cards."""
    state = engine.start()
    mine = cards(engine, *owned)
    return state._replace(
        phase=Phase.CHANGE, shots=1, level=level, dice=counts_of(map(int, dice)), owned=(mine, 0),
        free=state.free & ~mine, untapped=(untapped, 2),
    )  # fmt: skip


def chosen(bot: GreedyBot, engine: Danmaku, state: State) -> str:
    move = bot.choose(state, engine.moves(state), RANDOM)
    return engine.hint(move) if move.event is None else engine.vocabulary.to_line(move.event)


@pytest.mark.parametrize(("level", "share"), [(3, "0.8611"), (4, "0.8704"), (5, "0.3223")])
def test_plain_chances_of_a_level_are_those_of_the_rules(level: int, share: str) -> None:
    engine = table()
    odds = Odds(engine.table.deck, engine.table.scoring)
    assert f"{float(odds.plain(level, engine.table.deck.levels[level])):.4f}" == share


def test_a_single_use_has_the_chance_that_counting_gives() -> None:
    engine = table()
    deck = engine.table.deck
    odds = Odds(deck, engine.table.scoring)
    aim = cards(engine, "チルノ")  # sum 9
    # one help card on 1 3 6: keeping 3+6 needs a 0, 1+6 a 2, 1+3 a 5
    assert Fraction(odds.help(counts_of([1, 3, 6]), aim).value, SCALE) == Fraction(1, 6)
    # 天子 on 1 1 1: reroll one die, then set one die to any face: 1+1+x, then 9-1-x for x >= 2
    number = deck.number("天子")
    assert number is not None
    good = sum(any(sum(end) == 9 for end in _ends([1, 1], rolled)) for rolled in range(1, 7))
    assert Fraction(odds.use(number, counts_of([1, 1, 1]), aim).value, SCALE) == Fraction(good, 6)


def _ends(kept: list[int], rolled: int) -> list[list[int]]:
    dice = [*kept, rolled]
    return [[*dice[:i], face, *dice[i + 1 :]] for i, face in product(range(3), range(1, 7))]


# The same by counting, with the naive rules of `naive`


def chance(way: Json, value: Callable[[Row], Fraction]) -> Fraction:
    """Return the expected value of one way to act, decided best after its roll."""
    if way[0] == "is":
        return value(way[1])
    _, stay, number, after = way
    ends = dict(after or ())
    total = Fraction(0)
    for roll in product(SIDES, repeat=number):
        rolled = in_order(roll)
        deeper = ends.get(rolled)
        total += max(chance(way, value) for way in deeper) if deeper else value(in_order((*stay, *roll)))
    return Fraction(total, 6**number)


def single(dice: Row, own: Sequence[str], target: str) -> Fraction:
    """Return the best chance of one use."""
    ways = [way for name in own for way in ABILITIES[name](dice)]
    return max(
        (chance(way, lambda end: Fraction(CONDITIONS[target](end))) for way in ways), default=Fraction(0)
    )


def plan(dice: Row, own: Sequence[str], target: str) -> Fraction:
    """Return the best chance of one use and at most one more, of another ability."""

    def two(name: str, way: Json) -> Fraction:
        rest = [other for other in own if other != name]
        if way[0] == "roll" and way[2] > 1:
            return chance(way, lambda end: Fraction(CONDITIONS[target](end)))
        return chance(way, lambda end: Fraction(1) if CONDITIONS[target](end) else single(end, rest, target))

    return max((two(name, way) for name in own for way in ABILITIES[name](dice)), default=Fraction(0))


@pytest.mark.parametrize(("untapped", "shots"), [(2, "turn 1 1"), (3, "turn 1 1"), (4, "turn 1 2")])
def test_greedy_boosts_with_four_untapped_cards(untapped: int, shots: str) -> None:
    engine = table()
    state = engine.start()._replace(untapped=(untapped, 2))
    assert chosen(GreedyBot(engine), engine, state) == shots


def test_greedy_aims_at_the_best_chance_times_level() -> None:
    engine = table()
    state = engine.start()._replace(phase=Phase.SHOT, shots=1, top=5)
    assert chosen(GreedyBot(engine), engine, state) == "shot 4"  # 2.58, 3.48, 1.61, 0.48
    only = state._replace(free=cards(engine, "橙", "早苗"))
    assert chosen(GreedyBot(engine), engine, only) == "shot 3"  # 96/216 * 3 > 156/7776 * 5


def test_greedy_names_the_rarest_card_met() -> None:
    engine = table()
    # 3 3 3: sum 9 (25/216), no 4 and no 6 (64/216), a pair (96/216)
    assert chosen(GreedyBot(engine), engine, shooting(engine, "333", 3)) == "name チルノ success=yes"


def test_greedy_takes_an_ability_before_a_help_card_of_the_same_chance() -> None:
    engine, bot = table(), GreedyBot(table())
    state = shooting(engine, "136", 3, "アリス", untapped=2)._replace(free=cards(engine, "チルノ"))
    # both reroll one die: the 3 to a 2 or the 6 to a 5 is 9
    aim = bot.aim(state)
    alice = engine.table.deck.number("アリス")
    assert alice is not None
    assert bot.odds.use(alice, state.dice, aim).value == bot.odds.help(state.dice, aim).value == SCALE // 6
    assert chosen(bot, engine, state) == "ability アリス"
    assert chosen(bot, engine, state._replace(used=state.owned[0])) == "help 3"


def test_greedy_stops_when_nothing_can_be_reached() -> None:
    engine = table()
    own = ("チルノ", "ミスティア", "リグル", "ルーミア", "慧音", "橙")
    state = shooting(engine, "666", 3, *own)._replace(used=cards(engine, *own))
    assert chosen(GreedyBot(engine), engine, state) == "name レティ success=no"


def test_greedy_edits_for_the_best_expected_score() -> None:
    engine = table()
    state = engine.start()._replace(
        phase=Phase.EDIT, seat=1, owned=(cards(engine, "アリス", "幽々子"), 0), dice=counts_of([4, 4, 4, 1, 2, 3, 5, 6])
    )  # fmt: skip
    # 幽々子 sets two dice to 4 (5 points), first so that the low ones stay; a reroll gains a sixth of a point
    assert chosen(GreedyBot(engine), engine, state) == "ability 幽々子 5>4 6>4"
    done = state._replace(dice=counts_of([4] * 8))
    assert chosen(GreedyBot(engine), engine, done) == "settle score=9"


def test_planner_looks_two_uses_ahead() -> None:
    engine = table()
    bot, greedy = PlannerBot(engine), GreedyBot(engine)
    own = ("チルノ", "リグル", "ルーミア", "レティ", "慧音", "橙")  # ミスティア is left: sum 12
    state = shooting(engine, "555", 3, *own)
    aim = bot.aim(state)
    assert single((5, 5, 5), own, "ミスティア") == Fraction(1, 6)
    assert plan((5, 5, 5), own, "ミスティア") == Fraction(4, 9)
    assert Fraction(greedy.best_use(state, aim).value, SCALE) == Fraction(1, 6)
    assert Fraction(bot.best_use(state, aim).value, SCALE) == Fraction(4, 9)


# Abilities of which the naive rules find every way quickly.
QUICK = [name for name in ABILITIES if name not in {"四季映姫", "神奈子", "美鈴", "パチュリー"}]


@settings(max_examples=40, deadline=None)
@given(
    st.integers(3, 4), st.lists(st.sampled_from(QUICK), min_size=1, max_size=3, unique=True),
    st.sampled_from(["チルノ", "ミスティア", "レティ", "アリス", "ルナサ", "てゐ", "早苗"]), st.data(),
)  # fmt: skip
def test_both_bots_value_uses_as_counting_on_ordered_dice_does(
    level: int, own: list[str], target: str, data: st.DataObject
) -> None:
    dice = tuple(sorted(data.draw(st.lists(st.integers(1, 6), min_size=level, max_size=level))))
    engine = table()
    state = shooting(engine, "".join(map(str, dice)), level, *own)
    aim = cards(engine, target)
    assume(not CONDITIONS[target](dice))
    greedy, planner = GreedyBot(engine), PlannerBot(engine)
    assert Fraction(greedy.best_use(state, aim).value, SCALE) == single(dice, own, target)
    assert Fraction(planner.best_use(state, aim).value, SCALE) == plan(dice, own, target)


def test_planner_chooses_the_level_that_one_use_makes_best() -> None:
    engine = table()
    # リグル: no 4, no 6; メルラン: no 1, no 2. Own アリス rerolls one die.
    free = cards(engine, "リグル", "メルラン")
    state = engine.start()._replace(
        phase=Phase.SHOT, shots=1, top=3, free=free, owned=(cards(engine, "アリス"), 0), untapped=(0, 2)
    )
    plain = {level: level * Fraction(4, 6) ** level for level in (3, 4)}
    # all but one die are right already, and the reroll is right two times out of three
    used = {
        level: plain[level] + level * level * Fraction(4, 6) ** (level - 1) * Fraction(2, 6) * Fraction(4, 6)
        for level in (3, 4)
    }
    assert plain[3] > plain[4]
    assert used[4] > used[3]
    assert chosen(GreedyBot(engine), engine, state) == "shot 3"
    bot = PlannerBot(engine)
    assert chosen(bot, engine, state) == "shot 4"
    for level, name in ((3, "リグル"), (4, "メルラン")):
        assert level * bot.chance(state, level, cards(engine, name)) == used[level] * SCALE
    # a help card does the same as アリス
    helped = state._replace(owned=(0, 0), untapped=(1, 2))
    assert chosen(bot, engine, helped) == "shot 4"


@pytest.mark.parametrize("bot", [GreedyBot, PlannerBot])
def test_subjects_named_before_the_roll_are_aimed_at_one_by_one(bot: type[GreedyBot]) -> None:
    last = table()
    early = table(2, variant(extra={"predeclare": True}))
    for engine, fields in ((last, {"trigger": 2}), (early, {"is_extra": True})):
        start = engine.start()._replace(phase=Phase.SHOT, shots=1, top=5, untapped=(0, 2), **fields)
        # 3 x 96/216 > 4 x 360/1296 > 3 x 64/216, though level 4 has more cards
        free = cards(engine, "リグル", "橙", "アリス", "メルラン", "美鈴")
        assert chosen(bot(engine), engine, start._replace(free=free)) == "shot 3 橙"
        equal = cards(engine, "レティ", "ルーミア")  # both 56/216
        assert chosen(bot(engine), engine, start._replace(free=equal)) == "shot 3 ルーミア"


def test_a_shot_at_a_named_subject_goes_on_until_that_one_is_met() -> None:
    engine = table()
    state = shooting(engine, "336", 3, "アリス")  # a pair, but チルノ was named: sum 9
    assert chosen(GreedyBot(engine), engine, state) != "ability アリス"
    target = engine.table.deck.number("チルノ")
    assert target is not None
    named = state._replace(trigger=2, target=target)
    assert chosen(GreedyBot(engine), engine, named) == "ability アリス"
    assert (
        chosen(GreedyBot(engine), engine, named._replace(dice=counts_of([3, 3, 3]))) == "settle success=yes"
    )


def decided(bot: GreedyBot, engine: Danmaku, state: State, card: str, rolled: int) -> Json:
    """Return the decision of a bot after the one die that the first use of an ability rolls fell."""
    number = engine.table.deck.number(card)
    assert number is not None
    use: Json = engine.table.deck.uses_of(number, state.dice)[0]
    return bot.choose(state, use.then((rolled,)), RANDOM)


def test_after_the_dice_of_an_ability_fell_the_decision_that_meets_is_taken() -> None:
    engine, bot = table(), GreedyBot(table())
    state = shooting(engine, "111", 3, "天子")._replace(free=cards(engine, "チルノ"))
    assert decided(bot, engine, state, "天子", 6).event == Ability("天子", ((1, 6), (1, 2)))
    # 1 1 1 can't become 9; the first decision leaves most dice showing 1
    assert decided(bot, engine, state, "天子", 1).event == Ability("天子", ((1, 1),))


def test_planner_decides_for_one_more_use_as_it_planned() -> None:
    engine = table()
    state = shooting(engine, "111", 3, "天子", "アリス")._replace(free=cards(engine, "チルノ"))
    for bot, change in ((GreedyBot(engine), ((1, 1),)), (PlannerBot(engine), ((1, 1), (1, 2)))):
        # 1 1 2 and a reroll of one 1 is 9 with a 6
        assert decided(bot, engine, state, "天子", 1).event == Ability("天子", change)


TWICE = {"then": [{"dice": 1, "reroll": True}, {"dice": 1, "reroll": True}]}


@pytest.mark.parametrize("maker", [GreedyBot, PlannerBot])
def test_a_use_that_rolls_twice_is_worth_what_both_rolls_reach(maker: type[GreedyBot]) -> None:
    engine = table(2, rewritten({"チルノ": {}, "天子": {"ability": TWICE}}))
    bot = maker(engine)
    state = shooting(engine, "111", 3, "天子")
    # a 2 or more, then 1 + 2..6 and one roll of the second 1
    assert Fraction(bot.best_use(state, bot.aim(state)).value, SCALE) == Fraction(5, 6) * Fraction(1, 6)
    assert chosen(bot, engine, state) == "ability 天子"
    # the decision waits for another roll: of a 1, not of the 6
    assert decided(bot, engine, state, "天子", 6).choice.stages[-1].origins == (1,)


def test_chances_of_more_dice_than_twelve_are_exact() -> None:
    engine = table(2, rewritten({"天子": {"ability": {"dice": "all", "reroll": True}}}))
    odds = Odds(engine.table.deck, engine.table.scoring)
    for number in (12, 13, 14):
        best = odds.use(0, counts_of([1] * number), 1)  # all in {5, 6}
        assert Fraction(best.value) / SCALE == Fraction(1, 3**number)
        assert Fraction(odds.parts(number, 1)) / SCALE == Fraction(1, 3**number)


def test_planner_saves_abilities_of_small_gain_for_the_back_page() -> None:
    engine = table()
    state = engine.start()._replace(
        phase=Phase.EDIT, seat=1, owned=(cards(engine, "アリス"), 0), dice=counts_of([4, 4, 4, 1, 2, 3, 5, 6])
    )  # fmt: skip
    bot = PlannerBot(engine)
    assert chosen(bot, engine, state) == "settle score=3"
    back = state._replace(pages=((3,), ()))
    move = bot.choose(back, engine.moves(back), RANDOM)
    assert engine.hint(move) == "ability アリス"
