"""The entry page around a sheet: choices, suggestions, drafts, and the sheet itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.shortcuts import render
from django.utils.translation import get_language, gettext

from league.forms.place import day_of
from league.models import Club
from league.selectors.entry import MOST_DRAFTS, drafts_of, recent_days, ruleset_choices, ruleset_value
from league.selectors.name_search import people_found
from league.templatetags.sekijun import club_day
from league.views.entry_page import seat_rows
from league.views.entry_sheet import today_of
from league.views.frame import frame
from league.views.participation import participation_labels

if TYPE_CHECKING:
    from datetime import date

    from django.http import HttpRequest, HttpResponse

    from games.core.ruleset import Ruleset as GameRuleset
    from league.forms.sheet import Sheet
    from league.models import Submission
    from league.views.access import Visit
    from league.views.entry_look import Look

SUGGESTED = 60
COLOURS = ("cover", "genre", "element", "name", "adult")


def entry_page(request: HttpRequest, seen_by: Visit, found: Look) -> HttpResponse:
    """Show a sheet with everything that is said about it."""
    club, sheet = seen_by.club, found.sheet
    days = day_choices(club, sheet)
    rules = ruleset_value(club, sheet.game_key, sheet.ruleset_key)
    context = frame(request, seen_by, "entry") | {
        "look": found,
        "sheet": sheet,
        "rows": seat_rows(sheet, found.verdict, found.judgement, found.unknown),
        "verdict": found.verdict,
        "bad": found.verdict.bad,
        "days": days,
        "other": sheet.day == "other" or sheet.day not in {value for value, _text in days},
        "games": ruleset_choices(club, get_language() or "ja"),
        "page_dice": rules.payload.get("page_dice", 8) if rules else 8,
        "colours": colour_choices(),
        "participations": participation_labels().items(),
        **wanted_numbers(rules),
        "confirms": club.confirmation_mode == Club.ConfirmationMode.DIRECT,
        "people": suggestions(club, sheet),
        "drafts": draft_entries(club, request.user.pk or 0, sheet),
    }
    return render(request, "league/entry/page.html", context, status=found.status)


def wanted_numbers(rules: GameRuleset | None) -> dict[str, bool]:
    """Return whether a seat of any other game has a field for its total, and one for its place.

    Where every total is asked for and the ruleset breaks ties by itself, a place says nothing new.
    """
    payload = rules.payload if rules else {}
    results, tiebreak = payload.get("results", "either"), payload.get("tiebreak", "given")
    return {
        "wants_total": results != "places",
        "wants_place": results != "totals" or tiebreak == "given",
    }


def suggestions(club: Club, sheet: Sheet) -> list[dict[str, object]]:
    """Return whom the page knows without asking: tonight's people first."""
    found = people_found(club_id=club.pk, query="", day=day_of(sheet.club_day), limit=SUGGESTED)
    return [{"name": one.name, "reading": one.reading, "tonight": one.tonight} for one in found]


def day_choices(club: Club, sheet: Sheet) -> list[tuple[str, str]]:
    """Return today and the days of the last meetings, and the sheet's own day."""
    today = today_of(club)
    days: set[date] = {today, *recent_days(club)}
    if (own := day_of(sheet.day)) is not None:
        days.add(own)
    return [
        (day.isoformat(), club_day(day) + (gettext(" today") if day == today else ""))
        for day in sorted(days, reverse=True)
    ]


def colour_choices() -> list[tuple[str, str]]:
    """Return the colours of doujin cards with their words."""
    words = (
        gettext("cover"),
        gettext("genre"),
        gettext("element"),
        gettext("name (colour)"),
        gettext("adult"),
    )
    return list(zip(COLOURS, words, strict=True))


def draft_entries(club: Club, user_id: int, sheet: Sheet) -> list[dict[str, str]]:
    """Return the reporter's other drafts as lines of a list."""
    drafts = drafts_of(club=club, user_id=user_id)[: MOST_DRAFTS + 1]
    others = [draft for draft in drafts if draft.public_id != sheet.draft]
    return [_draft_entry(draft) for draft in others[:MOST_DRAFTS]]


def _draft_entry(draft: Submission) -> dict[str, str]:
    fields = draft.raw.get("form") if isinstance(draft.raw, dict) else None
    typed = fields if isinstance(fields, dict) else {}
    names = [str(value) for name, value in sorted(typed.items()) if name.endswith("-player") and value]
    day = day_of(str(typed.get("day", "")))
    return {
        "public_id": draft.public_id,
        "key": str(typed.get("key", "")),
        "day": club_day(day) if day else "",
        "number": str(typed.get("number", ""))[:5],
        "names": "、".join(names)[:60],
    }
