"""Doujin reports: hands, the +4, the adult card, early bird, laps and ties."""

from __future__ import annotations

import json

import pytest

from games.core.findings import Severity, render
from games.core.judge import judge
from games.core.registry import builtin_ruleset
from games.core.ruleset import Ruleset
from games.doujin.decks import invented_deck
from tests.games.reports import (
    DESIGN_DOUJIN,
    Json,
    card,
    changed,
    codes,
    doujin,
    errors,
    found,
    places,
)

FOUR = [card("cover", 3), card("genre", 2), card("element", 1), card("name", 4)]
OTHERS = ({"total": 1}, {"total": 0})


def judged(**seat: Json) -> Json:
    return judge(doujin(seat, *OTHERS))


def early_bird_ruleset() -> Ruleset:
    payload = dict(json.loads(json.dumps(builtin_ruleset("doujin", "base").payload)))
    return Ruleset.from_payload(
        game="doujin", key="x", version=1, payload=payload | {"tiebreak": "early_bird"}
    )


@pytest.mark.parametrize(("players", "valid"), [(2, False), (3, True), (5, True), (6, False)])
def test_three_to_five_players(players: int, *, valid: bool) -> None:
    judgement = judge(doujin(*[{"total": 3}] * players))
    assert errors(judgement) == ([] if valid else [("KD-1", "/seats")])


def test_seat_numbers_break_kd_2() -> None:
    report = doujin({"total": 3}, {"total": 2, "seat": 1}, {"total": 1, "seat": 4})
    assert errors(judge(report)) == [("KD-2", "/seats/1/seat"), ("KD-2", "/seats/2/seat")]


def test_total_is_the_sum_of_the_hand() -> None:
    hand = [card("cover", 3), card("genre", -2, "dark")]
    assert judged(hand=hand, total=1).valid
    assert errors(judged(hand=hand, total=2)) == [("KD-16", "/seats/0/total")]
    assert judged(hand=hand).seats[0].total == 1


def test_four_light_colours_give_4() -> None:
    assert judged(hand=FOUR, total=14, bonus=True).valid
    assert errors(judged(hand=FOUR, total=10)) == [("KD-17", "/seats/0/total")]
    assert errors(judged(hand=FOUR, total=14, bonus=False)) == [("KD-17", "/seats/0/bonus")]
    assert errors(judged(hand=FOUR, total=13)) == [("KD-16", "/seats/0/total")]
    assert judged(hand=FOUR).seats[0].total == 14


def test_a_second_light_card_of_a_colour_is_no_fifth_colour() -> None:
    assert judged(hand=[*FOUR, card("cover", 2)], total=16, bonus=True).valid


def test_dark_card_does_not_complete() -> None:
    hand = [*FOUR[:3], card("name", 1, "dark")]
    assert errors(judged(hand=hand, total=7, bonus=True)) == [("KD-17", "/seats/0/bonus")]


def test_adult_card_does_not_stand_in_for_the_bonus() -> None:
    hand = [*FOUR[:3], card("adult", 8)]
    judgement = judged(hand=hand, total=18, bonus=True)
    assert errors(judgement) == [("KD-17", "/seats/0/bonus"), ("KD-16", "/seats/0/total")]
    assert render(judgement.findings[0], "ja") == (
        "18禁は名誉の4色に数えません。席1は名前の光がないので+4はありません。"
    )
    assert ("KD-17", "/seats/0/total") in errors(judged(hand=hand, total=18))
    assert judged(hand=hand, total=14, bonus=False).valid


@pytest.mark.parametrize(
    ("colour", "side", "points", "valid"),
    [
        ("adult", "light", 8, True),
        ("adult", "dark", -8, True),
        ("adult", "light", 7, False),
        ("adult", "dark", 8, False),
        ("cover", "light", 4, True),
        ("cover", "light", 5, False),
        ("cover", "light", -3, True),
        ("name", "dark", 5, True),
        ("name", "dark", -20, True),
    ],
)
def test_printed_points_are_possible(colour: str, side: str, points: int, *, valid: bool) -> None:
    judgement = judged(hand=[card(colour, points, side)], total=points)
    assert errors(judgement) == ([] if valid else [("KD-19", "/seats/0/hand/0/points")])


@pytest.mark.parametrize(
    ("key", "value", "rule"),
    [
        ("colour", "red", "FMT-5"),
        ("colour", None, "FMT-2"),
        ("colour", ..., "FMT-3"),
        ("side", "LIGHT", "FMT-5"),
        ("side", True, "FMT-2"),
        ("points", "3", "FMT-2"),
        ("points", 3.0, "FMT-2"),
        ("points", [3], "FMT-2"),
        ("name", "x", "FMT-4"),
    ],
)
def test_card_of_the_wrong_shape(key: str, value: Json, rule: str) -> None:
    report = changed(DESIGN_DOUJIN, f"/seats/0/hand/0/{key}", value)
    assert [one for one, _ in errors(judge(report))] == [rule]


def test_empty_hand_is_noted_and_counts_zero() -> None:
    assert found(judged(hand=[], total=0), Severity.INFO) == [("KD-16", "/seats/0/hand")]
    assert errors(judged(hand=[], total=3)) == [("KD-16", "/seats/0/total")]


def test_only_one_early_bird() -> None:
    report = doujin(*({"total": t, "early_bird": True} for t in (5, 3, 1)))
    assert errors(judge(report)) == [("KD-8", "/seats/1/early_bird")]
    # KD-10: the phase can end without one
    nobody = doujin(*({"total": t, "early_bird": False} for t in (5, 3, 1)))
    assert found(judge(nobody), Severity.INFO) == [("KD-10", "/seats")]
    assert judge(doujin({"total": 5, "early_bird": False}, *OTHERS)).findings == ()


@pytest.mark.parametrize(
    ("players", "laps", "valid"),
    [(3, 4, True), (3, 3, False), (4, 3, True), (4, 4, False), (5, 3, True), (5, 0, False)],
)
def test_laps_follow_the_number_of_players(players: int, laps: int, *, valid: bool) -> None:
    judgement = judge(doujin(*[{"total": 3}] * players, laps=laps))
    assert errors(judgement) == ([] if valid else [("KD-11", "/laps")])


@pytest.mark.parametrize(("laps", "valid"), [(0, True), (4, True), (5, False), (-1, False)])
def test_unfinished_table_has_fewer_laps(laps: int, *, valid: bool) -> None:
    assert judge(doujin({}, {}, {}, laps=laps, finished=False)).valid is valid


def test_missing_total_is_an_error_unless_unfinished() -> None:
    assert errors(judge(doujin({}, *OTHERS))) == [("KD-16", "/seats/0")]
    assert judge(doujin({}, *OTHERS, finished=False)).valid


def test_ties_are_shared() -> None:
    report = doujin(*({"total": t, "placement": p} for t, p in ((4, 2), (4, 3), (9, 1))))
    assert errors(judge(report)) == [("KD-18", "/seats/1/placement")]
    assert places(judge(doujin({"total": 4}, {"total": 4}, {"total": 9}))) == [2, 2, 1]


def test_ties_by_the_order_from_the_early_bird() -> None:
    seats = [{"total": 4, "early_bird": i == 2} for i in range(4)]
    judgement = judge(doujin(*seats), early_bird_ruleset())
    assert places(judgement) == [3, 4, 1, 2]
    report = doujin(*(seat | {"placement": p} for seat, p in zip(seats, (1, 2, 3, 4), strict=True)))
    judgement = judge(report, early_bird_ruleset())
    assert errors(judgement) == [("KD-18", "/seats/2/placement")]
    assert judgement.findings[0].params["who"] == ["seat 3", "seat 4", "seat 1", "seat 2"]


def test_ties_go_by_the_order_from_seat_1_when_nobody_completed() -> None:
    """KD-10: seat 1 opened the sale. One seat that doesn't say so leaves it open who was first."""
    seats = [{"total": 4, "early_bird": False} for _ in range(4)]
    assert places(judge(doujin(*seats), early_bird_ruleset())) == [1, 2, 3, 4]
    report = doujin(*(seat | {"placement": p} for seat, p in zip(seats, (4, 3, 2, 1), strict=True)))
    assert errors(judge(report, early_bird_ruleset())) == [("KD-18", "/seats/0/placement")]
    silent = changed(report, "/seats/0/early_bird", ...)
    assert judge(silent, early_bird_ruleset()).valid


def test_without_known_early_bird_ties_are_as_reported() -> None:
    report = doujin(*({"total": 4, "placement": p} for p in (2, 1, 3)))
    judgement = judge(report, early_bird_ruleset())
    assert (judgement.valid, places(judgement)) == (True, [2, 1, 3])
    assert codes(judgement) == ["doujin.order_implied"]
    assert places(judge(doujin(*[{"total": 4}] * 3), early_bird_ruleset())) == [1, 1, 1]


def test_without_a_deck_trumps_are_not_checked_and_that_is_no_promise() -> None:
    judgement = judged(total=3, trump="?")
    assert judgement.valid
    assert found(judgement, Severity.INFO) == [("KD-13", "/seats")]
    assert "公開されていません" in render(judgement.findings[0], "ja")
    assert "yet" not in render(judgement.findings[0], "en")


@pytest.mark.parametrize(
    ("name", "valid"), [(0, True), ("id", True), ("romanised", True), ("存在しない切札", False)]
)
def test_kd_1_a_trump_is_one_of_the_deck(name: Json, *, valid: bool) -> None:
    (trump, *_) = invented_deck().trumps
    given = {0: trump.name, "id": trump.id, "romanised": trump.romanised.upper()}.get(name, name)
    judgement = judge(doujin({"total": 3}, {"total": 2, "trump": given}, {"total": 1}, ruleset="invented"))
    assert errors(judgement) == ([] if valid else [("KD-1", "/seats/1/trump")])
    assert "doujin.trump_unchecked" not in codes(judgement)


def test_kd_20_a_report_judged_by_an_invented_deck_says_so_once() -> None:
    (cover, *_) = (card for card in invented_deck().cards if card.colour == "cover")
    with_hand = {"hand": [card("cover", cover.light)], "total": cover.light}
    report = doujin(with_hand, {"total": 0, "hand": []}, {"total": 0}, ruleset="invented")
    said = [finding for finding in judge(report).findings if finding.code == "doujin.deck_invented"]
    assert [(one.rule, one.severity, one.path) for one in said] == [("KD-20", Severity.INFO, "/ruleset")]
    assert "創作" in render(said[0], "ja")
    assert "invented" in render(said[0], "en")
    only_totals = doujin({"total": 3}, *OTHERS, ruleset="invented")
    assert codes(judge(only_totals)) == [], "nothing of the deck was looked at"
    assert "doujin.deck_invented" not in codes(judge(report | {"ruleset": "base"}))


@pytest.mark.parametrize(
    ("details", "evidence"),
    [
        ({"hand": FOUR, "total": 14}, "hand"),
        ({"hand": [*FOUR, {"colour": "cover", "side": "dark"}], "total": 14}, "parts"),
        ({"hand": [*FOUR, {"colour": "adult", "side": "dark"}], "total": 6}, "hand"),
        ({"bonus": False, "total": 3}, "parts"),
        ({"total": 3}, "scores"),
    ],
)
def test_evidence_is_the_lowest_level_of_all_seats(details: dict[str, Json], evidence: str) -> None:
    full = {"hand": FOUR, "total": 14}
    assert judge(doujin(details, full, full)).evidence == evidence


# Points that nobody wrote down (KD-16, KD-17, KD-19)


def unprinted(colour: str, side: str = "light") -> dict[str, Json]:
    return {"colour": colour, "side": side}


@pytest.mark.parametrize(("side", "points"), [("light", 8), ("dark", -8)])
def test_kd_19_the_points_of_an_adult_card_follow_from_its_side(side: str, points: int) -> None:
    for adult in (unprinted("adult", side), unprinted("adult", side) | {"points": None}):
        hand = [card("cover", 3), adult]
        judgement = judged(hand=hand)
        assert judgement.seats[0].total == 3 + points
        assert judgement.seats[0].parts["hand"] == [card("cover", 3), card("adult", points, side)]
        assert errors(judged(hand=hand, total=4 + points)) == [("KD-16", "/seats/0/total")]


def test_kd_17_the_bonus_follows_from_colours_and_sides_alone() -> None:
    hand = [unprinted(colour) for colour in ("cover", "genre", "element", "name")]
    assert judged(hand=hand, total=33).valid
    assert judged(hand=hand, total=33).seats[0].parts == {"bonus": True}
    assert errors(judged(hand=hand, total=33, bonus=False)) == [("KD-17", "/seats/0/bonus")]
    assert errors(judged(hand=[*hand[:3], card("adult", 8)], total=33, bonus=True)) == [
        ("KD-17", "/seats/0/bonus")
    ]


def test_kd_16_a_hand_without_all_its_points_needs_a_total_and_refuses_none() -> None:
    hand = [card("cover", 3), unprinted("genre")]
    for total in (-40, 3, 90):
        judgement = judged(hand=hand, total=total)
        assert (judgement.findings, judgement.seats[0].total) == ((), total)
    judgement = judged(hand=hand)
    assert errors(judgement) == [("KD-16", "/seats/0")]
    assert codes(judgement) == ["doujin.total_open"]
    assert judge(doujin({"hand": hand}, *OTHERS, finished=False)).valid


def test_kd_20_copies_are_counted_in_hands_whose_points_are_all_known() -> None:
    nowhere = card("cover", -30)
    for hand, wrong in (([nowhere], True), ([nowhere, unprinted("genre")], False)):
        judgement = judge(doujin({"hand": hand, "total": -30}, *OTHERS, ruleset="invented"))
        assert errors(judgement) == ([("KD-20", "/seats/0/hand/0")] if wrong else [])


# Points beside the hand (KD-16)


def test_kd_16_points_beside_the_hand_are_part_of_the_total() -> None:
    hand = [card("cover", 3)]
    assert judged(hand=hand, scored=-2, total=1).findings == ()
    assert judged(hand=hand, scored=-2).seats[0].total == 1
    assert judged(hand=hand, scored=-2).seats[0].parts == {"hand": hand, "scored": -2}
    assert judged(hand=FOUR, scored=5, total=19).valid
    assert errors(judged(hand=FOUR, scored=5, total=15)) == [("KD-17", "/seats/0/total")], "the +4 forgotten"
    wrong = judged(hand=hand, scored=-2, total=3)
    assert errors(wrong) == [("KD-16", "/seats/0/total")]
    assert render(wrong.findings[0], "en") == (
        "The total of seat 1 doesn't match (3 in the hand, 0 for all four colours, -2 beside the hand: 1, entered: 3)."
    )
    assert errors(judged(hand=hand, scored="2", total=3)) == [("FMT-2", "/seats/0/scored")]


def test_kd_16_a_deck_without_such_an_effect_scores_nothing_beside_the_hand() -> None:
    for scored, wrong in ((0, False), (1, True), (-1, True)):
        report = doujin({"total": 3, "scored": scored}, *OTHERS, ruleset="invented")
        assert errors(judge(report)) == ([("KD-16", "/seats/0/scored")] if wrong else [])


def test_parts_are_as_reported() -> None:
    first, second, _ = judge(DESIGN_DOUJIN).seats
    assert first.parts == {
        "early_bird": True,
        "hand": [card("cover", 3), card("adult", 8)],
        "bonus": False,
    }
    assert second.parts == {"early_bird": False}
