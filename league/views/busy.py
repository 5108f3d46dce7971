"""A database that is busy or full is an answer, not a failure: 503 with Retry-After, and nothing half-written (G12)."""

from __future__ import annotations

from functools import wraps
from http import HTTPStatus
from typing import TYPE_CHECKING, Concatenate, ParamSpec

from django.db import OperationalError
from django.shortcuts import render

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpRequest, HttpResponse

P = ParamSpec("P")
RETRY_AFTER_S = 5


def busy_is_503(
    view: Callable[Concatenate[HttpRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Answer 503 where the database can't take the request now; whoever sent it keeps it and sends it again."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except OperationalError:
            response = render(request, "503.html", status=HTTPStatus.SERVICE_UNAVAILABLE)
            response["Retry-After"] = str(RETRY_AFTER_S)
            return response

    return guarded
