"""Which tables the page of seat statistics looks at: what the address asks for, and what can't be read in it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from django.utils.translation import gettext

from league.forms.place import day_of
from league.forms.report import number_of
from league.selectors.fairness_scope import Scope
from league.selectors.season_page import season_of_club
from league.views.paging import is_public_id

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from django.http import HttpRequest

    from league.models import Club
    from league.selectors.fairness import Choice

NAMES = ("season", "first", "last", "min_tables")
MOST_TABLES = 9_999
LONGEST = 80
HASH_SHOWN = 12


@dataclass(frozen=True, slots=True)
class Asked:
    """The choice and the filter as far as they can be read, what was typed, and what is wrong with which field.

    `choice` is None where there is nothing to choose from, or nothing of what the address names.
    """

    choice: Choice | None
    scope: Scope
    typed: dict[str, str]
    wrong: dict[str, str] = field(default_factory=dict)

    @property
    def narrowed(self) -> bool:
        """Whether anything is left out, or was meant to be."""
        return any(self.typed[name] for name in NAMES)


def word_of(choice: Choice) -> str:
    """Return how the address names a choice."""
    return f"{choice.game}-{choice.ruleset_hash[:HASH_SHOWN]}-{choice.players}"


def asked_of(request: HttpRequest, club: Club, choices: Sequence[Choice]) -> Asked:
    """Read the address; without a choice in it the one with the most tables is meant."""
    typed = {name: request.GET.get(name, "").strip()[:LONGEST] for name in (*NAMES, "of")}
    by_word = {word_of(choice): choice for choice in choices}
    wanted = typed["of"]
    choice = by_word.get(wanted) if wanted else next(iter(choices), None)
    wrong: dict[str, str] = {}
    scope = Scope(
        season=_season(typed["season"], club, wrong),
        first=_day("first", typed, wrong),
        last=_day("last", typed, wrong),
        min_tables=_least(typed["min_tables"], wrong),
    )
    if scope.first and scope.last and scope.last < scope.first:
        wrong["last"] = gettext("The last day comes before the first one.")
    return Asked(choice, scope, typed, wrong)


def _season(text: str, club: Club, wrong: dict[str, str]) -> str:
    if not text:
        return ""
    found = season_of_club(club_id=club.pk, public_id=text) if is_public_id(text) else None
    if found is None:
        wrong["season"] = gettext("Please choose a season of this club.")
        return ""
    return found.public_id


def _day(name: str, typed: dict[str, str], wrong: dict[str, str]) -> date | None:
    text = typed[name]
    day = day_of(text) if text else None
    if text and day is None:
        wrong[name] = gettext("Please give a day like 2026-10-31.")
    return day


def _least(text: str, wrong: dict[str, str]) -> int:
    if not text:
        return 0
    number = number_of(text)
    if isinstance(number, int) and 0 <= number <= MOST_TABLES:
        return number
    wrong["min_tables"] = gettext("Please give a whole number.")
    return 0
