"""ETags of the API: from what decides an answer, before the answer is computed."""

from __future__ import annotations

import hashlib
from functools import cache
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, cast

from django.conf import settings
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import get_language
from rest_framework.response import Response

from api.problems import CHANGED, ProblemError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from django.http import HttpRequest
    from django.http.response import HttpResponseBase
    from rest_framework.request import Request

SHAPES_AN_ANSWER = ("api", "games", "league", "locale")
VARIES_WITH = ("Accept", "Accept-Language", "Cookie")


def conditional(
    request: Request, *, seen: Iterable[object], public: bool, body: Callable[[], object]
) -> HttpResponseBase:
    """Answer 304 when the client has what `seen` describes, else the body; with the headers of both.

    Raises:
        ProblemError: the client asked for a version (If-Match) that this isn't.
    """
    etag = etag_of((*seen, get_language(), code_version()))
    answer = get_conditional_response(cast("HttpRequest", request), etag=etag)
    if answer is not None and answer.status_code == HTTPStatus.PRECONDITION_FAILED:
        raise ProblemError(CHANGED)
    if answer is None:
        answer = Response(body())
    answer["ETag"] = etag
    return with_cache_headers(answer, public=public, logged_in=request.user.is_authenticated)


def with_cache_headers(answer: HttpResponseBase, *, public: bool, logged_in: bool) -> HttpResponseBase:
    """Let anybody keep a public answer but ask again each time; let nobody keep a private one."""
    if not public:
        answer["Cache-Control"] = "private, no-store"
    else:
        answer["Cache-Control"] = f"{'private' if logged_in else 'public'}, no-cache"
    patch_vary_headers(cast("Response", answer), VARIES_WITH)
    return answer


def etag_of(parts: tuple[object, ...]) -> str:
    """Return the entity tag of what decides an answer."""
    return f'"{hashlib.sha256(repr(parts).encode()).hexdigest()[:32]}"'


@cache
def code_version() -> str:
    """Return what changes with every release: a digest of all that shapes an answer."""
    found = hashlib.sha256()
    for folder in SHAPES_AN_ANSWER:
        for path in sorted(Path(settings.BASE_DIR, folder).rglob("*")):
            if path.suffix in {".py", ".mo", ".toml"}:
                found.update(str(path.relative_to(settings.BASE_DIR)).encode())
                found.update(path.read_bytes())
    return found.hexdigest()
