"""How long a ladder takes to follow its club.

Usage: python -m benchmarks.bench_refresh [tables [postgres]].
Works on a database of its own: a new SQLite file or PostgreSQL server, or an empty one named by DATABASE_URL.
"""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import django

if TYPE_CHECKING:
    from collections.abc import Callable

PLAYERS, SEATS = 2_000, 4
NO_OP_AT_MOST = 0.2


def main() -> None:
    """Fill a club, then time what happens to its ladder."""
    with tempfile.TemporaryDirectory() as directory, contextlib.ExitStack() as stack:
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.dev")
        os.environ.setdefault("DATABASE_URL", database_url(Path(directory), stack))
        os.environ["SEKIJUN_VAR"] = directory
        django.setup()
        measure(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)


def database_url(directory: Path, stack: contextlib.ExitStack) -> str:
    """Return the address of an empty database; a server that has to run for it ends with the stack."""
    if sys.argv[2:] != ["postgres"]:
        return f"sqlite:///{directory / 'bench.sqlite3'}"
    from tests.services.postgres import Postgres  # noqa: PLC0415 - most runs need none

    directory.chmod(0o755)  # the server runs as a user of its own
    server = Postgres(
        directory / "postgres", {"listen_addresses": "127.0.0.1", "unix_socket_directories": ""}
    )
    server.start()
    stack.callback(server.stop)
    return server.url


def measure(tables: int) -> None:
    """Print one line for each kind of refresh."""
    from django.core.management import call_command  # noqa: PLC0415 - needs django.setup()

    from league.models import Table  # noqa: PLC0415
    from league.services.run_verify import ladder_compare  # noqa: PLC0415
    from league.services.runs import ladder_refresh  # noqa: PLC0415
    from tests import factories as make  # noqa: PLC0415

    call_command("migrate", verbosity=0)
    club = make.club_make()
    players = make.players_make(club, PLAYERS)
    ladder = make.ladder_make(club)
    make.season_fill(club, players, tables, per_table=SEATS)
    pk = ladder.pk
    first = club.meetings.earliest("club_day").tables.get(number=1)
    late = Table.objects.filter(meeting__club=club).order_by("-meeting__club_day", "-number")[
        min(tables, 100) - 1
    ]

    timed("from scratch", lambda: ladder_refresh(ladder_id=pk))
    no_op = timed("nothing to do", lambda: ladder_refresh(ladder_id=pk))
    make.unrated_change(club)
    timed("unrated change", lambda: ladder_refresh(ladder_id=pk))
    make.table_make(club, [(player, 1) for player in players[:SEATS]], day=make.day_of(tables // 10))
    timed("one table more", lambda: ladder_refresh(ladder_id=pk))
    make.table_void(late)
    timed("100 tables back", lambda: ladder_refresh(ladder_id=pk))
    make.table_void(first)
    timed("the first table", lambda: ladder_refresh(ladder_id=pk))
    timed("verify", lambda: ladder_compare(ladder_id=pk))
    if no_op > NO_OP_AT_MOST:
        sys.exit(f"A refresh with nothing to do took {no_op:.3f} s, more than {NO_OP_AT_MOST} s")


def timed(what: str, work: Callable[[], object]) -> float:
    """Print and return how long the work took."""
    started = time.perf_counter()
    work()
    seconds = time.perf_counter() - started
    print(f"{what:18} {seconds:8.3f} s")
    return seconds


if __name__ == "__main__":
    main()
