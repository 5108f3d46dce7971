"""The servers that tests rely on: real, on the test's own database, and ended with it."""

import os
import time
import urllib.request
from collections.abc import Callable

import psutil
import pytest
import redis
from celery import current_app
from django.contrib.auth.models import User
from django.db import connection
from playwright.sync_api import Browser

from tests.services.broker import Broker
from tests.services.django_processes import CeleryWorker, WebServer


def wait_until(condition: Callable[[], bool], timeout_s: float = 10.0) -> bool:
    deadline = time.monotonic() + timeout_s
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


def test_broker_url_is_an_empty_database(broker_url: str) -> None:
    with redis.Redis.from_url(broker_url) as client:
        assert client.dbsize() == 0
        client.set("left", "behind")


def test_broker_url_is_empty_for_the_next_test_too(broker_url: str) -> None:
    with redis.Redis.from_url(broker_url) as client:
        assert client.dbsize() == 0


def test_own_broker_keeps_acknowledged_data_through_a_kill(own_broker: Broker) -> None:
    with redis.Redis.from_url(own_broker.url) as client:
        client.set("a", "1")
        time.sleep(1.2)  # the log reaches the disk every second
    own_broker.kill()
    own_broker.start()
    with redis.Redis.from_url(own_broker.url) as client:
        assert client.get("a") == b"1"


def test_live_web_sees_committed_rows_and_ends_with_its_test(live_web: WebServer) -> None:
    User.objects.create_user("alice", password="a password of alice")
    with urllib.request.urlopen(f"{live_web.url}/api/v1/health/", timeout=5) as answer:
        assert b'"database":"ok"' in answer.read()
    assert psutil.pid_exists(live_web.pid)


def test_live_web_comes_back_after_a_kill(live_web: WebServer) -> None:
    live_web.kill()
    assert not live_web.answers()
    live_web.start()
    assert live_web.answers()


def test_celery_worker_takes_messages_of_its_broker(
    celery_worker: Callable[..., CeleryWorker], publish_to: Callable[[str], None], broker_url: str
) -> None:
    worker = celery_worker()
    publish_to(broker_url)
    current_app.send_task("league.no_such_task", retry=False, ignore_result=True)
    assert wait_until(lambda: "league.no_such_task" in worker.log)


def test_celery_worker_killed_leaves_no_pool_process(celery_worker: Callable[..., CeleryWorker]) -> None:
    worker = celery_worker(concurrency=2)
    pool = psutil.Process(worker.pid).children(recursive=True)
    assert len(pool) == 2
    os.kill(worker.pid, 9)
    assert wait_until(lambda: not any(process.is_running() for process in pool))


@pytest.mark.browser
def test_chromium_shows_a_page(chromium: Browser, live_web: WebServer) -> None:
    page = chromium.new_page(locale="ja-JP")
    page.goto(f"{live_web.url}/admin/login/")
    assert "Django" in page.title()
    assert User.objects.count() == 0
    page.close()


@pytest.mark.django_db
def test_sqlite_databases_are_files() -> None:
    name = str(connection.settings_dict["NAME"])
    assert name != ":memory:"
    assert "test" in name
