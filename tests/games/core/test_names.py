"""Names: what is readable, and when two spellings are one name."""

from __future__ import annotations

import pytest

from games.core.names import name_key, text_problem


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ABC", "abc"),
        ("\uff21\uff22\uff23", "abc"),
        ("サトウ", "\uff7b\uff84\uff73"),
        ("さとう 一", " さとう  一 "),
        ("さとう 一", "さとう\u3000一"),
        ("が", "か\u3099"),
        ("Straße", "STRASSE"),
        ("sato", "sa\u200bto"),
        ("①", "1"),
    ],
)
def test_two_spellings_are_one_name(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize(("one", "other"), [("さとう", "サトウ"), ("佐藤", "佐東"), ("a b", "ab")])
def test_different_names_stay_different(one: str, other: str) -> None:
    assert name_key(one) != name_key(other)


@pytest.mark.parametrize("name", ["A", "佐藤 一", "👩\u200d💻", "é", "e\u0301", "~", "1", "x" * 100])
def test_readable_name_is_accepted(name: str) -> None:
    assert text_problem(name) is None


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "core.text_blank"),
        ("   ", "core.text_blank"),
        ("\u3000", "core.text_blank"),
        ("\u200b\u200d", "core.text_blank"),
        ("\u3164", "core.text_blank"),
        ("\u2800", "core.text_blank"),
        ("\u0301", "core.text_blank"),
        ("\ufe0f", "core.text_blank"),
        ("a\x00b", "core.text_control"),
        ("a\nb", "core.text_control"),
        ("\u202eabc", "core.text_control"),
        ("abc\u2066", "core.text_control"),
        ("a\u200fb", "core.text_control"),
        ("\ud800", "core.text_control"),
        ("\ue000", "core.text_control"),
        ("a\u2028b", "core.text_control"),
        ("x" * 101, "core.text_long"),
        ("\x00" * 10**6, "core.text_long"),
    ],
)
def test_unreadable_name_is_refused(name: str, code: str) -> None:
    problem = text_problem(name)
    assert problem is not None
    assert problem.code == code
