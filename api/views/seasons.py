"""What closing a season put away, and its adjustments of points."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from django.http import Http404

from api.pagination import archive_after, id_after
from api.queries import CURSOR, LIMIT
from api.serializers.seasons import (
    AdjustmentPageSerializer,
    ArchivePageSerializer,
    adjustment_body,
    archive_body,
)
from api.views.base import Asked, ClubView
from league.selectors.season_adjustments import adjustments_page
from league.selectors.season_archives import archives_page
from league.selectors.season_page import season_of_club

if TYPE_CHECKING:
    from api.queries import Parameter
    from league.models import Season
    from league.selectors.season_archives import ArchiveEntry


class SeasonView(ClubView):
    """Something of one season."""

    path_parameters: ClassVar[tuple[str, ...]] = ("slug", "id")
    parameters: ClassVar[tuple[Parameter, ...]] = (LIMIT, CURSOR)
    season: Season

    def prepare(self, asked: Asked) -> object:
        """Find the season; each change of it raises the club's revision."""
        found = season_of_club(club_id=asked.club.pk, public_id=asked.path["id"])
        if found is None:
            raise Http404
        self.season = found
        return found.pk

    def framed(self, page: dict[str, Any]) -> dict[str, Any]:
        """Return a page that names its season."""
        return {"revision": page.pop("revision"), "season": self.season.public_id, **page}


class ArchiveListView(SeasonView):
    """The archives, by ladder and number."""

    summary = "What closings of a season put away, by ladder and number"
    operation = "seasons_archives"
    shape = ArchivePageSerializer

    def body(self, asked: Asked) -> dict[str, Any]:
        """Return a page."""
        rows = archives_page(season=self.season, after=archive_after(asked.query), limit=asked.rows)
        return self.framed(asked.page(rows, row=archive_body, place=_archive_place))


class AdjustmentListView(SeasonView):
    """The adjustments, by id."""

    summary = "Penalties and bonuses of a season, by id"
    operation = "seasons_adjustments"
    shape = AdjustmentPageSerializer

    def body(self, asked: Asked) -> dict[str, Any]:
        """Return a page."""
        rows = adjustments_page(season=self.season, after=id_after(asked.query), limit=asked.rows)
        return self.framed(asked.page(rows, row=adjustment_body, place=lambda line: line.public_id))


def _archive_place(entry: ArchiveEntry) -> str:
    return f"{entry.archive.ladder.public_id}/{entry.archive.number}"
