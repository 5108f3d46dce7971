"""One child process: started in a session of its own, read, ended with everything it started."""

import os
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from league.runtime.logs import ChildLog
from league.runtime.parent import bound

FIRST_PAUSE_S = 0.5
LONGEST_PAUSE_S = 30.0
STABLE_AFTER_S = 30.0


@dataclass(frozen=True, kw_only=True)
class ChildSpec:
    """What to run, and how it likes to be ended."""

    name: str
    argv: Sequence[str]
    env: Mapping[str, str] = field(default_factory=dict)
    cwd: Path | None = None
    pass_fds: tuple[int, ...] = ()
    death_signal: signal.Signals = signal.SIGKILL
    grace_s: float = 8.0


class Child:
    """A running (or pausing) child process of this one."""

    def __init__(self, spec: ChildSpec, log_dir: Path) -> None:
        self.spec = spec
        self.log = ChildLog(log_dir / f"{spec.name}.log")
        self.process: subprocess.Popen[bytes] | None = None
        self.started_at = 0.0
        self.resume_at: float | None = None
        self._pause_s = FIRST_PAUSE_S

    def start(self) -> subprocess.Popen[bytes]:
        """Start the program; its output comes through a pipe."""
        process = subprocess.Popen(  # noqa: S603 - the command lines are ours
            bound(self.spec.argv, self.spec.death_signal),
            env={**os.environ, **self.spec.env},
            cwd=self.spec.cwd,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            bufsize=0,
            pass_fds=self.spec.pass_fds,
            start_new_session=True,
        )
        self.process, self.started_at, self.resume_at = process, time.monotonic(), None
        return process

    @property
    def running(self) -> bool:
        """Whether the program runs at this moment."""
        return self.process is not None and self.process.poll() is None

    def pause(self) -> float:
        """Plan the next start, later each time in a row; return the pause in seconds."""
        if time.monotonic() - self.started_at > STABLE_AFTER_S:
            self._pause_s = FIRST_PAUSE_S
        pause, self._pause_s = self._pause_s, min(self._pause_s * 2, LONGEST_PAUSE_S)
        self.resume_at = time.monotonic() + pause
        return pause

    def ask_to_end(self) -> None:
        """Send the program the signal that lets it finish in order."""
        self.resume_at = None
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()

    def kill_group(self) -> None:
        """End whatever is left of the program and of all it started."""
        if self.process is not None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
