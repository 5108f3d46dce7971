"""How often somebody may ask: per person when logged in, else per network address.

A token bucket in one number a key, kept in the cache "throttle": in memory and per process unless configured
otherwise, so that it needs no broker. With n web processes the real limit is up to n times the one in the settings.
"""

from __future__ import annotations

import threading
import time
from ipaddress import IPv6Address, ip_address, ip_network
from typing import TYPE_CHECKING

from django.conf import settings
from django.core.cache import caches
from rest_framework.throttling import BaseThrottle

if TYPE_CHECKING:
    from rest_framework.request import Request
    from rest_framework.views import APIView

PERIOD_NS = 60_000_000_000  # in whole nanoseconds: a sum of rounded seconds would lose a request now and then
SECOND_NS = 1_000_000_000
USUAL_COST = 1
_IPV6_CUSTOMER = 64  # whoever has one IPv6 address has the 2**64 around it

_lock = threading.Lock()


class ApiThrottle(BaseThrottle):
    """Lets a bucket's worth of requests through at once and refills it evenly over a minute."""

    def __init__(self) -> None:
        self._wait_s: float | None = None

    def allow_request(self, request: Request, view: APIView) -> bool:
        """Say whether the request may pass, and take its cost."""
        cost: int = getattr(view, "cost", USUAL_COST)
        user = request.user
        if user.is_authenticated:
            self._wait_s = take(f"user:{user.pk}", settings.API_REQUESTS_A_MINUTE["user"], cost)
        else:
            address = network_of(self.get_ident(request) or "")
            self._wait_s = take(f"address:{address}", settings.API_REQUESTS_A_MINUTE["anonymous"], cost)
        return self._wait_s is None

    def wait(self) -> float | None:
        """Return the seconds until the request would pass."""
        return self._wait_s


def take(key: str, requests_a_minute: int, cost: int, *, now_ns: int | None = None) -> float | None:
    """Take `cost` from a bucket; return None, or the seconds to wait when there isn't enough in it."""
    now = time.time_ns() if now_ns is None else now_ns
    cache = caches["throttle"]
    with _lock:
        # what is stored is when the bucket will be full again; a clock that was set back empties it at most
        full_at = min(max(cache.get(key, now), now), now + PERIOD_NS)
        full_at += cost * PERIOD_NS // requests_a_minute
        if full_at > now + PERIOD_NS:
            return (full_at - now - PERIOD_NS) / SECOND_NS
        cache.set(key, full_at, PERIOD_NS // SECOND_NS)
    return None


def network_of(address: str) -> str:
    """Return what counts as one visitor: an IPv4 address, or the network around an IPv6 one."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return "unknown"
    if not isinstance(parsed, IPv6Address):
        return str(parsed)
    return str(parsed.ipv4_mapped or ip_network((parsed, _IPV6_CUSTOMER), strict=False))
