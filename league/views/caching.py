"""ETags and cache headers of pages: 304 before any expensive work, and nothing private in a shared cache."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from django.conf import settings
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import get_language

import league

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from django.http import HttpRequest, HttpResponse

SHAPES_A_PAGE = (
    "templates",
    "static",
    "locale",
    "league/selectors",
    "league/templatetags",
    "league/views",
    "api/wiki",
)
SHAPING_SUFFIXES = frozenset({".html", ".css", ".js", ".svg", ".mo", ".py"})


def conditional_page(
    request: HttpRequest, *, seen: Iterable[object], public: bool, render: Callable[[], HttpResponse]
) -> HttpResponse:
    """Answer 304 when the visitor has the page that `seen` describes, else render it; with the headers of both.

    `seen` names everything that decides the page's text. Language, visitor and release are added here.
    """
    etag = _etag((*seen, get_language(), request.user.pk, page_version()))
    response = get_conditional_response(request, etag=etag) or render()
    response["ETag"] = etag
    return with_cache_headers(request, response, public=public)


def with_cache_headers(request: HttpRequest, response: HttpResponse, *, public: bool) -> HttpResponse:
    """Let anybody keep a public page but ask again each time; let nobody keep a private one."""
    if not public:
        response["Cache-Control"] = "private, no-store"
    elif request.user.is_authenticated:
        response["Cache-Control"] = "private, no-cache"
    else:
        response["Cache-Control"] = "public, no-cache"
    patch_vary_headers(response, ("Accept-Language", "Cookie"))
    return response


def _etag(parts: tuple[object, ...]) -> str:
    return f'"{hashlib.sha256(repr(parts).encode()).hexdigest()[:32]}"'


def page_version() -> str:
    """Return what changes with every release: a digest of all that shapes a page."""
    return _digest_of_sources() if settings.DEBUG else _digest_at_start()


@cache
def _digest_at_start() -> str:
    return _digest_of_sources()


def _digest_of_sources() -> str:
    found = hashlib.sha256(league.__version__.encode())
    for folder in SHAPES_A_PAGE:
        for path in sorted(Path(settings.BASE_DIR, folder).rglob("*")):
            if path.suffix in SHAPING_SUFFIXES:
                found.update(str(path.relative_to(settings.BASE_DIR)).encode())
                found.update(path.read_bytes())
    return found.hexdigest()
