"""Who may enter results. Strangers are asked to log in, members without the right are told so."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING

from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.shortcuts import render

from league.forms.sheet import kept_fields
from league.services.policy import Verb, may
from league.views.access import visit

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from league.views.access import Visit


def reporter(request: HttpRequest, slug: str) -> Visit | HttpResponse:
    """Return the visit of somebody who may report, or the answer that leads to one.

    What somebody posts whose login has ended is answered by 401 and a page that holds it: a redirect would lose it.
    That answer is the same for every address, so it doesn't tell which clubs there are.

    Raises:
        Http404: there is no such club for this visitor.
        PermissionDenied: the visitor is logged in and may not report.
    """
    if request.method == "POST" and not request.user.is_authenticated:
        context = {"slug": slug, "typed": list(kept_fields(request.POST.dict()).items())}
        return render(request, "registration/ended.html", context, status=HTTPStatus.UNAUTHORIZED)
    seen_by = visit(request, slug)
    if may(user=request.user, verb=Verb.REPORT, club=seen_by.club, role=seen_by.role):
        return seen_by
    if request.user.is_authenticated:
        raise PermissionDenied
    return redirect_to_login(request.get_full_path())


def user_of(request: HttpRequest) -> User:
    """Return the user behind a request that `reporter` has let in.

    Raises:
        PermissionDenied: nobody is logged in.
    """
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user
