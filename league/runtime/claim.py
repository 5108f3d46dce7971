"""One installation, one `up`: claims a folder, and says who has it when it is taken."""

import fcntl
import os
import tempfile
import time
from pathlib import Path

PATIENCE_S = 5.0


class TakenError(Exception):
    """Another process uses the folder; the message is the address that it serves."""


def require_writable(directory: Path) -> None:
    """Raise OSError when the folder can't be made or written."""
    directory.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryFile(dir=directory):
        pass


def claim(path: Path) -> int:
    """Return a descriptor that holds the claim until all its copies are closed; wait for one that is ending."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    deadline = time.monotonic() + PATIENCE_S
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > deadline:
                raise TakenError(path.read_text(encoding="utf-8").strip()) from None
            time.sleep(0.1)
        else:
            os.ftruncate(descriptor, 0)
            return descriptor


def publish(descriptor: int, address: str) -> None:
    """Write down what the holder of the claim serves."""
    os.pwrite(descriptor, f"{address}\n".encode(), 0)
