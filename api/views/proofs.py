"""…/ladders/<id>/proof/: what a ladder was computed from, for anybody who wants to compute it again."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING, Any, ClassVar

from django.http import Http404

from api.problems import BEHIND, BUSY, ProblemError
from api.serializers.proofs import ProofSerializer
from api.views.base import Asked, ClubView
from league.selectors.ladders import ladder_club_slug, ladder_find
from league.selectors.players import people_of
from league.services.proofs import proof_of

if TYPE_CHECKING:
    from django.http.response import HttpResponseBase
    from rest_framework.request import Request

    from league.models import Ladder

PROOF_COST = 30  # it reads every table of the ladder

_one_at_a_time = Lock()  # in each process: proofs of long histories take seconds and memory


class ProofView(ClubView):
    """Every table that a ladder counts, its parameters, and the standings and the digest that come out.

    `python -m league.ratings.replay` computes the same from it. People are tokens here; whoever has an id finds its
    token. While results are still being computed, the answer is a 503.
    """

    summary = "The proof of a ladder: everything that it was computed from"
    operation = "ladders_proof"
    path_parameters: ClassVar[tuple[str, ...]] = ("id",)
    shape = ProofSerializer
    cost = PROOF_COST
    ladder: Ladder

    def get(self, request: Request, id: str) -> HttpResponseBase:  # type: ignore[override]  # noqa: A002 - the address's own word
        """Answer the question, or 304."""
        slug = ladder_club_slug(public_id=id)
        if slug is None:
            raise Http404
        return super().get(request, slug, id=id)

    def prepare(self, asked: Asked) -> object:
        """Find the ladder."""
        found = ladder_find(club=asked.club, public_id=asked.path["id"])
        if found is None:
            raise Http404
        self.ladder = found
        return found.name, found.computed_revision, found.current_version_id, found.current_run_id

    def body(self, asked: Asked) -> dict[str, Any]:
        """Return the proof."""
        if not _one_at_a_time.acquire(blocking=False):
            raise ProblemError(BUSY)
        try:
            proof = proof_of(ladder=self.ladder, people=people_of(club_id=asked.club.pk))
        finally:
            _one_at_a_time.release()
        if proof is None:
            raise ProblemError(BEHIND)
        return proof
