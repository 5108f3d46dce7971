"""Ladders, standings and rating points. Every row of an answer, and of a walk, belongs to one run (G18)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from django.http import Http404

from api.filters import records_wanted
from api.pagination import id_after, point_after, standing_after
from api.queries import AS_OF, CURSOR, LIMIT, ORDER, PLAYER, RUN
from api.runs import run_wanted
from api.serializers.ladders import (
    LadderDetailSerializer,
    LadderPageSerializer,
    PointPageSerializer,
    StandingPageSerializer,
    ladder_body,
    point_body,
    run_body,
    standing_body,
)
from api.throttles import USUAL_COST
from api.views.base import Asked, ClubView
from league.selectors.ladders import ladder_find, ladders_of_club, ladders_page
from league.selectors.players import people_of
from league.selectors.points import points_page
from league.selectors.standings import standings_page, standings_page_at

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from datetime import date

    from api.queries import Parameter
    from league.models import Ladder, RatingRun
    from league.selectors.standings import StandingRow

AS_OF_COST = 10  # it reads every point up to the day


class LadderListView(ClubView):
    """The ladders, by id."""

    summary = "Ladders, by id"
    operation = "ladders_list"
    parameters: ClassVar[tuple[Parameter, ...]] = (LIMIT, CURSOR)
    shape = LadderPageSerializer

    def prepare(self, asked: Asked) -> object:
        """Return what is current in each ladder."""
        ladders = ladders_of_club(asked.club)
        return tuple(ladders.values_list("pk", "name", "current_run_id", "computed_revision"))

    def body(self, asked: Asked) -> dict[str, Any]:
        """Return a page."""
        rows = ladders_page(club=asked.club, after=id_after(asked.query), limit=asked.rows)
        return asked.page(rows, row=ladder_body, place=lambda ladder: ladder.public_id)


class LadderView(ClubView):
    """Something of one ladder: the ladder and the run are read once, before everything else."""

    path_parameters: ClassVar[tuple[str, ...]] = ("slug", "id")
    ladder: Ladder
    run: RatingRun | None

    def prepare(self, asked: Asked) -> object:
        """Find the ladder and the run that is asked for, or else the current one."""
        found = ladder_find(club=asked.club, public_id=asked.path["id"])
        if found is None:
            raise Http404
        self.ladder, self.run = found, run_wanted(found, asked.query.get("run"))
        return found.name, found.computed_revision, found.current_version_id, self.run and self.run.pk

    def page(
        self,
        asked: Asked,
        rows: Sequence[Any],
        *,
        row: Callable[[Any], Mapping[str, Any]],
        place: Callable[[Any], str],
        **context: object,
    ) -> dict[str, Any]:
        """Return a page of the run; the link to the next one names the run."""
        pinned = {"run": self.run.number} if self.run else {}
        answer = asked.page(rows, row=row, place=place, **pinned)
        of_run = {"ladder": self.ladder.public_id, "run": run_body(self.run), **context}
        return {"revision": answer.pop("revision"), **of_run, **answer}


class LadderDetailView(LadderView):
    """A ladder."""

    summary = "One ladder"
    operation = "ladders_read"
    shape = LadderDetailSerializer

    def body(self, asked: Asked) -> dict[str, Any]:
        """Return the ladder."""
        return {**ladder_body(self.ladder), "revision": asked.revision}


class StandingListView(LadderView):
    """Who stands where, by rank and id."""

    summary = "Standings of a ladder, by rank and player id"
    operation = "ladders_standings"
    parameters: ClassVar[tuple[Parameter, ...]] = (AS_OF, RUN, LIMIT, CURSOR)
    shape = StandingPageSerializer

    @property
    def cost(self) -> int:
        """What the throttle takes for this request."""
        return AS_OF_COST if AS_OF.name in self.request.query_params else USUAL_COST

    def body(self, asked: Asked) -> dict[str, Any]:
        """Return a page."""
        day = asked.query.get(AS_OF.name)
        rows = self._rows(asked, day)
        return self.page(asked, rows, row=standing_body, place=_standing_place, as_of=day)

    def _rows(self, asked: Asked, day: date | None) -> list[StandingRow]:
        after, people = standing_after(asked.query), people_of(club_id=asked.club.pk)
        if day is None:
            return standings_page(run=self.run, people=people, after=after, limit=asked.rows)
        return standings_page_at(run=self.run, day=day, people=people, after=after, limit=asked.rows)


class PointListView(LadderView):
    """What every table did to every rating, by order of tables and player id."""

    summary = "Rating points of a ladder, by order of tables and player id"
    operation = "ladders_points"
    parameters: ClassVar[tuple[Parameter, ...]] = (PLAYER, RUN, ORDER, LIMIT, CURSOR)
    shape = PointPageSerializer

    def body(self, asked: Asked) -> dict[str, Any]:
        """Return a page."""
        rows = points_page(
            run=self.run,
            people=people_of(club_id=asked.club.pk),
            records=records_wanted(asked),
            after=point_after(asked.query),
            limit=asked.rows,
            newest_first=asked.newest_first,
        )
        return self.page(asked, rows, row=point_body, place=lambda point: "/".join(point.place))


def _standing_place(row: StandingRow) -> str:
    return f"{row.rank}/{row.public_id}"
