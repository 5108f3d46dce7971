"""Makes the fixtures of tests/services known to every test, and chooses what a second database has to be asked."""

import os

import pytest
from hypothesis import settings

# How long an example takes is the machine's business: speed is measured in benchmarks.
settings.register_profile("sekijun", deadline=None)
settings.load_profile("sekijun")

pytest_plugins = ["tests.services.fixtures"]

DATABASE_FIXTURES = {"db", "transactional_db", "django_db_setup", "installation_database"}


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out, on the second database of a run, what can't come out differently there."""
    if not os.environ.get("TEST_WHAT_DIFFERS"):
        return
    kept = [item for item in items if touches_database(item) and not item.get_closest_marker("browser")]
    config.hook.pytest_deselected(items=[item for item in items if item not in set(kept)])
    items[:] = kept


def touches_database(item: pytest.Item) -> bool:
    """Say whether a test asks for a database."""
    fixtures = getattr(item, "fixturenames", ())
    return item.get_closest_marker("django_db") is not None or not DATABASE_FIXTURES.isdisjoint(fixtures)
