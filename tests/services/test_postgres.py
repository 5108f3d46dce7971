"""PostgreSQL for tests works on a machine that has none, and comes back after a kill."""

from pathlib import Path

import psycopg
import pytest

from tests.services import postgres
from tests.services.__main__ import scratch_directory


@pytest.mark.parametrize("system", [postgres.SYSTEM, Path("/nowhere")])
def test_postgres_keeps_committed_rows_through_a_kill(system: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres, "SYSTEM", system)
    with scratch_directory() as directory:
        server = postgres.Postgres(directory / "postgres")
        server.start()
        with psycopg.connect(server.url) as connection:
            connection.execute("CREATE TABLE kept AS SELECT 1 AS one")
        server.kill()
        server.start()
        with psycopg.connect(server.url) as connection:
            assert connection.execute("SELECT one FROM kept").fetchone() == (1,)
        server.stop()


def test_postgres_says_when_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere(_directory: Path) -> list[Path]:
        return [Path("/nowhere")]

    monkeypatch.setattr(postgres, "candidates", nowhere)
    with (
        scratch_directory() as directory,
        pytest.raises(postgres.PostgresUnavailableError, match="No usable"),
    ):
        postgres.Postgres(directory / "postgres")
