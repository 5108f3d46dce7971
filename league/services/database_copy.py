"""Works on a copy of the database where reading for long would keep others from writing: SQLite only."""

from __future__ import annotations

import logging
import shutil
import sqlite3
import tempfile
from contextlib import closing, contextmanager
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from django.db import DEFAULT_DB_ALIAS, OperationalError, connection, connections
from django.utils import timezone

if TYPE_CHECKING:
    from collections.abc import Iterator

    from django.db.backends.base.base import BaseDatabaseWrapper

logger = logging.getLogger(__name__)

_PRAGMAS = (
    "PRAGMA journal_mode=MEMORY; PRAGMA synchronous=OFF; PRAGMA foreign_keys=ON; PRAGMA cache_size=-32000;"
)


_PREFIX = "copy-"
_LEFT_BEHIND_AFTER = timedelta(hours=1)


@contextmanager
def database_copied() -> Iterator[None]:
    """Have this thread's queries go to a copy of the database as it is now; the copy is gone afterwards.

    Copying takes no lock that a writer needs. Where no copy can be made, the disk being full for example, the body runs
    on the database itself. Call it outside of transactions.
    """
    original = connections[DEFAULT_DB_ALIAS]
    copied = _copy(original)
    try:
        connections[DEFAULT_DB_ALIAS] = copied or original
        yield
    finally:
        connections[DEFAULT_DB_ALIAS] = original
        if copied is not None:
            copied.close()


def _copy(original: BaseDatabaseWrapper) -> BaseDatabaseWrapper | None:
    """Return a connection to a copy whose file has no name any more, so that no killed process leaves it behind.

    Of one that is killed while it copies `copies_prune` sees to it.
    """
    database = Path(original.settings_dict["NAME"])
    copied = original.copy()
    copied.settings_dict["OPTIONS"] = {**copied.settings_dict["OPTIONS"], "init_command": _PRAGMAS}
    try:
        if shutil.disk_usage(database.parent).free < 2 * database.stat().st_size:
            return None
        original.ensure_connection()
        with tempfile.TemporaryDirectory(prefix=_PREFIX, dir=database.parent) as directory:
            copied.settings_dict["NAME"] = str(Path(directory) / "database")
            with closing(sqlite3.connect(copied.settings_dict["NAME"])) as target:
                original.connection.backup(target)
            copied.ensure_connection()
    except (OSError, sqlite3.Error, OperationalError):
        logger.exception("The database couldn't be copied")
        return None
    return copied


def copies_prune() -> None:
    """Delete copies of the database that a killed process left behind."""
    if connection.vendor != "sqlite":
        return
    oldest = (timezone.now() - _LEFT_BEHIND_AFTER).timestamp()
    home = Path(connection.settings_dict["NAME"]).parent
    for directory in home.glob(f"{_PREFIX}*"):
        if directory.stat().st_mtime < oldest:
            shutil.rmtree(directory, ignore_errors=True)
