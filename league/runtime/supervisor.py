"""Keeps a set of child processes running, and leaves none behind.

Single-threaded: everything happens in `tick`. Knows nothing about what its children do.
"""

import os
import selectors
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from league.runtime.child import Child, ChildSpec
from league.runtime.groups import GuardedGroups

TICK_S = 0.1


class Observer(Protocol):
    """Who is told what happens to the children."""

    def child_said(self, name: str, line: str) -> None:
        """Take an important line of a child's output."""

    def child_ended(self, name: str, code: int, pause_s: float) -> None:
        """Take notice that a child ended on its own and is started again after the pause."""


class Supervisor:
    """Starts, restarts and ends children; a guard process does the last when this one is killed."""

    def __init__(self, log_dir: Path, observer: Observer, keep_open: Sequence[int] = ()) -> None:
        self._children: dict[str, Child] = {}
        self._log_dir = log_dir
        self._observer = observer
        self._selector = selectors.DefaultSelector()
        self._groups = GuardedGroups(keep_open)

    def start(self, spec: ChildSpec) -> Child:
        """Start a child that is to run until `stop`."""
        child = self._children[spec.name] = Child(spec, self._log_dir)
        self._start(child)
        return child

    def tick(self, timeout_s: float = TICK_S) -> None:
        """Read what children say, notice who ended, start again whose pause is over."""
        self._read_all(timeout_s)
        for child in self._children.values():
            if child.resume_at is not None and time.monotonic() >= child.resume_at:
                self._start(child)
            elif child.process is not None and (code := child.process.poll()) is not None:
                self._clear(child)
                self._observer.child_ended(child.spec.name, code, child.pause())

    def wait_until(self, ready: Callable[[], bool], timeout_s: float) -> bool:
        """Keep ticking until `ready()`; False when that takes too long."""
        deadline = time.monotonic() + timeout_s
        while not ready():
            if time.monotonic() > deadline:
                return False
            self.tick(0.05)
        return True

    def stop(self, *names: str) -> None:
        """End these children together, in order if they can, for good if they must."""
        children = [self._children.pop(name) for name in names if name in self._children]
        for child in children:
            child.ask_to_end()
        deadline = time.monotonic() + max((child.spec.grace_s for child in children), default=0.0)
        while any(child.running for child in children) and time.monotonic() < deadline:
            self._read_all(0.02)
        for child in children:
            self._clear(child)
            child.log.close()

    def close(self) -> None:
        """End every child that is left, and the guard."""
        self.stop(*self._children)
        self._selector.close()
        self._groups.close()

    def _start(self, child: Child) -> None:
        process = child.start()
        self._groups.add(process.pid)
        if process.stdout is not None:
            os.set_blocking(process.stdout.fileno(), False)
            self._selector.register(process.stdout, selectors.EVENT_READ, child)

    def _read_all(self, timeout_s: float) -> None:
        if not self._selector.get_map():  # select() would return at once
            time.sleep(timeout_s)
        for key, _ in self._selector.select(timeout_s):
            if not self._drain(key.data, key.fd):
                self._selector.unregister(key.fileobj)

    def _drain(self, child: Child, descriptor: int) -> bool:
        """Take what can be read without waiting; False at the end of the output."""
        while True:
            try:
                data = os.read(descriptor, 65_536)
            except BlockingIOError:
                return True
            if not data:
                return False
            for line in child.log.write(data):
                self._observer.child_said(child.spec.name, line)

    def _clear(self, child: Child) -> None:
        """End what a child left behind, and keep its last words."""
        process = child.process
        if process is None:
            return
        child.kill_group()
        self._groups.remove(process.pid)
        if process.stdout is not None:
            self._drain(child, process.stdout.fileno())
            with suppress(KeyError):  # the end of its output may have been seen already
                self._selector.unregister(process.stdout)
            process.stdout.close()
        child.process = None
