"""Suggestions of names while somebody types one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from league.forms.place import day_of
from league.selectors.name_search import people_found
from league.views.busy import busy_is_503
from league.views.entry_access import reporter

if TYPE_CHECKING:
    from django.http import HttpRequest


@never_cache
@busy_is_503
@require_safe
def entry_names(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the people whom a part of a name can mean; only those who may report are told."""
    seen_by = reporter(request, slug)
    if isinstance(seen_by, HttpResponse):
        return seen_by
    found = people_found(
        club_id=seen_by.club.pk, query=request.GET.get("q", ""), day=day_of(request.GET.get("day", ""))
    )
    people = [{"name": one.name, "reading": one.reading, "tonight": one.tonight} for one in found]
    return JsonResponse({"people": people})
