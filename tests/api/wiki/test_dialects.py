"""Every dialect, written from a neutral table and read back by an independent reader: the same cells, inert names."""

from __future__ import annotations

import re
from decimal import Decimal
from functools import partial
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings

from api.wiki.dialects import DIALECTS
from api.wiki.dialects.svg import shortened
from api.wiki.model import Cell, Column, Footer, Integer, Kind, Link, Number, Places, Table, Text
from tests.api.wiki import readers
from tests.api.wiki.names import EACH, NAMES

if TYPE_CHECKING:
    from collections.abc import Callable

DIGEST = "9f2c" + "0" * 58 + "41"
PERMALINK = "https://club.example/aoba/?ladder=k3"
TABLE_URL = "https://club.example/aoba/tables/x2/"
COLUMNS = (
    Column("rank", "順位", Kind.RANK),
    Column("name", "名前", Kind.TEXT),
    Column("rating", "レート", Kind.NUMBER),
    Column("change", "直近", Kind.NUMBER),
    Column("tables", "卓", Kind.NUMBER),
    Column("places", "最近の順位", Kind.PLACES),
    Column("table", "卓番号", Kind.LINK),
)
HEADS = [column.title for column in COLUMNS]
WIKIS: dict[str, Callable[[str], readers.Read]] = {
    "seesaa": readers.read_seesaa,
    "pukiwiki": readers.read_pukiwiki,
    "mediawiki": readers.read_mediawiki,
    "md": readers.read_markdown,
    "html": readers.read_html,
}
SEPARATED = {"csv": ",", "tsv": "\t"}


def row(name: str, change: str = "-6.220") -> tuple[Cell, ...]:
    return (
        Integer(2),
        Text(name),
        Number(Decimal("1538.459")),
        Number(Decimal(change), signed=True),
        Integer(19),
        Places((2, 1, 4)),
        Link("1-3", TABLE_URL),
    )


def table(*names: str, title: str = "青葉卓会") -> Table:
    return Table(
        title=title,
        language="ja",
        columns=COLUMNS,
        rows=tuple(map(row, names)),
        footer=Footer(
            214, DIGEST, "2026-11-28T23:52:00+09:00", PERMALINK, ("改訂 214・1行", f"要約 {DIGEST}")
        ),
    )


def shown(name: str) -> list[object]:
    return ["2", name, "1538.459", "−6.220", "19", "2 1 4", ("1-3", TABLE_URL)]


@pytest.mark.parametrize("dialect", WIKIS)
@pytest.mark.parametrize("name", EACH)
def test_each_piece_of_markup_is_only_a_name(dialect: str, name: str) -> None:
    read = WIKIS[dialect](DIALECTS[dialect].render(table(name, title=name)))
    assert (read.title, read.heads, read.rows) == (name, HEADS, [shown(name)])


UNSTORABLE = (
    "a\nb", "a\tb", "a\u2028b", "a\x00b", "a\x0bb", "a\x1fb", "a\x7fb", "a\x85b", "\u202eevil", "\ufeffa", "a\ufffe",
    "\n|-\n| x", "a|\n|b", "\U0010ffff",
)  # fmt: skip


@pytest.mark.parametrize("dialect", WIKIS)
@pytest.mark.parametrize("name", UNSTORABLE)
def test_what_no_service_would_store_breaks_no_table(dialect: str, name: str) -> None:
    read = WIKIS[dialect](DIALECTS[dialect].render(table(name, title=name)))
    assert (read.title, read.rows) == (name, [shown(name)])


@pytest.mark.parametrize("name", UNSTORABLE)
def test_what_xml_can_t_hold_is_replaced_in_the_picture(name: str) -> None:
    read = readers.read_svg(DIALECTS["svg"].render(table(name, "b", title=name)))
    replaced = re.sub("[\x00\x0b\x1f\ufffe]", "\ufffd", name)
    assert (read.title, [row[1] for row in read.rows]) == (replaced, [replaced, "b"])


@pytest.mark.parametrize("dialect", WIKIS)
def test_any_names_are_read_back(dialect: str) -> None:
    @given(NAMES, NAMES)
    @settings(max_examples=300, deadline=None)
    def check(first: str, second: str) -> None:
        read = WIKIS[dialect](DIALECTS[dialect].render(table(first, second, title=first)))
        assert (read.title, read.rows) == (first, [shown(first), shown(second)])

    check()


@given(NAMES)
@settings(max_examples=300, deadline=None)
def test_euc_jp_bytes_are_read_back(name: str) -> None:
    text = DIALECTS["seesaa"].render(table(name, title=name))
    decoded = text.encode("euc_jp").decode("euc_jp")
    assert decoded == text
    assert readers.read_seesaa(decoded).rows == [shown(name)]


@pytest.mark.parametrize("name", ["¥100", "‾", "髙橋♥"])
def test_what_euc_jp_would_change_is_a_reference(name: str) -> None:
    assert f"&#{ord(name[0])};".encode() in DIALECTS["seesaa"].render(table(name)).encode("euc_jp")


@pytest.mark.parametrize("dialect", SEPARATED)
@given(first=NAMES, second=NAMES)
@settings(max_examples=300, deadline=None)
def test_spreadsheets_get_the_same_cells_and_no_formula(dialect: str, first: str, second: str) -> None:
    read = readers.read_separated(DIALECTS[dialect].render(table(first, second)), SEPARATED[dialect])
    assert read.heads == HEADS
    assert read.rows == [["2", name, "1538.459", "-6.220", "19", "2 1 4", "1-3"] for name in (first, second)]
    assert read.end == ["#end", "2", "214", DIGEST, "2026-11-28T23:52:00+09:00", PERMALINK]


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@x", "'=1", "'+"])
def test_only_text_cells_are_neutralised(name: str) -> None:
    line = DIALECTS["csv"].render(table(name)).split("\r\n")[1]
    assert line == f"2,'{name},1538.459,-6.220,19,2 1 4,1-3"


def test_only_csv_begins_with_a_byte_order_mark() -> None:
    assert [
        name for name, d in DIALECTS.items() if name != "svg" and d.render(table("a"))[0] == "\ufeff"
    ] == ["csv"]


@given(NAMES)
@settings(max_examples=200, deadline=None)
def test_json_has_typed_cells(name: str) -> None:
    read = readers.read_json(DIALECTS["json"].render(table(name, title=name)))
    link = {"text": "1-3", "url": TABLE_URL}
    assert read.rows == [[2, name, "1538.459", "-6.220", 19, [2, 1, 4], link]]
    assert (read.title, read.end) == (name, ["214", DIGEST, PERMALINK])


@given(NAMES)
@settings(max_examples=200, deadline=None)
def test_picture_is_xml_with_the_whole_name(name: str) -> None:
    read = readers.read_svg(DIALECTS["svg"].render(table(name, title=name)))
    assert (read.title, read.rows) == (name, [["2", name, "1538.459", "−6.220", "19"]])


@pytest.mark.parametrize("dialect", WIKIS)
def test_the_end_says_where_it_is_from(dialect: str) -> None:
    read = WIKIS[dialect](DIALECTS[dialect].render(table("a")))
    assert read.end == ["改訂 214・1行", f"要約 {DIGEST}", PERMALINK]


@pytest.mark.parametrize(
    ("cell", "plain", "seen"),
    [
        (Number(Decimal("12.406"), signed=True), "12.406", "+12.406"),
        (Number(Decimal("-0.001"), signed=True), "-0.001", "−0.001"),
        (Number(Decimal("0.000"), signed=True), "0.000", "±0.000"),
        (Number(Decimal(-9)), "-9", "−9"),
        (Number(Decimal("1E+3")), "1000", "1000"),
        (Number(None, signed=True), "", ""),
        (Integer(-3), "-3", "−3"),
        (Integer(None), "", ""),
        (Places(()), "", ""),
    ],
)
def test_figures_are_exact(cell: Cell, plain: str, seen: str) -> None:
    assert (cell.plain, cell.shown) == (plain, seen)


@pytest.mark.parametrize("dialect", ["seesaa", "pukiwiki", "mediawiki", "md"])
@pytest.mark.parametrize("name", ["朝霧 ゆい", "Kazu", "みずき・ソラ", "中村2"])
def test_everyday_names_stay_readable_in_the_source(dialect: str, name: str) -> None:
    assert name in DIALECTS[dialect].render(table(name))


ACTING = {
    "seesaa": "''t''\n|~a|\n|{}|",
    "pukiwiki": "''t''\n|LEFT:|c\n|a|h\n|{}|",
    "mediawiki": '{{| class="wikitable sortable"\n|+ t\n! scope="col" | a\n|-\n| {}\n|}}',
    "md": "**t**\n\n| a |\n| --- |\n| {} |\n\nend",
    "html": "<table><tr><th>a</th></tr><tr><td>{}</td></tr></table>",
}


@pytest.mark.parametrize("dialect", WIKIS)
def test_readers_notice_what_acts(dialect: str) -> None:
    acting = {
        "seesaa": "[[x]]",
        "pukiwiki": "TeamName",
        "mediawiki": "{{x}}",
        "md": "@octocat",
        "html": "<script></script>",
    }
    assert WIKIS[dialect](ACTING[dialect].format("x")).rows == [["x"]]
    with pytest.raises(AssertionError):
        WIKIS[dialect](ACTING[dialect].format(acting[dialect]))


def test_long_names_are_cut_in_the_picture_only() -> None:
    assert shortened("あ" * 18, 36) == "あ" * 18
    assert shortened("あ" * 40, 36) == "あ" * 17 + "…"
    assert shortened("i" * 40, 36) == "i" * 34 + "…"


def test_picture_stops_at_a_hundred_rows() -> None:
    read = readers.read_svg(DIALECTS["svg"].render(table(*map(str, range(130)))))
    assert len(read.rows) == 100
    assert read.end[0].startswith("+30 · ")


def test_a_table_without_rows_is_still_a_table() -> None:
    for dialect, read in WIKIS.items():
        assert read(DIALECTS[dialect].render(table())).rows == []
    for dialect, delimiter in SEPARATED.items():
        assert (
            partial(readers.read_separated, delimiter=delimiter)(DIALECTS[dialect].render(table())).rows == []
        )
