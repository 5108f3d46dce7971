"""Conditional answers of the API: an ETag from what decides an answer, before the answer is computed."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, cast

from rest_framework.response import Response

from api.problems import CHANGED, ProblemError
from league.views.caching import PAGES_VARY_WITH, answer_known, etag_of, with_cache_headers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from django.http import HttpRequest, HttpResponse
    from rest_framework.request import Request

VARIES_WITH = ("Accept", *PAGES_VARY_WITH)


def conditional(
    request: Request, *, seen: Iterable[object], public: bool, body: Callable[[], object]
) -> HttpResponse:
    """Answer 304 when the client has what `seen` describes, else the body; with the headers of both.

    Raises:
        ProblemError: the client asked for a version (If-Match) that this isn't.
    """
    asked, etag = cast("HttpRequest", request), etag_of(*seen)
    answer = answer_known(asked, etag)
    if answer is not None and answer.status_code == HTTPStatus.PRECONDITION_FAILED:
        raise ProblemError(CHANGED)
    if answer is None:
        answer = cast("HttpResponse", Response(body()))
    answer["ETag"] = etag
    return with_cache_headers(asked, answer, public=public, varies=VARIES_WITH)
