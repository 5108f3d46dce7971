"""Headers that every answer carries, also refusals, and log lines that can't be forged."""

import logging

import pytest
from django.test import Client

from config.middleware import RequestIdFilter

ADDRESSES = ["/api/v1/health/", "/admin/login/", "/no/such/page/", "/static/no-such-file"]


@pytest.mark.django_db
@pytest.mark.parametrize("address", ADDRESSES)
def test_every_answer_carries_the_security_headers(client: Client, address: str) -> None:
    headers = client.get(address).headers
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    assert "unsafe-inline" not in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "same-origin"
    assert "camera=()" in headers["Permissions-Policy"]


@pytest.mark.django_db
def test_every_request_has_an_id_of_its_own(client: Client) -> None:
    first, second = (client.get("/api/v1/health/").headers["X-Request-ID"] for _ in range(2))
    assert first != second
    assert len(first) == 32


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "127.0.0.1@evil.example"])
def test_a_forged_host_is_refused(client: Client, host: str) -> None:
    assert client.get("/admin/login/", headers={"host": host}).status_code == 400


def test_a_log_record_stays_on_one_line() -> None:
    record = logging.LogRecord("a", logging.INFO, __file__, 1, "name: %s", ("x\r\n2026 ERROR forged",), None)
    assert RequestIdFilter().filter(record)
    assert record.getMessage() == "name: x\\r\\n2026 ERROR forged"
