"""Errors as problem details (RFC 9457): every kind there is, its words, and how exceptions become one.

Owns the shape of an error. Says nothing about internals: an unexpected exception goes to the log, with the request id
that the answer carries.
"""

from __future__ import annotations

import logging
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, JsonResponse
from django.utils.translation import gettext_lazy as _
from rest_framework import exceptions
from rest_framework.response import Response

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from django.utils.functional import _StrOrPromise

logger = logging.getLogger(__name__)

MEDIA_TYPE = "application/problem+json"
RETRY_AFTER_S = 5


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of problem; `code` is its anchor in the documentation page."""

    code: str
    status: int
    title: _StrOrPromise
    detail: _StrOrPromise


@dataclass(frozen=True, slots=True)
class FieldError:
    """What is wrong with one parameter."""

    field: str
    message: _StrOrPromise


BAD_REQUEST = Kind("bad-request", 400, _("This request can't be read"), _("Please check how it is written."))
INVALID = Kind(
    "invalid-parameters", 400, _("A parameter can't be used"), _("See the list of errors, field by field.")
)
FORBIDDEN = Kind("forbidden", 403, _("Not allowed"), _("You are not allowed to do this."))
NOT_FOUND = Kind(
    "not-found", 404, _("Nothing here"), _("There is nothing at this address, or nothing that you may see.")
)
METHOD = Kind(
    "method-not-allowed", 405, _("This can only be read"), _("Use GET or HEAD; see the Allow header.")
)
NOT_ACCEPTABLE = Kind(
    "not-acceptable",
    406,
    _("No such format"),
    _("This address answers in none of the formats that Accept names."),
)
RUN_GONE = Kind(
    "run-gone",
    410,
    _("These standings have been replaced"),
    _("The run in this link is no longer kept. Start again from the first page."),
)
CHANGED = Kind(
    "precondition-failed", 412, _("It has changed"), _("This isn't the version that If-Match names.")
)
THROTTLED = Kind("throttled", 429, _("Too many requests"), _("Wait as long as the Retry-After header says."))
BROKEN = Kind(
    "internal",
    500,
    _("Something broke on our side"),
    _("Nothing you did wrong. The request id helps us to find it."),
)
UNAVAILABLE = Kind(
    "unavailable",
    503,
    _("Busy at the moment"),
    _("The database doesn't answer right now. Try again a little later."),
)
BUSY = Kind(
    "busy",
    503,
    _("Somebody else is asking"),
    _("This answer is long, and one is being written already. Try again in a moment."),
)
BEHIND = Kind(
    "being-computed",
    503,
    _("Still being computed"),
    _("New results are being counted. Try again in a moment."),
)
KINDS = (
    BAD_REQUEST, INVALID, FORBIDDEN, NOT_FOUND, METHOD, NOT_ACCEPTABLE, RUN_GONE, CHANGED, THROTTLED, BROKEN,
    UNAVAILABLE, BEHIND, BUSY,
)  # fmt: skip
_BY_EXCEPTION: dict[type[Exception], Kind] = {
    Http404: NOT_FOUND,
    PermissionDenied: FORBIDDEN,
    SuspiciousOperation: BAD_REQUEST,
    OperationalError: UNAVAILABLE,
    InterfaceError: UNAVAILABLE,
}
_BY_STATUS = {kind.status: kind for kind in reversed(KINDS) if kind is not INVALID}


class ProblemError(Exception):
    """Ends a request with a problem of this kind."""

    def __init__(self, kind: Kind, errors: Sequence[FieldError] = ()) -> None:
        super().__init__(kind.code)
        self.kind = kind
        self.errors = tuple(errors)


def invalid(field: str, message: _StrOrPromise) -> ProblemError:
    """Return the refusal of one parameter."""
    return ProblemError(INVALID, [FieldError(field, message)])


def problem_body(request: HttpRequest, kind: Kind, errors: Sequence[FieldError] = ()) -> dict[str, Any]:
    """Return the members of a problem, in the active language."""
    return {
        "type": f"/api/docs/#{kind.code}",
        "title": str(kind.title),
        "status": kind.status,
        "detail": str(kind.detail),
        "instance": request.get_full_path().partition("?")[0],
        "request_id": request.META.get("REQUEST_ID", ""),
        "errors": [{"field": error.field, "message": str(error.message)} for error in errors],
    }


def problem_answer(request: HttpRequest, kind: Kind) -> JsonResponse:
    """Return a problem from outside the framework: middleware and Django's own error views."""
    body = problem_body(request, kind)
    answer = JsonResponse(
        body, status=kind.status, content_type=MEDIA_TYPE, json_dumps_params={"ensure_ascii": False}
    )
    answer["Cache-Control"] = "no-store"
    return answer


def exception_handler(error: Exception, context: Mapping[str, Any]) -> Response:
    """Answer any exception of a view (REST framework's EXCEPTION_HANDLER)."""
    request = context["request"]
    kind = _kind_of(error)
    if kind is BROKEN:
        logger.error("The API broke at %s", request.path, exc_info=error)
    elif kind is UNAVAILABLE:
        logger.warning("The database didn't answer at %s: %s", request.path, type(error).__name__)
    errors = error.errors if isinstance(error, ProblemError) else ()
    headers = {"Cache-Control": "no-store"} | _retry_after(kind, error)
    body = problem_body(request, kind, errors)
    return Response(body, status=kind.status, headers=headers, content_type=MEDIA_TYPE)


def _kind_of(error: Exception) -> Kind:
    if isinstance(error, ProblemError):
        return error.kind
    if isinstance(error, exceptions.APIException):
        return _BY_STATUS.get(error.status_code, BAD_REQUEST)
    return next((kind for known, kind in _BY_EXCEPTION.items() if isinstance(error, known)), BROKEN)


def _retry_after(kind: Kind, error: Exception) -> dict[str, str]:
    wait: float | None = getattr(error, "wait", None)
    if wait is not None:
        return {"Retry-After": str(max(1, math.ceil(wait)))}
    return {"Retry-After": str(RETRY_AFTER_S)} if kind in {UNAVAILABLE, BEHIND, BUSY} else {}
