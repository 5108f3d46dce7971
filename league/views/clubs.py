"""The list of clubs: the public ones and the visitor's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.selectors.clubs import clubs_for
from league.services.installation import installation_unclaimed
from league.views.caching import with_cache_headers
from league.views.paging import page_number, pager

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse


@require_safe
def club_list(request: HttpRequest) -> HttpResponse:
    """Show the clubs that the visitor may read."""
    page = page_number(request)
    clubs, more = clubs_for(user_id=request.user.pk, page=page)
    context = {
        "clubs": clubs,
        "pager": pager(page=page, pages=page + more, query={}),
        "unclaimed": not request.user.is_authenticated and installation_unclaimed(),
    }
    response = render(request, "league/club_list.html", context)
    return with_cache_headers(request, response, public=not request.user.is_authenticated)
