"""Uses are offered in the order that docs/cards.md defines, and written as it says."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.danmaku.cards import base_set
from games.danmaku.dice import counts_of, faces_of
from games.danmaku.moves import UseMove
from tests.games.plays import rewritten, table

if TYPE_CHECKING:
    from games.danmaku.cards import Choice
    from games.danmaku.engine import Danmaku
    from tests.games.reports import Json

ABLE = [card for card in base_set().cards if card.ability is not None]
DICE = st.lists(st.integers(1, 6), min_size=1, max_size=9)


def with_ability(ability: Json) -> Danmaku:
    return table(2, rewritten({"チルノ": {"ability": ability}}))


def uses(engine: Danmaku, dice: str) -> list[Json]:
    return list(engine.table.deck.uses_of(0, counts_of(map(int, dice))))


def lines(engine: Danmaku, moves: list[Json]) -> list[str]:
    return [engine.vocabulary.to_line(move.event).removeprefix("ability チルノ ") for move in moves]


def rank(choice: Choice) -> tuple[list[int], int]:
    """Return the first two rules of the order: few dice of the low faces come last."""
    lying = faces_of(choice.dice)
    return [-lying.count(face) for face in range(1, 7)], choice.fresh


@pytest.mark.parametrize("card", ABLE, ids=lambda card: card.id)
@settings(max_examples=8, deadline=None)
@given(dice=DICE, rolled=st.lists(st.integers(1, 6), min_size=4, max_size=4))
def test_low_faces_come_first_then_fewer_dice_to_roll(card: Json, dice: list[int], rolled: list[int]) -> None:
    choices = card.ability.start(counts_of(dice))
    assert [rank(choice) for choice in choices] == sorted(map(rank, choices))
    for choice in choices[:5]:
        if choice.fresh and choice.rest:
            then = choice.then(tuple(sorted(rolled[: choice.fresh])))
            assert [rank(other) for other in then] == sorted(map(rank, then))


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(ABLE), DICE)
def test_dice_that_an_ability_cant_tell_apart_leave_order_and_telling_as_they_are(
    card: Json, dice: list[int]
) -> None:
    deck, counts = table().table.deck, counts_of(dice)
    offered = deck.uses_of(deck.names.index(card.name), counts)
    told = [move.choice.change if isinstance(move, UseMove) else move.event.change for move in offered]  # type: ignore[union-attr]
    assert told == [choice.change for choice in card.ability.start(counts)]


@pytest.mark.parametrize(
    ("ability", "dice", "told"),
    [
        ({"dice": 1, "set": "lower"}, "23", ["3>1", "2>1", "3>2"]),
        ({"dice": 2, "shift": [1, 2]}, "11", ["1>2 1>2", "1>2 1>3", "1>3 1>3"]),
        # the same dice in several ways: the fewest pairs, then the first ones
        ({"dice": {"max": 2}, "set": "any"}, "12", [
            "2>1", "1>1", "2>3", "2>4", "2>5", "2>6", "1>2", "1>3", "1>4", "1>5", "1>6",
            "1>3 2>3", "1>3 2>4", "1>3 2>5", "1>3 2>6", "1>4 2>4", "1>4 2>5", "1>4 2>6",
            "1>5 2>5", "1>5 2>6", "1>6 2>6",
        ]),
        ({"either": [{"dice": 1, "set": 6}, {"dice": 1, "remove": True}]}, "12", ["2>6", "-2", "1>6", "-1"]),
        ({"then": [{"dice": 1, "shift": 1}, {"dice": 1, "shift": 1}]}, "13", ["3>4 4>5", "1>2 3>4", "1>2 2>3"]),
    ],
)  # fmt: skip
def test_uses_are_told_and_ordered(ability: Json, dice: str, told: list[str]) -> None:
    engine = with_ability(ability)
    assert lines(engine, uses(engine, dice)) == told


def test_what_stands_first_in_the_card_comes_first_among_equals() -> None:
    up = {"then": [{"dice": 1, "reroll": True}, {"dice": 1, "shift": 1}]}
    down = {"then": [{"dice": 1, "reroll": True}, {"dice": 1, "shift": -1}]}
    for first, other, faces in ((up, down, (4, 2)), (down, up, (2, 4))):
        engine = with_ability({"either": [first, other]})
        moves = uses(engine, "3")
        assert len(moves) == 2
        assert [end.event.change[-1][1] for move in moves for end in move.then((3,))] == list(faces)


def test_fewer_dice_to_roll_come_first_where_the_same_lie() -> None:
    engine = with_ability({"either": [{"add": 2}, {"add": 1}]})
    assert [move.chance.number for move in uses(engine, "34")] == [1, 2]
