"""Seasons and meetings of a club."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from django.http import Http404

from api.filters import season_wanted
from api.pagination import day_after, id_after
from api.queries import CURSOR, LIMIT, ORDER, SEASON
from api.serializers.meetings import (
    MeetingDetailSerializer,
    MeetingPageSerializer,
    SeasonPageSerializer,
    meeting_body,
    season_body,
)
from api.views.base import Asked, ClubView
from league.selectors.meetings import meeting_find, meetings_page
from league.selectors.seasons import seasons_page

if TYPE_CHECKING:
    from api.queries import Parameter


class SeasonListView(ClubView):
    """The seasons, by id."""

    summary = "Seasons, by id"
    operation = "seasons_list"
    parameters: ClassVar[tuple[Parameter, ...]] = (LIMIT, CURSOR)
    shape = SeasonPageSerializer

    def body(self, asked: Asked) -> dict[str, Any]:
        """Return a page."""
        rows = seasons_page(club_id=asked.club.pk, after=id_after(asked.query), limit=asked.rows)
        return asked.page(rows, row=season_body, place=lambda season: season.public_id)


class MeetingListView(ClubView):
    """The meetings, by club day."""

    summary = "Meetings, by club day"
    operation = "meetings_list"
    parameters: ClassVar[tuple[Parameter, ...]] = (SEASON, ORDER, LIMIT, CURSOR)
    shape = MeetingPageSerializer

    def body(self, asked: Asked) -> dict[str, Any]:
        """Return a page."""
        rows = meetings_page(
            club_id=asked.club.pk,
            season=season_wanted(asked),
            after=day_after(asked.query),
            limit=asked.rows,
            newest_first=asked.newest_first,
        )
        return asked.page(rows, row=meeting_body, place=lambda meeting: meeting.club_day.isoformat())


class MeetingDetailView(ClubView):
    """A meeting."""

    summary = "One meeting"
    operation = "meetings_read"
    path_parameters: ClassVar[tuple[str, ...]] = ("slug", "id")
    shape = MeetingDetailSerializer

    def body(self, asked: Asked) -> dict[str, Any]:
        """Return the meeting."""
        found = meeting_find(club_id=asked.club.pk, public_id=asked.path["id"])
        if found is None:
            raise Http404
        return {**meeting_body(found), "revision": asked.revision}
