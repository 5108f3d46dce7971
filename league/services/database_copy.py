"""Works on a copy of the database where reading for long would keep others from writing: SQLite only."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from contextlib import closing, contextmanager
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.utils import timezone

if TYPE_CHECKING:
    from collections.abc import Iterator

_PRAGMAS = (
    "PRAGMA journal_mode=MEMORY; PRAGMA synchronous=OFF; PRAGMA foreign_keys=ON; PRAGMA cache_size=-32000;"
)


_PREFIX = "copy-"
_LEFT_BEHIND_AFTER = timedelta(hours=1)


def copy_fits() -> bool:
    """Say whether the disk has room for a copy of the database, and as much again."""
    path = _database()
    return shutil.disk_usage(path.parent).free > 2 * path.stat().st_size


@contextmanager
def database_copied() -> Iterator[None]:
    """Have this thread's queries go to a copy of the database as it is now; the copy is gone afterwards.

    Copying takes no lock that a writer needs. From then on the copy has no name, so a process that is killed leaves
    none behind; of one that is killed while it copies, `copies_prune` sees to it. Call it outside of transactions.
    """
    original = connections[DEFAULT_DB_ALIAS]
    original.ensure_connection()
    copied = original.copy()
    with tempfile.TemporaryDirectory(prefix=_PREFIX, dir=_database().parent) as directory:
        path = Path(directory) / "database"
        with closing(sqlite3.connect(path)) as target:
            original.connection.backup(target)
        copied.settings_dict["NAME"] = str(path)
        copied.settings_dict["OPTIONS"] = {**copied.settings_dict["OPTIONS"], "init_command": _PRAGMAS}
        copied.ensure_connection()
    try:
        connections[DEFAULT_DB_ALIAS] = copied
        yield
    finally:
        connections[DEFAULT_DB_ALIAS] = original
        copied.close()


def copies_prune() -> None:
    """Delete copies of the database that a killed process left behind."""
    if connection.vendor != "sqlite":
        return
    oldest = (timezone.now() - _LEFT_BEHIND_AFTER).timestamp()
    for directory in _database().parent.glob(f"{_PREFIX}*"):
        if directory.stat().st_mtime < oldest:
            shutil.rmtree(directory, ignore_errors=True)


def _database() -> Path:
    return Path(connections[DEFAULT_DB_ALIAS].settings_dict["NAME"])
