"""Numeric character references: the one escape that every wiki reads as text and never as markup.

Owns which characters may stand as they are. What else a dialect needs is the dialect's own business.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

CAPITAL = re.compile("[A-Z]")


def reference(character: str) -> str:
    """Return the decimal reference of a character: the form that the oldest wikis know, too."""
    return f"&#{ord(character)};"


def referenced(text: str, *, plain: Callable[[str], bool]) -> str:
    """Return the text with a reference for every character that isn't plain."""
    return "".join(character if plain(character) else reference(character) for character in text)


def wiki_text(text: str) -> str:
    """Return text that no wiki takes for markup, a link, a WikiName, a magic word or the start of a block.

    WikiNames (TeamName), magic words (RFC 1) and faces (XD) need two capitals: only then they are referenced, so that
    most names stay readable to those who edit the page.
    """
    safe = referenced(text, plain=is_plain)
    if len(CAPITAL.findall(text)) > 1:
        safe = CAPITAL.sub(lambda found: reference(found[0]), safe)
    return safe


@lru_cache(maxsize=4096)
def is_plain(character: str) -> bool:
    """Say whether a character can't mean anything to a wiki.

    Marks, invisible characters and ASCII punctuation can; so can its full-width forms, which Japanese wikis accept in
    magic words.
    """
    if character == " ":
        return True
    if unicodedata.category(character)[0] in "MCZ":
        return False
    return all(part.isalnum() or ord(part) > 127 for part in unicodedata.normalize("NFKC", character))  # noqa: PLR2004
