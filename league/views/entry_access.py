"""Who may enter results. Strangers are asked to log in, members without the right are told so."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING

from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.shortcuts import render

from league.services.policy import Verb, may
from league.views.access import visit

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from league.views.access import Visit


def reporter(request: HttpRequest, slug: str) -> Visit | HttpResponse:
    """Return the visit of somebody who may report, or the answer that leads to one.

    A posted sheet of somebody whose login has ended is answered by 401 and not by a redirect, which would lose it.

    Raises:
        Http404: there is no such club for this visitor.
        PermissionDenied: the visitor is logged in and may not report.
    """
    seen_by = visit(request, slug)
    if may(user=request.user, verb=Verb.REPORT, club=seen_by.club, role=seen_by.role):
        return seen_by
    if request.user.is_authenticated:
        raise PermissionDenied
    if request.method in {"GET", "HEAD"}:
        return redirect_to_login(request.get_full_path())
    return render(request, "registration/ended.html", {"club": seen_by.club}, status=HTTPStatus.UNAUTHORIZED)


def user_of(request: HttpRequest) -> User:
    """Return the user behind a request that `reporter` has let in.

    Raises:
        PermissionDenied: nobody is logged in.
    """
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user
