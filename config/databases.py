"""Turns a DATABASE_URL into Django's settings of that database, with everything the guarantees need."""

from pathlib import Path
from typing import Any
from urllib.parse import quote

import environ

# The cache (at most 32 MB a connection) holds the indexes that a run of a long history inserts into at random places;
# a log of the same size brings a page that many chunks wrote to its place once.
SQLITE_PRAGMAS = (
    "PRAGMA journal_mode=WAL; PRAGMA synchronous={synchronous}; PRAGMA foreign_keys=ON; "
    "PRAGMA cache_size=-32000; PRAGMA wal_autocheckpoint=8000;"
)


def sqlite_url(path: Path) -> str:
    """Return the URL of a database file."""
    return f"sqlite:///{quote(str(path.absolute()))}"


def database(url: str, *, durable: bool = True) -> dict[str, Any]:
    """Return the settings for `url`; `durable=False` is for tests, which may forget when the power fails."""
    settings: dict[str, Any] = dict(environ.Env.db_url_config(url))
    if "sqlite" in settings["ENGINE"]:
        synchronous = "FULL" if durable else "OFF"
        settings["OPTIONS"] = {
            "init_command": SQLITE_PRAGMAS.format(synchronous=synchronous),
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
        }
    else:
        settings["CONN_HEALTH_CHECKS"] = True
    settings["CONN_MAX_AGE"] = 600  # opening SQLite anew costs a page more than its queries
    return settings
