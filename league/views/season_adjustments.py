"""Penalties and bonuses of a season: the list with its reasons, a form for another one, and revoking."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING

from django.http import Http404
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_protect
from django.views.decorators.http import require_http_methods

from league.forms.points import points_of
from league.selectors.people_page import people_to_choose, record_named
from league.selectors.players import people_of
from league.selectors.season_adjustments import (
    adjustment_last,
    adjustment_of_season,
    adjustments_told,
)
from league.selectors.season_ladders import season_counts_points
from league.selectors.season_page import season_of_club
from league.services.adjustments import adjustment_add, adjustment_revoke
from league.services.errors import Invalid, Refused
from league.services.policy import Verb
from league.views.access import visit_page
from league.views.caching import with_cache_headers
from league.views.frame import Incomplete, actor_of, chosen, frame, see_other, turned_away, typed_in
from league.views.paging import is_public_id

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpRequest, HttpResponse

    from league.models import Season
    from league.services.actors import Actor
    from league.views.access import Visit

NOBODY = 0


@csrf_protect
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def season_adjustments(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Show the adjustments of a season to who may make them, or make or revoke one."""
    seen_by = visit_page(request, slug)
    found = season_of_club(club_id=seen_by.club.pk, public_id=public_id)
    if found is None:
        raise Http404
    away = turned_away(request, seen_by, Verb.ADJUST, found)
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
        else:
            address = reverse("league:season-adjustments", args=[slug, public_id])
            return see_other(address, typed["act"])
    return _page(request, seen_by, found, refusal)


def _page(request: HttpRequest, seen_by: Visit, season: Season, refusal: Refused | None) -> HttpResponse:
    people = people_of(club_id=seen_by.club.pk)
    context = frame(request, seen_by, "meetings") | {
        "season": season,
        "adjustments": adjustments_told(season=season, people=people, with_hidden=True),
        "counted": season_counts_points(club=seen_by.club, season_id=season.public_id),
        "last": adjustment_last(season=season),
        "choices": people_to_choose(club_id=seen_by.club.pk, but=NOBODY),
        "typed": typed_in(request),
        "refusal": refusal,
        "done": _done(request.GET.get("done", "")),
    }
    status = refusal.status if refusal else HTTPStatus.OK
    answer = render(request, "league/season_adjustments.html", context, status=status)
    return with_cache_headers(request, answer, public=False)


def _add(actor: Actor, season: Season, typed: dict[str, str]) -> None:
    if "was" not in typed:
        raise Incomplete
    wanted = typed.get("player", "")
    player = record_named(club_id=season.club_id, public_id=wanted) if is_public_id(wanted) else None
    if player is None:
        raise Invalid(gettext("Please choose a person."), field="player")
    adjustment_add(
        actor=actor,
        season=season,
        player=player,
        points=points_of(typed.get("points", "")),
        reason=typed.get("reason", ""),
        seen={"last": typed["was"]},
    )


def _revoke(actor: Actor, season: Season, typed: dict[str, str]) -> None:
    wanted = typed.get("key", "")
    found = adjustment_of_season(season=season, public_id=wanted) if is_public_id(wanted) else None
    if found is None:
        raise Incomplete
    adjustment_revoke(actor=actor, adjustment=found, reason=typed.get("reason", ""))


_ACTS: dict[str, Callable[[Actor, Season, dict[str, str]], None]] = {"add": _add, "revoke": _revoke}


def _done(act: str) -> str:
    """Return what is said after an act."""
    return {
        "add": gettext("The points are adjusted. The standings follow in a moment."),
        "revoke": gettext("The adjustment is revoked. The standings follow in a moment."),
    }.get(act, "")
