"""Managing one person: names, marks, aliases, merging, erasing. Each form calls one service.

Merging and erasing ask a second time. The form of names and marks changes only what was changed in it, and says what
its page had shown: what somebody else stored meanwhile is told, not overwritten (G3).
"""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from django.http import Http404
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_protect
from django.views.decorators.http import require_http_methods

from league.selectors.people_page import people_to_choose, person_file, record_named
from league.services.calls import Call, call_perform
from league.services.errors import Invalid, Refused
from league.services.merges import player_unmerge
from league.services.people import alias_add, alias_remove, player_anonymise, player_change
from league.services.policy import Verb
from league.services.previews import preview_ask
from league.views.access import visit_page
from league.views.caching import with_cache_headers
from league.views.frame import Incomplete, actor_of, frame, see_other, turned_away, typed_in
from league.views.paging import is_public_id
from league.views.person_fields import FLAGS, changed_in, person_fields, stored_in

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

    from league.models import Player
    from league.selectors.people_page import PersonFile
    from league.services.actors import Actor
    from league.views.access import Visit


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
    typed = typed_in(request)
    act = _ACTS.get(typed.get("act", ""))
    if act is None:
        return _show(request, seen_by, found, refusal=Incomplete(), typed=typed)
    if typed["act"] in _ASKS_FIRST and not typed.get("sure"):
        return _ASKS_FIRST[typed["act"]](request, seen_by, found, typed)
    try:
        act(actor_of(request), found, typed)
    except Refused as refusal:
        return _show(request, seen_by, _again(found), refusal=refusal, typed=typed)
    return _back(slug, public_id, typed["act"])


def _show(
    request: HttpRequest,
    seen_by: Visit,
    found: PersonFile,
    *,
    refusal: Refused | None = None,
    typed: dict[str, str] | None = None,
) -> HttpResponse:
    given, stored = typed or {}, stored_in(found)
    changing = given.get("act") == "change"
    context = frame(request, seen_by, "people") | {
        "player": found.player,
        "found": found,
        "fields": person_fields(
            given if changing else stored, stored=stored, refusal=refusal if changing else None
        ),
        "typed": given,
        "refusal": refusal,
        "choices": people_to_choose(club_id=seen_by.club.pk, but=found.player.pk),
        "done": _done(request.GET.get("done", "")),
    }
    return _answer(request, "league/person.html", context, refusal)


def _ask_merge(
    request: HttpRequest, seen_by: Visit, found: PersonFile, typed: dict[str, str]
) -> HttpResponse:
    """Say what a merge will do before it is done; one that can't be made is refused here already."""
    target = _target(found, typed)
    if target is None:
        refusal = Invalid(gettext("Please choose a person."), field="target")
        return _show(request, seen_by, found, refusal=refusal, typed=typed)
    try:
        preview = preview_ask(actor=actor_of(request), club=seen_by.club, call=_merging(found.player, target))
    except Refused as refusal:
        return _show(request, seen_by, found, refusal=refusal, typed=typed)
    context = frame(request, seen_by, "people") | {
        "player": found.player,
        "target": target,
        "preview": preview,
    }
    return _answer(request, "league/person_merge.html", context, None)


def _ask_erase(
    request: HttpRequest, seen_by: Visit, found: PersonFile, typed: dict[str, str]
) -> HttpResponse:
    """Say what erasing takes away for good, and want a tick for it."""
    unticked = (
        Invalid(gettext("Please tick that you are sure."), field="sure") if typed.get("asked") else None
    )
    context = frame(request, seen_by, "people") | {
        "player": found.player,
        "found": found,
        "refusal": unticked,
    }
    return _answer(request, "league/person_erase.html", context, unticked)


def _again(found: PersonFile) -> PersonFile:
    """Return the person as it is now, after somebody else may have changed it."""
    return person_file(club_id=found.player.club_id, public_id=found.player.public_id) or found


def _answer(
    request: HttpRequest, template: str, context: dict[str, Any], refusal: Refused | None
) -> HttpResponse:
    status = refusal.status if refusal else HTTPStatus.OK
    return with_cache_headers(request, render(request, template, context, status=status), public=False)


def _change(actor: Actor, found: PersonFile, typed: dict[str, str]) -> None:
    changed, seen = changed_in(typed)
    flags = {name: bool(changed[name]) for name in FLAGS if name in changed}
    player_change(
        actor=actor,
        player=found.player,
        name=changed.get("name"),
        reading=changed.get("reading"),
        romanised=changed.get("romanised"),
        guest=flags.get("guest"),
        hidden=flags.get("hidden"),
        seen=seen | {name: bool(seen[name]) for name in flags},
    )


def _alias(actor: Actor, found: PersonFile, typed: dict[str, str]) -> None:
    alias_add(actor=actor, player=found.player, name=typed.get("alias", ""))


def _alias_off(actor: Actor, found: PersonFile, typed: dict[str, str]) -> None:
    alias_remove(actor=actor, alias=_chosen(found.aliases, typed.get("key", "")))


def _merge(actor: Actor, found: PersonFile, typed: dict[str, str]) -> None:
    target = _target(found, typed)
    if target is None:
        raise Invalid(gettext("Please choose a person."), field="target")
    call_perform(actor=actor, club=found.player.club, call=_merging(found.player, target))


def _merging(source: Player, target: Player) -> Call:
    """Return the merge as it is previewed and made."""
    return Call("player.merge", {"source": source.public_id, "target": target.public_id})


def _target(found: PersonFile, typed: dict[str, str]) -> Player | None:
    """Return the record that was chosen, if it is one of the club."""
    public_id = typed.get("target", "")
    return (
        record_named(club_id=found.player.club_id, public_id=public_id) if is_public_id(public_id) else None
    )


def _unmerge(actor: Actor, found: PersonFile, typed: dict[str, str]) -> None:
    merges = (*found.merged, *((found.into,) if found.into else ()))
    player_unmerge(actor=actor, merge=_chosen(merges, typed.get("key", "")))


def _erase(actor: Actor, found: PersonFile, _typed: dict[str, str]) -> None:
    player_anonymise(actor=actor, player=found.player)


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
    "erase": _erase,
}
_ASKS_FIRST: dict[str, Callable[[HttpRequest, Visit, PersonFile, dict[str, str]], HttpResponse]] = {
    "merge": _ask_merge,
    "erase": _ask_erase,
}


def _done(act: str) -> str:
    """Return what is said after an act."""
    return {
        "change": gettext("The changes are stored."),
        "alias": gettext("The alias is added."),
        "alias-off": gettext("The alias is removed."),
        "merge": gettext("The two records count as one person now. This can be undone below."),
        "unmerge": gettext("The two records are two people again."),
        "erase": gettext("The person's data is erased. The results stay."),
    }.get(act, "")


def back_to_people(slug: str, done: str) -> HttpResponseRedirect:
    """Go back to the list of people."""
    return see_other(reverse("league:people", args=[slug]), done)


def _back(slug: str, public_id: str, done: str) -> HttpResponseRedirect:
    return see_other(reverse("league:person", args=[slug, public_id]), done)
