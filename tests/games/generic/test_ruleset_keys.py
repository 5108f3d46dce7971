"""Each key of a generic ruleset: what it refuses, what it lets through, and which payloads can't be."""

from __future__ import annotations

import hashlib
import json
from decimal import Decimal

import pytest

from games.core.findings import Severity, render
from games.core.judge import judge
from games.core.registry import builtin_ruleset, get_game
from games.core.ruleset import Ruleset, RulesetError
from tests.games.reports import Json, changed, codes, errors, found, generic, places

BASE = {"higher_wins": True, "players": {"min": 2, "max": 100}}


def ruleset(**keys: Json) -> Ruleset:
    return Ruleset.from_payload(game="generic", key="club", version=1, payload=BASE | keys)


def refused(**keys: Json) -> list[tuple[str, str]]:
    with pytest.raises(RulesetError) as caught:
        ruleset(**keys)
    assert all(problem.rule == "FMT-6" for problem in caught.value.problems)
    for lang in ("ja", "en"):
        assert len(caught.value.render(lang).splitlines()) == len(caught.value.problems)
    return [(problem.path, problem.code) for problem in caught.value.problems]


@pytest.mark.parametrize(
    ("key", "payload", "digest"),
    [
        (
            "base",
            '{"higher_wins":true,"players":{"max":100,"min":2}}',
            "ad3ad7f3",
        ),
        (
            "lower",
            '{"higher_wins":false,"players":{"max":100,"min":2}}',
            "f5a46868",
        ),
    ],
)
def test_rulesets_that_tables_were_stored_under_stay_the_same(key: str, payload: str, digest: str) -> None:
    text = f'{{"game":"generic","key":"{key}","payload":{payload}}}'
    stored = Ruleset.from_payload(game="generic", key=key, version=1, payload=json.loads(payload))
    assert stored.content_hash == hashlib.sha256(text.encode()).hexdigest()
    assert stored.content_hash.startswith(digest)
    assert stored == builtin_ruleset("generic", key)


@pytest.mark.parametrize("number", [0.5, Decimal("0.5"), Decimal("0.50")])
def test_a_number_is_the_same_however_it_was_written(number: Json) -> None:
    assert ruleset(total_step=number).content_hash == ruleset(total_step=0.5).content_hash
    assert ruleset(total_step=number).payload["total_step"] == 0.5


@pytest.mark.parametrize("number", [100, 100.0, Decimal("100.0"), Decimal("1E+2")])
def test_a_whole_number_is_the_same_however_it_was_written(number: Json) -> None:
    assert ruleset(total_step=number).content_hash == ruleset(total_step=100).content_hash
    assert json.dumps(ruleset(total_step=number).payload["total_step"]) == "100"


@pytest.mark.parametrize(("count", "valid"), [(2, False), (3, True), (4, True), (5, False)])
def test_players_are_within_the_range(count: int, *, valid: bool) -> None:
    judgement = judge(generic(*range(count)), ruleset(players={"min": 3, "max": 4}))
    assert errors(judgement) == ([] if valid else [("GN-1", "/seats")])


def test_one_number_of_players_is_said_as_one_number() -> None:
    judgement = judge(generic(1, 2, 3), builtin_ruleset("generic", "mahjong"))
    assert render(judgement.findings[0], "ja") == "4人で遊ぶゲームです(入力は3人)。"
    assert render(judgement.findings[0], "en") == "This game takes 4 players (entered: 3)."
    assert get_game("generic").player_bounds(builtin_ruleset("generic", "mahjong")) == (4, 4)


@pytest.mark.parametrize(
    ("bounds", "total", "valid"),
    [
        ({"min": -10, "max": 10}, -10, True),
        ({"min": -10, "max": 10}, 10, True),
        ({"min": -10, "max": 10}, Decimal("10.0001"), False),
        ({"min": -10, "max": 10}, -11, False),
        ({"min": 0}, 999_999_999, True),
        ({"min": 0}, Decimal("-0.0001"), False),
        ({"max": 2.5}, Decimal("2.5"), True),
        ({"max": 2.5}, 3, False),
        ({}, -999_999_999, True),
    ],
)
def test_total_is_within_the_bounds_of_the_ruleset(bounds: Json, total: Json, *, valid: bool) -> None:
    judgement = judge(generic(total, 1), ruleset(total_range=bounds))
    assert errors(judgement) == ([] if valid else [("GN-2", "/seats/0/total")])


def test_bounds_are_named() -> None:
    judgement = judge(generic(12, 1), ruleset(total_range={"min": -10.5, "max": 10}))
    assert render(judgement.findings[0], "ja") == "席1の合計は-10.5から10までです(入力は12)。"
    assert render(judgement.findings[0], "en") == (
        "The total of seat 1 must be from -10.5 to 10 (entered: 12)."
    )


@pytest.mark.parametrize(
    ("step", "total", "valid"),
    [
        (1, 3, True),
        (1, Decimal("3.0"), True),
        (1, 3.5, False),
        (0.5, 3.5, True),
        (0.5, 3.25, False),
        (0.1, 0.3, True),
        (0.1, Decimal("0.35"), False),
        (100, 25_000, True),
        (100, -300, True),
        (100, 0, True),
        (100, 25_050, False),
        (0.0001, Decimal("0.0001"), True),
    ],
)
def test_total_is_a_multiple_of_the_step(step: Json, total: Json, *, valid: bool) -> None:
    judgement = judge(generic(total, 1_000_000), ruleset(total_step=step, total_range={"max": 2_000_000}))
    assert errors(judgement) == ([] if valid else [("GN-2", "/seats/0/total")])


def test_totals_alone_are_asked_for() -> None:
    wanted = ruleset(results="totals")
    assert judge(generic(3, 1), wanted).valid
    judgement = judge(generic(3, None, placements=(1, 2)), wanted)
    assert errors(judgement) == [("GN-3", "/seats/1")]
    assert codes(judgement) == ["generic.total_needed"]
    assert judge(generic(3, None, finished=False), wanted).valid


def test_placements_alone_are_asked_for() -> None:
    wanted = ruleset(results="places")
    judgement = judge(generic(None, None, None, placements=(2, 1, 2)), wanted)
    assert judgement.findings == ()
    assert places(judgement) == [2, 1, 2]
    judgement = judge(generic(None, 3, None, placements=(2, 1, None)), wanted)
    assert errors(judgement) == [("GN-3", "/seats/1/total"), ("GN-3", "/seats/2")]
    assert codes(judgement) == ["generic.total_unwanted", "generic.placement_missing"]
    unfinished = judge(generic(None, None, placements=(1, None), finished=False), wanted)
    assert unfinished.valid
    assert found(unfinished, Severity.INFO) == [("GN-3", "/seats/1")]


def test_either_is_welcome_by_default() -> None:
    for wanted in (ruleset(), ruleset(results="either")):
        assert judge(generic(3, 1), wanted).valid
        assert judge(generic(None, None, placements=(1, 2)), wanted).valid


def test_lowest_total_wins_with_every_tiebreak() -> None:
    for tiebreak in ("given", "shared", "seat"):
        low = ruleset(higher_wins=False, tiebreak=tiebreak)
        assert places(judge(generic(3, 1, 2), low)) == [3, 1, 2]
        assert errors(judge(generic(3, 1, placements=(1, 2)), low)) != []


@pytest.mark.parametrize(
    ("tiebreak", "given", "expected"),
    [
        ("given", (None, None, None, None), [1, 2, 2, 4]),
        ("given", (1, 3, 2, 4), [1, 3, 2, 4]),
        ("given", (1, 2, 2, 4), [1, 2, 2, 4]),
        ("shared", (None, None, None, None), [1, 2, 2, 4]),
        ("shared", (1, 2, 2, 4), [1, 2, 2, 4]),
        ("shared", (1, 3, 2, 4), None),
        ("shared", (1, 2, 3, 4), None),
        ("seat", (None, None, None, None), [1, 2, 3, 4]),
        ("seat", (1, 2, 3, 4), [1, 2, 3, 4]),
        ("seat", (1, 2, 2, 4), None),
        ("seat", (1, 3, 2, 4), None),
    ],
)
def test_ties_follow_the_ruleset(
    tiebreak: str, given: tuple[int | None, ...], expected: list[int] | None
) -> None:
    judgement = judge(generic(9, 5, 5, 1, placements=given), ruleset(tiebreak=tiebreak))
    if expected is None:
        assert [rule for rule, _ in errors(judgement)] == ["GN-4"]
    else:
        assert judgement.findings == ()
        assert places(judgement) == expected


@pytest.mark.parametrize(
    ("tiebreak", "totals", "places", "valid"),
    [
        ("shared", (5, None, 5), (1, 2, 3), False),
        ("shared", (5, None, 5), (1, 3, 1), True),
        ("seat", (5, None, 5), (2, 3, 1), False),
        ("seat", (5, None, 5), (1, 2, 3), True),
        ("seat", (5, None, 5), (1, 3, 1), False),
        ("seat", (None, None, None), (1, 1, 3), False),
        ("seat", (None, None, None), (2, 1, 3), True),
        ("given", (5, None, 5), (2, 3, 1), True),
        ("given", (None, None, None), (1, 1, 3), True),
    ],
)
def test_ties_follow_the_ruleset_where_totals_are_missing_too(
    tiebreak: str, totals: tuple[int | None, ...], places: tuple[int, ...], *, valid: bool
) -> None:
    """GN-4."""
    judgement = judge(generic(*totals, placements=places), ruleset(tiebreak=tiebreak))
    assert judgement.valid == valid
    assert {rule for rule, _ in errors(judgement)} == (set() if valid else {"GN-4"})


def test_lower_seat_is_ahead_wherever_it_stands_in_the_report() -> None:
    report = generic(5, 5, 5)
    for entry, seat in zip(report["seats"], (3, 1, 2), strict=True):
        entry["seat"] = seat
    assert places(judge(report, ruleset(tiebreak="seat"))) == [3, 1, 2]


def test_unknown_seats_of_a_tie_share_or_are_taken_as_placed() -> None:
    report = generic(9, 5, 5)
    report["seats"][2]["seat"] = None
    rules = ruleset(tiebreak="seat")
    assert places(judge(report, rules)) == [1, 2, 2]
    for entry, place in zip(report["seats"], (1, 3, 2), strict=True):
        entry["placement"] = place
    judgement = judge(report, rules)
    assert (judgement.valid, places(judgement)) == (True, [1, 3, 2])
    assert codes(judgement) == ["generic.order_implied"]


@pytest.mark.parametrize(
    ("totals", "code", "difference"),
    [
        ((10.5, -10.5, 0), None, None),
        ((10.5, -10.5, 0.3), "generic.sum_over", "0.3"),
        ((10, -10.5, 0), "generic.sum_short", "0.5"),
    ],
)
def test_totals_add_up_to_the_fixed_sum(totals: Json, code: str | None, difference: str | None) -> None:
    judgement = judge(generic(*totals), ruleset(total_sum=0))
    if code is None:
        assert judgement.findings == ()
        return
    (finding,) = judgement.findings
    assert (finding.rule, finding.path, finding.code) == ("GN-5", "/seats", code)
    assert finding.params["difference"] == difference


def test_difference_of_the_sum_is_named_in_both_languages() -> None:
    (finding,) = judge(generic(60_000, 41_100), ruleset(total_sum=100_000)).findings
    assert render(finding, "ja") == (
        "合計を全員分足すと100000になるはずですが、1100多くなっています(入力は101100)。"
    )
    assert render(finding, "en") == (
        "All totals together must be 100000; there is 1100 too much (entered: 101100)."
    )


def test_sum_waits_for_all_totals_and_is_only_noted_of_a_broken_off_table() -> None:
    rules = ruleset(total_sum=100)
    assert [rule for rule, _ in errors(judge(generic(50, None), rules))] == ["GN-3"]
    assert judge(generic(None, None, placements=(1, 2)), rules).valid
    unfinished = judge(generic(50, 40, finished=False), rules)
    assert unfinished.valid
    assert found(unfinished, Severity.INFO) == [("GN-5", "/seats")]
    assert [rule for rule, _ in errors(judge({**generic(50, 50), "seats": [*generic(50, 50)["seats"], 7]}, rules))] == [
        "FMT-2"
    ]  # fmt: skip


FINAL = {"return": 10, "unit": 3, "uma": [5, -5]}


def test_final_score_is_told_with_its_seat() -> None:
    rules = ruleset(players={"min": 2, "max": 2}, final=FINAL)
    judgement = judge(generic(20, 3), rules)
    assert judgement.findings == ()
    # ten points over the return are 3.3333, and five for the first place
    assert [seat.parts for seat in judgement.seats] == [{"final": "8.3333"}, {"final": "-7.3333"}]


def test_final_score_of_the_lowest_wins() -> None:
    rules = ruleset(players={"min": 2, "max": 2}, higher_wins=False, final=FINAL | {"unit": 2})
    judgement = judge(generic(20, 3), rules)
    # second: (10 - 20) / 2 - 5, first: (10 - 3) / 2 + 5
    assert [seat.parts for seat in judgement.seats] == [{"final": "-10"}, {"final": "8.5"}]


@pytest.mark.parametrize(
    ("given", "valid"),
    [
        (Decimal("8.3333"), True),
        (Decimal("8.33"), True),
        (8.3, True),
        (8, True),
        (Decimal("8.33333333333333333333"), True),
        (Decimal("8.3334"), False),
        (8.4, False),
        (9, False),
        (-8.3, False),
        (Decimal("1E+999999"), False),
        (Decimal("1E-999999999"), False),
        (10**30, False),
    ],
)
def test_reported_final_score_may_be_rounded(given: Json, *, valid: bool) -> None:
    rules = ruleset(players={"min": 2, "max": 2}, final=FINAL)
    judgement = judge(changed(generic(20, 3), "/seats/0/final", given), rules)
    assert errors(judgement) == ([] if valid else [("GN-6", "/seats/0/final")])
    assert judgement.seats[0].parts == {"final": "8.3333"}


@pytest.mark.parametrize("given", ["8", True, [], Decimal("NaN")])
def test_final_score_that_is_no_number(given: Json) -> None:
    rules = ruleset(players={"min": 2, "max": 2}, final=FINAL)
    judgement = judge(changed(generic(20, 3), "/seats/0/final", given), rules)
    assert errors(judgement) == [("FMT-2", "/seats/0/final")]


def test_no_final_score_without_places_or_of_a_broken_off_table() -> None:
    rules = ruleset(players={"min": 2, "max": 2}, final=FINAL)
    for report in (
        generic(20, None),
        generic(None, None, placements=(1, 2)),
        generic(20, 3, finished=False),
        generic(20, 3, 1),
        generic(None, None, placements=(1, 3)),
    ):
        assert [seat.parts for seat in judge(report, rules).seats] == [{}] * len(report["seats"])


def test_final_score_is_refused_where_there_is_none() -> None:
    judgement = judge(changed(generic(20, 3), "/seats/1/final", 3), ruleset())
    assert errors(judgement) == [("GN-6", "/seats/1/final")]
    assert codes(judgement) == ["generic.final_unused"]


# payloads that can't be (FMT-6)


@pytest.mark.parametrize(
    ("keys", "problems"),
    [
        ({"results": "ranks"}, [("/results", "core.payload_choice")]),
        ({"results": None}, [("/results", "core.payload_type")]),
        ({"tiebreak": "early_bird"}, [("/tiebreak", "core.payload_choice")]),
        ({"total_range": 5}, [("/total_range", "core.payload_type")]),
        ({"total_range": {"least": 5}}, [("/total_range", "core.payload_unknown")]),
        ({"total_range": {"min": "5"}}, [("/total_range/min", "core.payload_type")]),
        ({"total_range": {"min": 5, "max": 4}}, [("/total_range/max", "core.payload_range")]),
        ({"total_range": {"max": 10**400}}, [("/total_range/max", "core.payload_range")]),
        ({"total_range": {"max": 1e308}}, [("/total_range/max", "core.payload_range")]),
        ({"total_range": {"max": float("inf")}}, [("/total_range/max", "core.payload_type")]),
        ({"total_range": {"max": Decimal("NaN")}}, [("/total_range/max", "core.payload_type")]),
        ({"total_step": 0}, [("/total_step", "core.payload_range")]),
        ({"total_step": -1}, [("/total_step", "core.payload_range")]),
        ({"total_step": True}, [("/total_step", "core.payload_type")]),
        ({"total_step": Decimal("0.00015")}, [("/total_step", "core.payload_places")]),
        ({"total_sum": "100"}, [("/total_sum", "core.payload_type")]),
        ({"total_sum": Decimal("1E-999999")}, [("/total_sum", "core.payload_places")]),
        ({"final": {}}, [("/final", "core.payload_missing")] * 3),
        ({"final": FINAL | {"unit": 0}}, [("/final/unit", "core.payload_range")]),
        ({"final": FINAL | {"uma": 5}}, [("/final/uma", "core.payload_type")]),
        ({"final": FINAL | {"uma": [1]}}, [("/final/uma", "core.payload_length")]),
        ({"final": FINAL | {"uma": [5, "x"]}}, [("/final/uma/1", "core.payload_type")]),
        ({"final": FINAL | {"oka": 20}}, [("/final", "core.payload_unknown")]),
        ({"final": FINAL}, [("/final/uma", "generic.uma_count")]),
        (
            {"players": {"min": 3, "max": 3}, "final": FINAL},
            [("/final/uma", "generic.uma_count")],
        ),
        (
            {"players": {"min": 2, "max": 2}, "final": FINAL | {"uma": [-5, 5]}},
            [("/final/uma", "generic.uma_order")],
        ),
        (
            {"results": "places", "total_sum": 0, "total_step": 1},
            [("/total_step", "generic.needs_totals"), ("/total_sum", "generic.needs_totals")],
        ),
        ({"decimals": 2}, [("", "core.payload_unknown")]),
    ],
)
def test_payload_that_cannot_be_is_refused_at_its_key(keys: Json, problems: list[tuple[str, str]]) -> None:
    said = refused(**keys)
    assert [code for _, code in said] == [code for _, code in problems]
    for (path, code), (wanted, _) in zip(said, problems, strict=True):
        assert path.startswith(wanted), code
