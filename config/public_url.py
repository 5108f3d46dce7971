"""The address under which the site is known outside, for links in text that leaves it."""

import re

from django.core.exceptions import ImproperlyConfigured

ADDRESS = re.compile(
    r"https?://[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?(?::[0-9]{1,5})?(?:/[A-Za-z0-9.-]+)*"
)


def public_url(text: str) -> str:
    """Return PUBLIC_URL without a slash at its end; empty when it isn't set.

    Raises:
        ImproperlyConfigured: it isn't an http(s) address without query, or has signs that wikis take for markup.
    """
    address = text.strip().rstrip("/")
    if address and not ADDRESS.fullmatch(address):
        raise ImproperlyConfigured(
            "PUBLIC_URL must look like https://example.org or https://example.org/path."
        )
    return address
