"""Managing one person: names, marks, aliases, merging. Each form calls one service; merging asks a second time."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from django.http import Http404, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_protect
from django.views.decorators.http import require_http_methods

from league.selectors.people_page import people_to_choose, person_file, record_named
from league.services.errors import Invalid, Refused
from league.services.merges import player_merge, player_unmerge
from league.services.people import alias_add, alias_remove, player_change
from league.services.policy import Verb
from league.views.access import visit_page
from league.views.caching import with_cache_headers
from league.views.frame import actor_of, frame, turned_away
from league.views.paging import is_public_id

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpRequest, HttpResponse

    from league.models import Player
    from league.selectors.people_page import PersonFile
    from league.services.actors import Actor
    from league.views.access import Visit

LONGEST_TYPED = 200


@csrf_protect
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def person(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Show what can be changed about a person, or change it."""
    seen_by = visit_page(request, slug)
    away = turned_away(request, seen_by, Verb.MANAGE_PEOPLE)
    if away is not None:
        return away
    found = person_file(club_id=seen_by.club.pk, public_id=public_id)
    if found is None:
        raise Http404
    if request.method != "POST":
        return _show(request, seen_by, found)
    typed = {name: value[:LONGEST_TYPED] for name, value in request.POST.items() if isinstance(value, str)}
    act = _ACTS.get(typed.get("act", ""))
    if act is None:
        refusal = Invalid(gettext("The page you sent was incomplete: please send it again."))
        return _show(request, seen_by, found, refusal=refusal, typed=typed)
    if typed["act"] == "merge" and not typed.get("sure"):
        return _ask_merge(request, seen_by, found, typed)
    try:
        act(actor_of(request), found, typed)
    except Refused as refusal:
        return _show(request, seen_by, found, refusal=refusal, typed=typed)
    return _back(slug, public_id, typed["act"])


def _show(
    request: HttpRequest,
    seen_by: Visit,
    found: PersonFile,
    *,
    refusal: Refused | None = None,
    typed: dict[str, str] | None = None,
) -> HttpResponse:
    player, given = found.player, typed or {}
    names = {"name": player.display_name, "reading": player.reading, "romanised": player.romanised}
    changing = given.get("act") == "change"
    context = frame(request, seen_by, "people") | {
        "player": player,
        "found": found,
        "names": {key: given.get(key, "") for key in names} if changing else names,
        "guest": bool(given.get("guest")) if changing else player.guest,
        "hidden": bool(given.get("hidden")) if changing else found.hidden,
        "typed": given,
        "refusal": refusal,
        "choices": people_to_choose(club_id=seen_by.club.pk, but=player.pk),
        "done": _done(request.GET.get("done", "")),
    }
    return _answer(request, "league/person.html", context, refusal)


def _ask_merge(
    request: HttpRequest, seen_by: Visit, found: PersonFile, typed: dict[str, str]
) -> HttpResponse:
    """Say what a merge will do before it is done."""
    target = _target(found, typed)
    if target is None:
        refusal = Invalid(gettext("Please choose a person."), field="target")
        return _show(request, seen_by, found, refusal=refusal, typed=typed)
    context = frame(request, seen_by, "people") | {"player": found.player, "target": target}
    return _answer(request, "league/person_merge.html", context, None)


def _answer(
    request: HttpRequest, template: str, context: dict[str, Any], refusal: Refused | None
) -> HttpResponse:
    status = refusal.status if refusal else HTTPStatus.OK
    return with_cache_headers(request, render(request, template, context, status=status), public=False)


def _change(actor: Actor, found: PersonFile, typed: dict[str, str]) -> None:
    player_change(
        actor=actor,
        player=found.player,
        name=typed.get("name", ""),
        reading=typed.get("reading", ""),
        romanised=typed.get("romanised", ""),
        guest=bool(typed.get("guest")),
        hidden=bool(typed.get("hidden")),
    )


def _alias(actor: Actor, found: PersonFile, typed: dict[str, str]) -> None:
    alias_add(actor=actor, player=found.player, name=typed.get("alias", ""))


def _alias_off(actor: Actor, found: PersonFile, typed: dict[str, str]) -> None:
    alias_remove(actor=actor, alias=_chosen(found.aliases, typed.get("key", "")))


def _merge(actor: Actor, found: PersonFile, typed: dict[str, str]) -> None:
    target = _target(found, typed)
    if target is None:
        raise Invalid(gettext("Please choose a person."), field="target")
    player_merge(actor=actor, source=found.player, target=target)


def _target(found: PersonFile, typed: dict[str, str]) -> Player | None:
    """Return the record that was chosen, if it is one of the club."""
    public_id = typed.get("target", "")
    return (
        record_named(club_id=found.player.club_id, public_id=public_id) if is_public_id(public_id) else None
    )


def _unmerge(actor: Actor, found: PersonFile, typed: dict[str, str]) -> None:
    merges = (*found.merged, *((found.into,) if found.into else ()))
    player_unmerge(actor=actor, merge=_chosen(merges, typed.get("key", "")))


def _chosen(rows: tuple[Any, ...], key: str) -> Any:  # noqa: ANN401 - a row of whatever kind the rows are
    """Return the row with this key among a person's own.

    Raises:
        Invalid: it is none of theirs, or somebody else was faster.
    """
    for row in rows:
        if str(row.pk) == key:
            return row
    raise Invalid(gettext("This is no longer so: the page shows how it is now."))


_ACTS: dict[str, Callable[[Actor, PersonFile, dict[str, str]], None]] = {
    "change": _change,
    "alias": _alias,
    "alias-off": _alias_off,
    "merge": _merge,
    "unmerge": _unmerge,
}


def _done(act: str) -> str:
    """Return what is said after an act."""
    return {
        "change": gettext("The changes are stored."),
        "alias": gettext("The alias is added."),
        "alias-off": gettext("The alias is removed."),
        "merge": gettext("The two records count as one person now. This can be undone below."),
        "unmerge": gettext("The two records are two people again."),
    }.get(act, "")


def back_to_people(slug: str, done: str) -> HttpResponseRedirect:
    """Go back to the list of people."""
    return _see_other(reverse("league:people", args=[slug]), done)


def _back(slug: str, public_id: str, done: str) -> HttpResponseRedirect:
    return _see_other(reverse("league:person", args=[slug, public_id]), done)


def _see_other(address: str, done: str) -> HttpResponseRedirect:
    response = HttpResponseRedirect(f"{address}?done={done}")
    response.status_code = HTTPStatus.SEE_OTHER
    return response
