"""The version of pages: the same until something that shapes a page changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from league.views import caching

if TYPE_CHECKING:
    from pathlib import Path

    from pytest_django import Settings


@pytest.fixture
def checkout(tmp_path: Path, settings: Settings) -> Path:
    """A checkout of two files, read anew each time as in development."""
    settings.BASE_DIR, settings.DEBUG = tmp_path, True
    for name in ("templates/base.html", "league/views/page.py"):
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text("one")
    return tmp_path


def test_version_stays_while_nothing_changes(checkout: Path) -> None:
    first = caching.page_version()
    (checkout / "templates" / "notes.txt").write_text("not shaping")
    assert caching.page_version() == first


@pytest.mark.parametrize(
    "name", ["templates/base.html", "league/views/page.py", "static/new.css", "games/cardsets/base.toml"]
)
def test_version_changes_with_what_shapes_a_page(checkout: Path, name: str) -> None:
    first = caching.page_version()
    (checkout / name).parent.mkdir(parents=True, exist_ok=True)
    (checkout / name).write_text("two")
    assert caching.page_version() != first


def test_version_changes_when_a_file_gets_another_name(checkout: Path) -> None:
    first = caching.page_version()
    (checkout / "templates/base.html").rename(checkout / "templates/other.html")
    assert caching.page_version() != first


def test_in_production_the_version_is_that_of_the_start(checkout: Path, settings: Settings) -> None:
    settings.DEBUG = False
    first = caching.page_version()
    (checkout / "templates/base.html").write_text("two")
    assert caching.page_version() == first
