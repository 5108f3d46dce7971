"""The page of one season: its evenings, its people, and the way to its standings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import Http404
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.selectors.meeting_page import meetings_list
from league.selectors.players import people_of
from league.selectors.season_adjustments import adjustments_told
from league.selectors.season_page import season_of_club, season_page
from league.services.policy import Verb
from league.views.access import visit_page
from league.views.caching import conditional_page
from league.views.frame import allows, frame
from league.views.meeting import seen_of
from league.views.paging import page_number, pager
from league.views.season_acts import done_at_season
from league.views.season_tables import season_tables, titles_told
from league.views.table import game_name

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from league.models import Season
    from league.views.access import Visit


@require_safe
def season(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Show a season."""
    seen_by = visit_page(request, slug)
    found = season_of_club(club_id=seen_by.club.pk, public_id=public_id)
    if found is None:
        raise Http404
    page = page_number(request)
    return conditional_page(
        request,
        seen=(*seen_of(seen_by), seen_by.pulse, found.pk, page, request.GET.get("done", "")[:20]),
        public=seen_by.club.public,
        render=lambda: _render(request, seen_by, found, page),
    )


def _render(request: HttpRequest, seen_by: Visit, found: Season, page: int) -> HttpResponse:
    lines, pages = meetings_list(club_id=seen_by.club.pk, season=found.pk, page=page)
    if page > pages:
        raise Http404
    people = people_of(club_id=seen_by.club.pk)
    figures = season_page(season=found, people=people)
    may_manage = allows(request, seen_by, Verb.MANAGE_MEETINGS, found)
    reasons = allows(request, seen_by, Verb.REPORT)
    context = frame(request, seen_by, "meetings") | {
        "season": found,
        "lines": lines,
        "figures": figures,
        "games": [(game_name(game), tables) for game, tables in figures.games],
        "pager": pager(page=page, pages=pages, query={}),
        "may_manage": may_manage,
        "may_adjust": allows(request, seen_by, Verb.ADJUST, found),
        "ladders": season_tables(seen_by=seen_by, season=found, people=people, reasons=reasons),
        "titles": titles_told(found),
        "adjustments": adjustments_told(season=found, people=people),
        "reasons": reasons,
        "done": done_at_season(request.GET.get("done", "")) if seen_by.role else "",
    }
    return render(request, "league/season.html", context)
