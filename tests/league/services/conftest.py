"""Fixtures for tests of derived data."""

import pytest

from tests.league.services.ladder_state import make_small


@pytest.fixture
def small_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Segments of three tables, and a transaction for each."""
    make_small(monkeypatch)
