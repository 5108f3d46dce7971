"""Page numbers in addresses: a fixed vocabulary, and nothing else is an address of ours."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from django.http import Http404

if TYPE_CHECKING:
    from django.http import HttpRequest

PUBLIC_ID = re.compile(r"[0-9a-z]{1,32}", re.ASCII)
SMALL_NUMBER = re.compile(r"[0-9]{1,9}", re.ASCII)
PAGE_NUMBER = re.compile(r"[1-9][0-9]{0,5}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Pager:
    """The query strings of the pages before and after; empty where there is none."""

    previous: str
    next: str


def page_number(request: HttpRequest) -> int:
    """Return the page that is asked for.

    Raises:
        Http404: it isn't a page number.
    """
    text = request.GET.get("page", "1")
    if not PAGE_NUMBER.fullmatch(text):
        raise Http404
    return int(text)


def pager(*, page: int, pages: int, query: dict[str, str]) -> Pager:
    """Return the links around a page, keeping the other words of its address."""
    return Pager(
        previous=urlencode({**query, "page": page - 1}) if page > 1 else "",
        next=urlencode({**query, "page": page + 1}) if page < pages else "",
    )


def page_number_in(request: HttpRequest, name: str) -> int | None:
    """Return the number behind a word of the address, None when it isn't there.

    Raises:
        Http404: it isn't such a number.
    """
    if name not in request.GET:
        return None
    if not PAGE_NUMBER.fullmatch(request.GET[name]):
        raise Http404
    return int(request.GET[name])


def small_number(text: str) -> int:
    """Return a number that was sent by a form of ours; 0, which numbers nothing, for whatever else it is."""
    return int(text) if SMALL_NUMBER.fullmatch(text) else 0


def is_public_id(text: str) -> bool:
    """Say whether a text can be a public id; PostgreSQL can't even be asked for some others."""
    return PUBLIC_ID.fullmatch(text) is not None
