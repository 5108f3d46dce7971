"""The health address: for the launcher, load balancers and people, without logging in."""

import time
from collections.abc import Callable

import pytest
from django.db import OperationalError, connection
from django.test import Client
from pytest_django import Settings

import league
from league.runtime.ports import free_port
from tests.services.broker import Broker

HEALTH = "/api/v1/health/"


@pytest.mark.django_db
def test_health_names_database_broker_and_version(client: Client) -> None:
    answer = client.get(HEALTH)
    assert answer.status_code == 200
    assert answer.json() == {
        "status": "ok",
        "version": league.__version__,
        "database": "ok",
        "broker": "none",
    }
    assert answer.headers["Cache-Control"] == "no-store"


@pytest.mark.django_db
def test_health_sees_a_broker(client: Client, settings: Settings, broker_url: str) -> None:
    settings.BROKER_URL = broker_url
    assert client.get(HEALTH).json()["broker"] == "ok"


@pytest.mark.django_db
def test_health_without_the_broker_is_still_good(client: Client, settings: Settings) -> None:
    settings.BROKER_URL = f"redis://127.0.0.1:{free_port()}/0"
    answer = client.get(HEALTH)
    assert answer.status_code == 200
    assert answer.json()["broker"] == "down"


@pytest.mark.django_db
def test_health_doesn_t_wait_for_a_stopped_broker(
    client: Client, settings: Settings, own_broker: Broker
) -> None:
    settings.BROKER_URL = own_broker.url
    client.get(HEALTH)
    own_broker.pause()
    started = time.monotonic()
    assert client.get(HEALTH).json()["broker"] == "down"
    assert time.monotonic() - started < 1
    own_broker.resume()


@pytest.mark.django_db
def test_health_without_the_database_is_503(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> Callable[[], None]:
        raise OperationalError("gone")

    monkeypatch.setattr(connection, "cursor", refuse)
    answer = client.get(HEALTH)
    assert answer.status_code == 503
    assert answer.json()["database"] == "down"
    assert "gone" not in answer.content.decode()


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_health_can_only_be_read(client: Client, method: str) -> None:
    assert getattr(client, method)(HEALTH).status_code == 405
