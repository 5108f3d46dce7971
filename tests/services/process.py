"""A program that a test starts: bound to this process, logged to a file, ended with everything it started."""

import os
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from league.runtime.parent import bound

REPOSITORY = Path(__file__).resolve().parents[2]


class ServiceProcess:
    """One program in a session of its own."""

    def __init__(
        self, name: str, argv: Sequence[str], *, directory: Path, env: Mapping[str, str] | None = None
    ) -> None:
        self.name = name
        self.argv = list(argv)
        self.env = dict(env or {})
        directory.mkdir(parents=True, exist_ok=True)
        self.log_path = directory / f"{name}.log"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the program."""
        with self.log_path.open("ab") as log:
            self.process = subprocess.Popen(
                bound(self.argv),
                env={**os.environ, **self.env},
                cwd=REPOSITORY,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    @property
    def pid(self) -> int:
        """The program's process id."""
        assert self.process is not None, f"{self.name} isn't running"
        return self.process.pid

    @property
    def log(self) -> str:
        """Everything it has said."""
        return self.log_path.read_text(errors="replace") if self.log_path.exists() else ""

    @property
    def running(self) -> bool:
        """Whether it runs."""
        return self.process is not None and self.process.poll() is None

    def signal(self, sig: signal.Signals) -> None:
        """Send a signal to the program and all it started."""
        with suppress(ProcessLookupError):
            os.killpg(self.pid, sig)

    def pause(self) -> None:
        """Stop it without ending it: it doesn't answer, but its connections stay open."""
        self.signal(signal.SIGSTOP)

    def resume(self) -> None:
        """Let it go on."""
        self.signal(signal.SIGCONT)

    def kill(self) -> None:
        """End it and all it started, without a chance to finish."""
        if self.process is not None:
            self.signal(signal.SIGKILL)
            self.process.wait()

    def stop(self, timeout_s: float = 10.0) -> None:
        """End it in order, and by force when that takes too long."""
        if self.process is None:
            return
        self.resume()
        self.process.terminate()
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(timeout_s)
        self.kill()
        self.process = None

    def wait_ready(self, ready: Callable[[], bool], timeout_s: float = 30.0) -> None:
        """Wait until it is ready; RuntimeError with its log when it ends or takes too long."""
        deadline = time.monotonic() + timeout_s
        while not ready():
            if not self.running or time.monotonic() > deadline:
                log = self.log[-4000:]
                self.kill()
                raise RuntimeError(f"{self.name} didn't start:\n{log}")
            time.sleep(0.02)
