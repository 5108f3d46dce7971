"""Hands of doujin reports against a slow count of their own: every small hand, every claim, every deck."""

from __future__ import annotations

import json
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.cli.app import main
from games.core.findings import render
from games.core.judge import judge
from games.core.registry import builtin_ruleset
from games.core.ruleset import Ruleset
from games.doujin.referee import judge_report
from games.doujin.rules import rules_of
from tests.games.doujin import naive
from tests.games.reports import Json, Report, card, codes, doujin, errors, places

if TYPE_CHECKING:
    from pathlib import Path

    from games.core.game import Judgement

BASE = builtin_ruleset("doujin", "base")
EARLY_BIRD = Ruleset.from_payload(
    game="doujin", key="club", version=1, payload={**BASE.payload, "tiebreak": "early_bird"}
)
SIDES = {"light": (3, 8), "dark": (-2, -8)}
OTHERS = ({"total": 1}, {"total": 0})


class Printed(NamedTuple):
    """A card of a deck."""

    colour: str
    light: int
    dark: int


def lying(colour: str, side: str) -> Report:
    ordinary, adult = SIDES[side]
    return card(colour, adult if colour == "adult" else ordinary, side)


def small_hands() -> list[list[Report]]:
    """Return every hand with at most one card of a colour and one adult card, either side up."""
    return [
        [lying(colour, side) for colour, side in zip((*naive.COLOURS, "adult"), sides, strict=True) if side]
        for sides in product(("", "light", "dark"), repeat=5)
    ]


def expected(hand: list[Report], total: int | None, *, bonus: bool | None) -> set[tuple[str, str]]:
    """Return the errors that a claim deserves."""
    earned = not naive.missing(hand)
    right = naive.total(hand)
    found = set()
    if bonus is not None and bonus is not earned:
        found.add(("KD-17", "/seats/0/bonus"))
    if total is not None and total != right:
        forgotten = earned and total == naive.points(hand)
        found.add(("KD-17" if forgotten else "KD-16", "/seats/0/total"))
        if bonus is None and not earned and total == right + 4:
            found.add(("KD-17", "/seats/0/total"))
    return found


@pytest.mark.parametrize("bonus", [None, False, True])
@pytest.mark.parametrize("off", [None, 0, 4, -4, 1])
def test_every_small_hand_with_every_claim(off: int | None, *, bonus: bool | None) -> None:
    for hand in small_hands():
        total = None if off is None else naive.total(hand) + off
        judgement = judge(doujin({"hand": hand, "total": total, "bonus": bonus}, *OTHERS))
        assert set(errors(judgement)) == expected(hand, total, bonus=bonus), hand
        claimed = {"doujin.bonus_adult", "doujin.bonus_missing"}.intersection(codes(judgement))
        lit_adult = any(one == card("adult", 8) for one in hand)
        wanted = {"doujin.bonus_adult" if lit_adult else "doujin.bonus_missing"}
        assert claimed in (set(), wanted), hand
        if total is None:
            assert judgement.seats[0].total == naive.total(hand)


def test_adult_card_in_place_of_a_colour_is_told_by_its_own_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hand = [card("cover", 3), card("genre", 2), card("name", 4), card("adult", 8)]
    file = tmp_path / "report.json"
    file.write_text(json.dumps(doujin({"hand": hand, "bonus": True, "total": 17}, *OTHERS)), "utf-8")
    assert main(["check", str(file), "--json", "--lang", "en"]) == 1
    findings = json.loads(capsys.readouterr().out)["findings"]
    said = [(one["path"], one["message"]) for one in findings if one["rule"] == "KD-17"]
    sentence = "An adult card doesn't count towards the four colours; seat 1 has no light element, so there is no +4."
    assert said == [("/seats/0/bonus", sentence)]
    only_total = judge(doujin({"hand": hand, "total": 21}, *OTHERS))
    (first, *_) = only_total.findings
    assert (first.rule, first.path, first.code) == ("KD-17", "/seats/0/total", "doujin.bonus_adult")
    assert render(first, "ja") == "18禁は名誉の4色に数えません。席1は要素の光がないので+4はありません。"


@pytest.mark.parametrize("copies", [2, 3, 7])
def test_light_cards_of_one_colour_lie_beside_each_other(copies: int) -> None:
    """The push ends with the manuscript phase (KD-14)."""
    hand = [card("genre", 2)] * copies + [card("cover", -1)] * 2
    assert judge(doujin({"hand": hand, "total": 2 * copies - 2, "bonus": False}, *OTHERS)).findings == ()


# A deck of which a report shows only one side a card

DECKS = st.lists(
    st.builds(
        Printed, st.sampled_from(["cover", "genre"]), st.integers(1, 3), st.integers(-2, 0)
    ),
    max_size=5,
)  # fmt: skip
CARDS = st.lists(
    st.one_of(
        st.builds(card, st.sampled_from(["cover", "genre"]), st.integers(1, 3), st.just("light")),
        st.builds(card, st.sampled_from(["cover", "genre"]), st.integers(-2, 0), st.just("dark")),
    ),
    max_size=6,
)


def judged(deck: list[Printed], *hands: list[Report], **more: Json) -> Judgement:
    seats = [{"hand": hand, "total": naive.total(hand)} for hand in hands]
    return judge_report(doujin(*seats, **more), rules_of(BASE), deck)


def split(cards: list[Report]) -> tuple[list[Report], ...]:
    return cards[::3], cards[1::3], cards[2::3]


@settings(max_examples=200)
@given(DECKS, CARDS)
def test_as_many_cards_are_refused_as_no_deck_could_hold(deck: list[Printed], cards: list[Report]) -> None:
    hands = split(cards)
    judgement = judged(deck, *hands)
    in_order = [one for hand in hands for one in hand]
    assert len(errors(judgement)) == len(cards) - naive.most_from_deck(in_order, deck)
    assert {rule for rule, _ in errors(judgement)} <= {"KD-20"}
    for finding in judgement.findings:
        assert render(finding, "ja") != render(finding, "en")


@settings(max_examples=100)
@given(DECKS, st.data())
def test_cards_dealt_from_the_deck_are_never_refused(deck: list[Printed], data: st.DataObject) -> None:
    dealt = data.draw(st.permutations(deck))[: data.draw(st.integers(0, len(deck)))]
    cards = [
        card(one.colour, one.light) if data.draw(st.booleans()) else card(one.colour, one.dark, "dark")
        for one in dealt
    ]
    judgement = judged(deck, *split(cards))
    assert errors(judgement) == []
    assert judgement.evidence == "cards"


@pytest.mark.parametrize(
    ("deck", "cards", "code"),
    [
        ([Printed("cover", 3, -2)], [card("cover", 2)], "doujin.card_not_printed"),
        ([Printed("cover", 3, -2)], [card("genre", 3)], "doujin.card_not_printed"),
        ([Printed("cover", 3, -2)], [card("cover", 3), card("cover", 3)], "doujin.card_copies"),
        ([Printed("cover", 3, -2)] * 2, [card("cover", 3)] * 3, "doujin.card_copies"),
        # one piece of cardboard can't lie both ways
        ([Printed("cover", 3, -2)], [card("cover", 3), card("cover", -2, "dark")], "doujin.card_turned"),
        (
            [Printed("cover", 3, -2), Printed("cover", 3, -1)],
            [card("cover", 3), card("cover", -2, "dark"), card("cover", -1, "dark")],
            "doujin.card_turned",
        ),
    ],
)
def test_too_many_copies_are_told_at_the_card(deck: list[Printed], cards: list[Report], code: str) -> None:
    judgement = judged(deck, [], [], cards)
    assert errors(judgement) == [("KD-20", f"/seats/2/hand/{len(cards) - 1}")]
    assert code in codes(judgement)


def test_copies_are_not_counted_without_a_deck() -> None:
    hand = [card("cover", 4)] * 30
    assert judge(doujin({"hand": hand, "total": 120}, *OTHERS)).valid


# Whole tables that are right are never refused, at whatever level they are told

HANDS = st.lists(
    st.one_of(
        st.builds(card, st.sampled_from(naive.COLOURS), st.integers(-3, 4), st.just("light")),
        st.builds(card, st.sampled_from(naive.COLOURS), st.integers(-12, 5), st.just("dark")),
        st.sampled_from([card("adult", 8), card("adult", -8, "dark")]),
    ),
    min_size=1,
    max_size=7,
)


@st.composite
def tables(draw: st.DrawFn) -> tuple[Report, list[int], list[int]]:
    """Draw a right report with some of its details, its totals, and its places under `early_bird`."""
    hands = draw(st.lists(HANDS, min_size=3, max_size=5))
    totals = [naive.total(hand) for hand in hands]
    bird = draw(st.none() | st.integers(0, len(hands) - 1))
    shared = naive.places(totals)
    seats = []
    for index, hand in enumerate(hands):
        details = {
            "hand": hand, "bonus": not naive.missing(hand), "total": totals[index],
            "placement": shared[index], "early_bird": index == bird,
        }  # fmt: skip
        left_out = draw(st.sets(st.sampled_from(["hand", "bonus", "placement"])))
        seats.append({name: value for name, value in details.items() if name not in left_out})
    laps = {3: 4, 4: 3, 5: 3}[len(hands)]
    more = {"laps": laps} if draw(st.booleans()) else {}
    decided = naive.places_from(totals, bird or 0)  # KD-10: without one the sale begins at seat 1
    return doujin(*seats, **more), shared, decided


@settings(max_examples=150)
@given(tables())
def test_right_table_is_never_refused(table: tuple[Report, list[int], list[int]]) -> None:
    report, shared, decided = table
    judgement = judge(report)
    assert errors(judgement) == []
    assert places(judgement) == shared
    unplaced = [{k: v for k, v in seat.items() if k != "placement"} for seat in report["seats"]]
    by_bird = judge(report | {"seats": unplaced}, EARLY_BIRD)
    assert errors(by_bird) == []
    assert places(by_bird) == decided
    holders = [seat for seat in report["seats"] if seat["early_bird"]]
    assert [f.rule for f in judgement.findings if f.rule.startswith("KD-")] == ([] if holders else ["KD-10"])


@settings(max_examples=100)
@given(tables(), st.data())
def test_right_table_is_never_refused_whatever_points_are_left_out(
    table: tuple[Report, list[int], list[int]], data: st.DataObject
) -> None:
    report, shared, _ = table
    levels = []
    for seat in report["seats"]:
        hand = [dict(one) for one in seat.get("hand", ())]
        for one in hand:
            if data.draw(st.booleans()):
                del one["points"]
        known = all("points" in one or one["colour"] == "adult" for one in hand)
        levels.append(("hand" if known else "parts") if hand else "parts" if "bonus" in seat else "scores")
        if hand:
            seat["hand"] = hand
    judgement = judge(report)
    assert (errors(judgement), places(judgement)) == ([], shared)
    assert judgement.evidence == min(levels, key=["scores", "parts", "hand"].index)


@settings(max_examples=100)
@given(tables(), st.data())
def test_wrong_place_is_always_refused(
    table: tuple[Report, list[int], list[int]], data: st.DataObject
) -> None:
    report, shared, _ = table
    wrong = data.draw(st.permutations(shared).filter(lambda order: list(order) != shared) | st.just(None))
    if wrong is None:
        return
    for seat, place in zip(report["seats"], wrong, strict=True):
        seat["placement"] = place
    assert {rule for rule, _ in errors(judge(report))} == {"KD-18"}


@pytest.mark.parametrize("total", [3.5, 3.0, "3", True, [3]])
def test_total_is_a_whole_number(total: Json) -> None:
    assert errors(judge(doujin({"total": total}, *OTHERS))) == [("FMT-2", "/seats/0/total")]
