"""A whole installation in a folder of its own, run by `manage.py up` as a person would."""

import os
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import psutil
import psycopg
import pytest
from psycopg import sql

from tests.services.process import REPOSITORY

MARK = "SEKIJUN_TEST_MARK"
Up = Callable[..., "Installation"]


class Installation:
    """A running `manage.py up`, and the sight of every process that descends from it."""

    def __init__(self, var_dir: Path, output_dir: Path, *options: str, **env: str) -> None:
        self.var_dir = var_dir
        self.mark = uuid.uuid4().hex
        self.output_path = output_dir / f"{self.mark}.out"
        inherited = {
            key: value for key, value in os.environ.items() if key not in {"REDIS_URL", "DATABASE_URL"}
        }
        own = {"DJANGO_SETTINGS_MODULE": "config.settings.dev", "LANG": "en_GB.UTF-8", MARK: self.mark}
        with self.output_path.open("wb") as output:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "up", "--no-demo", *options],
                cwd=REPOSITORY,
                env={**inherited, **own, "SEKIJUN_VAR": str(var_dir), **env},
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    @property
    def output(self) -> str:
        """What it has said."""
        return self.output_path.read_text()

    @property
    def address(self) -> str:
        """Where it serves."""
        return self.output.partition("running: ")[2].split()[0]

    def log(self, name: str) -> str:
        """Return a child's log."""
        path = self.var_dir / "log" / f"{name}.log"
        return path.read_text(errors="replace") if path.exists() else ""

    def wait(self, condition: Callable[[], bool], timeout_s: float = 60.0) -> None:
        """Wait until something is so."""
        deadline = time.monotonic() + timeout_s
        while not condition():
            assert time.monotonic() < deadline, f"waited in vain:\n{self.output}\n{self.log('web')}"
            time.sleep(0.05)

    def wait_running(self) -> "Installation":
        """Wait until it has said where it is."""
        self.wait(lambda: "Stop with Ctrl-C" in self.output or self.process.poll() is not None)
        assert self.process.poll() is None, self.output
        return self

    def wait_ended(self, timeout_s: float = 30.0) -> int:
        """Wait for its end; return its exit code."""
        return self.process.wait(timeout_s)

    def processes(self) -> list[psutil.Process]:
        """Return every living process of it: they inherit the mark, or (a broker hides it) work in its folder."""
        return [process for process in psutil.process_iter() if self._is_ours(process)]

    def find(self, *words: str) -> psutil.Process:
        """Return the oldest of its processes whose command line has all the words."""
        found = [
            process
            for process in self.processes()
            if all(word in " ".join(process.cmdline()) for word in words)
        ]
        return min(found, key=lambda process: process.create_time())

    def wait_gone(self, timeout_s: float = 6.0) -> None:
        """Wait until none of its processes is left."""
        deadline = time.monotonic() + timeout_s
        while left := self.processes():
            assert time.monotonic() < deadline, [process.cmdline() for process in left]
            time.sleep(0.05)

    def end(self) -> None:
        """End it, whatever state it is in."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(30)
        for process in self.processes():
            with suppress(psutil.NoSuchProcess):
                process.kill()
        self.process.wait()

    def _is_ours(self, process: psutil.Process) -> bool:
        try:
            if process.status() == psutil.STATUS_ZOMBIE:
                return False
            return process.environ().get(MARK) == self.mark or Path(process.cwd()).is_relative_to(
                self.var_dir
            )
        except (psutil.NoSuchProcess, psutil.AccessDenied):
            return False


@pytest.fixture
def installation_database() -> Iterator[dict[str, str]]:
    """An empty database of the kind under test, as environment variables; SQLite is what `up` makes by itself."""
    server = os.environ.get("TEST_POSTGRES_URL", "")
    if os.environ.get("TEST_DATABASE") != "postgres":
        yield {}
        return
    name = f"up_{uuid.uuid4().hex}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        yield {"DATABASE_URL": f"{server.rpartition('/')[0]}/{name}"}
        connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


@pytest.fixture
def up(tmp_path: Path, installation_database: dict[str, str]) -> Iterator[Up]:
    """Start `manage.py up` with options and environment variables."""
    started: list[Installation] = []

    def start(*options: str, var_dir: Path | None = None, **env: str) -> Installation:
        installation = Installation(
            var_dir or tmp_path / "var", tmp_path, *options, **installation_database | env
        )
        started.append(installation)
        return installation

    yield start
    for installation in started:
        installation.end()
