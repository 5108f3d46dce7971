"""Fixtures of the API's tests."""

from collections.abc import Iterator

import pytest
from django.core.cache import caches
from pytest_django import Settings

from tests.api.world import World, world_make


@pytest.fixture(autouse=True)
def full_buckets(settings: Settings) -> Iterator[None]:
    """Let no test pay for what it or another one asked: all of them come from one address."""
    settings.API_REQUESTS_A_MINUTE = {"anonymous": 1_000_000, "user": 1_000_000}
    caches["throttle"].clear()
    yield
    caches["throttle"].clear()


@pytest.fixture
def world(db: None) -> World:
    """The public club."""
    return world_make()
