"""From the bytes of a results file to its text: which encoding, and which separator."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from league.services.errors import Invalid

if TYPE_CHECKING:
    from collections.abc import Iterator

LARGEST = 64 * 1024 * 1024
_LONGEST_CELL = 10_000
_JAPANESE = ("cp932", "euc_jp")
# What a terminal would act on; cells are quoted in messages.
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
# So many characters of UTF-8 for one broken byte don't happen in text of another encoding.
_FAR_MORE = 5
_NAMES = {
    "utf8": "utf-8-sig",
    "utf8sig": "utf-8-sig",
    "cp932": "cp932",
    "shiftjis": "cp932",
    "sjis": "cp932",
    "windows31j": "cp932",
    "eucjp": "euc_jp",
}
_SIGNATURES = {
    b"PK\x03\x04": _("This is a spreadsheet file. Save it as CSV (UTF-8) first."),
    b"\xd0\xcf\x11\xe0": _("This is a spreadsheet file. Save it as CSV (UTF-8) first."),
    b"\xff\xfe": _("This file is UTF-16. Save it as CSV (UTF-8) first."),
    b"\xfe\xff": _("This file is UTF-16. Save it as CSV (UTF-8) first."),
}


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the file: its line number as an editor shows it, and its cells."""

    line: int
    cells: list[str]


def text_of(data: bytes, *, encoding: str = "") -> tuple[str, str]:
    """Return the text of a file and the encoding it was read in.

    UTF-8 with or without byte order mark is told for certain, and a few broken bytes in it are no other encoding.
    Between Shift_JIS (cp932) and EUC-JP the one wins that gives fewer half-width kana, which mis-read text is full of.

    Raises:
        Invalid: too large, no text, in none of the encodings, or UTF-8 with broken bytes.
    """
    if len(data) > LARGEST:
        raise Invalid(_("The file is too large: at most 64 MB."))
    for signature, message in _SIGNATURES.items():
        if data.startswith(signature):
            raise Invalid(message)
    if encoding:
        return _decoded(data, _known(encoding)), encoding
    try:
        return data.decode("utf-8-sig"), "utf-8"
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        if _is_damaged_utf8(data):
            raise Invalid(
                _("Line %(line)d: the file is UTF-8, but a character of this line is damaged.")
                % {"line": line}
            ) from error
        found = [(text, name) for name in _JAPANESE if (text := _attempt(data, name)) is not None]
        if not found:
            raise Invalid(
                _("Line %(line)d: the text is neither UTF-8 nor Shift_JIS nor EUC-JP.") % {"line": line}
            ) from error
        return min(found, key=lambda pair: _half_width_kana(pair[0]))


def rows_of(text: str) -> Iterator[Row]:
    """Yield the rows of CSV or, when the first line has tabs and no comma, TSV; empty rows are passed over.

    Raises:
        Invalid: a quote that never closes, or a control character other than tabs and line ends.
    """
    if found := _CONTROL.search(text):
        line = text.count("\n", 0, found.start()) + 1
        code = f"U+{ord(found.group()):04X}"
        raise Invalid(
            _("Line %(line)d: the file holds the control character %(code)s; it is no plain text.")
            % {"line": line, "code": code}
        )
    first_line = re.split(r"[\r\n]", text, maxsplit=1)[0]
    delimiter = "\t" if "\t" in first_line and "," not in first_line else ","
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    start = 1
    try:
        for cells in reader:
            if any(len(cell) > _LONGEST_CELL for cell in cells):
                raise Invalid(_("Line %(line)d: a cell is too long.") % {"line": start})
            if any(cell.strip() for cell in cells):
                yield Row(start, cells)
            start = reader.line_num + 1
    except csv.Error as error:
        raise Invalid(
            _("Line %(line)d: the row can't be read, probably a quote (\") that never closes.")
            % {"line": start}
        ) from error


def _known(encoding: str) -> str:
    """Return the codec that an encoding's name means: only these, for some of Python's codecs fail in odd ways."""
    name = re.sub(r"[-_ ]", "", encoding.lower())
    if name not in _NAMES:
        raise Invalid(
            _("Unknown encoding %(name)s. Known are utf-8, cp932, euc_jp.") % {"name": encoding},
            field="encoding",
        )
    return _NAMES[name]


def _decoded(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise Invalid(
            _("Line %(line)d: the text is not %(name)s.") % {"line": line, "name": encoding}
        ) from error


def _attempt(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        return None


def _is_damaged_utf8(data: bytes) -> bool:
    text = data.decode("utf-8-sig", errors="replace")
    broken = text.count("\ufffd")
    return sum(character > "\x7f" for character in text) - broken >= _FAR_MORE * broken


def _half_width_kana(text: str) -> int:
    return sum("\uff61" <= character <= "\uff9f" for character in text)
