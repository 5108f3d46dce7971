"""The supervisor alone, with small programs as children."""

import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psutil
import pytest

from league.runtime.child import Child, ChildSpec
from league.runtime.logs import LIMIT_BYTES, ChildLog
from league.runtime.supervisor import Supervisor


class Notes:
    """Writes down what the supervisor reports."""

    def __init__(self) -> None:
        self.said: list[tuple[str, str]] = []
        self.ended: list[tuple[str, int, float]] = []

    def child_said(self, name: str, line: str) -> None:
        self.said.append((name, line))

    def child_ended(self, name: str, code: int, pause_s: float) -> None:
        self.ended.append((name, code, pause_s))


@pytest.fixture
def notes() -> Notes:
    return Notes()


@pytest.fixture
def supervisor(tmp_path: Path, notes: Notes) -> Iterator[Supervisor]:
    with closing(Supervisor(tmp_path / "log", notes)) as supervisor:
        yield supervisor


def python(name: str, code: str, **options: float) -> ChildSpec:
    return ChildSpec(name=name, argv=(sys.executable, "-u", "-c", code), **options)  # type: ignore[arg-type]


def pid_of(child: Child) -> int:
    assert child.process is not None
    return child.process.pid


def test_output_goes_to_the_log_and_important_lines_to_the_observer(
    supervisor: Supervisor, notes: Notes, tmp_path: Path
) -> None:
    supervisor.start(
        python("talker", "print('small talk'); print('ERROR: 故障'); import time; time.sleep(60)")
    )
    assert supervisor.wait_until(lambda: notes.said == [("talker", "ERROR: 故障")], 10)
    assert (tmp_path / "log" / "talker.log").read_text() == "small talk\nERROR: 故障\n"


def test_a_child_that_keeps_dying_is_started_later_each_time(supervisor: Supervisor, notes: Notes) -> None:
    supervisor.start(python("dying", "raise SystemExit(3)"))
    assert supervisor.wait_until(lambda: len(notes.ended) == 3, 20)
    assert notes.ended == [("dying", 3, 0.5), ("dying", 3, 1.0), ("dying", 3, 2.0)]


def test_last_words_of_a_dying_child_are_kept(supervisor: Supervisor, notes: Notes, tmp_path: Path) -> None:
    supervisor.start(python("dying", "import sys; sys.stdout.write('last words'); sys.exit(1)"))
    assert supervisor.wait_until(lambda: bool(notes.ended), 10)
    supervisor.stop("dying")
    assert "last words" in (tmp_path / "log" / "dying.log").read_text()


def test_stop_ends_a_child_that_ignores_it_and_its_children(supervisor: Supervisor, tmp_path: Path) -> None:
    code = (
        "import os, signal, subprocess, sys, time; signal.signal(signal.SIGTERM, signal.SIG_IGN);"
        "subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)']); print('here'); time.sleep(60)"
    )
    child = supervisor.start(python("stubborn", code, grace_s=0.3))
    log = tmp_path / "log" / "stubborn.log"
    assert supervisor.wait_until(lambda: "here" in log.read_text(), 10)
    family = [psutil.Process(pid_of(child)), *psutil.Process(pid_of(child)).children()]
    assert len(family) == 2
    started = time.monotonic()
    supervisor.stop("stubborn")
    psutil.wait_procs(family, timeout=2)
    assert not any(process.is_running() for process in family)
    assert time.monotonic() - started < 4


def test_a_child_that_closes_its_output_isn_t_taken_for_dead(supervisor: Supervisor, notes: Notes) -> None:
    child = supervisor.start(python("silent", "import os, time; os.close(1); os.close(2); time.sleep(60)"))
    busy = time.process_time()
    supervisor.wait_until(lambda: False, 1)
    assert notes.ended == []
    assert child.running
    assert time.process_time() - busy < 0.5


def test_a_stopped_child_isn_t_started_again(supervisor: Supervisor, notes: Notes) -> None:
    supervisor.start(python("dying", "raise SystemExit(3)"))
    assert supervisor.wait_until(lambda: bool(notes.ended), 10)
    supervisor.stop("dying")
    supervisor.wait_until(lambda: False, 1)
    assert len(notes.ended) == 1


def test_child_dies_with_the_signal_it_was_given(supervisor: Supervisor, notes: Notes) -> None:
    child = supervisor.start(python("victim", "import time; time.sleep(60)"))
    os.kill(pid_of(child), signal.SIGKILL)
    assert supervisor.wait_until(lambda: bool(notes.ended), 10)
    assert notes.ended[0][:2] == ("victim", -signal.SIGKILL)


def test_logs_stay_small(tmp_path: Path) -> None:
    log = ChildLog(tmp_path / "big.log")
    line = b"x" * 999 + b"\n"
    for _ in range(LIMIT_BYTES // 1000 + 10):
        log.write(line)
    log.close()
    assert (tmp_path / "big.log").stat().st_size < LIMIT_BYTES
    assert (tmp_path / "big.1.log").stat().st_size > LIMIT_BYTES
