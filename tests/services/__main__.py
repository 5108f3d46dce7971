"""Runs the tests: python -m tests.services [--database sqlite|postgres|both] [pytest arguments].

With `both`, everything runs on SQLite, and then on PostgreSQL all tests that touch a database; those that touch none
or look at pages through a browser would only say the same again.

Starts the servers that tests share, once for all processes and both databases, and ends them in every case. A service
that can't be started is said loudly, and is a failure where CI=true.
"""

import argparse
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tests.services.broker import Broker
from tests.services.postgres import Postgres, PostgresUnavailableError

MOST_PROCESSES = 16


def main() -> int:
    """Run pytest once for each database; return the first exit code that isn't success."""
    parser = argparse.ArgumentParser(prog="python -m tests.services")
    parser.add_argument("--database", choices=("sqlite", "postgres", "both"), default="both")
    options, arguments = parser.parse_known_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    kinds = ["sqlite", "postgres"] if options.database == "both" else [options.database]
    with ExitStack() as stack:
        directory = stack.enter_context(scratch_directory())
        env = os.environ | {"TEST_BROKER_URL": stack.enter_context(broker(directory))}
        if "postgres" in kinds:
            try:
                env["TEST_POSTGRES_URL"] = stack.enter_context(postgres(directory))
            except PostgresUnavailableError as error:
                say(f"*** PostgreSQL can't be started, its tests are NOT RUN: {error}")
                if os.environ.get("CI", "").lower() in {"1", "true"}:
                    return 1
                kinds.remove("postgres")
        codes = []
        for again, kind in enumerate(kinds):
            code = run_pytest(kind, arguments, env | {"TEST_WHAT_DIFFERS": "1" if again else ""}, directory)
            if again and arguments and code == pytest.ExitCode.NO_TESTS_COLLECTED:
                say("Nothing of this selection touches a database.")
                code = 0
            codes.append(code)
    return next((code for code in codes if code), 0)


def run_pytest(kind: str, arguments: Sequence[str], env: dict[str, str], directory: Path) -> int:
    """Run the tests on one kind of database."""
    say(f"=== Tests on {kind} ===")
    scratch = directory / f"run-{kind}"
    scratch.mkdir()
    processes = max(2, min(MOST_PROCESSES, os.cpu_count() or 1))
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-n",
        str(processes),
        "--basetemp",
        str(scratch / "tmp"),
        *arguments,
    ]
    own = {"TEST_DATABASE": kind, "SEKIJUN_TEST_DIR": str(scratch), "PYTHONUNBUFFERED": "1"}
    return subprocess.run(command, env=env | own, check=False).returncode


@contextmanager
def scratch_directory() -> Iterator[Path]:
    """Yield a folder that other users may enter, removed at the end."""
    directory = Path(tempfile.mkdtemp(prefix="sekijun-tests-"))
    directory.chmod(0o755)
    try:
        yield directory
    finally:
        shutil.rmtree(directory, ignore_errors=True)


@contextmanager
def broker(directory: Path) -> Iterator[str]:
    """Yield the URL of a running broker."""
    server = Broker(directory / "broker")
    server.start()
    try:
        yield server.url
    finally:
        server.stop()


@contextmanager
def postgres(directory: Path) -> Iterator[str]:
    """Yield the URL of a running PostgreSQL."""
    server = Postgres(directory / "postgres")
    try:
        server.start()
        yield server.url
    finally:
        server.stop()


def say(line: str) -> None:
    """Print a line before pytest does."""
    print(line, flush=True)  # noqa: T201 - this is a command


if __name__ == "__main__":
    sys.exit(main())
