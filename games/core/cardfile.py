"""Files of cards: TOML from bytes, and at which line each key stands.

Owns what makes a file unusable altogether, for the cards of every game. What a readable file says
is judged elsewhere.
"""

from __future__ import annotations

import re
import tomllib
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from games.core.findings import UnreadableError

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_BYTES: Final = 200_000
MAX_DEPTH: Final = 16
# The TOML reader takes time that grows with the cube of the parts of one dotted key.
LONGEST_LINE: Final = 500

Way: TypeAlias = tuple[str | int, ...]
"""Where a value stands: keys, and numbers in lists, from the top."""

_PLACE: Final = re.compile(r"\(at line (\d+), column (\d+)\)$")


class CardFileError(UnreadableError):
    """A file that can't be read as cards at all, whatever game they are of (FMT-1)."""

    rule = "FMT-1"


class CardFile(NamedTuple):
    """What a file holds, and the line of every header and key that begins one."""

    content: dict[str, object]
    lines: dict[Way, int]

    def line_of(self, way: Way) -> int:
        """Return the line of a value, or of the nearest thing around it that begins a line."""
        for length in range(len(way), 0, -1):
            if way[:length] in self.lines:
                return self.lines[way[:length]]
        return 1


def read_cards(source: bytes) -> CardFile:
    """Read TOML strictly; raises `CardFileError` and nothing else."""
    text = _decoded(source)
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _refused(str(error)) from None
    except RecursionError:
        raise CardFileError("cards.too_deep", limit=MAX_DEPTH) from None
    except (ValueError, OverflowError):
        raise CardFileError("cards.not_toml_value") from None
    _check_depth(content)
    return CardFile(content, dict(_lines(text)))


def _decoded(source: bytes) -> str:
    if len(source) > MAX_BYTES:
        raise CardFileError("cards.too_large", limit=MAX_BYTES)
    try:
        text = source.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise CardFileError("cards.not_utf8", byte=error.start + 1) from None
    for number, line in enumerate(text.split("\n"), start=1):
        if len(line) > LONGEST_LINE:
            raise CardFileError("cards.long_line", line=number, limit=LONGEST_LINE)
    return text


def _refused(detail: str) -> CardFileError:
    place = _PLACE.search(detail)
    if place is None:
        return CardFileError("cards.not_toml_end")
    return CardFileError("cards.not_toml", line=int(place[1]), column=int(place[2]))


def _check_depth(content: object) -> None:
    layer = [content]
    for _ in range(MAX_DEPTH + 1):
        layer = [inner for outer in layer for inner in _inside(outer)]
    if layer:
        raise CardFileError("cards.too_deep", limit=MAX_DEPTH)


def _inside(value: object) -> list[object]:
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []


# A line outside of strings and lists: [[header]], [header] or key =
_HEADER: Final = re.compile(r"\s*(\[\[?)\s*([^\[\]#]+?)\s*\]")
_KEY: Final = re.compile(r"""\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*=""")
_PART: Final = re.compile(r"""[\w-]+|"[^"]*"|'[^']*'""")
# What can open, close or hide something within a line.
_SIGN: Final = re.compile(r'''"""|\'\'\'|"(?:\\.|[^"\\])*+"|'[^']*'|[\[\]{}]|#.*''')


def _lines(text: str) -> Iterator[tuple[Way, int]]:
    """Yield headers and keys with their lines; only begins of lines are looked at."""
    counts: dict[Way, int] = {}
    header: Way = ()
    depth, quote = 0, ""
    for number, line in enumerate(text.split("\n"), start=1):
        if depth == 0 and not quote:
            found = _HEADER.match(line)
            if found:
                header = _enter(counts, found[1], _parts(found[2]))
                yield header, number
                continue
            key = _KEY.match(line)
            if key:
                parts = _parts(key[1])
                yield from (((*header, *parts[:length]), number) for length in range(1, len(parts) + 1))
        depth, quote = _after(line, depth, quote)


def _parts(text: str) -> tuple[str, ...]:
    return tuple(part.strip("\"'") for part in _PART.findall(text))


def _enter(counts: dict[Way, int], brackets: str, parts: tuple[str, ...]) -> Way:
    """Return where a header leads: the last table of every list of tables on the way."""
    way: Way = ()
    for index, part in enumerate(parts, start=1):
        way = (*way, part)
        if index == len(parts) and brackets == "[[":
            counts[way] = counts.get(way, -1) + 1
        if way in counts:
            way = (*way, counts[way])
    return way


def _after(line: str, depth: int, quote: str) -> tuple[int, str]:
    """Return how many brackets and which long string are open behind a line."""
    position = 0
    while True:
        if quote:
            end = line.find(quote, position)
            if end < 0:
                return depth, quote
            position, quote = end + len(quote), ""
        found = _SIGN.search(line, position)
        if found is None:
            return depth, ""
        sign, position = found[0], found.end()
        if sign in ('"""', "'''"):
            quote = sign
        elif sign in "[{":
            depth += 1
        elif sign in "]}":
            depth = max(0, depth - 1)
