"""ETags and cache headers of all answers: 304 before any expensive work, and nothing private in a shared cache."""

from __future__ import annotations

import hashlib
import os
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from django.conf import settings
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import get_language

import league

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from django.http import HttpRequest, HttpResponse

SHAPES_AN_ANSWER = ("templates", "static", "locale", "games", "league", "api")
SHAPING_SUFFIXES = frozenset({".html", ".css", ".js", ".svg", ".mo", ".py", ".toml"})
PAGES_VARY_WITH = ("Accept-Language", "Cookie")


def conditional_page(
    request: HttpRequest, *, seen: Iterable[object], public: bool, render: Callable[[], HttpResponse]
) -> HttpResponse:
    """Answer 304 when the visitor has the page that `seen` describes, else render it; with the headers of both.

    `seen` names everything that decides the page's text. Language, visitor and release are added here.
    """
    etag = etag_of(*seen, request.user.pk)
    response = answer_known(request, etag) or render()
    response["ETag"] = etag
    return with_cache_headers(request, response, public=public)


def etag_of(*seen: object) -> str:
    """Return the entity tag of what decides an answer; language and release decide each."""
    parts = (seen, get_language(), page_version())
    return f'"{hashlib.sha256(repr(parts).encode()).hexdigest()[:32]}"'


def answer_known(request: HttpRequest, etag: str) -> HttpResponse | None:
    """Return 304 or 412 where the conditions of the request ask for it, else None.

    Nothing here has a date of change, so a condition on one is ignored (RFC 9110, 13.1.4); Django would answer 412.
    """
    request.META.pop("HTTP_IF_UNMODIFIED_SINCE", None)
    return get_conditional_response(request, etag=etag)


def with_cache_headers(
    request: HttpRequest, response: HttpResponse, *, public: bool, varies: Sequence[str] = PAGES_VARY_WITH
) -> HttpResponse:
    """Let anybody keep a public page but ask again each time; let nobody keep a private one."""
    if not public:
        response["Cache-Control"] = "private, no-store"
    elif request.user.is_authenticated:
        response["Cache-Control"] = "private, no-cache"
    else:
        response["Cache-Control"] = "public, no-cache"
    patch_vary_headers(response, varies)
    return response


def page_version() -> str:
    """Return what changes with every release: a digest of all that shapes an answer."""
    return _digest_of_sources() if settings.DEBUG else _digest_at_start()


@cache
def _digest_at_start() -> str:
    return _digest_of_sources()


def _digest_of_sources() -> str:
    found = hashlib.sha256(league.__version__.encode())
    for path in _sources():
        found.update(str(path.relative_to(settings.BASE_DIR)).encode())
        found.update(path.read_bytes())
    return found.hexdigest()


def _sources() -> Iterator[Path]:
    """Yield the shaping files in an order of their own; `os.walk` is several times faster than `rglob`."""
    for shaping in SHAPES_AN_ANSWER:
        for folder, folders, names in os.walk(Path(settings.BASE_DIR, shaping)):
            folders.sort()
            yield from (Path(folder, name) for name in sorted(names) if Path(name).suffix in SHAPING_SUFFIXES)
