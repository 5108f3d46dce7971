"""Raw input is kept as it was sent, but for what no database can hold."""

from __future__ import annotations

import json
from decimal import Decimal

import pytest

from league.services.errors import Invalid
from league.services.raw import LONGEST, raw_storable, text_storable


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ({"a": [1, 2.5, True, None, "東"]}, {"a": [1, 2.5, True, None, "東"]}),
        ("a\x00b", "a\ufffdb"),
        ({"a\x00": "\ud800"}, {"a\ufffd": "\ufffd"}),
        ("\U0001f3b2", "\U0001f3b2"),
        (float("nan"), "nan"),
        ([float("inf"), float("-inf")], ["inf", "-inf"]),
        ((1, 2), [1, 2]),
        ({1: 2}, {"1": 2}),
        (Decimal("12.5"), 12.5),
        (Decimal("1E+999"), "inf"),
        (Decimal("NaN"), "nan"),
        (10**39, 10**39),
    ],
)
def test_value_is_kept_as_a_database_can_hold_it(given: object, kept: object) -> None:
    stored = raw_storable(given)

    assert stored == kept
    assert json.loads(json.dumps(stored, allow_nan=False)) == kept


def _nested(depth: int) -> object:
    value: object = 1
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize(
    "value",
    [
        _nested(33),
        _nested(100_000),
        10**40,
        -(10**40),
        10**5000,
        "x" * LONGEST,
        {"a": object()},
        {1, 2},
        b"bytes",
    ],
    ids=[
        "33 deep",
        "100,000 deep",
        "41 digits",
        "41 digits below",
        "5,001 digits",
        "long",
        "object",
        "set",
        "bytes",
    ],
)
def test_what_no_database_should_hold_is_refused(value: object) -> None:
    with pytest.raises(Invalid):
        raw_storable(value)


def test_depth_of_32_and_the_longest_text_are_fine() -> None:
    assert raw_storable(_nested(32)) == _nested(32)
    assert len(str(raw_storable("x" * (LONGEST - 2)))) == LONGEST - 2


@pytest.mark.parametrize(("text", "fine"), [("東 🎲\n", True), ("a\x00", False), ("\udfff", False)])
def test_text_that_both_databases_hold(text: str, fine: bool) -> None:
    assert text_storable(text) is fine
