"""Equal values have equal texts and digests, different ones have not."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.services.canonical import canonical_json, digest, format_decimal

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text("abc東", max_size=3), inner, max_size=4)
    ),
)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("9.50", "9.5"),
        ("9", "9"),
        ("100", "100"),
        ("1E+3", "1000"),
        ("0.0000", "0"),
        ("-0.00", "0"),
        ("-0", "0"),
        ("-3.25", "-3.25"),
        ("1E-4", "0.0001"),
        ("999999999.9999", "999999999.9999"),
    ],
)
def test_decimal_has_one_plain_text(value: str, text: str) -> None:
    assert format_decimal(Decimal(value)) == text


def test_keys_are_sorted_and_text_is_kept() -> None:
    assert canonical_json({"b": 1, "a": ["東", None, Decimal("1.0")]}) == '{"a":["東",null,"1"],"b":1}'


def test_digest_is_the_one_written_down() -> None:
    assert digest({"a": 1}) == "015abd7f5cc57a2dd94b7590f04ad8084273905ee33ec5cebeae62276a97f862"


@given(JSON, JSON)
def test_texts_are_equal_exactly_when_the_values_are(one: object, other: object) -> None:
    assert (canonical_json(one) == canonical_json(other)) is (repr(_sorted(one)) == repr(_sorted(other)))


def _sorted(value: object) -> object:
    if isinstance(value, dict):
        return {key: _sorted(value[key]) for key in sorted(value)}
    return [_sorted(item) for item in value] if isinstance(value, list) else value


def test_what_is_no_json_has_no_canonical_form() -> None:
    with pytest.raises(TypeError, match="set has no canonical form"):
        canonical_json({1})
