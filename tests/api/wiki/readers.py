"""Reads every dialect back, by its own small reader: what a wiki would show, or an AssertionError where it would act.

Nothing here is shared with the writers. A reader refuses whatever its wiki takes for markup in a cell, and only then
resolves references.
"""

from __future__ import annotations

import csv
import io
import json
import re
from dataclasses import dataclass
from html.parser import HTMLParser
from xml.etree import ElementTree as ET

REFERENCE = re.compile(r"&#([0-9]+);")
JOINER = "\u2060"
URL = r"(?:https?|ftp|news)://|mailto:"
MAIL = r"[\w.-]+@[\w-]+\.[\w.-]+"


@dataclass(frozen=True)
class Read:
    """What somebody sees: title, headings, cells and the lines at the end. Links are read as (text, address)."""

    title: str
    heads: list[str]
    rows: list[list[object]]
    end: list[str]


def resolved(text: str) -> str:
    """Return text with its references resolved, once."""
    return REFERENCE.sub(lambda found: chr(int(found[1])), text)


def inert(text: str, *acting: str) -> str:
    """Return the text that a wiki shows, after making sure that none of its patterns finds anything in it."""
    for pattern in acting:
        assert not re.search(pattern, text), (pattern, text)
    return resolved(text)


# Seesaa Wiki

SEESAA = (
    r"\[\[|\]\]|''|%%|~~|__|\(\(|^//|^\[[+\-]\]|=\|", r"&(?!#[0-9]+;)", r"#(?![0-9]+;)\w", URL, MAIL,
    r"[|<>{}]",
)  # fmt: skip
SEESAA_CELL = r"(?i)^(?:center|left|right|(?:color|bgcolor|size|w|h)\(|r\[|[!~>^])"


def read_seesaa(text: str) -> Read:
    title, head, *lines = text.rstrip("\n").split("\n")
    rows = [line for line in lines if line.startswith("|")]
    return Read(
        inert(title.removeprefix("''").removesuffix("''"), *SEESAA),
        [inert(cell.removeprefix("~"), *SEESAA, SEESAA_CELL) for cell in barred(head)],
        [[seesaa_cell(cell) for cell in barred(row)] for row in rows],
        [resolved(line.removesuffix("~~")) for line in lines[len(rows) :]],
    )


def seesaa_cell(cell: str) -> object:
    if link := re.fullmatch(r"\[\[([\w-]+)>>(\S+)\]\]", cell):
        return link[1], link[2]
    return inert(cell.removeprefix("right:"), *SEESAA, SEESAA_CELL)


def barred(line: str) -> list[str]:
    assert line[0] == line[-1] == "|"
    return line[1:-1].split("|")


# PukiWiki, after the patterns of its make_link.php and line rules

PUKIWIKI = (
    r"&\w+.*;", r"\(\(", URL, MAIL, r"\[\[", r"\[\S+ [^\]]+\]", r"(?:[A-Z][a-z]+){2,}(?!\w)", r"''|%%|__", r"&br;",
    r"COLOR\(|SIZE\(", r"\s(?:XD|X\(|:\)|;\)|:D|:p)",
)  # fmt: skip
PUKIWIKI_CELL = r"^(?:LEFT:|CENTER:|RIGHT:|BGCOLOR|[~>#,])"


def read_pukiwiki(text: str) -> Read:
    title, align, head, *lines = text.rstrip("\n").split("\n")
    assert re.fullmatch(r"\|(?:(?:LEFT|RIGHT):\|)+c", align)
    rows = [line for line in lines if line.startswith("|")]
    return Read(
        inert(title.removeprefix("''").removesuffix("''"), *PUKIWIKI),
        [inert(cell, *PUKIWIKI, PUKIWIKI_CELL) for cell in barred(head.removesuffix("h"))],
        [[pukiwiki_cell(cell) for cell in barred(row)] for row in rows],
        [line.removesuffix("~") for line in lines[len(rows) :]],
    )


def pukiwiki_cell(cell: str) -> object:
    if link := re.fullmatch(r"\[\[([\w-]+)>(\S+)\]\]", cell):
        return link[1], link[2]
    return inert(cell, *PUKIWIKI, PUKIWIKI_CELL)


# MediaWiki

MEDIAWIKI = (
    r"\[|\]|\{|\}|<|>|''|~~~|__|＿＿|-\{|[|!]", r"&(?!#[0-9]+;)", URL, r"//", r"\b(?:ISBN|RFC|PMID)\s+[0-9]",
    r"(?:^|[^&])#", r"＃",
)  # fmt: skip


def read_mediawiki(text: str) -> Read:
    opening, caption, *lines = text.rstrip("\n").split("\n")
    assert opening == '{| class="wikitable sortable"'
    close = lines.index("|}")
    first = next(index for index, line in enumerate(lines) if not line.startswith("!"))
    heads = [line.removeprefix('! scope="col" | ') for line in lines[:first]]
    rows: list[list[object]] = []
    for line in lines[len(heads) : close]:
        if line == "|-":
            rows.append([])
        else:
            rows[-1].append(mediawiki_cell(line))
    return Read(
        inert(caption.removeprefix("|+ "), *MEDIAWIKI),
        [inert(head, *MEDIAWIKI) for head in heads],
        rows,
        [line.removesuffix("<br>") for line in lines[close + 1 :]],
    )


def mediawiki_cell(line: str) -> object:
    assert line.startswith("| ")
    cell = line[2:].removeprefix('style="text-align: right" | ')
    if link := re.fullmatch(r"\[(\S+) ([\w-]+)\]", cell):
        return link[2], link[1]
    return inert(cell, *MEDIAWIKI)


# Markdown: what acts in the source, and what GitHub looks for in the text that is shown

MARKDOWN = (r"[|\\`*_~<>\[\]!]", r"&(?!#[0-9]+;)", URL, r"www\.", MAIL, r"\$")
SHOWN = (r"@\w", r"#[0-9]", r"(?i)gh-[0-9]", r":[\w+-]+:", r"[\w.+-]+@[\w-]+\.")


def read_markdown(text: str) -> Read:
    title, empty, head, rule, *lines = text.rstrip("\n").split("\n")
    assert empty == ""
    assert re.fullmatch(r"\|(?: -{3}:? \|)+", rule)
    rows = lines[: lines.index("")]
    heads = [markdown_cell(cell) for cell in spaced(head)]
    return Read(
        str(markdown_cell(title.removeprefix("**").removesuffix("**"))),
        [str(cell) for cell in heads],
        [[markdown_cell(cell) for cell in spaced(row)] for row in rows],
        [line.rstrip().removeprefix("<").removesuffix(">") for line in lines[len(rows) + 1 :]],
    )


def spaced(line: str) -> list[str]:
    assert line.startswith("| ")
    assert line.endswith(" |")
    return line[2:-2].split(" | ")


def markdown_cell(cell: str) -> object:
    if link := re.fullmatch(r"\[([\w-]+)\]\(<(\S+)>\)", cell):
        return link[1], link[2]
    shown = inert(cell, *MARKDOWN)
    for pattern in SHOWN:
        assert not re.search(pattern, shown), (pattern, shown)
    return shown.replace(JOINER, "")


# Spreadsheets and machines


def read_separated(text: str, delimiter: str) -> Read:
    head, *rows, end = csv.reader(io.StringIO(text.removeprefix("\ufeff")), delimiter=delimiter)
    assert end[0] == "#end"
    assert int(end[1]) == len(rows)
    for row in (head, *rows):
        for cell in row:
            assert not re.match(r"[=@\t\r]|[+-](?![0-9]+(?:\.[0-9]+)?$)", cell), cell
    return Read(
        "", [unquoted(cell) for cell in head], [[unquoted(cell) for cell in row] for row in rows], end
    )


def unquoted(cell: str) -> str:
    """Take back the quote in front of a formula start."""
    return cell[1:] if re.match(r"'+[=+\-@\t\r]", cell) else cell


def read_json(text: str) -> Read:
    whole = json.loads(text)
    assert whole["format"] == "sekijun.table/1"
    assert whole["footer"]["rows"] == len(whole["rows"])
    keys = [column["key"] for column in whole["columns"]]
    footer = whole["footer"]
    return Read(
        whole["title"],
        [column["title"] for column in whole["columns"]],
        [[row[key] for key in keys] for row in whole["rows"]],
        [str(footer["revision"]), footer["digest"], footer["permalink"]],
    )


class _Html(HTMLParser):
    """Collects cells; any element or attribute that isn't ours is an error."""

    OURS = frozenset({"table", "caption", "thead", "tbody", "tr", "th", "td", "bdi", "a", "p", "br"})

    def __init__(self) -> None:
        super().__init__()
        self.caption, self.end, self.inside = "", "", ""
        self.heads: list[str] = []
        self.rows: list[list[object]] = []
        self.address = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in self.OURS, tag
        assert {name for name, _ in attrs} <= {"lang", "scope", "align", "href"}
        match tag:
            case "tr":
                self.rows.append([])
            case "th":
                self.heads.append("")
            case "td":
                self.rows[-1].append("")
            case "a":
                self.address = dict(attrs)["href"] or ""
            case "br":
                self.end += "\n"
        if tag in {"caption", "th", "td", "p"}:
            self.inside = tag

    def handle_endtag(self, tag: str) -> None:
        if tag == "a" and self.inside == "td":
            self.rows[-1][-1] = (self.rows[-1][-1], self.address)
        if tag == self.inside:
            self.inside = ""

    def handle_data(self, data: str) -> None:
        match self.inside:
            case "caption":
                self.caption += data
            case "th":
                self.heads[-1] += data
            case "td":
                self.rows[-1][-1] = f"{self.rows[-1][-1]}{data}"
            case "p":
                self.end += data


def read_html(text: str) -> Read:
    reader = _Html()
    reader.feed(text)
    reader.close()
    return Read(reader.caption, reader.heads, reader.rows[1:], reader.end.split("\n"))


def read_svg(text: str) -> Read:
    """Read the names from the rows' titles and the figures from their texts."""
    space = "{http://www.w3.org/2000/svg}"
    root = ET.fromstring(text)  # noqa: S314 - our own output
    known = {"svg", "title", "style", "rect", "text", "line", "g", "circle"}
    assert {element.tag.removeprefix(space) for element in root.iter()} <= known
    rows: list[list[object]] = []
    for group in root.findall(f"{space}g"):
        shown = [element.text or "" for element in group.findall(f"{space}text")]
        rows.append([shown[0], group.findtext(f"{space}title") or "", *shown[2:]])
    texts = [element.text or "" for element in root.findall(f"{space}text")]
    return Read(root.findtext(f"{space}title") or "", texts[1:-2], rows, texts[-2:])
