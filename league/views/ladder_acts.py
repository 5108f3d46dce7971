"""Making a ladder, naming it anew, and giving it a new version. Each form calls one service."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from django.http import Http404
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_protect
from django.views.decorators.http import require_http_methods

from league.forms.ladder import LadderSheet, sheet_of, sheet_posted, spec_of
from league.forms.report import number_of
from league.selectors.ladder_choices import rulesets_countable
from league.selectors.ladders import ladder_find
from league.selectors.season_page import seasons_of_club
from league.services.errors import Changed, Invalid, Refused
from league.services.ladders import ladder_change, ladder_create, ladder_rename
from league.services.policy import Verb
from league.views.access import visit_page
from league.views.caching import with_cache_headers
from league.views.frame import Incomplete, actor_of, frame, see_other, turned_away, typed_in
from league.views.ladder_fields import ladder_fields
from league.views.ladder_words import count_words, formula_words, parameter_words

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from league.models import Club, Ladder, LadderVersion
    from league.services.ladders import LadderSpec
    from league.views.access import Visit


class _Wrong(Invalid):
    """Fields of the form that can't be read, each with what is said under it."""

    def __init__(self, wrong: dict[str, str]) -> None:
        super().__init__(next(iter(wrong.values())), field=next(iter(wrong)))
        self.wrong = wrong


@csrf_protect
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def ladder_add(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask what a new ladder counts, or make it."""
    seen_by = visit_page(request, slug)
    away = turned_away(request, seen_by, Verb.MANAGE_LADDERS)
    if away is not None:
        return away
    sheet, refusal = LadderSheet(), None
    if request.method == "POST":
        sheet = sheet_posted(request.POST)
        try:
            ladder_create(actor=actor_of(request), club=seen_by.club, name=sheet.name, spec=_spec(sheet))
        except Refused as caught:
            refusal = caught
        else:
            return _back(slug, "add")
    return _page(request, seen_by, "league/ladder_add.html", sheet, refusal)


@csrf_protect
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def ladder_edit(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Show what can be changed about a ladder, or change it."""
    seen_by = visit_page(request, slug)
    found = ladder_find(club=seen_by.club, public_id=public_id)
    if found is None or found.current_version is None:
        raise Http404
    away = turned_away(request, seen_by, Verb.MANAGE_LADDERS)
    if away is not None:
        return away
    sheet, refusal = sheet_of(found.current_version), None
    if request.method == "POST":
        act = request.POST.get("act", "")
        sheet = sheet_posted(request.POST) if act == "change" else sheet
        try:
            return _back(slug, _act(request, found, sheet, act))
        except Refused as caught:
            refusal = caught
            found = ladder_find(club=seen_by.club, public_id=public_id) or found
    stored = found.current_version
    more: dict[str, Any] = {
        "ladder": found,
        "version": stored,
        "renaming": request.POST.get("act") == "rename",
    }
    if isinstance(refusal, Changed) and not more["renaming"] and stored is not None:
        more["stored_now"] = _told(seen_by.club, stored)
    return _page(request, seen_by, "league/ladder_change.html", sheet, refusal, **more)


def _act(request: HttpRequest, ladder: Ladder, sheet: LadderSheet, act: str) -> str:
    """Do what was asked for; return the word for it."""
    typed, actor = typed_in(request), actor_of(request)
    if act == "rename" and "was" in typed:
        ladder_rename(actor=actor, ladder=ladder, name=typed.get("name", ""), seen={"name": typed["was"]})
        return "rename"
    number = number_of(typed.get("version", ""))
    if act != "change" or not isinstance(number, int):
        raise Incomplete
    changed = ladder_change(actor=actor, ladder=ladder, spec=_spec(sheet), seen={"version": number})
    now = changed.current_version
    return "same" if now is not None and now.number == number else "change"


def _spec(sheet: LadderSheet) -> LadderSpec:
    """Return what a form asks for.

    Raises:
        _Wrong: some of its fields can't be read.
    """
    spec, wrong = spec_of(sheet)
    if spec is None:
        raise _Wrong(wrong)
    return spec


def _page(
    request: HttpRequest,
    seen_by: Visit,
    template: str,
    sheet: LadderSheet,
    refusal: Refused | None,
    **more: object,
) -> HttpResponse:
    wrong: dict[str, str] = {}
    if isinstance(refusal, _Wrong):
        wrong = refusal.wrong
    elif refusal is not None and refusal.field:
        wrong = {refusal.field: str(refusal.message)}
    context: dict[str, Any] = frame(request, seen_by, "standings") | {
        "typed": typed_in(request),
        "sheet": sheet,
        "refusal": refusal,
        **ladder_fields(seen_by.club, sheet, wrong),
        **more,
    }
    status = refusal.status if refusal else HTTPStatus.OK
    return with_cache_headers(request, render(request, template, context, status=status), public=False)


def _told(club: Club, version: LadderVersion) -> list[str]:
    """Return what a version holds, in words: what somebody else has made of it meanwhile."""
    counts = count_words(
        version,
        rulesets={choice.content_hash: choice for choice in rulesets_countable(club)},
        seasons={season.public_id: season for season in seasons_of_club(club_id=club.pk)},
    )
    return [
        formula_words(version),
        *parameter_words(version),
        *(f"{label}: {words}" for label, words in counts),
    ]


def _back(slug: str, done: str) -> HttpResponse:
    return see_other(reverse("league:ladders", args=[slug]), done)
