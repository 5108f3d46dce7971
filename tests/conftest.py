"""Makes the fixtures of tests/services known to every test."""

pytest_plugins = ["tests.services.fixtures"]
