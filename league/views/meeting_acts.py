"""Managing evenings: adding one, giving it another day, putting it into a season. Each form makes one call."""

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

from league.forms.place import day_of
from league.selectors.meeting_page import meeting_of_club, meeting_on
from league.selectors.season_page import season_of_club, seasons_of_club
from league.services.calls import Call
from league.services.errors import Changed, Invalid, Refused, WrongState
from league.services.meetings import meeting_create
from league.services.policy import Verb
from league.views.access import visit_page
from league.views.caching import with_cache_headers
from league.views.frame import Incomplete, actor_of, allows, chosen, frame, see_other, turned_away, typed_in
from league.views.paging import is_public_id
from league.views.previews import perform_or_preview

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import date

    from django.http import HttpRequest, HttpResponse

    from league.models import Meeting, Preview, Season
    from league.services.actors import Actor
    from league.views.access import Visit


@csrf_protect
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def meeting_add(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask for a day, or announce an evening."""
    seen_by = visit_page(request, slug)
    away = turned_away(request, seen_by, Verb.MANAGE_MEETINGS)
    if away is not None:
        return away
    refusal: Refused | None = None
    if request.method == "POST":
        try:
            meeting = _add(actor_of(request), seen_by, typed_in(request))
        except Refused as caught:
            refusal = caught
        else:
            return see_other(reverse("league:meeting", args=[slug, meeting.public_id]), "add")
    return _page(request, seen_by, "league/meeting_add.html", refusal)


@csrf_protect
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def meeting_change(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Show what can be changed about an evening, or change it."""
    seen_by = visit_page(request, slug)
    found = meeting_of_club(club_id=seen_by.club.pk, public_id=public_id)
    if found is None:
        raise Http404
    away = turned_away(request, seen_by, Verb.MANAGE_MEETINGS, found.season)
    if away is not None:
        return away
    refusal: Refused | None = None
    preview: Preview | None = None
    if request.method == "POST":
        typed = typed_in(request)
        try:
            call = chosen(_ACTS, typed)(found, typed)
            preview = perform_or_preview(request, seen_by.club, call)
        except Refused as caught:
            refusal = caught
            found = meeting_of_club(club_id=seen_by.club.pk, public_id=public_id) or found
        else:
            if preview is None:
                return see_other(reverse("league:meeting", args=[slug, public_id]), typed["act"])
    return _page(request, seen_by, "league/meeting_change.html", refusal, meeting=found, preview=preview)


def done_at_meeting(done: str) -> str:
    """Return what is said at an evening after an act."""
    return {
        "add": gettext("The meeting is added."),
        "day": gettext("The meeting and its tables are on this day now."),
        "season": gettext("The season of the meeting is changed."),
        "draw": gettext("The help cards are drawn. Deal each table as it says below."),
    }.get(done, "")


def _page(
    request: HttpRequest, seen_by: Visit, template: str, refusal: Refused | None, **more: object
) -> HttpResponse:
    seasons = seasons_of_club(club_id=seen_by.club.pk)
    context: dict[str, Any] = frame(request, seen_by, "meetings") | {
        "typed": typed_in(request),
        "seasons": [one for one in seasons if allows(request, seen_by, Verb.MANAGE_MEETINGS, one)],
        "refusal": refusal,
        "stored": _stored(refusal, seasons),
        **more,
    }
    status = refusal.status if refusal else HTTPStatus.OK
    return with_cache_headers(request, render(request, template, context, status=status), public=False)


def _stored(refusal: Refused | None, seasons: list[Season]) -> str:
    """Return what somebody else has stored meanwhile."""
    if not isinstance(refusal, Changed):
        return ""
    now = next(iter(refusal.now.values()))
    names = {season.public_id: season.name for season in seasons}
    return names.get(str(now), str(now or gettext("no season")))


def _add(actor: Actor, seen_by: Visit, typed: dict[str, str]) -> Meeting:
    day, season = _day(typed), _season(seen_by.club.pk, typed)
    if meeting_on(club_id=seen_by.club.pk, day=day) is not None:
        raise WrongState(
            gettext("There is already a meeting on %(day)s.") % {"day": day.isoformat()}, field="club_day"
        )
    return meeting_create(actor=actor, club=seen_by.club, club_day=day, season=season)


def _move(meeting: Meeting, typed: dict[str, str]) -> Call:
    was = day_of(typed.get("was", ""))
    if was is None:
        raise Incomplete
    days = {"club_day": _day(typed).isoformat(), "was": was.isoformat()}
    return Call("meeting.day", {"meeting": meeting.public_id, "reason": typed.get("reason", ""), **days})


def _assign(meeting: Meeting, typed: dict[str, str]) -> Call:
    if "was" not in typed:
        raise Incomplete
    season = _season(meeting.club_id, typed)
    wanted = season.public_id if season else ""
    return Call("meeting.season", {"meeting": meeting.public_id, "season": wanted, "was": typed["was"]})


_ACTS: dict[str, Callable[[Meeting, dict[str, str]], Call]] = {"day": _move, "season": _assign}


def _day(typed: dict[str, str]) -> date:
    day = day_of(typed.get("club_day", "").strip())
    if day is None:
        raise Invalid(gettext("Please give a day like 2026-10-31."), field="club_day")
    return day


def _season(club_id: int, typed: dict[str, str]) -> Season | None:
    """Return the season that was chosen, None for none.

    Raises:
        Invalid: it is none of the club's.
    """
    wanted = typed.get("season", "")
    if not wanted:
        return None
    found = season_of_club(club_id=club_id, public_id=wanted) if is_public_id(wanted) else None
    if found is None:
        raise Invalid(gettext("Please choose a season of this club."), field="season")
    return found
