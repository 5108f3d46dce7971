"""Where a request came from, as far as it can be believed, and by what name its login is counted."""

import ipaddress
from collections.abc import Mapping

from django.conf import settings
from django.http import HttpRequest

LONGEST_NAME = 150  # of an account; anything longer is nobody's
NOWHERE = "0.0.0.0"  # noqa: S104 - stands for an address that couldn't be read; nothing listens on it


def client_address(request: HttpRequest) -> str:
    """Return the client's address: what the outermost of our own proxies saw, never what the client claims.

    TRUSTED_PROXIES says how many proxies stand in front; each appends the address it was called from.
    """
    hops = [hop.strip() for hop in request.headers.get("X-Forwarded-For", "").split(",") if hop.strip()]
    trusted: int = settings.TRUSTED_PROXIES
    claimed = hops[-trusted] if 0 < trusted <= len(hops) else request.META.get("REMOTE_ADDR", "")
    try:
        return str(ipaddress.ip_address(claimed))
    except ValueError:
        return NOWHERE


def throttled_name(request: HttpRequest, credentials: Mapping[str, str | None] | None) -> str:
    """Return the account that a login is counted for: the name as typed, within what a column holds."""
    typed = credentials.get("username") if credentials else request.POST.get("username")
    return (typed or "").replace("\x00", "")[:LONGEST_NAME]
