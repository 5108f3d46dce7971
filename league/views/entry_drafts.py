"""Throwing away a draft."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING

from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_protect
from django.views.decorators.http import require_POST

from league.selectors.entry import draft_named
from league.services.actors import Actor
from league.services.drafts import draft_discard
from league.views.busy import busy_is_503
from league.views.entry_access import reporter, user_of

if TYPE_CHECKING:
    from django.http import HttpRequest


@csrf_protect
@never_cache
@busy_is_503
@require_POST
def draft_discard_view(request: HttpRequest, slug: str, draft: str) -> HttpResponse:
    """Throw away one of the reporter's own drafts."""
    seen_by = reporter(request, slug)
    if isinstance(seen_by, HttpResponse):
        return seen_by
    user = user_of(request)
    found = draft_named(club=seen_by.club, user_id=user.pk, public_id=draft)
    if found is None:
        raise Http404
    draft_discard(actor=Actor.of(user), club=seen_by.club, draft=found)
    return HttpResponseRedirect(reverse("league:entry", args=[slug]), status=HTTPStatus.SEE_OTHER)
