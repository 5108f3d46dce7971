"""Fixtures for tests of services.

The cast: alice (owner), amy (admin), bob (scorer), paul (player), charlie (outsider).
"""

import pytest

from league.models import Club
from league.services.actors import Actor
from tests import builders as build
from tests.league.services.ladder_state import make_small


@pytest.fixture
def small_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Segments of three tables, and a transaction for each."""
    make_small(monkeypatch)


@pytest.fixture
def cast(db: None) -> build.Cast:
    """A club in direct mode with one person of each role."""
    return build.cast_make()


@pytest.fixture
def review_cast(db: None) -> build.Cast:
    """A club in review mode with one person of each role."""
    return build.cast_make("midori", confirmation_mode="review")


@pytest.fixture
def club(cast: build.Cast) -> Club:
    """The club of the cast."""
    return cast.club


@pytest.fixture
def alice(cast: build.Cast) -> Actor:
    """The owner."""
    return cast.alice


@pytest.fixture
def amy(cast: build.Cast) -> Actor:
    """An admin."""
    return cast.amy


@pytest.fixture
def bob(cast: build.Cast) -> Actor:
    """A scorer."""
    return cast.bob


@pytest.fixture
def charlie(cast: build.Cast) -> Actor:
    """An outsider."""
    return cast.charlie
