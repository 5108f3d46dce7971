"""What is a name, and when two names are the same. Knows Unicode, not the database."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from league.services.errors import Invalid

if TYPE_CHECKING:
    from collections.abc import Iterable

_UNREADABLE = "\N{REPLACEMENT CHARACTER}"  # stands where bytes could not be read
_INVISIBLE = frozenset("\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4\u17b5")
_BIDI_CLASSES = frozenset({"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"})
_JOINERS = frozenset("\u200c\u200d")
_VARIANTS = re.compile("[\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
_KEY_GROWTH = 4


def clean_text(text: str) -> str:
    """Return the text in NFC with every run of white space as one space and none at the ends."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def clean_name(text: str, *, field: str, longest: int, optional: bool = False) -> str:
    """Return a name as it is stored.

    Raises:
        Invalid: empty (unless `optional`), longer than `longest` characters, with control, bidi or unassigned
            characters, or with nothing to see.
    """
    name = clean_text(text)
    if not name:
        if optional:
            return ""
        raise Invalid(_("A name is needed."), field=field)
    if len(name) > longest:
        raise Invalid(
            _("This is too long: %(length)d characters, at most %(longest)d.")
            % {"length": len(name), "longest": longest},
            field=field,
        )
    if len(name_key(name)) > longest * _KEY_GROWTH:
        raise Invalid(_("The name is made of signs that stand for whole words; write it out."), field=field)
    if any(_forbidden(character) for character in name):
        raise Invalid(
            _("This contains a character that can't be shown (control or direction mark)."), field=field
        )
    if not shows_something(name):
        raise Invalid(_("This has no visible character."), field=field)
    return name


def shows_something(text: str) -> bool:
    """Say whether there is a character that can be seen."""
    return any(_visible(character) for character in text)


def name_key(name: str) -> str:
    """Return the form under which a name is unique in a club: NFKC and casefold, until nothing changes.

    What nobody sees (joiners, fillers, variants of one sign) tells no two people apart.
    """
    key = "".join(character for character in _VARIANTS.sub("", name) if not _unseen(character))
    for _round in range(3):
        folded = unicodedata.normalize("NFKC", key).casefold()
        if folded == key:
            break
        key = folded
    return " ".join(key.split())


class Mentions:
    """Finds a person's names in texts, to put something else in their place.

    A name of one character counts only where it is the whole text: anywhere else it may mean anything.
    """

    def __init__(self, names: Iterable[str], *, mark: str) -> None:
        cleaned = {clean_text(name) for name in names} - {""}
        self._keys = {name_key(name) for name in cleaned}
        self._mark = mark
        forms = {form for name in cleaned for form in (name, name_key(name)) if len(form) > 1}
        whole = [_whole_word(form) for form in sorted(forms, key=len, reverse=True)]
        self._pattern = re.compile("|".join(whole), re.IGNORECASE) if whole else None

    def replaced(self, text: str) -> str:
        """Return the text with the mark for every mention."""
        if name_key(text) in self._keys:
            return self._mark
        return self._pattern.sub(self._mark, text) if self._pattern else text

    def replaced_within(self, value: object) -> object:
        """Return a JSON value with the mark for every mention in its texts and keys."""
        if isinstance(value, str):
            return self.replaced(value)
        if isinstance(value, dict):
            return {self.replaced(key): self.replaced_within(item) for key, item in value.items()}
        if isinstance(value, list):
            return [self.replaced_within(item) for item in value]
        return value


def _whole_word(name: str) -> str:
    """Return a pattern for the name; one of Latin letters is no part of a longer word."""
    before = r"(?<![0-9A-Za-z])" if name[0].isascii() and name[0].isalnum() else ""
    after = r"(?![0-9A-Za-z])" if name[-1].isascii() and name[-1].isalnum() else ""
    return f"{before}{re.escape(name)}{after}"


def _unseen(character: str) -> bool:
    return character in _INVISIBLE or unicodedata.category(character) == "Cf"


def _forbidden(character: str) -> bool:
    category = unicodedata.category(character)
    if character == _UNREADABLE or category in {"Cc", "Cs", "Co", "Cn", "Zl", "Zp"}:
        return True
    if unicodedata.bidirectional(character) in _BIDI_CLASSES:
        return True
    return category == "Cf" and character not in _JOINERS


def _visible(character: str) -> bool:
    return unicodedata.category(character)[0] not in "ZCM" and character not in _INVISIBLE
