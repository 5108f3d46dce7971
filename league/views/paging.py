"""Page numbers in addresses: a fixed vocabulary, and nothing else is an address of ours."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from django.http import Http404

if TYPE_CHECKING:
    from django.http import HttpRequest

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
