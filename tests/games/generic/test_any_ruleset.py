"""Any ruleset and any report of generic, judged a second time by the letter of GN-1..GN-5, slowly."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.findings import Findings, render
from games.core.judge import judge
from games.core.ruleset import Ruleset
from games.generic.rules import check_payload
from tests.games.reports import Json, Report, errors, generic, places

TENTHS = st.integers(-30, 30).map(lambda tenths: tenths / 10)
KEYS = (
    "players", "higher_wins", "results", "total_range", "total_step", "total_sum", "tiebreak", "final",
)  # fmt: skip
TOTALS = st.none() | st.integers(-3, 6) | TENTHS


@st.composite
def payloads(draw: st.DrawFn) -> dict[str, Any]:
    """Draw a payload that can be used, with any of its keys left out."""
    low = draw(st.integers(2, 4))
    payload: dict[str, Any] = {
        "players": {"min": low, "max": draw(st.integers(low, 5))},
        "higher_wins": draw(st.booleans()),
    }
    optional: dict[str, st.SearchStrategy[Any]] = {
        "results": st.sampled_from(["either", "totals", "places"]),
        "tiebreak": st.sampled_from(["given", "shared", "seat"]),
        "total_step": st.sampled_from([1, 0.5, 0.1, 2]),
        "total_sum": st.integers(0, 10),
        "total_range": st.sampled_from([{"min": 0}, {"max": 5}, {"min": -2, "max": 4.5}, {}]),
    }
    for key, values in optional.items():
        if draw(st.booleans()) and not (payload.get("results") == "places" and key.startswith("total")):
            payload[key] = draw(values)
    return payload


@st.composite
def reports(draw: st.DrawFn) -> Report:
    """Draw totals and places, right or wrong."""
    totals = draw(st.lists(TOTALS, min_size=1, max_size=6))
    given = draw(st.just(()) | st.tuples(*(st.none() | st.integers(1, len(totals)) for _ in totals)))
    return generic(*totals, placements=given)


def exact(number: Json) -> Fraction:
    return Fraction(str(number))


def broken(payload: dict[str, Any], report: Report) -> set[str]:
    """Return the rules that a report breaks, but for GN-4, which needs more than one look."""
    seats, found = report["seats"], set()
    if not payload["players"]["min"] <= len(seats) <= payload["players"]["max"]:
        found.add("GN-1")
    bounds, step = payload.get("total_range", {}), exact(payload.get("total_step", "0.0001"))
    good = []
    for seat in seats:
        if seat["total"] is None:
            continue
        total = exact(seat["total"])
        fits = exact(bounds.get("min", -(10**9))) <= total <= exact(bounds.get("max", 10**9))
        if fits and (total / step).denominator == 1:
            good.append(total)
        else:
            found.add("GN-2")
    return found | _incomplete(payload, seats) | _sum(payload, seats, good)


def _incomplete(payload: dict[str, Any], seats: list[Report]) -> set[str]:
    results = payload.get("results", "either")
    totals = [seat["total"] is not None for seat in seats]
    placed = [seat.get("placement") is not None for seat in seats]
    fine = {
        "totals": all(totals),
        "places": all(placed) and not any(totals),
        "either": all(totals) or all(placed),
    }
    return set() if fine[results] else {"GN-3"}


def _sum(payload: dict[str, Any], seats: list[Report], good: list[Fraction]) -> set[str]:
    if "total_sum" not in payload or len(good) < len(seats):
        return set()
    return {"GN-5"} if sum(good) != payload["total_sum"] else set()


def right_places(payload: dict[str, Any], totals: list[Fraction]) -> list[int]:
    """Return the places of totals where nobody placed anybody."""
    sign = 1 if payload["higher_wins"] else -1
    worth = [sign * total for total in totals]
    seat_decides = payload.get("tiebreak") == "seat"
    return [
        1 + sum(other > own or (seat_decides and other == own and n < me) for n, other in enumerate(worth))
        for me, own in enumerate(worth)
    ]


@settings(max_examples=400)
@given(payloads(), reports())
def test_what_is_wrong_is_what_the_rules_say(payload: dict[str, Any], report: Report) -> None:
    ruleset = Ruleset.from_payload(game="generic", key="x", version=1, payload=payload)
    judgement = judge(report, ruleset)
    told = {rule for rule, _ in errors(judgement)}
    assert told - {"GN-4"} == broken(payload, report)
    for finding in judgement.findings:
        assert render(finding, "ja") != render(finding, "en")
    assert json.loads(json.dumps([seat.parts for seat in judgement.seats])) == [{}] * len(report["seats"])


@settings(max_examples=200)
@given(
    payload=payloads(),
    totals=st.lists(st.integers(0, 4), min_size=2, max_size=5),
    placed=st.booleans(),
)
def test_places_follow_totals_under_every_ruleset(
    payload: dict[str, Any], totals: list[int], *, placed: bool
) -> None:
    """Right places are never refused, and without any they follow by themselves."""
    payload = payload | {"results": "totals", "players": {"min": 2, "max": 5}}
    payload = {key: value for key, value in payload.items() if not key.startswith("total_")}
    ruleset = Ruleset.from_payload(game="generic", key="x", version=1, payload=payload)
    right = right_places(payload, [Fraction(total) for total in totals])
    judgement = judge(generic(*totals, placements=tuple(right) if placed else ()), ruleset)
    assert judgement.findings == ()
    assert places(judgement) == right


@settings(max_examples=200)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
        lambda inner: (
            st.lists(inner, max_size=5)
            | st.dictionaries(st.sampled_from(["min", "max", "unit", "uma", "return"]), inner)
        ),
        max_leaves=8,
    ),
    st.sampled_from(KEYS),
)
def test_any_value_of_a_key_is_taken_or_refused_at_it(value: Json, key: str) -> None:
    payload = {"players": {"min": 2, "max": 2}, "higher_wins": True, key: value}
    problems = Findings()
    check_payload(payload, problems)
    if problems.has_error:
        assert all(problem.path.startswith(f"/{key}") for problem in problems.result())
        assert all(render(problem, "ja").encode() for problem in problems.result())
        return
    ruleset = Ruleset.from_payload(game="generic", key="x", version=1, payload=payload)
    assert judge(generic(1, 2), ruleset).seats
    again = Ruleset.from_payload(
        game="generic", key="x", version=1, payload=json.loads(json.dumps(ruleset.payload))
    )
    assert again.content_hash == ruleset.content_hash
