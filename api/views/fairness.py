"""Seat statistics of a club: its reports, and one over all tables or over what filters leave of them."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Any, ClassVar

from django.http import Http404
from rest_framework.response import Response

from api.filters import season_wanted
from api.pagination import id_after
from api.problems import BEHIND, ProblemError, invalid
from api.queries import CURSOR, FIRST, LAST, LIMIT, MIN_TABLES, SEASON
from api.serializers.fairness import (
    FairnessDetailSerializer,
    FairnessLaterSerializer,
    FairnessPageSerializer,
    entry_body,
    filters_body,
    strata_body,
)
from api.throttles import USUAL_COST
from api.views.base import Asked, ClubView
from league.models import FairnessReport
from league.selectors.deal_simulations import simulated_so_far
from league.selectors.fairness import (
    content_of,
    fairness_find,
    fairness_named,
    fairness_page,
    is_outdated,
    lower_wins,
    ruleset_named,
    ruleset_names,
    whole_reports,
)
from league.selectors.fairness_scope import Scope
from league.services.fairness_ask import TooManyAsked, fairness_ask

if TYPE_CHECKING:
    from django.http.response import HttpResponseBase
    from rest_framework.request import Request

    from api.queries import Parameter
    from league.models import Club

ASKING_COST = 10  # a worker may have to compute it
RETRY_AFTER_S = 2


class LaterError(Exception):
    """Ends the reading of an answer that isn't there yet: asking for it writes, which a snapshot can't."""

    def __init__(self, club: Club, whole: FairnessReport, scope: Scope) -> None:
        super().__init__(scope.key)
        self.club, self.whole, self.scope = club, whole, scope


class FairnessListView(ClubView):
    """A report for each game and ruleset that has tables, by id."""

    summary = "Seat statistics of a club, by id"
    operation = "fairness_list"
    parameters: ClassVar[tuple[Parameter, ...]] = (LIMIT, CURSOR)
    shape = FairnessPageSerializer

    def prepare(self, asked: Asked) -> object:
        """Return what each report was computed from."""
        return tuple(whole_reports(asked.club.pk).values_list("pk", "digest", "revision", "computed_at"))

    def body(self, asked: Asked) -> dict[str, Any]:
        """Return a page."""
        rows = fairness_page(club_id=asked.club.pk, after=id_after(asked.query), limit=asked.rows)
        names = ruleset_names({row.ruleset_hash for row in rows})
        return asked.page(
            rows,
            row=lambda row: entry_body(
                row, ruleset_named(names, row), slug=asked.club.slug, public_id=row.public_id
            ),
            place=lambda row: row.public_id,
        )


class FairnessDetailView(ClubView):
    """What the seats of a game and ruleset are worth, by player count.

    With filters it is about the tables they leave. Where nobody has asked for those before, the answer is a 202: it is
    computed in the background, and Retry-After says when to ask again.
    """

    summary = "Seat statistics of one game and ruleset"
    operation = "fairness_read"
    path_parameters: ClassVar[tuple[str, ...]] = ("slug", "id")
    parameters: ClassVar[tuple[Parameter, ...]] = (SEASON, FIRST, LAST, MIN_TABLES)
    shape = FairnessDetailSerializer
    later = FairnessLaterSerializer
    whole: FairnessReport
    report: FairnessReport

    @property
    def cost(self) -> int:
        """What the throttle takes for this request."""
        return ASKING_COST if self.request.query_params else USUAL_COST

    def get(self, request: Request, slug: str, **path: str) -> HttpResponseBase:
        """Answer the question, or 304, or 202 where a worker has to be asked first."""
        try:
            return super().get(request, slug, **path)
        except LaterError as later:
            return _asked_for(later)

    def prepare(self, asked: Asked) -> object:
        """Find the report that is asked for."""
        whole = fairness_named(club_id=asked.club.pk, public_id=asked.path["id"])
        if whole is None:
            raise Http404
        scope = _scope(asked)
        found = fairness_find(
            club_id=asked.club.pk, game=whole.game, ruleset_hash=whole.ruleset_hash, scope=scope
        )
        if found is None or _is_on_its_way(found):
            raise LaterError(asked.club, whole, scope)
        self.whole, self.report = whole, found
        simulated = simulated_so_far(ruleset_hash=found.ruleset_hash)
        return (
            found.pk, found.state, found.digest, found.code_version, found.revision, found.computed_at, simulated,
        )  # fmt: skip

    def body(self, asked: Asked) -> dict[str, Any]:
        """Return the report."""
        row, report = self.report, content_of(self.report)
        names = ruleset_named(ruleset_names({row.ruleset_hash}), row)
        return {
            **entry_body(row, names, slug=asked.club.slug, public_id=self.whole.public_id),
            "state": row.state,
            "revision": asked.revision,
            "filters": filters_body(row.filters),
            "strata": strata_body(row, report, key=names[1], lower=lower_wins(ruleset_hash=row.ruleset_hash)),
        }


def _is_on_its_way(row: FairnessReport) -> bool:
    """Say whether a worker has to see to a report before it can be told."""
    if row.state == FairnessReport.State.FAILED:
        return bool(row.scope) and is_outdated(row)
    return content_of(row) is None or bool(row.scope and is_outdated(row))


def _asked_for(later: LaterError) -> Response:
    """Have the report computed, and say when to come again."""
    whole, scope = later.whole, later.scope
    if scope.key:
        try:
            fairness_ask(club=later.club, game=whole.game, ruleset_hash=whole.ruleset_hash, scope=scope)
        except TooManyAsked as refusal:
            raise ProblemError(BEHIND) from refusal
    body = {
        "state": FairnessReport.State.ASKED.value,
        "revision": later.club.counter.revision,
        "filters": filters_body(scope.stored()),
    }
    headers = {"Retry-After": str(RETRY_AFTER_S), "Cache-Control": "no-store"}
    return Response(body, status=HTTPStatus.ACCEPTED, headers=headers)


def _scope(asked: Asked) -> Scope:
    """Return the filter that is asked for.

    Raises:
        ProblemError: the club has no such season, or the days are the wrong way round.
    """
    season_wanted(asked)
    query = asked.query
    first, last = query.get(FIRST.name), query.get(LAST.name)
    if first and last and last < first:
        raise invalid(LAST.name, LAST.expected)
    return Scope(
        season=query.get(SEASON.name, ""), first=first, last=last, min_tables=query.get(MIN_TABLES.name, 0)
    )
