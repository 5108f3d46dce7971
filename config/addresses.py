"""Where a request came from, as far as it can be believed, and by what name its login is counted."""

import ipaddress
from collections.abc import Mapping

from django.conf import settings
from django.http import HttpRequest

LONGEST_NAME = 150  # of an account; anything longer is nobody's
_IPV6_PREFIX = 64  # what one subscriber gets at least
NOWHERE = "0.0.0.0"  # noqa: S104 - stands for an address that couldn't be read; nothing listens on it


def client_address(request: HttpRequest) -> str:
    """Return the client's address: what the outermost of our own proxies saw, never what the client claims.

    TRUSTED_PROXIES says how many proxies stand in front; each appends the address it was called from, some of them
    with a port. Of IPv6 it is the network that is returned: whoever has one address has all that follow it.
    """
    hops = [hop.strip() for hop in request.headers.get("X-Forwarded-For", "").split(",") if hop.strip()]
    trusted: int = settings.TRUSTED_PROXIES
    claimed = hops[-trusted] if 0 < trusted <= len(hops) else request.META.get("REMOTE_ADDR", "")
    try:
        address = ipaddress.ip_address(_without_port(claimed))
    except ValueError:
        return NOWHERE
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((int(address), _IPV6_PREFIX), strict=False).network_address)


def _without_port(hop: str) -> str:
    """Return the address of `192.0.2.1:443` or `[2001:db8::1]:443`."""
    if hop.startswith("["):
        return hop[1:].partition("]")[0]
    return hop.partition(":")[0] if hop.count(":") == 1 else hop


def throttled_name(request: HttpRequest, credentials: Mapping[str, str | None] | None) -> str:
    """Return the account that a login is counted for: the name as typed, within what a column holds."""
    typed = credentials.get("username") if credentials else request.POST.get("username")
    return (typed or "").replace("\x00", "")[:LONGEST_NAME]
