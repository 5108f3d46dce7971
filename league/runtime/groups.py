"""The process groups that must not outlive this process, told to a guard process as they come and go."""

import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

GUARD = Path(__file__).with_name("guard.py")


class GuardedGroups:
    """Groups that the guard ends when this process vanishes; `keep_open` stays open until they have ended."""

    def __init__(self, keep_open: Sequence[int] = ()) -> None:
        self._keep_open = tuple(keep_open)
        self._groups: set[int] = set()
        self._guard = self._start()

    def add(self, group: int) -> None:
        """Guard one more group."""
        self._groups.add(group)
        self._tell(f"+{group}\n")

    def remove(self, group: int) -> None:
        """Forget a group that has ended, before its number is used again."""
        self._groups.discard(group)
        self._tell(f"-{group}\n")

    def close(self) -> None:
        """Let the guard end what is still listed, and go."""
        with suppress(BrokenPipeError):
            self._guard.communicate()

    def _start(self) -> subprocess.Popen[str]:
        return subprocess.Popen(  # noqa: S603 - a script of our own
            [sys.executable, "-I", "-S", str(GUARD)],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            text=True,
            pass_fds=self._keep_open,
            start_new_session=True,
        )

    def _tell(self, line: str) -> None:
        try:
            self._write(line)
        except BrokenPipeError:  # somebody ended the guard: the next one has to know all groups
            self._guard.wait()
            self._guard = self._start()
            self._write("".join(f"+{group}\n" for group in self._groups))

    def _write(self, text: str) -> None:
        if self._guard.stdin is not None:
            self._guard.stdin.write(text)
            self._guard.stdin.flush()
