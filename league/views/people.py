"""The people of a club: a list with a search for everybody, and adding somebody for those who may."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING

from django.http import Http404
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_protect
from django.views.decorators.http import require_http_methods, require_safe

from league.selectors.people_page import LONGEST_SEARCH, people_list
from league.services.errors import Refused
from league.services.people import player_create
from league.services.policy import Verb
from league.views.access import visit_page
from league.views.caching import conditional_page, with_cache_headers
from league.views.frame import actor_of, allows, frame, turned_away, typed_in
from league.views.meeting import seen_of
from league.views.paging import page_number, pager
from league.views.people_acts import back_to_people
from league.views.person_fields import person_fields

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from league.views.access import Visit


@require_safe
def people(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the people, or those whom a part of a name finds."""
    seen_by = visit_page(request, slug)
    page, query = page_number(request), request.GET.get("q", "").strip()[:LONGEST_SEARCH]
    return conditional_page(
        request,
        seen=(*seen_of(seen_by), page, query, request.GET.get("done", "")[:20]),
        public=seen_by.club.public,
        render=lambda: _list(request, seen_by, page, query),
    )


def _list(request: HttpRequest, seen_by: Visit, page: int, query: str) -> HttpResponse:
    lines, total, pages = people_list(
        club_id=seen_by.club.pk,
        revision=seen_by.club.counter.revision,
        query=query,
        with_hidden=allows(request, seen_by, Verb.MANAGE_PEOPLE),
        page=page,
    )
    if page > pages:
        raise Http404
    context = frame(request, seen_by, "people") | {
        "lines": lines,
        "total": total,
        "query": query,
        "may_add": allows(request, seen_by, Verb.ADD_PEOPLE),
        "pager": pager(page=page, pages=pages, query={"q": query} if query else {}),
        "done": gettext("The person is added.") if request.GET.get("done") == "add" else "",
    }
    return render(request, "league/people.html", context)


@csrf_protect
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def person_add(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask for a name, or add somebody."""
    seen_by = visit_page(request, slug)
    away = turned_away(request, seen_by, Verb.ADD_PEOPLE)
    if away is not None:
        return away
    typed = typed_in(request)
    refusal: Refused | None = None
    if request.method == "POST":
        try:
            player_create(
                actor=actor_of(request),
                club=seen_by.club,
                name=typed.get("name", ""),
                reading=typed.get("reading", ""),
                romanised=typed.get("romanised", ""),
                guest=bool(typed.get("guest")),
            )
        except Refused as caught:
            refusal = caught
        else:
            return back_to_people(slug, "add")
    fields = person_fields(typed, stored={}, refusal=refusal)
    context = frame(request, seen_by, "people") | {"fields": fields, "refusal": refusal}
    status = refusal.status if refusal else HTTPStatus.OK
    response = render(request, "league/person_add.html", context, status=status)
    return with_cache_headers(request, response, public=False)
