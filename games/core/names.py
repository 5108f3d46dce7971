"""Names of people and cards: what may be written, and when two are the same.

Owns FMT-7 (readable text) and the key behind FMT-8 (same person). Knows no database.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final, NamedTuple

LONGEST_NAME: Final = 100
# Direction marks can make a name look like another one; Unicode has no category of their own.
_BIDI: Final = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_REFUSED: Final = frozenset({"Cc", "Cs", "Cn", "Co", "Zl", "Zp"})
# Letters and symbols that draw nothing: Hangul fillers, Braille blank.
_BLANK: Final = frozenset("\u115f\u1160\u3164\uffa0\u2800\u17b4\u17b5")


class TextProblem(NamedTuple):
    """Why a text can't be used: a message code and the character concerned, if any."""

    code: str
    given: str


@lru_cache(maxsize=4096)
def _problem(text: str) -> TextProblem | None:
    for char in text:
        if char in _BIDI or unicodedata.category(char) in _REFUSED:
            return TextProblem("core.text_control", f"U+{ord(char):04X}")
    if not any(_visible(char) for char in text):
        return TextProblem("core.text_blank", "")
    return None


def _visible(char: str) -> bool:
    return char not in _BLANK and unicodedata.category(char)[0] in "LNPS"


def text_problem(text: str) -> TextProblem | None:
    """Return why a name can't be used (FMT-7), or None."""
    if len(text) > LONGEST_NAME:
        return TextProblem("core.text_long", "")
    return _problem(text)


@lru_cache(maxsize=4096)
def name_key(text: str) -> str:
    """Return the key under which two spellings are one name (FMT-8).

    NFKC, casefold, without invisible characters, runs of white space as one space.
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    shown = "".join(c for c in folded if unicodedata.category(c) != "Cf" and c not in _BLANK)
    return " ".join(shown.split())
