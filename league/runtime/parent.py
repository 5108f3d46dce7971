"""Bind a process to the life of its parent, as far as the operating system can."""

import ctypes
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

PR_SET_PDEATHSIG = 1
LAUNCHER = Path(__file__).with_name("launch.py")


def die_with_parent(sig: signal.Signals) -> None:
    """Ask the kernel to send `sig` to this process when its parent ends; only Linux can."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, int(sig))


def bound(argv: Sequence[str], sig: signal.Signals = signal.SIGKILL) -> list[str]:
    """Return the command line that runs `argv` until it ends or this process does."""
    return [sys.executable, "-I", "-S", str(LAUNCHER), str(os.getpid()), sig.name, *argv]
