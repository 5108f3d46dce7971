"""Errors outside the views of the API: unknown addresses below /api/, and what middleware refuses.

Pages keep Django's own error views, with the house's templates.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import Http404, HttpResponsePermanentRedirect
from django.urls import is_valid_path, resolve
from django.views import defaults

from api.problems import BAD_REQUEST, BROKEN, FORBIDDEN, NOT_FOUND, problem_answer
from api.views.base import SafeView

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse
    from django.http.response import HttpResponseBase
    from rest_framework.request import Request

PREFIX = "/api/"


class UnknownView(SafeView):
    """Everything below /api/ that no other address answers."""

    schema = None

    def get(self, request: Request, **_path: str) -> HttpResponseBase:
        """Send those who forgot the last slash there, all others away."""
        with_slash = f"{request.path_info}/"
        forgotten = not request.path_info.endswith("/") and is_valid_path(with_slash)
        if forgotten and getattr(resolve(with_slash).func, "view_class", None) is not UnknownView:
            return HttpResponsePermanentRedirect(request.get_full_path(force_append_slash=True))
        raise Http404


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer what Django can't read (handler400)."""
    if request.path.startswith(PREFIX):
        return problem_answer(request, BAD_REQUEST)
    return defaults.bad_request(request, exception)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer what is forbidden (handler403)."""
    if request.path.startswith(PREFIX):
        return problem_answer(request, FORBIDDEN)
    return defaults.permission_denied(request, exception)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer what isn't there (handler404)."""
    if request.path.startswith(PREFIX):
        return problem_answer(request, NOT_FOUND)
    return defaults.page_not_found(request, exception)


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer what broke (handler500); needs no database."""
    if request.path.startswith(PREFIX):
        return problem_answer(request, BROKEN)
    return defaults.server_error(request)
