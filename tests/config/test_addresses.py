"""Whose address a request has: what our own proxy saw, never what the client claims."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.test import RequestFactory

from config.addresses import NOWHERE, client_address

if TYPE_CHECKING:
    from pytest_django import Settings


@pytest.mark.parametrize(
    ("proxies", "forwarded", "address"),
    [
        (0, "", "192.0.2.1"),
        (0, "198.51.100.7", "192.0.2.1"),
        (1, "198.51.100.7", "198.51.100.7"),
        (1, "10.0.0.1, 198.51.100.7", "198.51.100.7"),
        (2, "203.0.113.5, 198.51.100.7, 10.0.0.1", "198.51.100.7"),
        (2, "198.51.100.7", "192.0.2.1"),
        (1, "", "192.0.2.1"),
        (1, "evil\x00", NOWHERE),
        (1, "2001:db8::1", "2001:db8::"),
        (1, "2001:db8:0:0:ffff:ffff:ffff:ffff", "2001:db8::"),
        (1, "2001:db8:0:1::1", "2001:db8:0:1::"),
        (1, "::ffff:198.51.100.7", "198.51.100.7"),
        (1, "198.51.100.7:51234", "198.51.100.7"),
        (1, "[2001:db8::1]:51234", "2001:db8::"),
        (1, "[", NOWHERE),
    ],
)
def test_the_right_most_trusted_hop_counts(
    settings: Settings, proxies: int, forwarded: str, address: str
) -> None:
    settings.TRUSTED_PROXIES = proxies
    request = RequestFactory(REMOTE_ADDR="192.0.2.1").get("/", headers={"x-forwarded-for": forwarded})
    assert client_address(request) == address
