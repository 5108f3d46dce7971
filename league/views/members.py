"""Who may do what in a club: its owners give roles to accounts, and make accounts for those who have none."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING

from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_protect
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from league.models import Membership
from league.selectors.members import members_of
from league.services.accounts import account_add, account_role_set
from league.services.errors import Refused
from league.services.policy import Verb
from league.views.access import visit
from league.views.busy import busy_is_503
from league.views.frame import actor_of, frame, see_other, turned_away

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from league.views.access import Visit

LONGEST_NAME = 150  # of what is shown again


@sensitive_post_parameters("password")
@csrf_protect
@never_cache
@busy_is_503
@require_http_methods(["GET", "HEAD", "POST"])
def members(request: HttpRequest, slug: str) -> HttpResponse:
    """Show who has which role, or change it."""
    seen_by = visit(request, slug)
    away = turned_away(request, seen_by, Verb.ROLES)
    if away is not None:
        return away
    if request.method != "POST":
        return _page(request, seen_by)
    try:
        done = _act(request, seen_by)
    except Refused as refusal:
        return _page(request, seen_by, refusal)
    return see_other(reverse("league:members", args=[slug]), done)


def _act(request: HttpRequest, seen_by: Visit) -> str:
    """Do what was asked for; return the word for it."""
    typed, actor, club = request.POST, actor_of(request), seen_by.club
    username, role = typed.get("username", ""), typed.get("role", "")
    if typed.get("do") == "add" and typed.get("password"):
        account_add(actor=actor, club=club, username=username, password=typed["password"], role=role)
        return "made"
    account_role_set(actor=actor, club=club, username=username, role=role or None)
    return "given" if role else "taken"


def _page(request: HttpRequest, seen_by: Visit, refusal: Refused | None = None) -> HttpResponse:
    said = {
        "made": gettext("The account is made. Hand over its password; it can be changed after logging in."),
        "given": gettext("The role is given."),
        "taken": gettext("The account has no role here any more."),
    }
    adding = refusal is not None and request.POST.get("do") == "add"
    context = frame(request, seen_by, "members") | {
        "members": members_of(club=seen_by.club),
        "roles": _roles(),
        "refusal": refusal,
        "adding": adding,
        "typed": {name: request.POST.get(name, "")[:LONGEST_NAME] for name in ("username", "role")},
        "done": said.get(request.GET.get("done", ""), ""),
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if refusal else HTTPStatus.OK
    return render(request, "league/members.html", context, status=status)


def _roles() -> list[tuple[str, str]]:
    words = {
        Membership.Role.OWNER: gettext("owner: roles and closed seasons too"),
        Membership.Role.ADMIN: gettext("admin: confirms, corrects, manages people"),
        Membership.Role.SCORER: gettext("scorer: enters results"),
        Membership.Role.PLAYER: gettext("player: reads, in private clubs too"),
    }
    return [(str(role), words[role]) for role in Membership.Role]
