"""The fields of a person's form: what was typed, what the page had put there, and what is said under each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext

from league.services.errors import Changed
from league.views.frame import Incomplete

if TYPE_CHECKING:
    from collections.abc import Mapping

    from league.selectors.people_page import PersonFile
    from league.services.errors import Refused

TEXTS = ("name", "reading", "romanised")
FLAGS = ("guest", "hidden")
WAS = "was-"


@dataclass(frozen=True, slots=True)
class Field:
    """A field: its value, what it held when the page was made, and what is wrong with it ('' for nothing)."""

    name: str
    label: str
    value: str
    was: str
    said: str = ""


def stored_in(found: PersonFile) -> dict[str, str]:
    """Return what is stored of a person, as the form sends it."""
    player = found.player
    return {
        "name": player.display_name,
        "reading": player.reading,
        "romanised": player.romanised,
        "guest": "1" if player.guest else "",
        "hidden": "1" if found.hidden else "",
    }


def person_fields(
    values: Mapping[str, str], *, stored: Mapping[str, str], refusal: Refused | None = None
) -> dict[str, Field]:
    """Return the fields by name."""
    labels = {
        "name": gettext("Name"),
        "reading": gettext("Reading in kana"),
        "romanised": gettext("In Latin letters"),
        "guest": gettext("Guest: plays along and has no rating"),
        "hidden": gettext("Hidden: shown nowhere, others' ratings unchanged"),
    }
    return {
        name: Field(name, label, values.get(name, ""), stored.get(name, ""), _said(name, refusal))
        for name, label in labels.items()
    }


def changed_in(typed: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """Return the fields that were changed in a form, and what they held when its page was made.

    Raises:
        Incomplete: the form doesn't say what its page held.
    """
    names = (*TEXTS, *FLAGS)
    if any(WAS + name not in typed for name in names):
        raise Incomplete
    seen = {name: typed[WAS + name] for name in names}
    wanted = {name: typed.get(name, "") for name in TEXTS} | {
        name: "1" if typed.get(name) else "" for name in FLAGS
    }
    changed = {name: value for name, value in wanted.items() if value != seen[name]}
    return changed, {name: seen[name] for name in changed}


def _said(name: str, refusal: Refused | None) -> str:
    if refusal is None:
        return ""
    if not isinstance(refusal, Changed):
        return str(refusal.message) if refusal.field == name else ""
    if name not in refusal.now:
        return ""
    now = refusal.now[name]
    told = (gettext("yes") if now else gettext("no")) if isinstance(now, bool) else str(now) or "–"
    return gettext("{message} Stored now: {now}").format(message=refusal.message, now=told)
