"""Connections have what the guarantees need."""

from pathlib import Path

import pytest
from django.db import connection

from config.databases import database, sqlite_url


def test_sqlite_is_durable_and_writes_one_at_a_time(tmp_path: Path) -> None:
    settings = database(sqlite_url(tmp_path / "league.sqlite3"))
    assert settings["NAME"] == str(tmp_path / "league.sqlite3")
    assert settings["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert "journal_mode=WAL" in settings["OPTIONS"]["init_command"]
    assert "synchronous=FULL" in settings["OPTIONS"]["init_command"]
    assert not settings.get("ATOMIC_REQUESTS")


@pytest.mark.parametrize("name", ["席順 の 表.sqlite3", "a#b?c%20d.sqlite3"])
def test_sqlite_url_keeps_any_file_name(tmp_path: Path, name: str) -> None:
    assert database(sqlite_url(tmp_path / name))["NAME"] == str(tmp_path / name)


def test_postgres_connections_are_kept_and_checked() -> None:
    settings = database("postgres://a:b@db.example:5433/c")
    assert (settings["HOST"], settings["PORT"], settings["NAME"]) == ("db.example", 5433, "c")
    assert settings["CONN_HEALTH_CHECKS"]
    assert settings["CONN_MAX_AGE"] > 0


@pytest.mark.django_db
def test_foreign_keys_are_enforced_by_the_running_database() -> None:
    assert connection.features.supports_foreign_keys
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            pragmas = {
                name: cursor.execute(f"PRAGMA {name}").fetchone()[0]
                for name in ("journal_mode", "foreign_keys")
            }
        assert pragmas == {"journal_mode": "wal", "foreign_keys": 1}
