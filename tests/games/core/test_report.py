"""Reading a report as text: strict JSON, exact decimals, clear refusals."""

from __future__ import annotations

from contextlib import suppress
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.report import FORMAT, MAX_BYTES, ReportError, parse_json


def test_format_is_named_once() -> None:
    assert FORMAT == "sekijun.report/1"


def test_decimals_come_back_exact() -> None:
    value = parse_json('{"total": 0.1, "many": 12345678901234567890.5, "whole": 3}')
    assert value == {"total": Decimal("0.1"), "many": Decimal("12345678901234567890.5"), "whole": 3}
    assert type(value["whole"]) is int


def test_bytes_may_begin_with_a_mark() -> None:
    assert parse_json(b'\xef\xbb\xbf{"a": "\xe5\xb8\xad"}') == {"a": "席"}
    assert parse_json('\ufeff{"a": 1}') == {"a": 1}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "core.not_json"),
        ("{", "core.not_json"),
        ('{"a": 1,}', "core.not_json"),
        ('{"a": 01}', "core.not_json"),
        ('{"a": 1_000}', "core.not_json"),
        ('{"a": 1\uff15}', "core.not_json"),
        ("{'a': 1}", "core.not_json"),
        ("{} {}", "core.not_json"),
        (b"\xff\xfe", "core.not_utf8"),
        (b'{"a": "\x8a"}', "core.not_utf8"),
        ("[]", "core.not_object"),
        ("3", "core.not_object"),
        ("null", "core.not_object"),
        ('"text"', "core.not_object"),
        ('{"a": NaN}', "core.constant"),
        ('{"a": Infinity}', "core.constant"),
        ('{"a": [-Infinity]}', "core.constant"),
        ('{"a": 1e99999999999999999999}', "core.constant"),
        ('{"a": %s}' % ("9" * 5000), "core.constant"),
        ('{"a": 1, "a": 1}', "core.duplicate_key"),
        ('{"x": {"b": 1, "b": 2}}', "core.duplicate_key"),
        ('{"a": "%s"}' % ("x" * MAX_BYTES), "core.too_large"),
        (b" " * (MAX_BYTES + 1), "core.too_large"),
        ('{"a": "%s"}' % ("席" * (MAX_BYTES // 3)), "core.too_large"),
        ("[" * 500_000, "core.too_deep"),
        ('{"a":' * 100_000, "core.too_deep"),
    ],
)
def test_unusable_text_is_refused_with_a_reason(text: str | bytes, code: str) -> None:
    with pytest.raises(ReportError) as caught:
        parse_json(text)
    assert caught.value.code == code
    assert caught.value.finding.rule == "FMT-1"
    assert caught.value.render("ja").endswith("。")
    assert caught.value.render("en").endswith(".")


@pytest.mark.parametrize(("depth", "fits"), [(31, True), (32, True), (33, False), (200, False)])
def test_nesting_ends_at_32_levels(depth: int, *, fits: bool) -> None:
    text = '{"a":' + "[" * (depth - 1) + "]" * (depth - 1) + "}"
    if fits:
        assert list(parse_json(text)) == ["a"]
    else:
        with pytest.raises(ReportError):
            parse_json(text)


def test_place_of_the_mistake_is_named() -> None:
    with pytest.raises(ReportError) as caught:
        parse_json('{"a": 1,\n "b" 2}')
    assert caught.value.render("ja") == "JSONとして読めません(2行目6文字目)。"


@given(st.binary(max_size=200) | st.text(max_size=200))
def test_any_text_is_read_or_refused(text: str | bytes) -> None:
    with suppress(ReportError):
        assert isinstance(parse_json(text), dict)
