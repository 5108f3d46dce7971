"""Seats, help cards, edit order, captures and placements of danmaku reports."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.findings import Severity, render
from games.core.judge import judge
from games.core.registry import builtin_ruleset
from games.core.ruleset import Ruleset
from tests.games.reports import Json, danmaku, errors, found, places


def with_order(edit_order: str) -> Ruleset:
    payload = dict(json.loads(json.dumps(builtin_ruleset("danmaku", "base").payload)))
    payload["edit_order"] = edit_order
    return Ruleset.from_payload(game="danmaku", key="x", version=1, payload=payload)


def totals(*values: int) -> list[dict[str, Json]]:
    return [{"total": value} for value in values]


@pytest.mark.parametrize(("players", "valid"), [(1, False), (2, True), (5, True), (6, False)])
def test_two_to_five_players(players: int, *, valid: bool) -> None:
    judgement = judge(danmaku(*totals(*[9] * players)))
    assert judgement.valid is valid
    assert errors(judgement) == ([] if valid else [("DG-2", "/seats")])


@pytest.mark.parametrize("seat", [0, 3, -1, 100])
def test_seats_are_numbered_from_one(seat: int) -> None:
    judgement = judge(danmaku({"total": 9, "seat": seat}, {"total": 7}))
    assert errors(judgement) == [("DG-2", "/seats/0/seat")]


def test_seat_twice() -> None:
    judgement = judge(danmaku({"total": 9}, {"total": 7, "seat": 1}))
    assert errors(judgement) == [("DG-2", "/seats/1/seat")]


def test_seat_is_required() -> None:
    report = danmaku({"total": 9}, {"total": 7})
    del report["seats"][1]["seat"]
    assert errors(judge(report)) == [("FMT-3", "/seats/1")]


@pytest.mark.parametrize(("cards", "valid"), [((9, 9), True), ((9, 10), False), ((0, 0), True)])
def test_eighteen_help_cards(cards: tuple[int, int], *, valid: bool) -> None:
    seats = [{"total": 9, "help": {"untapped": n - 1 if n else 0, "tapped": 1 if n else 0}} for n in cards]
    judgement = judge(danmaku(*seats))
    assert errors(judgement) == ([] if valid else [("DG-3", "/seats")])
    if not valid:
        assert render(judgement.findings[0], "ja") == (
            "配ったヘルプカードが合計19枚です。全部で18枚しかありません。"
        )


def test_help_cards_are_never_negative() -> None:
    judgement = judge(danmaku({"total": 9, "help": {"untapped": 2, "tapped": -1}}, {"total": 7}))
    assert errors(judgement) == [("DG-3", "/seats/0/help/tapped")]
    assert (judgement.seats[0].help_untapped, judgement.seats[0].help_tapped) == (2, None)


@pytest.mark.parametrize("trigger", [0, 3, 99])
def test_trigger_seat_is_at_the_table(trigger: int) -> None:
    judgement = judge(danmaku(*totals(9, 7), trigger_seat=trigger))
    assert errors(judgement) == [("DG-13", "/trigger_seat")]
    assert judge(danmaku(*totals(9, 7), trigger_seat=2)).valid


def ordered(*pairs: tuple[int, int | None], **top: Json) -> dict[str, Json]:
    """Return a report of (total, edit order)."""
    return danmaku(*({"total": t, "edit_order": o} for t, o in pairs), **top)


@pytest.mark.parametrize(
    ("orders", "path"),
    [((1, 1), "/seats/1/edit_order"), ((0, 1), "/seats/0/edit_order"), ((1, 3), "/seats/1/edit_order")],
)
def test_edit_order_is_distinct_and_in_range(orders: tuple[int, int], path: str) -> None:
    judgement = judge(ordered((9, orders[0]), (7, orders[1])))
    assert errors(judgement) == [("DG-17", path)]


def test_tie_goes_to_the_earlier_editor() -> None:
    assert places(judge(ordered((9, 2), (9, 1), (12, 3), (4, 4)))) == [3, 2, 1, 4]


def test_tie_in_the_wrong_order_names_seats_and_places() -> None:
    report = ordered((9, 2), (9, 1))
    report["seats"][0]["placement"], report["seats"][1]["placement"] = 1, 2
    judgement = judge(report)
    assert errors(judgement) == [("DG-20", "/seats/1/placement")]
    assert render(judgement.findings[0], "ja") == (
        "席2と席1は同点なので、編集順が早いほうが上です。この順に1、2位です(入力は2、1)。"
    )
    assert places(judgement) == [2, 1]


def test_partly_known_order_decides_only_complete_ties() -> None:
    assert places(judge(ordered((9, 1), (9, None), (5, 2), (5, 3)))) == [1, 1, 3, 4]


def test_partly_known_order_still_binds_those_who_have_one() -> None:
    report = ordered((9, 2), (9, 1), (9, None))
    for seat, place in zip(report["seats"], (1, 2, 3), strict=True):
        seat["placement"] = place
    assert errors(judge(report)) == [("DG-20", "/seats/1/placement")]


def test_order_implied_by_placements_is_noted() -> None:
    report = danmaku({"total": 9, "placement": 2}, {"total": 9, "placement": 1})
    judgement = judge(report)
    assert judgement.valid
    assert found(judgement, Severity.INFO) == [("DG-20", "/seats/0/placement")]
    assert places(judgement) == [2, 1]


def test_shared_place_without_order() -> None:
    assert places(judge(danmaku(*totals(9, 9, 7)))) == [1, 1, 3]


def test_places_1_1_2_are_an_error() -> None:
    report = danmaku(*({"total": t, "placement": p} for t, p in ((9, 1), (9, 1), (7, 2))))
    assert errors(judge(report)) == [("DG-20", "/seats/2/placement")]


@pytest.mark.parametrize(
    ("edit_order", "expected"),
    [("seat", [1, 2, 3]), ("reverse_seat", [3, 2, 1]), ("reported", [1, 1, 1]), ("simultaneous", [1, 1, 1])],
)
def test_computed_order_decides_ties(edit_order: str, expected: list[int]) -> None:
    judgement = judge(danmaku(*totals(9, 9, 9)), with_order(edit_order))
    assert places(judgement) == expected
    assert judgement.findings == ()


@pytest.mark.parametrize(
    ("edit_order", "expected"), [("captures_desc", [3, 1, 2]), ("captures_asc", [1, 2, 3])]
)
def test_order_by_captures_falls_back_to_seats(edit_order: str, expected: list[int]) -> None:
    lists = (["a"], ["b", "c"], ["d", "e"])
    report = danmaku(*({"total": 9, "captured": names} for names in lists))
    assert places(judge(report, with_order(edit_order))) == expected
    del report["seats"][0]["captured"]
    assert places(judge(report, with_order(edit_order))) == [1, 1, 1]


def test_order_against_a_computed_one_is_a_warning_and_counts() -> None:
    judgement = judge(ordered((9, 2), (9, 1)), with_order("seat"))
    assert judgement.valid
    assert found(judgement, Severity.WARNING) == [
        ("DG-17", "/seats/0/edit_order"), ("DG-17", "/seats/1/edit_order"),
    ]  # fmt: skip
    assert places(judgement) == [2, 1]
    assert [seat.edit_order for seat in judgement.seats] == [2, 1]


def test_simultaneous_editing_shares_ties() -> None:
    judgement = judge(ordered((9, 2), (9, 1)), with_order("simultaneous"))
    assert judgement.valid
    assert found(judgement, Severity.WARNING) == [("DG-17", "/seats/0/edit_order")]
    assert places(judgement) == [1, 1]
    report = danmaku({"total": 9, "placement": 2}, {"total": 9, "placement": 1})
    assert errors(judge(report, with_order("simultaneous"))) == [("DG-20", "/seats/0/placement")]


def test_subject_has_one_owner() -> None:
    report = danmaku(
        {"total": 9, "captured": ["チルノ"]}, {"total": 7, "captured": ["橙", "\uff81\uff99\uff89"]}
    )
    assert errors(judge(report)) == [("DG-10", "/seats/1/captured/1")]
    report = danmaku({"total": 9, "captured": ["橙", "橙"]}, {"total": 7})
    assert errors(judge(report)) == [("DG-10", "/seats/0/captured/1")]


@pytest.mark.parametrize(
    ("front", "back", "rule", "path"),
    [
        (["橙"], ["橙"], "DG-19", "/seats/0/pages/1/abilities/0"),
        (["橙", "橙"], [], "DG-19", "/seats/0/pages/0/abilities/1"),
        ([], ["橙", "橙"], "DG-19", "/seats/0/pages/1/abilities/1"),
        (["アリス"], [], "DG-18", "/seats/0/pages/0/abilities/0"),
    ],
)
def test_ability_is_owned_and_used_once(front: Json, back: Json, rule: str, path: str) -> None:
    pages = [{"abilities": front, "score": 5}, {"abilities": back, "score": 4}]
    report = danmaku({"total": 9, "captured": ["橙"], "pages": pages}, {"total": 7})
    assert errors(judge(report)) == [(rule, path)]


def test_unfinished_table_may_lack_totals() -> None:
    judgement = judge(danmaku({"total": 9}, {}, finished=False))
    assert judgement.valid
    assert found(judgement, Severity.INFO) == [("DG-20", "/seats/1")]
    assert places(judgement) == [None, None]
    assert errors(judge(danmaku({"total": 9}, {}))) == [("DG-20", "/seats/1")]
    assert judge(danmaku({"pages": [{"score": 5}]}, {}, finished=False)).valid


@given(st.permutations([(9, 2, "A"), (9, 1, "B"), (12, 4, "C"), (4, 3, "D")]))
def test_listing_order_of_seats_only_permutes_results(seats: list[tuple[int, int, str]]) -> None:
    number = {"A": 1, "B": 2, "C": 3, "D": 4}
    report = danmaku(*({"total": t, "edit_order": o, "player": p, "seat": number[p]} for t, o, p in seats))
    judgement = judge(report)
    assert judgement.findings == ()
    assert {s.player: s.placement for s in judgement.seats} == {"A": 3, "B": 2, "C": 1, "D": 4}
    assert [s.position for s in judgement.seats] == [0, 1, 2, 3]
