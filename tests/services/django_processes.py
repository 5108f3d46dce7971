"""Our own processes against a test's database: Celery workers and the web server."""

import sys
import urllib.error
import urllib.request
from pathlib import Path

from django.db import connection

from config.databases import sqlite_url
from league.runtime.ports import free_port
from tests.services.process import ServiceProcess


def test_database_url() -> str:
    """Return the URL of the database that the running test uses."""
    options = connection.settings_dict
    if connection.vendor == "sqlite":
        return sqlite_url(Path(options["NAME"]))
    return f"postgres://{options['USER']}@{options['HOST']}:{options['PORT']}/{options['NAME']}"


def environment(broker_url: str) -> dict[str, str]:
    """Return what a process needs to work on the running test's database."""
    return {
        "DJANGO_SETTINGS_MODULE": "config.settings.test",
        "SEKIJUN_TEST_DATABASE_URL": test_database_url(),
        "REDIS_URL": broker_url,
        "PYTHONUNBUFFERED": "1",
    }


class CeleryWorker(ServiceProcess):
    """A real worker."""

    def __init__(
        self, *, broker_url: str, directory: Path, number: int, queues: str, concurrency: int
    ) -> None:
        options = ("--queues", queues, "--concurrency", str(concurrency), "--loglevel", "INFO")
        chatter = ("--without-gossip", "--without-mingle", "--without-heartbeat", "-n", f"test{number}@%h")
        argv = (sys.executable, "-m", "celery", "-A", "config", "worker", *options, *chatter)
        super().__init__(f"worker{number}", argv, directory=directory, env=environment(broker_url))

    def start(self) -> None:
        """Start it and wait until it takes tasks."""
        known = len(self.log)
        super().start()
        self.wait_ready(lambda: " ready." in self.log[known:])

    def restart(self) -> None:
        """Kill it and start it again."""
        self.kill()
        self.start()


class WebServer(ServiceProcess):
    """A real gunicorn, as `manage.py up` runs it."""

    def __init__(self, *, broker_url: str, directory: Path, number: int, processes: int) -> None:
        self.port = free_port()
        config = ("--config", "python:league.runtime.gunicorn_conf", "--bind", f"127.0.0.1:{self.port}")
        size = ("--workers", str(processes), "--threads", "4")
        argv = (sys.executable, "-m", "gunicorn", *config, *size, "config.wsgi:application")
        super().__init__(f"web{number}", argv, directory=directory, env=environment(broker_url))

    @property
    def url(self) -> str:
        """Its address, without a slash at the end."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it and wait until it answers."""
        super().start()
        self.wait_ready(self.answers)

    def restart(self) -> None:
        """Kill it and start it again on the same port."""
        self.kill()
        self.start()

    def answers(self) -> bool:
        """Tell whether it can store results."""
        try:
            with urllib.request.urlopen(f"{self.url}/api/v1/health/", timeout=2) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, OSError):
            return False
