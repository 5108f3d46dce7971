"""What every page of a club carries around its own content."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Any, TypeVar

from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpResponseRedirect
from django.shortcuts import render
from django.utils.translation import gettext

from league.services.actors import Actor
from league.services.errors import Refused
from league.services.policy import Verb, may

if TYPE_CHECKING:
    from collections.abc import Mapping

    from django.http import HttpRequest, HttpResponse

    from league.models import Season
    from league.views.access import Visit


T = TypeVar("T")
LONGEST_TYPED = 2000


class Incomplete(Refused):
    """A form came without what its page had put into it, such as what its sender saw (G3)."""

    status = HTTPStatus.PRECONDITION_REQUIRED
    code = "incomplete"

    def __init__(self) -> None:
        super().__init__(gettext("The page you sent was incomplete: please send it again."))


def allows(request: HttpRequest, seen_by: Visit, verb: Verb, season: Season | None = None) -> bool:
    """Say whether the visitor may do `verb` here. An outsider's role is known to be none: nothing is looked up."""
    if seen_by.role is None:
        return False
    return may(user=request.user, verb=verb, club=seen_by.club, season=season, role=seen_by.role)


def frame(request: HttpRequest, seen_by: Visit, section: str) -> dict[str, Any]:
    """Return what the masthead and the marks of a club's pages need."""
    return {
        "club": seen_by.club,
        "section": section,
        "member": seen_by.role is not None,
        "may_report": allows(request, seen_by, Verb.REPORT),
        "may_manage_people": allows(request, seen_by, Verb.MANAGE_PEOPLE),
        "may_give_roles": allows(request, seen_by, Verb.ROLES),
    }


def turned_away(
    request: HttpRequest, seen_by: Visit, verb: Verb, season: Season | None = None
) -> HttpResponse | None:
    """Return None for somebody who may go on, the way to the login for somebody unknown, and the reason for others.

    `season` is the season of what is to change; that it is closed is a reason of its own.
    """
    if allows(request, seen_by, verb, season):
        return None
    if not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    closed = season if allows(request, seen_by, verb) else None
    context = frame(request, seen_by, "") | {"closed": closed}
    return render(request, "403.html", context, status=HTTPStatus.FORBIDDEN)


def actor_of(request: HttpRequest) -> Actor:
    """Return the logged-in visitor as the one who acts."""
    if not isinstance(request.user, User):
        raise PermissionDenied
    return Actor.of(request.user)


def typed_in(request: HttpRequest) -> dict[str, str]:
    """Return what was typed, field by field, cut where no field is that long."""
    return {name: value[:LONGEST_TYPED] for name, value in request.POST.items() if isinstance(value, str)}


def chosen(acts: Mapping[str, T], typed: Mapping[str, str]) -> T:
    """Return the act that a form asks for.

    Raises:
        Incomplete: it names none of them.
    """
    act = acts.get(typed.get("act", ""))
    if act is None:
        raise Incomplete
    return act


def see_other(address: str, done: str) -> HttpResponseRedirect:
    """Lead on to a page after an act; it says in a word what was done, so that F5 sends nothing again."""
    return HttpResponseRedirect(f"{address}?done={done}", status=HTTPStatus.SEE_OTHER)
