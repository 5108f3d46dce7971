"""Refusals that come from outside our own views: a login that is shut, a form that is too old."""

from __future__ import annotations

import json
from http import HTTPStatus
from typing import TYPE_CHECKING

from axes.helpers import get_client_ip_address, get_client_username
from django.conf import settings
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.utils import timezone

from league.selectors.logins import locked_until
from league.views.entry import entry_stale

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse


def login_locked(
    request: HttpRequest, _response: HttpResponse | None, credentials: dict[str, str] | None
) -> HttpResponse:
    """Say when a login may be tried again; the same for accounts that don't exist."""
    now = timezone.now()
    until = locked_until(
        username=get_client_username(request, credentials), address=get_client_ip_address(request)
    )
    wait_s = max(60, int(((until or now + settings.AXES_COOLOFF_TIME) - now).total_seconds()))
    response = render(
        request,
        "registration/locked.html",
        {"minutes": -(-wait_s // 60)},
        status=HTTPStatus.TOO_MANY_REQUESTS,
    )
    response["Retry-After"] = str(wait_s)
    response["Cache-Control"] = "private, no-store"
    return response


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:  # noqa: ARG001 - Django passes a reason
    """Say that the page was too old. A result sheet is shown again as it was typed, with a token that is valid."""
    view, kwargs = "", {}
    if match := request.resolver_match:
        view, kwargs = match.view_name, match.kwargs
    if view == "league:entry":
        return entry_stale(request, **kwargs)
    response = render(request, "registration/stale.html", status=HTTPStatus.FORBIDDEN)
    if view == "league:entry-check":
        response["HX-Trigger"] = json.dumps({"sekijun:token": get_token(request)})
    response["Cache-Control"] = "private, no-store"
    return response
