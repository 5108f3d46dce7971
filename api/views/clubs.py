"""Clubs: the public ones and the visitor's own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from api.caching import conditional
from api.pagination import next_link, page_cut, page_size, slug_after
from api.queries import CURSOR, LIMIT, read_query
from api.serializers.clubs import ClubEntryPageSerializer, ClubSerializer, club_body, club_entry_body
from api.views.base import Asked, ClubView, ReadView
from league.selectors.clubs import clubs_after

if TYPE_CHECKING:
    from django.http.response import HttpResponseBase
    from rest_framework.request import Request

    from api.queries import Parameter


class ClubListView(ReadView):
    """The clubs that the visitor may read, by slug."""

    summary = "Clubs, by slug"
    operation = "clubs_list"
    parameters: ClassVar[tuple[Parameter, ...]] = (LIMIT, CURSOR)
    shape = ClubEntryPageSerializer

    def get(self, request: Request) -> HttpResponseBase:
        """Answer a page. No revision spans clubs, so the page itself decides its ETag."""
        query = read_query(request.query_params, self.parameters)
        size, after = page_size(query), slug_after(query)
        shown, more = page_cut(clubs_after(user_id=request.user.pk, after=after, limit=size + 1), size)
        link = next_link(request.path, request.query_params, shown[-1].slug) if more else None
        body = {"next": link, "results": [club_entry_body(club) for club in shown]}
        return conditional(request, seen=(body,), public=not request.user.is_authenticated, body=lambda: body)


class ClubDetailView(ClubView):
    """A club."""

    summary = "One club"
    operation = "clubs_read"
    shape = ClubSerializer

    def body(self, asked: Asked) -> dict[str, Any]:
        """Return the club and where its lists are."""
        return club_body(asked.club)
