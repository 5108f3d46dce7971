"""Fixtures for everything that runs outside the test's own process. Nothing starts before a test asks for it."""

import os
import shutil
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any, NoReturn

import pytest
from celery import current_app
from django.conf import settings as django_settings
from kombu import pools
from pytest_django import Settings

from tests.services.broker import DATABASES, Broker
from tests.services.chromium import launched
from tests.services.django_processes import CeleryWorker, WebServer
from tests.services.process import REPOSITORY

WorkerFactory = Callable[..., CeleryWorker]


def unavailable(what: str, how: str) -> NoReturn:
    """Skip a test because a service is missing; where nothing may be missing, fail."""
    if os.environ.get("CI", "").lower() in {"1", "true"}:
        pytest.fail(f"{what} is missing ({how}), and CI=true allows no skip")
    pytest.skip(f"NOT TESTED: {what} is missing ({how})")


@pytest.fixture(scope="session")
def shared_broker_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The broker of this test run, started when the run hasn't brought one."""
    if url := os.environ.get("TEST_BROKER_URL"):
        yield url
        return
    broker = Broker(tmp_path_factory.mktemp("broker"))
    broker.start()
    yield broker.url
    broker.stop()


@pytest.fixture
def broker_url(shared_broker_url: str, worker_id: str) -> Iterator[str]:
    """An empty database of a real broker, this test's own."""
    import redis

    number = int(worker_id.removeprefix("gw")) % (DATABASES - 1) + 1 if worker_id != "master" else 0
    url = f"{shared_broker_url.rpartition('/')[0]}/{number}"
    with redis.Redis.from_url(url) as client:
        client.flushdb()
        yield url
        client.flushdb()


@pytest.fixture
def own_broker(tmp_path: Path) -> Iterator[Broker]:
    """A broker that the test may kill, pause and start again."""
    broker = Broker(tmp_path / "broker")
    broker.start()
    yield broker
    broker.stop()


@pytest.fixture
def publish_to(settings: Settings) -> Iterator[Callable[[str], None]]:
    """Let services in the test's own process publish to the broker with the given URL."""

    def point(url: str) -> None:
        settings.BROKER_URL = url
        connect_celery_to(url)

    yield point
    connect_celery_to(django_settings.CELERY_BROKER_URL)


def connect_celery_to(url: str) -> None:
    """Let Celery use another broker from the next publish on; its pools have no public way to forget the last one."""
    app: Any = current_app
    app.conf.broker_url = app.conf.broker_read_url = app.conf.broker_write_url = url
    if app._pool is not None:  # noqa: SLF001
        app._pool.force_close_all()  # noqa: SLF001
        app._pool = None  # noqa: SLF001
    app.amqp._producer_pool = None  # noqa: SLF001
    pools.reset()


@pytest.fixture
def celery_worker(transactional_db: None, broker_url: str, tmp_path: Path) -> Iterator[WorkerFactory]:
    """Start real workers on the test's database; parameters: queues, concurrency, broker_url."""
    started: list[CeleryWorker] = []

    def start(
        *, broker_url: str = broker_url, queues: str = "default,heavy", concurrency: int = 1
    ) -> CeleryWorker:
        worker = CeleryWorker(
            broker_url=broker_url,
            directory=tmp_path / "workers",
            number=len(started) + 1,
            queues=queues,
            concurrency=concurrency,
        )
        started.append(worker)
        worker.start()
        return worker

    yield start
    for worker in started:
        worker.stop()


@pytest.fixture
def web_server(transactional_db: None, broker_url: str, tmp_path: Path) -> Iterator[Callable[..., WebServer]]:
    """Start real web servers on the test's database; parameters: processes, broker_url."""
    started: list[WebServer] = []
    numbers = count(1)

    def start(*, broker_url: str = broker_url, processes: int = 1) -> WebServer:
        server = WebServer(
            broker_url=broker_url, directory=tmp_path / "web", number=next(numbers), processes=processes
        )
        started.append(server)
        server.start()
        return server

    yield start
    for server in started:
        server.stop()


@pytest.fixture
def live_web(web_server: Callable[..., WebServer]) -> WebServer:
    """A real web server on the test's database."""
    return web_server()


@pytest.fixture(scope="session")
def chromium() -> Iterator[object]:
    """A running Chromium (Playwright's `Browser`)."""
    names = ("chromium", "chromium-browser", "google-chrome")
    program = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    if program is None:
        unavailable("Chromium", "apt-get install chromium fonts-noto-cjk")
    with launched(program) as browser:
        yield browser


@pytest.fixture
def shared_data() -> Path:
    """The folder of the real results that lies beside this repository."""
    folder = REPOSITORY.parent / "shared" / "data"
    if not folder.is_dir():
        unavailable("the folder of real results", str(folder))
    return folder
