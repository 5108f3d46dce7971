"""What a report costs: CPU of submitting and confirming a table of four, and what an import of 10,000 tables takes.

Usage: python -m benchmarks.bench_submit [tables of the import].
Works on a database of its own: a new SQLite file, or an empty one named by DATABASE_URL.
"""

from __future__ import annotations

import os
import resource
import sys
import tempfile
import time
from datetime import date, timedelta
from pathlib import Path

import django

CALLS, BATCHES = 40, 5
NAMES = ("みずき", "そら", "れん", "あおい")
SUBMIT_AT_MOST_MS = 15
IMPORT_AT_MOST_S = 60


def main() -> None:
    """Set up an empty database and measure."""
    with tempfile.TemporaryDirectory() as directory:
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.dev")
        os.environ.setdefault("DATABASE_URL", f"sqlite:///{Path(directory) / 'bench.sqlite3'}")
        os.environ["SEKIJUN_VAR"] = directory
        os.environ["DEBUG"] = "0"
        django.setup()
        from django.core.management import call_command  # noqa: PLC0415 - needs django.setup()

        call_command("migrate", verbosity=0)
        submits()
        imports(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)


def submits() -> None:
    """Print the CPU of one submit that confirms itself; the best batch, since others use the machine too."""
    from django.db import connection  # noqa: PLC0415 - needs django.setup()
    from django.test.utils import CaptureQueriesContext  # noqa: PLC0415

    from league.services.submissions import Place, submission_submit  # noqa: PLC0415
    from tests import builders as build  # noqa: PLC0415

    club = build.club_with("bench")
    best = float("inf")
    for batch in range(BATCHES):
        day = date(2026, 1, 3) + timedelta(weeks=batch)
        started = time.process_time()
        for number in range(1, CALLS + 1):
            submission_submit(
                actor=build.ROOT,
                club=club,
                place=Place(club_day=day, round=1, number=number),
                report=build.ranks(*NAMES),
                create_missing_players=True,
            )
        best = min(best, (time.process_time() - started) / CALLS * 1000)
    with CaptureQueriesContext(connection) as queries:
        submission_submit(
            actor=build.ROOT,
            club=club,
            place=Place(club_day=date(2027, 1, 2), round=1, number=1),
            report=build.ranks(*NAMES),
        )
    print(
        f"submit + confirm, 4 seats: {best:.1f} ms CPU (at most {SUBMIT_AT_MOST_MS}), {len(queries)} statements"
    )


def imports(tables: int) -> None:
    """Print how long an import of six-seat tables with ratings takes, and the most memory used."""
    from league.services.results.importing import ImportOptions, results_import  # noqa: PLC0415
    from league.services.runs import ladder_refresh  # noqa: PLC0415
    from tests import builders as build  # noqa: PLC0415

    header = "table,club_day,round,number,game,seat,player,total"
    rows = [
        f"T{table},{date(2020, 1, 1) + timedelta(days=table // 100)},1,{table % 100 + 1},generic,{seat},"
        f"P{(table + seat) % 14},{(table * seat) % 37}"
        for table in range(tables)
        for seat in range(1, 7)
    ]
    started = time.perf_counter()
    outcome = results_import(
        actor=build.ROOT,
        club_slug="file",
        data="\n".join([header, *rows]).encode(),
        options=ImportOptions(ladder="standard"),
        progress=lambda _stage, _done, _total: None,
    )
    written = time.perf_counter() - started
    club = outcome.club
    assert club is not None  # noqa: S101 - an import that wasn't refused has its club
    ladder_refresh(ladder_id=club.ladders.get().pk)
    whole = time.perf_counter() - started
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"import of {outcome.created} tables: {written:.1f} s, with ratings {whole:.1f} s"
        f" (at most {IMPORT_AT_MOST_S} for 10,000), {peak:.0f} MB"
    )


if __name__ == "__main__":
    main()
