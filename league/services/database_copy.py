"""Works on a copy of the database where reading for long would keep others from writing: SQLite only."""

from __future__ import annotations

import sqlite3
import tempfile
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from django.db import DEFAULT_DB_ALIAS, connections

if TYPE_CHECKING:
    from collections.abc import Iterator

_PRAGMAS = (
    "PRAGMA journal_mode=MEMORY; PRAGMA synchronous=OFF; PRAGMA foreign_keys=ON; PRAGMA cache_size=-32000;"
)


@contextmanager
def database_copied() -> Iterator[None]:
    """Have this thread's queries go to a copy of the database as it is now; the copy is gone afterwards.

    Copying takes no lock that a writer needs. The file has no name any more while it is used, so that none is left
    behind by a process that is killed. Call it outside of transactions, with SQLite.
    """
    original = connections[DEFAULT_DB_ALIAS]
    original.ensure_connection()
    copied = original.copy()
    with tempfile.TemporaryDirectory(
        prefix="copy-", dir=Path(original.settings_dict["NAME"]).parent
    ) as directory:
        path = Path(directory) / "database"
        with closing(sqlite3.connect(path)) as target:
            original.connection.backup(target)
        copied.settings_dict["NAME"] = str(path)
        copied.settings_dict["OPTIONS"] = {**copied.settings_dict["OPTIONS"], "init_command": _PRAGMAS}
        copied.ensure_connection()
    connections[DEFAULT_DB_ALIAS] = copied
    try:
        yield
    finally:
        connections[DEFAULT_DB_ALIAS] = original
        copied.close()
