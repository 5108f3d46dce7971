"""What a name may be, and when two names are the same."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.services.errors import Invalid
from league.services.names import Mentions, clean_name, clean_text, name_key


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Alex", "ＡＬＥＸ"),
        ("ミカ", "ﾐｶ"),
        ("が", "か\u3099"),
        ("straße", "STRASSE"),
        ("①", "1"),
        ("山田 花", "山田\u3000花"),
        ("al\u200dex", "alex"),
        ("al\u00adex", "alex"),
        ("葛\U000e0100", "葛"),
        ("☀\ufe0f", "☀"),
        ("a\u3164b", "ab"),
    ],
)
def test_two_spellings_are_one_name(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize(
    ("one", "other"), [("ひ", "ヒ"), ("か", "が"), ("l", "1"), ("山田", "山 田"), ("é", "e")]
)
def test_different_names_stay_different(one: str, other: str) -> None:
    assert name_key(one) != name_key(other)


@given(st.text(max_size=20))
def test_key_of_a_key_is_itself(text: str) -> None:
    assert name_key(name_key(text)) == name_key(text)


@pytest.mark.parametrize(
    ("typed", "kept"), [("  a \t b\n", "a b"), ("か\u3099", "が"), ("ﾐｶ", "ﾐｶ"), ("a\x1cb", "a b")]
)
def test_name_is_kept_composed_and_with_single_spaces(typed: str, kept: str) -> None:
    assert clean_text(typed) == kept
    assert clean_name(typed, field="name", longest=40) == kept


@pytest.mark.parametrize(
    "name",
    [
        "",
        "   ",
        "x" * 41,
        "a\x00b",
        "a\x1bb",
        "a\u202eb",
        "a\u2066b",
        "\u200b",
        "\u3164",
        "\u2800",
        "\u0301",
        "\ue000",
        "\U000e0001x",
        "a\ud800",
        "\ufdfa" * 10,
        "\ufeff",
    ],
)
def test_what_is_no_name_is_refused_for_its_field(name: str) -> None:
    with pytest.raises(Invalid) as refusal:
        clean_name(name, field="reading", longest=40)

    assert refusal.value.field == "reading"


def test_optional_name_may_be_empty_but_not_invisible() -> None:
    assert clean_name("  ", field="name", longest=40, optional=True) == ""
    with pytest.raises(Invalid):
        clean_name("\u200b", field="name", longest=40, optional=True)


@given(st.text(max_size=45))
def test_accepted_name_has_a_key_that_fits_its_column(text: str) -> None:
    try:
        name = clean_name(text, field="name", longest=40)
    except Invalid:
        return
    assert 1 <= len(name) <= 40
    assert 1 <= len(name_key(name)) <= 160


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Bob", "*"),
        ("ｂｏｂ", "*"),
        ("bob and Bobby swapped", "* and Bobby swapped"),
        ("(Bob)", "(*)"),
        ("みずきとそらが逆", "*とそらが逆"),
        ("月が出た", "月が出た"),
        ("月", "*"),
        ("nobody", "nobody"),
    ],
)
def test_mentions_are_replaced_and_longer_words_are_not(text: str, left: str) -> None:
    assert Mentions(["Bob", "みずき", "月", ""], mark="*").replaced(text) == left


def test_mentions_are_replaced_anywhere_in_json() -> None:
    value = {"player": "Bob", "Bob": [1, None, {"note": "Bob won"}]}

    assert Mentions(["Bob"], mark="*").replaced_within(value) == {
        "player": "*",
        "*": [1, None, {"note": "* won"}],
    }
