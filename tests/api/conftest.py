"""Fixtures of the API's tests."""

from collections.abc import Iterator

import pytest
from django.core.cache import caches

from tests.api.world import World, world_make


@pytest.fixture(autouse=True)
def full_buckets() -> Iterator[None]:
    """Let no test pay for what another one asked: all of them come from one address."""
    caches["throttle"].clear()
    yield
    caches["throttle"].clear()


@pytest.fixture
def world(db: None) -> World:
    """The public club."""
    return world_make()
