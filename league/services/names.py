"""What is a name, and when two names are the same. Knows Unicode, not the database."""

from __future__ import annotations

import unicodedata

from django.utils.translation import gettext_lazy as _

from league.services.errors import Invalid

_INVISIBLE = frozenset("\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4\u17b5")
_BIDI_CLASSES = frozenset({"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"})
_JOINERS = frozenset("\u200c\u200d")


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
            _("The name is too long: %(length)d characters, at most %(longest)d.")
            % {"length": len(name), "longest": longest},
            field=field,
        )
    if any(_forbidden(character) for character in name):
        raise Invalid(
            _("The name contains a character that can't be shown (control or direction mark)."), field=field
        )
    if not any(_visible(character) for character in name):
        raise Invalid(_("The name has no visible character."), field=field)
    return name


def name_key(name: str) -> str:
    """Return the form under which a name is unique in a club: NFKC and casefold, until nothing changes."""
    key = name
    for _round in range(3):
        folded = unicodedata.normalize("NFKC", key).casefold()
        if folded == key:
            break
        key = folded
    return " ".join(key.split())


def _forbidden(character: str) -> bool:
    category = unicodedata.category(character)
    if category in {"Cc", "Cs", "Co", "Cn", "Zl", "Zp"}:
        return True
    if unicodedata.bidirectional(character) in _BIDI_CLASSES:
        return True
    return category == "Cf" and character not in _JOINERS


def _visible(character: str) -> bool:
    return unicodedata.category(character)[0] not in "ZCM" and character not in _INVISIBLE
