"""How long seat statistics take from the database to the stored report.

Usage: python -m benchmarks.bench_seats [tables [postgres]]; 100000 shows what a large club takes.
Works on a database of its own, as bench_refresh.
"""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
from pathlib import Path

import django

from benchmarks.bench_refresh import PLAYERS, database_url, timed

MOST_READING, MOST_ALL, NO_OP_AT_MOST = 3.0, 10.0, 0.2
"""Seconds, for up to 100,000 tables of four."""


def main() -> None:
    """Fill a club, then time what its seats take."""
    with tempfile.TemporaryDirectory() as directory, contextlib.ExitStack() as stack:
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.dev")
        os.environ.setdefault("DATABASE_URL", database_url(Path(directory), stack))
        os.environ["SEKIJUN_VAR"] = directory
        django.setup()
        measure(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)


def measure(tables: int) -> None:
    """Print one line for each part."""
    from django.core.management import call_command  # noqa: PLC0415 - needs django.setup()

    from league.selectors.fairness_scope import Scope  # noqa: PLC0415
    from league.services.fairness import fairness_refresh  # noqa: PLC0415
    from league.services.fairness_gather import fairness_gather  # noqa: PLC0415
    from league.services.runs import ladder_refresh  # noqa: PLC0415
    from league.services.snapshots import snapshot  # noqa: PLC0415
    from tests import factories as make  # noqa: PLC0415

    call_command("migrate", verbosity=0)
    club = make.club_make()
    make.season_fill(club, make.players_make(club, PLAYERS), tables)
    ladder_refresh(ladder_id=make.ladder_make(club).pk)
    ruleset = make.ruleset_make()

    def reading() -> None:
        with snapshot():
            fairness_gather(club=club, game=ruleset.game, ruleset_hash=ruleset.content_hash, scope=Scope())

    def refreshing() -> None:
        fairness_refresh(club=club, game=ruleset.game, ruleset_hash=ruleset.content_hash, scope=Scope())

    read = timed("reading", reading)
    whole = timed("read, computed", refreshing)
    no_op = timed("nothing to do", refreshing)
    if read > MOST_READING or whole > MOST_ALL or no_op > NO_OP_AT_MOST:
        sys.exit(
            f"More than {MOST_READING} s for reading, {MOST_ALL} s for all or {NO_OP_AT_MOST} s for nothing"
        )


if __name__ == "__main__":
    main()
