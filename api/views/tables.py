"""Tables of a club in their stored order, with the confirmed report."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from django.http import Http404
from django.utils.translation import get_language

from api.filters import meeting_wanted, records_wanted, season_wanted
from api.pagination import table_after
from api.queries import CURSOR, GAME, LIMIT, MEETING, ORDER, PLAYER, SEASON, STATE
from api.serializers.tables import TableDetailSerializer, TablePageSerializer, table_body, table_detail_body
from api.views.base import Asked, ClubView
from league.selectors.tables import TableFilter, findings_of, table_find, tables_page

if TYPE_CHECKING:
    from api.queries import Parameter
    from league.selectors.tables import TableEntry


class TableListView(ClubView):
    """The tables, by club day, round and number."""

    summary = "Tables, by club day, round and number"
    operation = "tables_list"
    parameters: ClassVar[tuple[Parameter, ...]] = (
        MEETING,
        SEASON,
        PLAYER,
        GAME,
        STATE,
        ORDER,
        LIMIT,
        CURSOR,
    )
    shape = TablePageSerializer

    def body(self, asked: Asked) -> dict[str, Any]:
        """Return a page."""
        wanted = TableFilter(
            meeting=meeting_wanted(asked),
            season=season_wanted(asked),
            records=records_wanted(asked),
            game=asked.query.get("game"),
            state=asked.query.get("state"),
        )
        rows = tables_page(
            club_id=asked.club.pk,
            wanted=wanted,
            after=table_after(asked.query),
            limit=asked.rows,
            newest_first=asked.newest_first,
        )
        return asked.page(rows, row=table_body, place=_place)


class TableDetailView(ClubView):
    """A table with what the referee says about its confirmed report."""

    summary = "One table, with its confirmed report and findings"
    operation = "tables_read"
    path_parameters: ClassVar[tuple[str, ...]] = ("slug", "id")
    shape = TableDetailSerializer

    def body(self, asked: Asked) -> dict[str, Any]:
        """Return the table."""
        found = table_find(club_id=asked.club.pk, public_id=asked.path["id"])
        if found is None:
            raise Http404
        findings = findings_of(found.report) if found.report else []
        return table_detail_body(
            found,
            findings,
            slug=asked.club.slug,
            revision=asked.revision,
            language=get_language() or "ja",
        )


def _place(table: TableEntry) -> str:
    return f"{table.order_key}/{table.place.public_id}"
