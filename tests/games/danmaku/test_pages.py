"""Pages and totals: each rule with its smallest breaking report."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.findings import Severity, render
from games.core.judge import judge
from tests.games.reports import Json, codes, danmaku, errors, found

OTHER = {"total": 9}
FIVE = [1, 2, 3, 3, 3, 3, 3, 5]


def judged(seat: dict[str, Json], **top: Json) -> Json:
    return judge(danmaku(seat, OTHER, **top))


def one_message(seat: dict[str, Json], code: str) -> tuple[str, str]:
    finding = next(f for f in judged(seat).findings if f.code == code)
    return render(finding, "ja"), render(finding, "en")


def test_wrong_sum_is_said_with_numbers() -> None:
    seat = {"pages": [{"score": 5}, {"score": 4}], "total": 10}
    assert errors(judged(seat)) == [("DG-20", "/seats/0/total")]
    assert one_message(seat, "danmaku.page_sum") == (
        "席1の合計が一面+二面と合いません(5+4=9、入力は10)。",
        "The total of seat 1 doesn't match its pages (5 + 4 = 9, entered: 10).",
    )


def test_eight_points_beside_eight_dice() -> None:
    seat = {"pages": [{"dice": [5] * 8, "score": 8}, {"score": 4}], "total": 12}
    assert errors(judged(seat)) == [
        ("DG-18", "/seats/0/pages/0/score"),
        ("DG-21", "/seats/0/pages/0/score"),
        ("DG-20", "/seats/0/total"),
    ]
    assert one_message(seat, "danmaku.never_n") == (
        "席1の一面: 8個のダイスでは8点になりません(8個同じ目は9点)。",
        "Seat 1, front page: 8 dice can't score 8 (8 equal dice score 9).",
    )


@pytest.mark.parametrize(
    "knows_eight_dice",
    [
        {"pages": [{"score": 8, "abilities": []}, {"score": 4}]},
        {"pages": [{"score": 8}, {"score": 4}], "captured": []},
    ],
)
def test_eight_points_without_ability(knows_eight_dice: dict[str, Json]) -> None:
    judgement = judged(knows_eight_dice | {"total": 12})
    assert errors(judgement) == [("DG-21", "/seats/0/pages/0/score")]


def test_bare_eight_is_possible_with_a_note() -> None:
    judgement = judged({"pages": [{"score": 8}, {"score": 4}], "total": 12})
    assert judgement.valid
    assert found(judgement, Severity.INFO) == [("DG-21", "/seats/0/pages/0/score")]


@pytest.mark.parametrize("score", [-1, 0, 15, 99])
def test_page_outside_1_to_14_is_an_error(score: int) -> None:
    judgement = judged({"pages": [{"score": score}, {"score": 4}]})
    assert ("DG-21", "/seats/0/pages/0/score") in errors(judgement)


@pytest.mark.parametrize("score", range(1, 15))
def test_bare_page_from_1_to_14_is_possible(score: int) -> None:
    judgement = judged({"pages": [{"score": score}, {"score": 4}], "total": score + 4})
    assert judgement.valid
    assert bool(judgement.findings) == (score not in {2, 3, 4, 5, 6, 7, 9})


@pytest.mark.parametrize("score", range(-1, 16))
def test_page_of_eight_dice_scores_2_to_7_or_9(score: int) -> None:
    judgement = judged({"pages": [{"score": score, "abilities": []}, {}], "total": score + 4})
    assert judgement.valid == (score in {2, 3, 4, 5, 6, 7, 9})


@pytest.mark.parametrize("total", [*range(-1, 26), 999_999_999])
def test_bare_total_from_3_to_23_is_possible(total: int) -> None:
    judgement = judged({"total": total})
    assert judgement.valid == (3 <= total <= 23)
    if judgement.valid:
        assert bool(judgement.findings) == (total not in {*range(4, 17), 18})
    else:
        assert errors(judgement) == [("DG-21", "/seats/0/total")]


@pytest.mark.parametrize("total", range(3, 24))
def test_total_of_two_pages_of_eight_dice(total: int) -> None:
    pages: list[dict[str, Json]] = [{"abilities": []}, {"abilities": []}]
    assert judged({"pages": pages, "total": total}).valid == (total in {*range(4, 17), 18})
    assert judged({"captured": [], "total": total}).valid == (total in {*range(4, 17), 18})


@pytest.mark.parametrize(
    ("pages", "total", "valid"),
    [
        ([{"score": 9}, {}], 17, True),
        ([{"score": 9}, {"abilities": []}], 17, False),
        ([{"score": 9, "abilities": []}, {}], 17, True),
        ([{}, {"score": 5}], 10, True),
        ([{"score": 5}, {}], 5, False),
        ([{"score": 5}, {}], 19, True),
        ([{"score": 5}, {}], 20, False),
        ([{"score": 14}, {}], 23, True),
        ([{"score": 14}, {}], 24, False),
        ([{"dice": FIVE}, {}], 13, True),
        ([{"dice": FIVE}, {"abilities": []}], 13, False),
    ],
)
def test_one_known_page_leaves_the_rest_to_the_other(pages: Json, total: int, *, valid: bool) -> None:
    judgement = judged({"pages": pages, "total": total})
    assert judgement.valid is valid
    if not valid:
        assert ("DG-20", "/seats/0/total") in errors(judgement)


def test_rest_of_eight_without_ability_says_why() -> None:
    seat = {"pages": [{"score": 9}, {"abilities": []}], "total": 17}
    assert one_message(seat, "danmaku.rest")[0] == (
        "席1の合計17から一面の9点を引いた8点は、もう一方の面では出ません(出るのは2-7、9点)。"
    )
    assert "danmaku.never_n" in codes(judged(seat))


def test_two_pages_that_need_too_many_dice_together() -> None:
    pages = [{"score": 14}, {"score": 12}]
    assert ("DG-21", "/seats/0/pages") in errors(judged({"pages": pages, "total": 26}))
    thirteen = [{"dice": [1] * 13, "score": 14}, {"dice": [1] * 9, "score": 10}]
    assert errors(judged({"pages": thirteen, "total": 24})) == [("DG-21", "/seats/0/pages")]


@pytest.mark.parametrize(
    ("dice", "abilities", "rule"),
    [
        ([1] * 5, None, "DG-21"),
        ([1] * 14, None, "DG-21"),
        ([], None, "DG-21"),
        ([1] * 9, [], "DG-18"),
        ([1] * 7, [], "DG-18"),
        ([1] * 5, [], "DG-21"),
    ],
)
def test_number_of_dice_must_be_possible_and_explained(dice: Json, abilities: Json, rule: str) -> None:
    page = {"dice": dice} | ({} if abilities is None else {"abilities": abilities})
    assert errors(judged({"pages": [page, {}], "total": 12})) == [(rule, "/seats/0/pages/0/dice")]


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ({"dice": [1] * 9, "score": 10}, ["danmaku.dice_need_ability"]),
        ({"dice": [1] * 9, "score": 10, "abilities": ["小町"]}, []),
    ],
)
def test_other_number_of_dice_is_noted_unless_an_ability_explains_it(
    page: dict[str, Json], expected: list[str]
) -> None:
    judgement = judged({"pages": [page, {"score": 4}], "total": 14})
    assert judgement.valid
    assert codes(judgement) == expected


@pytest.mark.parametrize("die", [0, 7, -1, 600])
def test_faces_are_1_to_6(die: int) -> None:
    page = {"dice": [1, 2, 3, die, 3, 3, 3, 5], "score": 4}
    assert errors(judged({"pages": [page, {}]}))[0] == ("DG-18", "/seats/0/pages/0/dice/3")


@pytest.mark.parametrize("die", [True, "3", 3.0, None, [3], "\u0663"])
def test_dice_are_whole_numbers(die: Json) -> None:
    page = {"dice": [1, 2, 3, die, 3, 3, 3, 5], "score": 4}
    judgement = judged({"pages": [page, {"score": 5}], "total": 9})
    assert errors(judgement) == [("FMT-2", "/seats/0/pages/0/dice/3")]


def test_score_is_recomputed_from_dice() -> None:
    seat = {"pages": [{"dice": FIVE, "score": 6}, {"score": 4}], "total": 9}
    assert errors(judged(seat)) == [("DG-18", "/seats/0/pages/0/score")]
    assert one_message(seat, "danmaku.page_score")[0] == (
        "席1の一面は同じ目が最大5個なので5点です(入力は6点)。"
    )


def test_missing_total_is_the_sum_of_both_pages() -> None:
    judgement = judged({"pages": [{"dice": FIVE}, {"score": 4}]})
    assert judgement.valid
    assert judgement.seats[0].total == 9
    assert judgement.evidence == "scores"


@pytest.mark.parametrize("pages", [[], [{"score": 5}], [{}, {}, {}]])
def test_finished_table_has_two_pages(pages: Json) -> None:
    assert errors(judged({"pages": pages, "total": 9})) == [("DG-18", "/seats/0/pages")]


@pytest.mark.parametrize(
    ("pages", "evidence"),
    [
        ([{"dice": FIVE, "abilities": []}, {"dice": FIVE}], "dice"),
        ([{"dice": FIVE}, {"score": 5}], "parts"),
        ([{"score": 5}, {"score": 5}], "parts"),
        ([{"score": 5}, {}], "scores"),
        (None, "scores"),
    ],
)
def test_evidence_is_the_lowest_level_of_all_seats(pages: Json, evidence: str) -> None:
    full = {"pages": [{"dice": FIVE}, {"dice": FIVE}], "total": 10}
    judgement = judge(danmaku({"pages": pages, "total": 10}, full))
    assert judgement.valid
    assert judgement.evidence == evidence


FULL = st.lists(st.integers(1, 6), min_size=8, max_size=8)


@given(front=FULL, back=FULL, step=st.sampled_from([-2, -1, 1, 2]), data=st.data())
def test_changing_one_number_of_a_fully_known_seat_is_noticed(
    front: list[int], back: list[int], step: int, data: st.DataObject
) -> None:
    scores = [max(p.count(f) for f in p) + (len(set(p)) == 1) for p in (front, back)]
    pages = [{"dice": p, "abilities": [], "score": s} for p, s in zip((front, back), scores, strict=True)]
    seat: dict[str, Json] = {"pages": pages, "total": sum(scores)}
    assert judged(seat).valid
    place = data.draw(st.sampled_from(["front", "back", "total"]))
    if place == "total":
        seat["total"] += step
    else:
        page = pages[0 if place == "front" else 1]
        page["score"] += step  # type: ignore[operator]
    assert not judged(seat).valid


def test_every_pair_of_plain_pages_is_accepted() -> None:
    for front, back in product((2, 3, 4, 5, 6, 7, 9), repeat=2):
        pages = [{"score": front, "abilities": []}, {"score": back, "abilities": []}]
        assert judged({"pages": pages, "total": front + back}).findings == ()
