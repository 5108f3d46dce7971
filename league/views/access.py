"""Who is looking at which club. A club that may not be read is answered like one that doesn't exist."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from django.http import Http404

from league.selectors.leaderboard import club_by_slug
from league.selectors.pulse import club_pulse, is_public
from league.services.policy import Verb, may, role_of
from league.views.remembered import remembered

if TYPE_CHECKING:
    from django.http import HttpRequest

    from league.models import Club
    from league.selectors.pulse import Pulse


@dataclass(frozen=True, slots=True)
class Visit:
    """A club that the visitor may read, and the visitor's role in it (None for an outsider)."""

    club: Club
    role: str | None
    pulse: Pulse = ()


def visit(request: HttpRequest, slug: str) -> Visit:
    """Return the club behind an address.

    Raises:
        Http404: there is no such club, or the visitor may not read it; the answers can't be told apart.
    """
    club = club_by_slug(slug=slug)
    if club is None:
        raise Http404
    role = role_of(user=request.user, club=club)
    if not may(user=request.user, verb=Verb.READ, club=club, role=role):
        raise Http404
    return Visit(club=club, role=role)


def visit_page(request: HttpRequest, slug: str) -> Visit:
    """Return the club behind a page, with its pulse. For the many without an account it is read once a pulse.

    Raises:
        Http404: as `visit`.
    """
    pulse = club_pulse(slug=slug)
    if request.user.is_authenticated or not is_public(pulse):
        return replace(visit(request, slug), pulse=pulse)
    return remembered(("visit", slug, pulse), lambda: replace(visit(request, slug), pulse=pulse))
