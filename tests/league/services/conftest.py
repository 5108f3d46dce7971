"""Fixtures for tests of derived data."""

import pytest

from league.services import chunks, run_plan


@pytest.fixture
def small_segments(monkeypatch: pytest.MonkeyPatch) -> None:
    """Segments of three tables, so that few tables make many of them."""
    monkeypatch.setattr(run_plan, "SEGMENT_TABLES", 3)


@pytest.fixture
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    """A transaction for each step, and no pauses between them."""
    monkeypatch.setattr(chunks, "CHUNK_SECONDS", 0.0)
    monkeypatch.setattr(chunks, "PAUSE_SECONDS", 0.0)
