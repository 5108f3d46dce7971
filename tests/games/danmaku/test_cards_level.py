"""Captured subjects and used abilities against the card set: the evidence level `cards`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from games.core.findings import Severity, render
from games.core.judge import judge
from games.core.registry import builtin_ruleset
from games.core.ruleset import Ruleset
from games.danmaku.cards import base_set
from games.danmaku.dice_numbers import open_pairs, pairs_of
from games.danmaku.rules import rules_of
from tests.games.reports import Json, codes, danmaku, errors, found

if TYPE_CHECKING:
    from games.core.game import Judgement

BASE = rules_of(builtin_ruleset("danmaku", "base"))
EIGHT = [1, 2, 3, 3, 3, 3, 3, 5]
CHAIN = ["チルノ", "アリス", "イナバ", "レミリア", "フランドール", "萃香"]


def ruleset(**changed: Json) -> Ruleset:
    payload = json.loads(json.dumps(builtin_ruleset("danmaku", "base").payload)) | changed
    return Ruleset.from_payload(game="danmaku", key="x", version=1, payload=payload)


def page(dice: list[int] | None = None, *abilities: str) -> dict[str, Json]:
    """Return a page with dice and the abilities used."""
    return {"dice": dice or EIGHT, "abilities": list(abilities)}


def seat(*captured: str, front: Json = None, back: Json = None) -> dict[str, Json]:
    """Return a seat that tells everything."""
    return {"captured": list(captured), "pages": [front or page(), back or page()]}


def judged(*seats: dict[str, Json], **top: Json) -> Judgement:
    return judge(danmaku(*seats, **top))


def message(judgement: Judgement, code: str) -> tuple[str, str]:
    finding = next(f for f in judgement.findings if f.code == code)
    return render(finding, "ja"), render(finding, "en")


def test_report_that_tells_everything_reaches_the_level_cards() -> None:
    judgement = judged(seat(*CHAIN, front=page(EIGHT, "アリス")), seat("慧音", front=page([3] * 7, "慧音")))
    assert judgement.findings == ()
    assert judgement.evidence == "cards"


@pytest.mark.parametrize(
    ("other", "evidence"),
    [
        ({"captured": [], "pages": [page(), {"dice": EIGHT}]}, "dice"),
        ({"pages": [page(), page()]}, "dice"),
        ({"captured": [], "pages": [page(), {"score": 5, "abilities": []}]}, "parts"),
        ({"captured": [], "total": 9}, "scores"),
    ],
)
def test_level_is_the_lowest_of_all_seats(other: dict[str, Json], evidence: str) -> None:
    judgement = judged(seat(*CHAIN), other)
    assert judgement.valid
    assert judgement.evidence == evidence


@pytest.mark.parametrize(
    ("name", "hint"), [("チルの", "チルノ"), ("フランドル", "フランドール"), ("nobody", None)]
)
def test_unknown_subject_is_refused_with_a_hint(name: str, hint: str | None) -> None:
    """DG-1."""
    judgement = judged(seat(*CHAIN, name), seat())
    assert errors(judgement) == [("DG-1", "/seats/0/captured/6")]
    assert (judgement.findings[0].params.get("hint")) == hint
    used = judged({"pages": [page(EIGHT, name), page()]}, {"total": 9})
    assert errors(used) == [("DG-1", "/seats/0/pages/0/abilities/0")]
    assert judgement.evidence == "dice"


def test_subject_is_known_by_every_spelling_and_is_one_card() -> None:
    """DG-10."""
    judgement = judged(seat(*CHAIN), seat("Cirno"))
    assert errors(judgement) == [("DG-10", "/seats/1/captured/0")]
    assert errors(judged(seat(*CHAIN, "ﾁﾙﾉ"), seat())) == [("DG-10", "/seats/0/captured/6")]


def test_whoever_uses_an_ability_owns_its_subject() -> None:
    """DG-10, DG-18: captures that aren't listed."""
    judgement = judged(seat(*CHAIN), {"pages": [page(EIGHT, "チルノ"), page()]})
    assert errors(judgement) == [("DG-10", "/seats/1/pages/0/abilities/0")]
    assert judged(seat(*CHAIN), {"pages": [page(EIGHT, "橙"), page()]}).valid


@pytest.mark.parametrize(
    ("front", "back", "rule", "path"),
    [
        (page(EIGHT, "橙"), None, "DG-18", "/seats/0/pages/0/abilities/0"),
        (page(EIGHT, "チルノ"), page(EIGHT, "cirno"), "DG-19", "/seats/0/pages/1/abilities/0"),
        (page(EIGHT, "チルノ", "チルノ"), None, "DG-19", "/seats/0/pages/0/abilities/1"),
    ],
)
def test_ability_is_owned_and_used_once(front: Json, back: Json, rule: str, path: str) -> None:
    assert errors(judged(seat(*CHAIN, front=front, back=back), seat())) == [(rule, path)]


def test_level_without_the_one_below_is_refused_when_all_captures_are_told() -> None:
    """DG-6."""
    judgement = judged(seat("チルノ", "イナバ"), seat("レミリア"))
    assert errors(judgement) == [("DG-6", "/seats/0/captured/1")]
    assert message(judgement, "danmaku.level_skipped") == (
        "席1の「イナバ」はレベル5ですが、レベル4を撮影した人がいません。",
        'Seat 1: "イナバ" has level 5, but nobody captured a subject of level 4.',
    )
    assert judged(seat("チルノ", "イナバ"), {"total": 9}).valid
    assert judged(seat("イナバ", "レミリア"), seat("チルノ", "アリス")).valid
    assert errors(judged(seat("アリス"), seat())) == [("DG-6", "/seats/0/captured/0")]


def test_coverage_phase_ends_by_level_8() -> None:
    """DG-13: only a warning, since a club may have stopped early."""
    judgement = judged(seat("チルノ"), seat())
    assert judgement.valid
    assert found(judgement, Severity.WARNING) == [("DG-13", "/seats")]
    assert judged(seat("チルノ"), seat(), finished=False).findings == ()
    assert judged(seat("チルノ"), {"total": 9}).findings == ()


def test_last_round_was_started_by_a_capture_of_level_8() -> None:
    """DG-13: the last turn belongs to `trigger_seat`."""
    assert judged(seat(*CHAIN), seat(), trigger_seat=1).findings == ()
    judgement = judged(seat(*CHAIN), seat(), trigger_seat=2)
    assert errors(judgement) == [("DG-13", "/trigger_seat")]
    assert message(judgement, "danmaku.trigger_without_level8")[0] == (
        "ラストラウンドを始めた席2に、レベル8の被写体がありません。"
    )
    assert judged(seat(*CHAIN), {"total": 9}, trigger_seat=2).valid
    assert errors(judged(seat("チルノ"), seat(), trigger_seat=1)) == [("DG-13", "/trigger_seat")]


def test_others_have_one_turn_of_two_shots_after_the_last_round_began() -> None:
    """DG-5, DG-13: so at most two subjects of level 8."""
    three = seat(*CHAIN[:5], "四季映姫", "紫", "神奈子")
    judgement = judged(three, seat("萃香"), trigger_seat=2)
    assert errors(judgement) == [("DG-13", "/seats/0/captured")]
    two = seat(*CHAIN[:5], "四季映姫", "紫")
    assert judged(two, seat("萃香"), trigger_seat=2).valid
    assert judged(three, seat("萃香"), trigger_seat=1).valid


@pytest.mark.parametrize(
    ("abilities", "numbers"),
    [
        ([], {8}),
        (["アリス", "輝夜"], {8}),
        (["小町"], {9}),
        (["衣玖"], {9}),
        (["神奈子"], {10}),
        (["慧音"], {7}),
        (["妖夢"], {7, 8}),
        (["美鈴"], {8, 9}),  # 3 even dice may be missing: spent without effect
        (["小町", "慧音"], {8}),
        (["小町", "衣玖", "美鈴", "神奈子"], {12, 13}),
        (["慧音", "妖夢"], {6, 7}),
        (["慧音", "妖夢", "衣玖"], {6, 7, 8}),  # 6 dice may be all different
    ],
)
def test_number_of_dice_is_explained_by_the_abilities_used(abilities: list[str], numbers: set[int]) -> None:
    """DG-18."""
    for number in range(5, 15):
        judgement = judged(
            {"captured": abilities, "pages": [page([3] * number, *abilities), page()]}, {"total": 9}
        )
        assert judgement.valid == (number in numbers), number
        if number not in numbers:
            rule = "DG-18" if 6 <= number <= 13 else "DG-21"
            assert errors(judgement) == [(rule, "/seats/0/pages/0/dice")]


def test_unexplained_number_of_dice_says_what_is_right() -> None:
    judgement = judged({"pages": [page([3] * 10, "小町"), page()]}, {"total": 9})
    assert message(judgement, "danmaku.dice_by_abilities") == (
        "席1の一面は、使った能力ではダイスが9個になります(入力は10個)。",
        "Seat 1, front page: with the abilities used there are 9 dice (entered: 10).",
    )
    owned = judged({"captured": ["慧音"], "pages": [{"dice": [3] * 9}, {}], "total": 15}, {"total": 9})
    assert message(owned, "danmaku.dice_by_captures")[0] == (
        "席1の一面は、撮影した被写体の能力ではダイスが7-8個になります(入力は9個)。"
    )


def test_number_of_dice_fits_the_captured_subjects() -> None:
    """DG-21: each ability once over both pages."""
    both = [{"dice": [3] * 9}, {"dice": [3] * 9}]
    judgement = judged({"captured": ["小町"], "pages": both}, {"total": 9})
    assert errors(judgement) == [("DG-21", "/seats/0/pages")]
    assert judged({"captured": ["小町", "衣玖"], "pages": both}, {"total": 9}).valid
    assert judged({"pages": both}, {"total": 9}).valid


@pytest.mark.parametrize(
    ("told", "valid"),
    [
        ({"pages": [{"score": 8, "abilities": ["アリス"]}, {}]}, False),
        ({"pages": [{"score": 8, "abilities": ["小町"]}, {}]}, True),
        ({"pages": [{"score": 8, "abilities": ["慧音"]}, {}]}, True),  # 7 equal dice, and one more
        ({"pages": [{"score": 10, "abilities": ["小町"]}, {}]}, True),
        ({"pages": [{"score": 9, "abilities": ["小町"]}, {}]}, False),  # 9 dice never score 9
        ({"pages": [{"score": 2, "abilities": ["小町"]}, {}]}, True),
        ({"pages": [{"score": 1, "abilities": ["小町"]}, {}]}, False),
        ({"captured": ["アリス"], "pages": [{"score": 8}, {}]}, False),
        ({"captured": ["小町"], "pages": [{"score": 8}, {}]}, True),
        ({"captured": ["アリス"]}, False),
        ({"captured": ["小町"]}, True),
    ],
)
def test_page_score_is_possible_for_the_abilities(told: dict[str, Json], *, valid: bool) -> None:
    """DG-21: 8 points need an ability that changes the number of dice, and so does a total of 17."""
    score = told["pages"][0]["score"] if "pages" in told else 8
    total = score + 4 if "pages" in told else 17
    judgement = judged(told | {"total": total}, {"total": 9})
    assert judgement.valid is valid
    assert valid or {rule for rule, _ in errors(judgement)} == {"DG-21"}


def test_ability_used_on_the_front_page_is_gone_on_the_back() -> None:
    """DG-19."""
    pages = [page([3] * 9, "小町"), {"score": 8}]
    assert not judged({"captured": ["小町"], "pages": pages}, {"total": 9}).valid
    assert judged({"captured": ["小町", "衣玖"], "pages": pages}, {"total": 9}).valid
    assert judged({"pages": pages}, {"total": 9}).valid


def test_ruleset_that_looks_at_no_cards_accepts_any_name_and_says_so() -> None:
    """DG-4: cards added by fans."""
    report = danmaku(
        {"captured": ["nobody"], "pages": [page([3] * 9, "nobody"), page()]}, {"total": 9, "captured": []}
    )
    judgement = judge(report, ruleset(card_set="none"))
    assert judgement.valid
    assert codes(judgement) == ["danmaku.captures_unchecked", "danmaku.abilities_unchecked"]
    assert judgement.evidence == "scores"
    twice = danmaku({"total": 9, "captured": ["nobody"]}, {"total": 8, "captured": ["NOBODY"]})
    assert ("DG-10", "/seats/1/captured/0") in errors(judge(twice, ruleset(card_set="none")))


def test_every_subset_of_subjects_is_counted_in_its_widest_sense() -> None:
    """DG-21: 6 to 13 dice over the base set, as when no card is known."""
    every = base_set().changers
    assert {card.name for card in every} == {"美鈴", "衣玖", "小町", "神奈子", "慧音", "妖夢"}
    assert pairs_of(BASE, BASE.starts, every, None, None) == open_pairs(BASE)
    assert pairs_of(BASE, BASE.starts, frozenset(), None, None) == {(8, 8)}
    assert pairs_of(BASE, BASE.starts, None, frozenset(), None) == {p for p in open_pairs(BASE) if p[0] == 8}


LATE = {"captured": ["四季映姫", "紫", "神奈子"], "total": 9}


@pytest.mark.parametrize(
    ("extra", "refused"),
    [
        ({}, True),
        ({"enabled": True}, True),
        ({"enabled": True, "chain": True}, True),
        ({"enabled": True, "max_level": 8}, False),
        ({"max_level": 8}, True),
    ],
)
def test_after_somebody_else_captured_level_8_one_turn_is_left(extra: dict[str, Json], refused: bool) -> None:
    """DG-13: two shots; DG-15 gives more only where an extra turn may aim so high."""
    payload = json.loads(json.dumps(builtin_ruleset("danmaku", "base").payload))["level7_extra_turn"]
    judgement = judge(
        danmaku({"captured": ["萃香"], "total": 9}, LATE, trigger_seat=1),
        ruleset(level7_extra_turn=payload | extra),
    )
    late = [(rule, path) for rule, path in errors(judgement) if path == "/seats/1/captured"]
    assert late == ([("DG-13", "/seats/1/captured")] if refused else [])
