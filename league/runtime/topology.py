"""The processes of one machine: web, worker, beat, broker. What each one runs, and in what order they end."""

import signal
import sys
from collections.abc import Mapping
from pathlib import Path

from league.runtime.broker import BrokerServer
from league.runtime.child import ChildSpec

STOP_ORDER = (("web",), ("worker", "beat"), ("broker",))


def broker_spec(server: BrokerServer) -> ChildSpec:
    """A broker closes its files in order when we vanish."""
    return ChildSpec(name="broker", argv=server.argv(), death_signal=signal.SIGTERM, grace_s=5)


def web_spec(descriptor: int, *, processes: int, cwd: Path, env: Mapping[str, str]) -> ChildSpec:
    """The web server takes over our listening socket: while it restarts, callers wait and aren't refused."""
    options = ("--config", "python:league.runtime.gunicorn_conf", "--bind", f"fd://{descriptor}")
    size = ("--workers", str(processes), "--threads", "4")
    argv = (sys.executable, "-m", "gunicorn", *options, *size, "config.wsgi:application")
    return ChildSpec(name="web", argv=argv, env=env, cwd=cwd, pass_fds=(descriptor,), grace_s=7)


def worker_spec(*, cwd: Path, env: Mapping[str, str]) -> ChildSpec:
    """One worker serves both queues: a second one would only wait for the same database."""
    chatter = ("--without-gossip", "--without-mingle", "--without-heartbeat")
    options = ("--queues", "default,heavy", "--concurrency", "2", "--loglevel", "INFO", *chatter)
    return ChildSpec(name="worker", argv=celery("worker", *options), env=env, cwd=cwd)


def beat_spec(*, cwd: Path, env: Mapping[str, str]) -> ChildSpec:
    """The clock that sends the sweep."""
    return ChildSpec(
        name="beat", argv=celery("beat", "--pidfile", "", "--loglevel", "INFO"), env=env, cwd=cwd
    )


def celery(command: str, *options: str) -> tuple[str, ...]:
    """Return the command line of a Celery program."""
    return (sys.executable, "-m", "celery", "-A", "config", command, *options)
