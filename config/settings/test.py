"""For automated tests: a database file or a PostgreSQL server of their own, cheap passwords, no publishing.

TEST_DATABASE chooses the kind (sqlite, postgres). A subprocess started by a test gets the test's own database
by SEKIJUN_TEST_DATABASE_URL.
"""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

from config.databases import database, sqlite_url
from config.settings.base import *  # noqa: F403 - a settings module is its base plus what differs
from config.settings.base import env


def scratch_directory() -> Path:
    """Return the folder of this test run, shared by all its processes and removed by the one that made it."""
    if "SEKIJUN_TEST_DIR" not in os.environ:
        os.environ["SEKIJUN_TEST_DIR"] = tempfile.mkdtemp(prefix="sekijun-test-")
        atexit.register(shutil.rmtree, os.environ["SEKIJUN_TEST_DIR"], ignore_errors=True)
    return Path(os.environ["SEKIJUN_TEST_DIR"])


def database_url() -> str:
    """Return the URL of the database that the tests start from."""
    if url := env.str("SEKIJUN_TEST_DATABASE_URL", default=""):
        return url
    kind = env.str("TEST_DATABASE", default="sqlite")
    if kind == "sqlite":
        return sqlite_url(VAR_DIR / "main.sqlite3")
    if kind == "postgres" and (url := env.str("TEST_POSTGRES_URL", default="")):
        return url
    raise ImproperlyConfigured(
        "For tests on PostgreSQL: python -m tests.services --database postgres [arguments]"
    )


VAR_DIR = scratch_directory()
SECRET_KEY = "only-for-tests-" + "0" * 40
ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", "testserver"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
WHITENOISE_USE_FINDERS = True
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR_DIR / "beat-schedule")
DATABASES = {"default": database(database_url(), durable=False)}
if "sqlite" in DATABASES["default"]["ENGINE"]:
    DATABASES["default"]["TEST"] = {"NAME": str(VAR_DIR / "test.sqlite3")}  # a file: tests use threads
