"""Bots decide as docs/bots.md says; chances against independent counting."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random
from typing import TYPE_CHECKING

import pytest

from games.danmaku.bots.greedy import GreedyBot
from games.danmaku.bots.odds import SCALE, Odds
from games.danmaku.bots.planner import PlannerBot
from games.danmaku.dice import counts_of
from games.danmaku.state import Phase, State
from tests.games.plays import table

if TYPE_CHECKING:
    from games.danmaku.engine import Danmaku

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
    engine = table()
    own = ("チルノ", "ミスティア", "リグル", "ルーミア", "慧音", "橙")  # レティ is left: sum <= 8
    state = shooting(engine, "446", 3, *own, untapped=2)
    # チルノ: 3 3 6 is 12, 3 4 5 is 12: no; 慧音 leaves 4 4 (sum 8): certain
    assert chosen(GreedyBot(engine), engine, state) == "ability 慧音 -6"


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
    # 幽々子 sets two dice to 4 (5 points); rerolling one die gains a sixth of a point
    assert chosen(GreedyBot(engine), engine, state) == "ability 幽々子 1>4 2>4"
    done = state._replace(dice=counts_of([4] * 8))
    assert chosen(GreedyBot(engine), engine, done) == "settle score=9"


def test_planner_looks_two_uses_ahead() -> None:
    engine = table()
    bot, greedy = PlannerBot(engine), GreedyBot(engine)
    own = ("チルノ", "リグル", "ルーミア", "レティ", "慧音", "橙")  # ミスティア is left: sum 12
    state = shooting(engine, "555", 3, *own)
    # チルノ twice isn't possible; 4 4 5 is 13, no single use reaches 12 for certain
    aim = bot.aim(state)
    assert bot.best_use(state, aim).value >= greedy.best_use(state, aim).value
    assert bot.best_use(state, aim).value > 0


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
