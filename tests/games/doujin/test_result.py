"""What a game comes to: KD-16 to KD-18, against a count of its own."""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING

import jsonschema
import pytest

from games.core.bots import RandomBot
from games.core.cardfile import read_cards
from games.core.judge import judge
from games.core.play import play_game
from games.doujin.decks import invented_deck
from games.doujin.playable import PLAY
from games.doujin.state import Phase, State
from games.schemas import schema_text
from tests.games.doujin.tables import CLUB, WrittenDoujin, played, table, variant
from tests.games.reports import changed, codes, doujin, errors

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.core.ruleset import Ruleset
    from tests.games.reports import Report

SIDES = {
    "C1": (4, -4),
    "C2": (2, -1),
    "G1": (3, -3),
    "E2": (0, 2),
    "N1": (2, -2),
    "A1": (8, -8),
    "E1": (3, -2),
}


def ended(engine: WrittenDoujin, *hands: str, first: int = 1, scored: tuple[int, ...] = (0, 0, 0)) -> State:
    """Return an ended game in which the seats hold these cards; `-C1` lies dark."""
    masks, light = [], 0
    for cards in hands:
        mask = 0
        for name in cards.split():
            bit = 1 << (engine.table.deck.number("card", name.lstrip("-")) or 0)
            mask |= bit
            light |= 0 if name.startswith("-") else bit
        masks.append(mask)
    state = played("", engine).but(hands=tuple(masks), light=light, first=first, scored=scored)
    return state.ask(Phase.OVER, 0)


def totals(engine: WrittenDoujin, state: State) -> list[tuple[int, int]]:
    result = engine.result(state)
    assert result is not None
    return [(seat.total, seat.placement) for seat in result]


# KD-16: points of a hand


def test_kd_16_a_card_counts_the_side_that_lies_up() -> None:
    engine = table()
    hands = ["C1 -G1 E2", "-C2 -E1", "A1 -N1"]
    state = ended(engine, *hands)
    wanted = [sum(SIDES[n.lstrip("-")][n.startswith("-")] for n in cards.split()) for cards in hands]
    assert wanted == [1, -3, 6]
    assert totals(engine, state) == [(1, 2), (-3, 3), (6, 1)]


def test_kd_16_points_beside_the_hand_count_too() -> None:
    engine = table()
    assert totals(engine, ended(engine, "C1", "G1", "", scored=(0, 2, -1))) == [(4, 2), (5, 1), (-1, 3)]


def holding_club() -> Ruleset:
    """Return a ruleset that holds the small deck, of which an event scores."""
    return variant(deck=read_cards(CLUB.read_bytes()).content)


def reports(players: int, count: int) -> Iterator[Report]:
    """Yield how games with the small deck ended, as reports."""
    engine = PLAY.engine(holding_club(), players)
    for seed in range(count):
        state, _ = play_game(engine, [RandomBot(engine)] * players, Random(seed))
        result = engine.result(state)
        assert result is not None
        seats = [
            {"total": seat.total, "placement": seat.placement, **seat.parts,
             "trump": engine.table.deck.trumps[state.trumps[seat.seat - 1]].name}
            for seat in result
        ]  # fmt: skip
        yield doujin(*seats, ruleset="variant", finished=True, laps={3: 4, 4: 3, 5: 3}[players])


@pytest.mark.parametrize("players", [3, 4, 5])
def test_kd_16_what_bots_play_is_a_true_report_points_beside_the_hand_included(players: int) -> None:
    ruleset, moved = holding_club(), 0
    for report in reports(players, 12):
        jsonschema.validate(report, json.loads(schema_text("report")))
        judgement = judge(report, ruleset)
        assert (errors(judgement), judgement.evidence) == ([], "cards")
        for index, seat in enumerate(report["seats"]):
            moved += seat["scored"] != 0
            assert judgement.seats[index].parts["scored"] == seat["scored"]
            more = changed(report, f"/seats/{index}/scored", seat["scored"] + 1)
            assert {rule for rule, _ in errors(judge(more, ruleset))} & {"KD-16", "KD-17"}
    assert moved, "somebody scored"


def test_kd_16_left_out_where_the_deck_scores_no_total_is_refused() -> None:
    ruleset = holding_club()
    for report in reports(3, 6):
        silent = report | {
            "seats": [{k: v for k, v in seat.items() if k != "scored"} for seat in report["seats"]]
        }
        judgement = judge(silent, ruleset)
        assert (errors(judgement), judgement.evidence) == ([], "parts")
        assert codes(judgement).count("doujin.scored_open") == 3
        assert [seat.total for seat in judgement.seats] == [seat["total"] for seat in report["seats"]]
        without = changed(silent, "/seats/0/total", ...)
        assert ("KD-16", "/seats/0") in errors(judge(without, ruleset)), "the hand alone doesn't tell it"


# KD-17: the +4 for all four colours


def test_kd_17_four_light_colours_are_worth_four_once_and_an_adult_card_stands_in_for_none() -> None:
    engine = table()
    state = ended(engine, "C1 C2 G1 E1 N1", "G2 E2 N2 A1", "C3 A2")
    assert totals(engine, state) == [(4 + 2 + 3 + 3 + 2 + 4, 1), (2 + 0 + 1 + 8, 2), (9, 3)]
    result = engine.result(state)
    assert result is not None
    assert [seat.parts["bonus"] for seat in result] == [True, False, False]
    assert totals(engine, ended(engine, "C1 G1 E1 -N1", "", ""))[0] == (4 + 3 + 3 - 2, 1)
    assert totals(table(completion_bonus=7), ended(engine, "C1 G1 E1 N1", "", ""))[0] == (19, 1)


# KD-18: winner and ties


@pytest.mark.parametrize(
    ("tiebreak", "first", "places"),
    [
        ("shared", 3, [1, 3, 1]),
        ("early_bird", 3, [2, 3, 1]),
        ("early_bird", 2, [2, 3, 1]),
        ("early_bird", 0, [1, 3, 2]),
    ],
)
def test_kd_18_equal_totals_share_or_go_by_the_order_from_the_early_bird(
    tiebreak: str, first: int, places: list[int]
) -> None:
    engine = table(tiebreak=tiebreak)
    state = ended(engine, "G1", "N2", "E1", first=first)
    assert [place for _, place in totals(engine, state)] == places


# KD-19: range of a card's points


def test_kd_19_the_invented_deck_stays_within_what_is_known_of_the_real_one() -> None:
    deck = invented_deck()
    adults = [card for card in deck.cards if card.colour == "adult"]
    others = [card for card in deck.cards if card.colour != "adult"]
    assert [(card.light, card.dark) for card in adults] == [(8, -8)] * 4
    assert max(card.light for card in others) == 4
    assert len(others) >= 48
    for colour in ("cover", "genre", "element", "name"):
        assert sum(card.colour == colour for card in others) == len(others) // 4
    darkest = {
        light: max(card.dark for card in others if card.light == light) for light in {c.light for c in others}
    }
    assert sorted(darkest.values(), reverse=True) == [darkest[light] for light in sorted(darkest)]
    assert darkest[4] <= -5
    assert any(card.dark >= 0 for card in others)
    assert [event.name for event in deck.events if event.is_censorship] == ["不健全規制"]


# KD-20: what the cards say


def test_kd_20_the_invented_deck_says_so_and_is_as_large_as_it_has_to_be() -> None:
    deck = invented_deck()
    assert deck.marked
    assert "創作" in deck.title["ja"]
    assert "Invented" in deck.title["en"]
    assert len(deck.events) >= 12
    assert sum(event.copies for event in deck.events) >= 36
    assert sum(trump.copies for trump in deck.trumps) >= 12
    assert {trump.window.value for trump in deck.trumps} == {"own-turn", "event-revealed", "end"}
    effects = [event.steps for event in deck.events] + [trump.steps for trump in deck.trumps]
    ops = {step.op.value for steps in effects for step in steps}
    assert ops == {"flip", "give", "exchange", "draw", "discard", "cancel"}, (
        "no points beside the hand (KD-16)"
    )
