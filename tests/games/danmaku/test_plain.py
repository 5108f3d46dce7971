"""The short cut of the referee says what the referee says, or nothing."""

from __future__ import annotations

import copy
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.bench_referee import with_everything, with_pages, with_totals
from games.core.judge import judge
from games.core.registry import builtin_ruleset
from games.danmaku.cards import base_set
from games.danmaku.plain import judge_plain
from games.danmaku.referee import judge_fully
from games.danmaku.rules import rules_of
from tests.games.danmaku.test_cards_level import ruleset
from tests.games.reports import DESIGN_DANMAKU, Json, Report, danmaku, errors

BASE = rules_of(builtin_ruleset("danmaku", "base"))
RULES = (
    BASE,
    *(
        rules_of(ruleset(**change))
        for change in (
            {"edit_order": "seat"}, {"edit_order": "simultaneous"}, {"card_set": "none"}, {"page_dice": 6},
            {"all_equal_basis": "rolled"}, {"help_supply": 6}, {"players": {"min": 3, "max": 4}},
        )
    ),
)  # fmt: skip
ODD: tuple[Json, ...] = (
    None, True, False, 0, 1, 2, 3, 5, 8, 9, 13, -1, 10**12, 1.0, 4.5, "", "A", "チルノ", "ちるの", " P1 ", [], {},
    [1], ["チルノ"], [None], [True] * 8, [4] * 8, [4] * 7, [1.0] * 8, [4] * 40, {"untapped": 1}, {"score": 4},
    [{"score": 4}, {"score": 5}], [{}, {}], "\u202e", "x" * 101,
)  # fmt: skip


def sometimes(values: st.SearchStrategy[Json]) -> st.SearchStrategy[Json]:
    return st.one_of(st.none(), values)


@st.composite
def pages(draw: st.DrawFn, names: list[str]) -> Report:
    """Return a page of which anything may be told."""
    told = {
        "dice": draw(sometimes(st.lists(st.integers(1, 6), min_size=7, max_size=9))),
        "abilities": draw(sometimes(st.lists(st.sampled_from(names), max_size=2, unique=True)))
        if names
        else [],
        "score": draw(sometimes(st.integers(2, 9))),
    }
    if told["dice"] and draw(st.booleans()):
        most = max(map(told["dice"].count, told["dice"]))
        told["score"] = most + (most == len(told["dice"]))
    return {key: value for key, value in told.items() if value is not None or draw(st.booleans())}


@st.composite
def reports(draw: st.DrawFn) -> Report:
    """Return a report that is often right; whatever is told fits together now and then."""
    count = draw(st.integers(2, 5))
    order = draw(st.permutations(range(1, count + 1)))
    deck = draw(st.permutations([card.name for card in base_set().cards]))
    tells = draw(st.sampled_from(["totals", "pages", "everything"]))
    seats = []
    for number in range(count):
        seat: Report = {"edit_order": order[number], "total": draw(st.integers(4, 9))}
        mine = deck[number::count] if tells == "everything" else []
        if tells != "totals":
            used = mine or draw(st.sampled_from([[], deck[number::count]]))
            seat["pages"] = [draw(pages(used)), draw(pages(used))]
            scores = [page.get("score") for page in seat["pages"]]
            if None not in scores:
                seat["total"] = sum(scores)
        if tells == "pages" and draw(st.booleans()):
            seat["captured"] = []
        if mine:
            seat |= {"captured": mine, "help": {"untapped": draw(st.integers(0, 3)), "tapped": 0}}
        seats.append({key: value for key, value in seat.items() if key == "total" or draw(st.integers(0, 5))})
    return danmaku(*seats, **draw(st.sampled_from([{}, {"finished": True}, {"finished": False}])))


def spots(value: Json) -> list[tuple[Json, Json]]:
    """Return every place of a document as (container, key)."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [spot for key, inner in list(items) for spot in [(value, key), *spots(inner)]]


def agree(report: Report) -> None:
    for rules in RULES:
        short = judge_plain(report, rules)
        if short is not None:
            assert short == judge_fully(report, rules)


@given(reports())
def test_short_cut_agrees_with_the_referee(report: Report) -> None:
    agree(report)


@given(reports(), st.data())
def test_short_cut_agrees_about_bent_reports(report: Report, data: st.DataObject) -> None:
    for _ in range(data.draw(st.integers(1, 3))):
        where, key = data.draw(st.sampled_from(spots(report)))
        where[key] = copy.deepcopy(data.draw(st.sampled_from(ODD)))
        if isinstance(where, dict) and data.draw(st.booleans()):
            where[data.draw(st.sampled_from(["placement", "guest", "trigger_seat", "who"]))] = 1
    agree(report)


def test_short_cut_keeps_no_shape_of_a_field_that_it_does_not_know() -> None:
    for odd in (DESIGN_DANMAKU | {"trigger_seat": 1}, danmaku({"total": 4, "colour": 1}, {"total": 5})):
        assert judge_plain(odd, BASE) is None
        assert judge_plain(odd, BASE) is None


def test_ability_of_somebody_who_captured_nothing_is_no_plain_report() -> None:
    page = {"dice": [1, 2, 3, 3, 3, 3, 3, 5], "abilities": ["橙"]}
    report = danmaku({"captured": [], "pages": [page, {"dice": [1, 1, 2, 3, 4, 5, 6, 6]}]}, {"total": 9})
    assert judge_plain(report, BASE) is None
    assert errors(judge(report)) == [("DG-18", "/seats/0/pages/0/abilities/0")]


@pytest.mark.parametrize("make", [with_totals, with_pages, with_everything])
def test_short_cut_is_taken_for_what_tables_write_down(make: Json) -> None:
    random = Random(5)
    for _ in range(50):
        report = make(random)
        short = judge_plain(report, BASE)
        assert short is not None
        assert short == judge_fully(report, BASE)
        assert short.findings == ()
