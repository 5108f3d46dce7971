"""Reads what a file argument names, or says why it can't.

Owns opening and size; what the bytes mean is up to each command.
"""

from __future__ import annotations

import sys
from typing import Final

from games.cli.text import say
from games.core.wording import clean_quote

LONGEST_NAME: Final = 80
_REASONS: Final = {
    FileNotFoundError: "no_such_file",
    IsADirectoryError: "is_folder",
    PermissionError: "forbidden",
    ValueError: "bad_name",
}


class UnusableError(Exception):
    """The input can't be used; the text says why in the chosen language."""


def file_name(file: str) -> str:
    """Return a file's name for a message; of a long one the end says more than the beginning."""
    end = file if len(file) <= LONGEST_NAME else f"…{file[-LONGEST_NAME:]}"
    return "".join(clean_quote(character) for character in end)


def read_source(file: str, lang: str, most: int) -> bytes:
    """Return the bytes of a file, `-` for standard input: at most one more than `most`, which tells enough."""
    try:
        if file == "-":
            return sys.stdin.buffer.read(most + 1)
        with open(file, "rb") as source:  # noqa: PTH123 - a path given by the user, as it is
            return source.read(most + 1)
    except (OSError, ValueError, AttributeError) as error:
        key = _REASONS.get(type(error), "other_reason")
        shown = file_name(file)
        raise UnusableError(say("unreadable", lang, file=shown, reason=say(key, lang))) from None
