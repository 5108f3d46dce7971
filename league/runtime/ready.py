"""Asking services whether they answer, briefly."""

import http.client
from urllib.parse import urlsplit

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

PATIENCE_S = 0.5


def web_answers(address: str) -> bool:
    """Tell whether the web server behind the address can store results."""
    parts = urlsplit(address)
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(parts.hostname or "", parts.hostname or "")  # noqa: S104
    connection = http.client.HTTPConnection(host, parts.port, timeout=PATIENCE_S)
    try:
        connection.request("GET", "/api/v1/health/", headers={"Host": "127.0.0.1"})
        return connection.getresponse().status == http.HTTPStatus.OK
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def broker_answers(url: str) -> bool:
    """Tell whether the broker answers a PING."""
    client = redis.Redis.from_url(
        url,
        socket_connect_timeout=PATIENCE_S,
        socket_timeout=PATIENCE_S,
        retry=Retry(NoBackoff(), 0),
    )
    try:
        return bool(client.ping())
    except (redis.RedisError, OSError):
        return False
    finally:
        client.close()
