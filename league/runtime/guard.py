"""The last one to leave: ends process groups whose supervisor has vanished.

Run as a script. Its standard input is a pipe from the supervisor: `+ID` and `-ID` lines say which groups live;
when the pipe closes, whatever is still listed is ended. Needed where the kernel can't signal a parent's death,
and for grandchildren everywhere.
"""

import os
import signal
import sys
import time
from collections.abc import Iterable

GRACE_S = 2.0


def main() -> None:
    """Follow the list until the supervisor has gone, then clear up."""
    for sig in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(sig, signal.SIG_IGN)
    groups: set[int] = set()
    for line in sys.stdin:
        group = int(line[1:])
        if line.startswith("+"):
            groups.add(group)
        else:
            groups.discard(group)
    end(groups)


def end(groups: Iterable[int]) -> None:
    """End the groups: politely first, for good after a moment."""
    left = [group for group in groups if send(group, signal.SIGTERM)]
    deadline = time.monotonic() + GRACE_S
    while left and time.monotonic() < deadline:
        time.sleep(0.05)
        left = [group for group in left if send(group, 0)]
    for group in left:
        send(group, signal.SIGKILL)


def send(group: int, sig: int) -> bool:
    """Signal a group; False when nobody is left in it."""
    try:
        os.killpg(group, sig)
    except (ProcessLookupError, PermissionError):
        return False
    return True


if __name__ == "__main__":
    main()
