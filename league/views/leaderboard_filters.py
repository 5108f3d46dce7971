"""The filter row of the leaderboard: what the address asks for, and what can't be read in it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from django.http import Http404
from django.utils.translation import gettext

from games.core.registry import game_keys
from league.forms.place import day_of
from league.forms.report import number_of
from league.selectors.leaderboard_filters import Filters
from league.selectors.people_page import LONGEST_SEARCH
from league.selectors.season_page import season_of_club
from league.views.paging import is_public_id

if TYPE_CHECKING:
    from datetime import date

    from django.http import HttpRequest

    from league.models import Club

MINIMA = (5, 10, 20)
NAMES = ("season", "game", "min_tables", "as_of", "q")
MOST_TABLES = 999_999


@dataclass(frozen=True, slots=True)
class Asked:
    """The filters as far as they can be read, the words of the address, and what is wrong with which of them."""

    filters: Filters
    typed: dict[str, str]
    wrong: dict[str, str] = field(default_factory=dict)

    @property
    def query(self) -> dict[str, str]:
        """The filled words, for the addresses of other pages."""
        return {name: text for name, text in self.typed.items() if text}


def asked_of(request: HttpRequest, club: Club) -> Asked:
    """Read the filters.

    Raises:
        Http404: the address names a season or a game that isn't there.
    """
    typed = {name: request.GET.get(name, "").strip()[:LONGEST_SEARCH] for name in NAMES}
    wrong: dict[str, str] = {}
    asked = is_public_id(typed["season"])
    season = season_of_club(club_id=club.pk, public_id=typed["season"]) if asked else None
    if (typed["season"] and season is None) or (typed["game"] and typed["game"] not in game_keys()):
        raise Http404
    filters = Filters(
        season=season,
        game=typed["game"],
        min_tables=_least(typed["min_tables"], wrong),
        as_of=_day(typed["as_of"], wrong),
        query=typed["q"],
    )
    return Asked(filters, typed, wrong)


def _least(text: str, wrong: dict[str, str]) -> int:
    if not text:
        return 0
    number = number_of(text)
    if isinstance(number, int) and 0 <= number <= MOST_TABLES:
        return number
    wrong["min_tables"] = gettext("Please give a whole number.")
    return 0


def _day(text: str, wrong: dict[str, str]) -> date | None:
    if not text:
        return None
    day = day_of(text)
    if day is None:
        wrong["as_of"] = gettext("Please give a day like 2026-10-31.")
    return day
