"""Starts everything one machine needs and keeps it running: broker, web server, worker, beat.

Owns the order of starting and ending, and what is said about it. How processes are kept is league.runtime's
business.
"""

from __future__ import annotations

import os
import signal
import sys
from argparse import ArgumentParser, ArgumentTypeError
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection, connections
from django.db.migrations.executor import MigrationExecutor

from league.runtime import claim, ports, topology
from league.runtime.broker import BrokerServer, NoBrokerError, find_program
from league.runtime.messages import text
from league.runtime.ready import broker_answers, web_answers
from league.runtime.supervisor import Supervisor

if TYPE_CHECKING:
    from collections.abc import Iterator

    from league.services.demo import DemoLogin

DEFAULT_PORT = 8000
BROKER_PATIENCE_S = 5.0
WEB_PATIENCE_S = 40.0
STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@dataclass(frozen=True, slots=True)
class Visit:
    """What a visitor finds: the demo club, the login made for it just now, or no account at all."""

    demo_slug: str | None
    login: DemoLogin | None
    unclaimed: bool


class Stop:
    """A signal handler: the first call ends what is going on in the main thread, later ones change nothing."""

    def __init__(self) -> None:
        self.asked = False

    def __call__(self, _signal: int, _frame: object) -> None:
        """Raise KeyboardInterrupt the first time."""
        if not self.asked:
            self.asked = True
            raise KeyboardInterrupt


def port_number(text_given: str) -> int:
    """Return a port that exists; argparse says so otherwise."""
    if (
        not text_given.isascii()
        or not text_given.isdigit()
        or not 1 <= int(text_given[:9]) <= ports.HIGHEST_PORT
    ):
        raise ArgumentTypeError(f"{text_given} is no port: 1 to {ports.HIGHEST_PORT}")
    return int(text_given[:9])


class Command(BaseCommand):
    """manage.py up."""

    help = "Start web server, worker, beat and broker, and keep them running until Ctrl-C."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: 127.0.0.1)")
        parser.add_argument(
            "--port", type=port_number, help=f"port to listen on (default: {DEFAULT_PORT} or the next free)"
        )
        parser.add_argument("--no-demo", action="store_true", help="leave an empty database empty")

    def handle(self, *, host: str, port: int | None, no_demo: bool, **_: object) -> None:
        """Run until a signal ends it."""
        var_dir = Path(settings.VAR_DIR)
        held = self.claim_folder(var_dir)
        with self.stop_by_signal() as stop, closing(self.open_port(host, port)) as listener:
            address = f"http://{host}:{listener.getsockname()[1]}/"
            claim.publish(held, address)
            with closing(Supervisor(var_dir / "log", self, keep_open=(held,))) as supervisor:
                try:
                    self.run(supervisor, listener.fileno(), address, demo=not no_demo)
                except KeyboardInterrupt:
                    self.say("stopping")
                finally:
                    stop.asked = True
                    for stage in topology.STOP_ORDER:
                        supervisor.stop(*stage)
            self.say("stopped")

    def run(self, supervisor: Supervisor, descriptor: int, address: str, *, demo: bool) -> NoReturn:
        """Start everything in order, then keep it running."""
        broker_url = self.start_broker(supervisor)
        visit = self.prepare_database(demo=demo)
        env = {"REDIS_URL": broker_url, "SEKIJUN_VAR": str(settings.VAR_DIR), "PYTHONUNBUFFERED": "1"}
        env["DEBUG"] = os.environ.get("DEBUG", "0")  # visitors see what they would see in production
        cwd = Path(settings.BASE_DIR)
        processes = 1 if connection.vendor == "sqlite" else 2
        supervisor.start(topology.web_spec(descriptor, processes=processes, cwd=cwd, env=env))
        supervisor.start(topology.worker_spec(cwd=cwd, env=env))
        supervisor.start(topology.beat_spec(cwd=cwd, env=env))
        if not supervisor.wait_until(lambda: web_answers(address), WEB_PATIENCE_S):
            raise CommandError(text("web_silent", log=settings.VAR_DIR / "log" / "web.log"))
        self.welcome(address, visit)
        while True:
            supervisor.tick()

    def start_broker(self, supervisor: Supervisor) -> str:
        """Return the address of the broker: the one we are told to use, else one of our own."""
        if url := settings.BROKER_URL:
            if not broker_answers(url):
                self.say("broker_silent", address=url.rpartition("@")[2])
            return str(url)
        try:
            program = find_program()
        except NoBrokerError as error:
            raise CommandError(text("no_broker")) from error
        directory = Path(settings.VAR_DIR) / "broker" / Path(program).name
        directory.mkdir(parents=True, exist_ok=True)
        server = BrokerServer(program=program, port=ports.free_port(), directory=directory)
        supervisor.start(topology.broker_spec(server))
        if not supervisor.wait_until(server.answers, BROKER_PATIENCE_S):
            self.say("broker_silent", address=server.url)
        return server.url

    def prepare_database(self, *, demo: bool) -> Visit:
        """Migrate, fill an empty database with the demo, and return what a visitor finds."""
        try:
            executor = MigrationExecutor(connection)
            if executor.migration_plan(executor.loader.graph.leaf_nodes()):
                self.say("preparing")
                call_command("migrate", interactive=False, verbosity=0)
            from league.selectors.clubs import demo_club_slug  # noqa: PLC0415 - models need settings
            from league.services.demo import demo_ensure  # noqa: PLC0415 - as above
            from league.services.installation import installation_unclaimed  # noqa: PLC0415 - as above

            login = demo_ensure() if demo else None
            return Visit(demo_club_slug(), login, installation_unclaimed())
        except DatabaseError as error:
            raise CommandError(text("database_down", reason=str(error).strip())) from error
        finally:
            connections.close_all()

    def claim_folder(self, var_dir: Path) -> int:
        """Return a descriptor that keeps others from using the folder."""
        try:
            claim.require_writable(var_dir)
            return claim.claim(var_dir / "up.lock")
        except claim.TakenError as error:
            raise CommandError(text("taken", address=error, folder=var_dir)) from error
        except OSError as error:
            raise CommandError(text("read_only", folder=var_dir, reason=error.strerror)) from error

    def open_port(self, host: str, port: int | None) -> Any:  # noqa: ANN401 - a socket, closed by the caller
        """Return a listening socket on the wanted port, or near the default one."""
        try:
            if port is not None:
                return ports.listen(host, port)
            listener = ports.listen_near(host, DEFAULT_PORT)
        except OSError as error:
            raise CommandError(
                text("port_taken", port=port or DEFAULT_PORT, reason=error.strerror)
            ) from error
        if (found := listener.getsockname()[1]) != DEFAULT_PORT:
            self.say("port_moved", wanted=DEFAULT_PORT, port=found)
        return listener

    def welcome(self, address: str, visit: Visit) -> None:
        """Say where it is, how to log in and how to stop."""
        self.say("running", address=address)
        login = f"{address}accounts/login/"
        if visit.demo_slug:
            self.say("demo_club", address=f"{address}{visit.demo_slug}/")
        if visit.login:
            self.say(
                "demo_login", address=login, username=visit.login.username, password=visit.login.password
            )
        elif visit.unclaimed:
            self.say("claim", address=f"{address}accounts/first/")
        else:
            self.say("login", address=login, command=f"{sys.executable} manage.py changepassword")
        self.say("how_to_stop", logs=settings.VAR_DIR / "log")

    def child_said(self, name: str, line: str) -> None:
        """Show an important line of a child's output."""
        self.stdout.write(f"{name} | {line}")

    def child_ended(self, name: str, code: int, pause_s: float) -> None:
        """Say that a child ended and comes back."""
        self.say("ended", name=name, code=code, pause=pause_s)

    def say(self, key: str, **values: object) -> None:
        """Tell the person at the terminal."""
        self.stdout.write(text(key, **values))
        self.stdout.flush()

    @contextmanager
    def stop_by_signal(self) -> Iterator[Stop]:
        """Turn the first signal that asks for an end into KeyboardInterrupt."""
        stop = Stop()
        before = {sig: signal.signal(sig, stop) for sig in STOP_SIGNALS}
        try:
            yield stop
        finally:
            # Once an end was asked for the process is about to end, and an impatient person asks again.
            if not stop.asked:
                for sig, handler in before.items():
                    signal.signal(sig, handler)
