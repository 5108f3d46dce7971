"""Bind a process to the life of its parent, as far as the operating system can."""

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1


def die_with_parent(sig: signal.Signals, expected_parent: int | None = None) -> None:
    """Ask the kernel to send `sig` to this process when its parent ends; only Linux can."""
    if sys.platform != "linux":
        return
    parent = os.getppid() if expected_parent is None else expected_parent
    ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, int(sig))
    if os.getppid() != parent:  # it ended before we had asked
        os.kill(os.getpid(), sig)
