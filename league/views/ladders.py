"""The ladders of a club: what each counts and how, all its versions, and whether what is shown stands up to a check."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from league.selectors.ladder_choices import rulesets_countable
from league.selectors.ladder_page import ladder_entries, ladder_pointers
from league.selectors.season_page import seasons_of_club
from league.services.policy import Verb
from league.templatetags import sekijun
from league.views.access import visit_page
from league.views.caching import conditional_page
from league.views.frame import allows, frame
from league.views.imprint import imprint
from league.views.ladder_words import check_words, count_words, formula_words, parameter_words
from league.views.meeting import seen_of

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from league.models import Club
    from league.selectors.ladder_page import LadderEntry, VersionEntry
    from league.views.access import Visit


@require_safe
def ladders(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the ladders."""
    seen_by = visit_page(request, slug)
    club = seen_by.club
    return conditional_page(
        request,
        seen=(
            "ladders",
            seen_of(seen_by),
            club.timezone,
            ladder_pointers(club=club),
            _done(request, seen_by),
        ),
        public=club.public,
        render=lambda: _render(request, seen_by),
    )


def _render(request: HttpRequest, seen_by: Visit) -> HttpResponse:
    club = seen_by.club
    rulesets = {choice.content_hash: choice for choice in rulesets_countable(club)}
    seasons = {season.public_id: season for season in seasons_of_club(club_id=club.pk)}
    context = frame(request, seen_by, "standings") | {
        "entries": [
            _entry(club, entry, {"rulesets": rulesets, "seasons": seasons})
            for entry in ladder_entries(club=club)
        ],
        "may_manage": allows(request, seen_by, Verb.MANAGE_LADDERS),
        "done": _done(request, seen_by),
    }
    return render(request, "league/ladders.html", context)


def _entry(club: Club, entry: LadderEntry, known: dict[str, Any]) -> dict[str, Any]:
    versions = [_version(club, one, known) for one in entry.versions]
    return imprint(entry.ladder, entry.ladder.current_run, zone=club.timezone) | {
        "ladder": entry.ladder,
        "pending": entry.ladder.computed_revision < club.counter.revision,
        "current": versions[0] if versions else None,
        "former": versions[1:],
        "check": check_words(entry.check, zone=club.timezone),
        "differs": entry.check is not None and bool(entry.check.difference),
    }


def _version(club: Club, entry: VersionEntry, known: dict[str, Any]) -> dict[str, Any]:
    version, run = entry.version, entry.run
    return {
        "number": version.number,
        "since": sekijun.club_time(version.created_at, club.timezone),
        "formula": formula_words(version),
        "parameters": parameter_words(version),
        "counts": count_words(version, **known),
        "run": run,
        "digest_short": sekijun.digest_short(run.digest) if run else "",
    }


def _done(request: HttpRequest, seen_by: Visit) -> str:
    """Return what is said after an act, to those who belong to the club."""
    said = {
        "add": gettext("The ladder is made. It appears in the standings as soon as it is computed."),
        "rename": gettext("The ladder has its new name."),
        "change": gettext("The ladder has a new version; its whole history is being computed anew."),
        "same": gettext("Nothing was changed: the ladder counts just this already."),
    }
    return said.get(request.GET.get("done", ""), "") if seen_by.role else ""
