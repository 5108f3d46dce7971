"""Properties over arbitrary and over nearly right reports of every game."""

from __future__ import annotations

import copy
import json
from functools import cache

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.core.chapters import rule_entry
from games.core.findings import Finding, render
from games.core.format_rules import SCHEMA_RULES
from games.core.judge import Judgement, judge
from games.core.placement import shared_places
from games.core.report import parse_json
from games.schemas import schema_text
from tests.games.reports import (
    DESIGN_DANMAKU,
    DESIGN_DOUJIN,
    DESIGN_RECORD,
    Json,
    generic,
    resolves,
)

SCALARS = (
    st.none() | st.booleans() | st.integers(-3, 20) | st.integers() | st.floats() | st.text(max_size=4)
    | st.sampled_from(["A", "a ", "base", "light", "adult", "left", "\u202e", "\ud800", "\uff11"])
)  # fmt: skip
KEYS = st.sampled_from(
    ["format", "game", "ruleset", "seats", "seat", "player", "total", "placement", "pages", "dice", "score",
     "abilities", "help", "untapped", "hand", "colour", "side", "points", "laps", "finished", "final",
     "participation", "x~/"]
)  # fmt: skip
JSON = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(KEYS | st.text(max_size=3), inner, max_size=4)
    ),
    max_leaves=12,
)
judge(DESIGN_DANMAKU)  # the first report of a process loads the cards, which isn't what is timed here
MAHJONG = generic(41_300, 25_000, 25_000, 8_700, placements=(1, 2, 3, 4), ruleset="mahjong")
MAHJONG["seats"][0]["final"] = 61.3
EXAMPLES = [DESIGN_DANMAKU, DESIGN_DOUJIN, generic(9, 7, 7.5, placements=(1, 3, 2)), MAHJONG]


def walk(value: Json, way: tuple[Json, ...] = ()) -> list[tuple[Json, ...]]:
    """Return the ways to all places below a value."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [place for key, inner in items for place in [(*way, key), *walk(inner, (*way, key))]]


@st.composite
def bent_reports(draw: st.DrawFn, values: st.SearchStrategy[Json] = JSON) -> Json:
    """Take a valid report and change, remove or add a few places."""
    report = copy.deepcopy(draw(st.sampled_from(EXAMPLES)))
    for _ in range(draw(st.integers(1, 4))):
        ways = walk(report)
        if not ways:
            break
        *way, last = draw(st.sampled_from(ways))
        target: Json = report
        for step in way:
            target = target[step]
        action = draw(st.sampled_from(["set", "remove", "add"]))
        if action == "remove":
            del target[last]
        elif action == "add" and isinstance(target, dict):
            target[draw(KEYS)] = draw(values)
        else:
            target[last] = draw(values)
    return report


def assert_sound(report: Json, judgement: Judgement) -> None:
    assert judgement.valid == (not any(f.severity == "error" for f in judgement.findings))
    assert judgement.evidence in {"scores", "parts", "dice", "hand", "cards"}
    for finding in judgement.findings:
        assert resolves(report, finding.path), finding
        assert rule_entry(finding.rule), finding
        for lang in ("ja", "en"):
            sentence = render(finding, lang)
            assert sentence
            sentence.encode()
        assert Finding.from_dict(json.loads(json.dumps(finding.to_dict()))) == finding
    for seat in judgement.seats:
        json.dumps(seat.parts).encode()
    if judgement.valid and report.get("finished") is not False:
        assert_placed(judgement)


def assert_placed(judgement: Judgement) -> None:
    """Every seat has a place, and places follow 1, 2, 2, 4."""
    places = [seat.placement for seat in judgement.seats if seat.placement is not None]
    assert len(places) == len(judgement.seats)
    assert places == shared_places([-place for place in places])


@settings(max_examples=300, suppress_health_check=[HealthCheck.too_slow])
@given(JSON)
def test_arbitrary_json_is_judged(report: Json) -> None:
    assert_sound(report, judge(report))


@settings(max_examples=500, suppress_health_check=[HealthCheck.too_slow])
@given(bent_reports())
def test_nearly_right_report_is_judged(report: Json) -> None:
    assert_sound(report, judge(report))


@settings(max_examples=200)
@given(bent_reports(st.integers(-1, 12)), st.randoms())
def test_permuting_seats_only_permutes_results(report: Json, chance: Json) -> None:
    seats = report.get("seats")
    if not isinstance(seats, list) or not all(isinstance(s, dict) and "player" in s for s in seats):
        return
    order = list(range(len(seats)))
    chance.shuffle(order)
    turned = judge(report | {"seats": [seats[i] for i in order]})
    straight = judge(report)
    assert turned.valid == straight.valid
    if straight.valid:
        assert [(s.player, s.total, s.placement) for s in turned.seats] == [
            (straight.seats[i].player, straight.seats[i].total, straight.seats[i].placement) for i in order
        ]


@cache
def validator(name: str) -> jsonschema.Draft202012Validator:
    schema = json.loads(schema_text(name))
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


@pytest.mark.parametrize("report", EXAMPLES)
def test_examples_fit_the_schema_and_the_rules(report: Json) -> None:
    assert validator("report").is_valid(report)
    assert judge(report).valid


def test_record_example_fits_the_schema() -> None:
    assert validator("record").is_valid(DESIGN_RECORD)


@pytest.mark.parametrize(
    "event",
    [
        {"event": "fly"},
        {"event": "roll"},
        {"event": "settle", "seat": 1},
        {"event": "page", "seat": 1, "page": "middle"},
        {"event": "ability", "card": "x", "change": [[1]]},
        {"event": "ability", "card": "x", "change": [[None, None]]},
        {"event": "turn", "seat": True, "shots": 1},
    ],
)
def test_unknown_event_shape_is_refused(event: Json) -> None:
    assert not validator("record").is_valid(DESIGN_RECORD | {"events": [event]})


@pytest.mark.parametrize(
    "event",
    [
        {"event": "shot", "level": 8, "subject": "紫"},
        {"event": "ability", "card": "x", "change": [[None, 3], [4, None]]},
    ],
)
def test_optional_event_parts_are_accepted(event: Json) -> None:
    assert validator("record").is_valid(DESIGN_RECORD | {"events": [event]})


@settings(max_examples=500, suppress_health_check=[HealthCheck.too_slow])
@given(
    bent_reports(
        JSON.filter(lambda value: "Infinity" not in json.dumps(value) and "NaN" not in json.dumps(value))
    )
)
def test_schema_and_format_findings_agree(report: Json) -> None:
    """The schema refuses a report exactly when a finding about its shape does (as parsed from text)."""
    parsed = parse_json(json.dumps(report))
    refused = any(f.severity == "error" and f.rule in SCHEMA_RULES for f in judge(parsed).findings)
    assert validator("report").is_valid(parsed) is not refused
