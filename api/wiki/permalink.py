"""Absolute addresses of our pages, for text that leaves the site. Trusts no header that Django hasn't checked."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote, urlencode

from django.conf import settings

if TYPE_CHECKING:
    from django.http import HttpRequest


def site_url(request: HttpRequest) -> str:
    """Return PUBLIC_URL, or the scheme and host of the request; `get_host` lets only ALLOWED_HOSTS pass."""
    return settings.PUBLIC_URL or f"{request.scheme}://{request.get_host()}"


def page_url(site: str, *parts: str, **query: str) -> str:
    """Return the address of a page. Two underscores in a row mean something in wikis: the second is quoted."""
    path = "/".join(quote(part, safe="") for part in parts)
    return f"{site}/{path}".replace("__", "_%5F") + (f"?{urlencode(query)}" if query else "")
