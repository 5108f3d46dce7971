"""Card sets other than the base set: other dice, other bounds, and never more choices than can be looked at."""

from __future__ import annotations

import json

import pytest

from games.core.chance import generator
from games.core.judge import judge
from games.core.play import play_game
from games.core.record import record_json
from games.core.ruleset import Ruleset, RulesetError
from games.danmaku.cards import base_set
from games.danmaku.playable import PLAY
from games.danmaku.rules import BASE_PAYLOAD, rules_of
from tests.games.reports import Json, codes, danmaku, errors

EASY = {level: {"sum": {"min": 2 * level}} for level in range(3, 9)}


def ruleset(*abilities: Json, **keys: Json) -> Ruleset:
    """Return the base rules with easy cards, six a level; the first ones have these abilities."""
    cards: list[Json] = [
        {
            "id": f"c{n}",
            "level": 3 + n // 6,
            "name": f"n{n}",
            "romanised": f"R{n}",
            "condition": EASY[3 + n // 6],
        }
        for n in range(36)
    ]
    for card, ability in zip(cards, abilities, strict=False):
        card["ability"] = ability
    held = {
        "format": "sekijun.cards/1",
        "game": "danmaku",
        "key": "own",
        "title": "t",
        "unofficial": True,
        "card": cards,
    }
    return Ruleset.from_payload(
        game="danmaku", key="own", version=1, payload={**BASE_PAYLOAD, "card_set": held} | keys
    )


def page(dice: int, *abilities: str) -> Json:
    return {"dice": [1, 2] + [3] * (dice - 2), "abilities": list(abilities)}


def seats(*captured: str, front: Json = None, back: Json = None) -> tuple[Json, Json]:
    """Return a seat with captures and pages, and another one without."""
    pages = [one for one in (front, back) if one]
    return {"captured": list(captured)} | ({"pages": pages} if pages else {"total": 9}), {"total": 8}


def test_captured_subjects_that_add_dice_to_a_roll_count_on_both_pages() -> None:
    """DG-18: `start_dice` needs no use."""
    own = ruleset({"start_dice": 1}, {"start_dice": 2})
    assert rules_of(own).starts == (8, 9, 10, 11)
    assert errors(judge(danmaku(*seats("n0", front=page(9), back=page(9))), own)) == []
    assert errors(judge(danmaku(*seats("n0", "n1", front=page(11), back=page(11))), own)) == []
    wrong = judge(danmaku(*seats("n0", front=page(8), back=page(9))), own)
    assert errors(wrong) == [("DG-18", "/seats/0/pages/0/dice")]
    assert errors(judge(danmaku(*seats("n2", front=page(9), back=page(8))), own)) == [
        ("DG-18", "/seats/0/pages/0/dice")
    ]


def test_what_bots_play_with_such_subjects_is_judged_the_same_as_a_report() -> None:
    own = ruleset({"start_dice": 1}, {"add": 1}, {"dice": 1, "remove": True})
    engine = PLAY.engine(own, 3, max_turns=500)
    state, events = play_game(engine, [PLAY.bots["greedy"](engine)] * 3, generator("own"))
    record = record_json(
        game="danmaku", ruleset="own", finished=True, seats=PLAY.seats(engine, state), events=events,
        vocabulary=PLAY.vocabulary,
    )  # fmt: skip
    judged = judge(record, own)
    assert errors(judged) == []
    told = [
        {"captured": seat.parts["captured"], "total": int(seat.total or 0), "edit_order": seat.edit_order}
        for seat in judged.seats
    ]
    assert errors(judge(danmaku(*told), own)) == []


@pytest.mark.parametrize(
    ("abilities", "score", "fits"),
    [
        ([{"add": 6}], 15, True),  # 14 dice
        ([{"add": 6}], 16, False),
        ([{"add": 6}, {"add": 6}], 21, True),  # 20 dice
        ([{"add": 1}], 14, False),  # the five dice of the base set don't count here
        ([], 9, True),
        ([], 8, False),
    ],
)
def test_bounds_are_those_of_the_cards_that_are_played_with(
    abilities: list[Json], score: int, fits: bool
) -> None:
    """DG-21."""
    own = ruleset(*abilities)
    report = danmaku({"pages": [{"score": score}, {"score": 4}]}, {"total": 4})
    assert (errors(judge(report, own)) == []) == fits


def test_more_dice_than_can_lie_on_a_table_are_no_card_set() -> None:
    with pytest.raises(RulesetError) as caught:
        ruleset({"add": 6}, {"add": 6}, {"add": 1})
    assert [problem.code for problem in caught.value.problems] == ["danmaku.set_dice"]
    with pytest.raises(RulesetError) as caught:  # few enough by itself, too many with what the others add
        ruleset({"dice": {"max": 4}, "shift": [1, 2, 3, -1, -2, -3]}, {"add": 6}, {"add": 6})
    assert [(problem.code, problem.path) for problem in caught.value.problems] == [
        ("danmaku.card_choices", "/card_set/card/0/ability")
    ]


@pytest.mark.parametrize("ability", [{"dice": "any", "remove": True}, {"dice": {"max": 7}, "remove": True}])
def test_ability_that_looks_at_many_dice_is_judged_as_soon_as_any(ability: Json) -> None:
    own = ruleset(ability)
    judged = judge(danmaku(*seats("n0", front=page(5, "n0"), back=page(8))), own)
    assert errors(judged) == []


def test_uses_that_nobody_could_look_at_are_not_on_offer() -> None:
    """Loading refuses such an ability; whatever slips through is passed over, not broken."""
    from games.danmaku import paths

    card = base_set().find("四季映姫")
    assert card is not None
    ability = card.ability
    assert ability is not None
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(paths, "MOST_CHOICES", 10)
        paths.paths.cache_clear()
        assert ability.start((1, 1, 1, 1, 1, 4)) == ()
        assert ability.explains((1, 1, 1, 1, 1, 4), ((1, 6), (2, 6), (3, 6), (4, 6))) is None
    paths.paths.cache_clear()


def test_set_of_a_ruleset_survives_json() -> None:
    own = ruleset({"start_dice": 1})
    payload = json.loads(json.dumps(own.payload))
    again = Ruleset.from_payload(game="danmaku", key="own", version=1, payload=payload)
    assert rules_of(again).starts == (8, 9)
    assert codes(judge(danmaku(*seats("n40")), again))[0].startswith("danmaku.unknown_card")
