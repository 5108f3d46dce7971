"""Managing seasons: making one, naming it anew, closing it and opening it again. Each form calls one service."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from django.http import Http404
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_protect
from django.views.decorators.http import require_http_methods

from league.selectors.season_ladders import season_ladders
from league.selectors.season_page import season_of_club
from league.services.clubs import season_close, season_create, season_rename, season_titles_set
from league.services.errors import Refused
from league.services.policy import Verb
from league.views.access import visit_page
from league.views.caching import with_cache_headers
from league.views.frame import Incomplete, actor_of, allows, chosen, frame, see_other, turned_away, typed_in

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpRequest, HttpResponse

    from league.models import Season
    from league.services.actors import Actor
    from league.views.access import Visit


@csrf_protect
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def season_add(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask for a name, or make a season."""
    seen_by = visit_page(request, slug)
    away = turned_away(request, seen_by, Verb.MANAGE_MEETINGS)
    if away is not None:
        return away
    refusal: Refused | None = None
    if request.method == "POST":
        name = typed_in(request).get("name", "")
        try:
            season = season_create(actor=actor_of(request), club=seen_by.club, name=name)
        except Refused as caught:
            refusal = caught
        else:
            return see_other(reverse("league:season", args=[slug, season.public_id]), "add")
    return _page(request, seen_by, "league/season_add.html", refusal)


@csrf_protect
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def season_change(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Show what can be changed about a season, or change it."""
    seen_by = visit_page(request, slug)
    found = season_of_club(club_id=seen_by.club.pk, public_id=public_id)
    if found is None:
        raise Http404
    away = turned_away(request, seen_by, Verb.MANAGE_MEETINGS, found)
    if away is not None:
        return away
    refusal: Refused | None = None
    if request.method == "POST":
        typed = typed_in(request)
        try:
            act = chosen(_ACTS, typed)
            act(actor_of(request), found, typed)
        except Refused as caught:
            refusal = caught
            found = season_of_club(club_id=seen_by.club.pk, public_id=public_id) or found
        else:
            return see_other(reverse("league:season", args=[slug, public_id]), typed["act"])
    may_close = allows(request, seen_by, Verb.CLOSE_SEASON)
    titles = "\n".join(found.titles)
    ranked = bool(season_ladders(club=seen_by.club, season_id=public_id))
    more = {"season": found, "may_close": may_close, "titles": titles, "ranked": ranked}
    return _page(request, seen_by, "league/season_change.html", refusal, **more)


def done_at_season(done: str) -> str:
    """Return what is said at a season after an act."""
    return {
        "add": gettext("The season is made. Meetings join it on their own pages."),
        "rename": gettext("The season has its new name."),
        "titles": gettext("The titles are stored."),
        "close": gettext(
            "The season is closed: its standings are kept, and only owners change its results now."
        ),
        "open": gettext("The season is open again."),
    }.get(done, "")


def _page(
    request: HttpRequest, seen_by: Visit, template: str, refusal: Refused | None, **more: object
) -> HttpResponse:
    context: dict[str, Any] = frame(request, seen_by, "meetings") | {
        "typed": typed_in(request),
        "refusal": refusal,
        **more,
    }
    status = refusal.status if refusal else HTTPStatus.OK
    return with_cache_headers(request, render(request, template, context, status=status), public=False)


def _rename(actor: Actor, season: Season, typed: dict[str, str]) -> None:
    if "was" not in typed:
        raise Incomplete
    season_rename(actor=actor, season=season, name=typed.get("name", ""), seen={"name": typed["was"]})


def _titles(actor: Actor, season: Season, typed: dict[str, str]) -> None:
    if "was" not in typed:
        raise Incomplete
    seen = {"titles": typed["was"].splitlines()}
    season_titles_set(actor=actor, season=season, titles=typed.get("titles", "").splitlines(), seen=seen)


def _close(actor: Actor, season: Season, _typed: dict[str, str]) -> None:
    season_close(actor=actor, season=season, closed=True)


def _open(actor: Actor, season: Season, _typed: dict[str, str]) -> None:
    season_close(actor=actor, season=season, closed=False)


_ACTS: dict[str, Callable[[Actor, Season, dict[str, str]], None]] = {
    "rename": _rename,
    "titles": _titles,
    "close": _close,
    "open": _open,
}
