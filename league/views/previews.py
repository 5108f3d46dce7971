"""Previews on pages: asking for one instead of acting, and showing what the worker found, who moves and by how much."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.http import Http404
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from league.models import Preview
from league.ratings.parameters import POINTS
from league.selectors.players import people_of, persons_by_public_id
from league.services.calls import Call, call_perform
from league.services.previews import preview_ask
from league.views.access import visit_page
from league.views.caching import with_cache_headers
from league.views.frame import actor_of, frame

if TYPE_CHECKING:
    from collections.abc import Mapping

    from django.http import HttpRequest, HttpResponse

    from league.models import Club
    from league.selectors.players import Person

MOST_ROWS = 25
_NO_REASON = "-"  # a rehearsal needs none, and nothing of it is kept


@dataclass(frozen=True, slots=True)
class Moved:
    """One row: somebody who may be seen, then and now; None where they don't stand in the ladder."""

    person: Person
    before: Mapping[str, Any] | None
    after: Mapping[str, Any] | None

    @property
    def change(self) -> int | None:
        """By how much the rating differs, in thousandths."""
        if self.before is None or self.after is None:
            return None
        return int(self.after["rating"]) - int(self.before["rating"])

    @property
    def titled(self) -> bool:
        """Whether a title comes or goes."""
        titles = [figures["title"] if figures else "" for figures in (self.before, self.after)]
        return titles[0] != titles[1]


@dataclass(frozen=True, slots=True)
class Ladder:
    """One ladder that would change: the rows that are shown, how many more there are, and the titles that move."""

    public_id: str
    name: str
    points: bool
    tables_before: int
    tables_after: int
    rows: tuple[Moved, ...]
    more: int
    titles: tuple[Moved, ...]


def perform_or_preview(request: HttpRequest, club: Club, call: Call) -> Preview | None:
    """Make a change and return None, or ask what it would do where the sender pressed that button.

    Raises:
        Refused: whatever the change's service raises, in both cases.
    """
    if not request.POST.get("preview"):
        call_perform(actor=actor_of(request), club=club, call=call)
        return None
    arguments = dict(call.arguments)
    if "reason" in arguments:
        arguments["reason"] = arguments["reason"] or _NO_REASON
    return preview_ask(actor=actor_of(request), club=club, call=Call(call.verb, arguments))


@never_cache
@require_safe
def preview(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Show what was found, as a part of the page that asked or as a page of its own; only to whoever asked."""
    seen_by = visit_page(request, slug)
    found = Preview.objects.filter(club=seen_by.club, public_id=public_id, author=request.user.pk).first()
    if found is None or not request.user.is_authenticated:
        raise Http404
    template = (
        "league/preview/panel.html" if request.headers.get("HX-Request") else "league/preview/page.html"
    )
    context = frame(request, seen_by, "meetings") | {"preview": found, "ladders": ladders_of(found)}
    return with_cache_headers(request, render(request, template, context), public=False)


def ladders_of(found: Preview) -> list[Ladder]:
    """Return what a preview says, for those who may be seen. Three queries."""
    effects = found.result.get("ladders", ())
    ids = {row["player"] for effect in effects for row in effect["moved"]}
    people = people_of(club_id=found.club_id)
    known = persons_by_public_id(people=people, public_ids=ids) if ids else {}
    return [_ladder(effect, known) for effect in effects]


def _shown(figures: Mapping[str, Any] | None) -> tuple[object, ...]:
    """Return what a row shows: how many tables somebody has isn't in it."""
    return () if figures is None else (figures["rank"], figures["rating"], figures["title"])


def _ladder(effect: Mapping[str, Any], known: Mapping[str, Person]) -> Ladder:
    rows = [
        Moved(known[row["player"]], row["before"], row["after"])
        for row in effect["moved"]
        if row["player"] in known and _shown(row["before"]) != _shown(row["after"])
    ]
    return Ladder(
        public_id=effect["ladder"],
        name=effect["name"],
        points=effect["formula"] == POINTS,
        tables_before=effect["tables_before"],
        tables_after=effect["tables_after"],
        rows=tuple(rows[:MOST_ROWS]),
        more=max(0, len(rows) - MOST_ROWS),
        titles=tuple(row for row in rows if row.titled),
    )
