"""Files of cards as bytes: what can't be read, at which line things stand, and arbitrary input."""

from __future__ import annotations

import time
from contextlib import suppress
from importlib.resources import files

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.core.card_messages import MESSAGES
from games.core.cardfile import LONGEST_LINE, MAX_BYTES, MAX_DEPTH, CardFileError, read_cards
from games.core.cardtable import CardTable, Problems
from games.core.findings import MAX_FINDINGS
from games.danmaku.card_language import read_set

BASE = files("games.cardsets").joinpath("danmaku-base.toml").read_bytes()


def refused(source: bytes) -> tuple[str, str]:
    """Return code and English sentence of the refusal."""
    with pytest.raises(CardFileError) as error:
        read_cards(source)
    assert error.value.finding.rule == "FMT-1", "the same for the cards of every game"
    return error.value.code, error.value.render("en")


@pytest.mark.parametrize(
    ("source", "code", "words"),
    [
        (b"\xff\xfe", "cards.not_utf8", "byte 1"),
        ("name = 'チルノ'".encode("cp932"), "cards.not_utf8", "byte 9"),
        ("name = 'チルノ'".encode("utf-16"), "cards.not_utf8", "byte 1"),
        (b"a = 1\nb = \n", "cards.not_toml", "line 2, character 5"),
        (b"a = 1\na = 2\n", "cards.not_toml", "line 2, character 6"),
        (b"a = 1\nb = ", "cards.not_toml_end", "end of the file"),
        (b"a = '''x", "cards.not_toml_end", "end of the file"),
        (b"a = \x00", "cards.not_toml", "line 1, character 5"),
        (b"\x00" * 100, "cards.not_toml", "line 1, character 1"),
        (b"{}", "cards.not_toml", "line 1, character 1"),
        (b"a = 2020-13-45", "cards.not_toml", "line 1"),
        (b"a = 2020-01-01T00:00:00+25:00", "cards.not_toml", "line 1"),
        (b"a = " + b"[" * 240 + b"]" * 240, "cards.too_deep", str(MAX_DEPTH)),
        (b"a = " + b"[" * (MAX_DEPTH + 1) + b"]" * (MAX_DEPTH + 1), "cards.too_deep", str(MAX_DEPTH)),
        (b"\n".join([b"a = ["] + [b"["] * 50_000), "cards.too_deep", str(MAX_DEPTH)),
        (b"# " + b"x" * LONGEST_LINE, "cards.long_line", "Line 1"),
        (b"a." * 5_000 + b"a = 1", "cards.long_line", "Line 1"),
        (b"#\n" * (MAX_BYTES // 2) + b"#", "cards.too_large", str(MAX_BYTES)),
    ],
)
def test_unusable_file_says_place_and_reason(source: bytes, code: str, words: str) -> None:
    found, sentence = refused(source)
    assert found == code
    assert words in sentence


def test_byte_order_mark_and_foreign_line_ends_are_fine() -> None:
    assert read_cards(b"\xef\xbb\xbfa = 1\r\nb = 2\r\n").content == {"a": 1, "b": 2}
    assert read_cards(b"").content == {}


def test_hostile_keys_take_no_time() -> None:
    """The reader's time grows with the cube of the parts of a key; lines are short, so it stays small."""
    row = ".".join(["a"] * (LONGEST_LINE // 2 - 2))
    lines = [f"{row}{number} = 1" for number in range(10**5, 10**5 + MAX_BYTES // LONGEST_LINE)]
    start = time.process_time()
    with suppress(CardFileError):
        read_cards("\n".join(lines).encode()[:MAX_BYTES])
    assert time.process_time() - start < 30


LINES = b'''
# A comment with [[card]]
key = "x"
text = """
[[card]]
key = 1
"""
list = [
  [1],
  { a = 1 },
]

[[card]]
id = "one" # [[card]]
"quoted key" = 1
condition = { sum = 9 }
[[card]]
id = "two"
condition.sum = { min = 3 }
  [card.ability]
  dice = 1
  [[card.ability.then]]
  x = 1
  [[card.ability.then]]
  x = 2
[[card]]
other.'a.b' = 1
'''


@pytest.mark.parametrize(
    ("way", "line"),
    [
        (("key",), 3),
        (("text",), 4),
        (("list",), 8),
        (("list", 1, "a"), 8),
        (("card",), 1),
        (("card", 0), 13),
        (("card", 0, "id"), 14),
        (("card", 0, "quoted key"), 15),
        (("card", 0, "condition", "sum"), 16),
        (("card", 0, "missing"), 13),
        (("card", 1), 17),
        (("card", 1, "condition", "sum", "min"), 19),
        (("card", 1, "ability", "dice"), 21),
        (("card", 1, "ability", "then", 0, "x"), 23),
        (("card", 1, "ability", "then", 1, "x"), 25),
        (("card", 2, "other", "a.b"), 27),
        ((), 1),
    ],
)
def test_line_of_a_value_is_where_it_was_written(way: tuple[str | int, ...], line: int) -> None:
    assert read_cards(LINES).line_of(way) == line


def judged(source: bytes) -> None:
    """Read a file; whatever is wrong comes as the documented error or as problems that can be shown."""
    try:
        problems = read_set(read_cards(source)).problems
    except CardFileError as error:
        sentences = error.render("ja") + error.render("en")
        problems = ()
    else:
        sentences = ""
    assert "\n" not in sentences
    for problem in problems:
        assert problem.line >= 1
        for lang in ("ja", "en"):
            assert problem.render(lang)
            problem.render(lang).encode()


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=300))
def test_arbitrary_bytes_are_read_or_refused(source: bytes) -> None:
    judged(source)


PIECES = st.sampled_from(
    ["[[card]]", "[card]", "id = ", "level = ", "name = ", "condition = ", "ability = ", "{ ", " }", "[", "]",
     "sum = ", "dice = ", "set = ", "reroll = true", "then = ", "if = ", ", ", "\n", '"any"', '"a"', "3", "-1",
     "9e99", "inf", "true", "2020-01-01", '"""', "#", "min = ", "not = ", "key = ", "\\", "\u3000", "faces = "]
)  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(st.lists(PIECES, max_size=40).map("".join))
def test_pieces_of_the_language_are_read_or_refused(text: str) -> None:
    judged(text.encode())


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_bent_base_set_is_read_or_refused(data: st.DataObject) -> None:
    lines = BASE.decode().split("\n")
    start = data.draw(st.integers(0, len(lines) - 12))
    part = lines[start : start + 12]
    for _ in range(data.draw(st.integers(1, 3))):
        index = data.draw(st.integers(0, len(part) - 1))
        line = part[index]
        cut = data.draw(st.integers(0, len(line)))
        part[index] = line[:cut] + data.draw(PIECES) + line[data.draw(st.integers(cut, len(line))) :]
    judged("\n".join(part).encode())


def test_problems_are_bounded_and_in_order_of_lines() -> None:
    problems = Problems(lambda way: -int(way[0]) if way else 0)
    for number in range(MAX_FINDINGS + 10):
        problems.warning("DG-4", (number,), "cards.missing_key", name="x")
    problems.error("DG-4", (), "cards.missing_key", name="x")
    assert len(problems.result()) == MAX_FINDINGS + 1
    assert [problem.line for problem in problems.result()][:3] == [
        -MAX_FINDINGS + 1,
        -MAX_FINDINGS + 2,
        -MAX_FINDINGS + 3,
    ]
    assert problems.errors == 1


def test_table_reads_what_the_cards_of_any_game_need() -> None:
    problems = Problems(lambda _: 1)
    table = CardTable(
        {"word": "light", "other": "x", "number": 3, "flag": True, "list": [1]}, (), problems, "KD-20"
    )
    assert table.choice("word", ("light", "dark")) == "light"
    assert table.choice("other", ("light", "dark")) is None
    assert table.choice("number", ("light", "dark")) is None
    assert table.whole("number", 1, 3) == 3
    assert table.flag("flag") is True
    assert table.flag("missing") is False
    assert table.tables("list") == []
    assert [p.finding.code for p in problems.result()] == [
        "cards.not_a_choice", "cards.wrong_type", "cards.wrong_type",
    ]  # fmt: skip


def test_every_sentence_belongs_to_files_of_cards() -> None:
    assert all(code.startswith("cards.") for code in MESSAGES)
