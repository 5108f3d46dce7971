"""Become another program that ends when its starter ends.

Run as a script: `launch.py STARTER_PID SIGNAL PROGRAM [ARGUMENT ...]`. The kernel keeps the wish through exec, so
any program can be bound this way, and nothing of ours runs between fork and exec.
"""

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1


def main() -> None:
    """Bind this process to its starter, then exec the program."""
    starter, sig, *argv = sys.argv[1:]
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.Signals[sig].value)
    if os.getppid() != int(starter):  # it ended before we had asked
        sys.exit(1)
    os.execvp(argv[0], argv)  # noqa: S606 - a program without a shell is the point


if __name__ == "__main__":
    main()
