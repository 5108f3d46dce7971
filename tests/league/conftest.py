"""What a process remembers is forgotten between tests: their databases begin anew under the same numbers."""

from __future__ import annotations

import pytest

from league.selectors import people_page
from league.views.remembered import forget_all


@pytest.fixture(autouse=True)
def nothing_remembered() -> None:
    """Begin every test as a process that has just started."""
    forget_all()
    people_page._folded.cache_clear()  # noqa: SLF001 - what is remembered there has no other name
