"""Publishing gives up quickly, whatever state the broker is in; workers are patient and safe to kill."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import psutil
import pytest
from celery import current_app
from django.conf import settings
from kombu import Connection
from kombu.exceptions import OperationalError
from redis.exceptions import ResponseError

from config.celery import app
from league.runtime.ports import free_port
from league.tasks import ladders_verify_task
from tests.services.broker import Broker
from tests.services.django_processes import CeleryWorker
from tests.services.patience import slowness

PATIENCE_S = 0.5


def publish() -> None:
    current_app.send_task("league.sweep", retry=False, ignore_result=True)


def seconds_to_fail() -> float:
    started = time.monotonic()
    with pytest.raises(OperationalError):
        publish()
    return time.monotonic() - started


def wait_for(done: Callable[[], bool], worker: CeleryWorker) -> None:
    deadline = time.monotonic() + 90  # seconds on a free machine; the pauses between a worker's tries grow
    while not done():
        assert time.monotonic() < deadline, worker.log
        time.sleep(0.1)


def transport_to(broker: Broker) -> Any:  # noqa: ANN401 - Kombu's types don't know what a transport adds
    return Connection(
        broker.url,
        transport="config.broker_transport:Transport",
        transport_options={"visibility_timeout": 0, "socket_timeout": 2},
    )


def test_publishing_to_a_stopped_broker_gives_up(
    own_broker: Broker, publish_to: Callable[[str], None]
) -> None:
    publish_to(own_broker.url)
    publish()
    own_broker.pause()
    taken = [seconds_to_fail() for _ in range(3)]  # with the open connection first, then with new ones
    own_broker.resume()
    assert max(taken) < PATIENCE_S * slowness()
    publish()


def test_publishing_to_a_dead_broker_gives_up(own_broker: Broker, publish_to: Callable[[str], None]) -> None:
    publish_to(own_broker.url)
    publish()
    own_broker.kill()
    assert max(seconds_to_fail() for _ in range(3)) < PATIENCE_S * slowness()
    own_broker.start()
    publish()


def test_publishing_to_nobody_gives_up(publish_to: Callable[[str], None]) -> None:
    publish_to(f"redis://127.0.0.1:{free_port()}/0")
    assert seconds_to_fail() < PATIENCE_S * slowness()


def test_a_worker_outlives_a_stopped_and_a_killed_broker(
    own_broker: Broker, celery_worker: Callable[..., CeleryWorker], publish_to: Callable[[str], None]
) -> None:
    worker = celery_worker(broker_url=own_broker.url)
    publish_to(own_broker.url)
    own_broker.pause()
    time.sleep(3)
    own_broker.resume()
    own_broker.kill()
    own_broker.start()
    current_app.send_task("league.no_such_task", retry=False, ignore_result=True)
    wait_for(lambda: "league.no_such_task" in worker.log, worker)


def test_a_worker_whose_acknowledgement_was_lost_takes_work_again(
    own_broker: Broker, celery_worker: Callable[..., CeleryWorker], publish_to: Callable[[str], None]
) -> None:
    worker = celery_worker(broker_url=own_broker.url)
    wait_for(lambda: worker.log.count(" succeeded in ") == 1, worker)  # the sweep of its start
    publish_to(own_broker.url)
    pool = psutil.Process(worker.pid).children()
    for process in pool:
        process.suspend()
    publish()
    wait_for(lambda: worker.log.count(" received") == 2, worker)
    own_broker.kill()
    for process in pool:
        process.resume()
    wait_for(lambda: "Couldn't ack" in worker.log, worker)
    own_broker.start()
    current_app.send_task("league.no_such_task", retry=False, ignore_result=True)
    wait_for(lambda: "league.no_such_task" in worker.log, worker)


@pytest.mark.parametrize("answer", ["ack", "reject", "requeue"])
def test_a_message_whose_answer_was_lost_keeps_no_place_and_comes_again(
    own_broker: Broker, answer: str
) -> None:
    with transport_to(own_broker) as connection:
        queue = connection.SimpleQueue("answers")
        queue.put("only one")
        channel = queue.channel
        channel.basic_qos(0, 1, False)
        message = queue.get(timeout=10)
        assert not channel.qos.can_consume()
        own_broker.kill()
        with pytest.raises(connection.connection_errors):
            {"ack": message.ack, "reject": message.reject, "requeue": message.requeue}[answer]()
        assert channel.qos.can_consume()
    own_broker.start()
    with transport_to(own_broker) as connection:
        connection.default_channel.qos.restore_visible()
        assert connection.SimpleQueue("answers").get(timeout=10).payload == "only one"


@pytest.mark.parametrize("answer", ["ack", "reject"])
def test_a_message_whose_answer_was_refused_keeps_no_place(own_broker: Broker, answer: str) -> None:
    with transport_to(own_broker) as connection:
        queue = connection.SimpleQueue("answers")
        queue.put("only one")
        channel = queue.channel
        channel.basic_qos(0, 1, False)
        message = queue.get(timeout=10)
        with channel.conn_or_acquire() as client:  # of another type, so that the broker refuses
            client.delete(channel.unacked_index_key)
            client.set(channel.unacked_index_key, "x")
        with pytest.raises(ResponseError):
            {"ack": message.ack, "reject": message.reject}[answer]()
        assert channel.qos.can_consume()


def test_workers_and_publishers_use_the_transport_that_frees_places(own_broker: Broker) -> None:
    env = {**os.environ, "REDIS_URL": own_broker.url, "DJANGO_SETTINGS_MODULE": "config.settings.test"}
    code = "from config.celery import app; print(type(app.connection_for_read().transport).__module__)"
    told = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "config.broker_transport"


def test_every_hard_time_limit_is_below_the_visibility_timeout() -> None:
    visible_again = settings.CELERY_BROKER_TRANSPORT_OPTIONS["visibility_timeout"]
    limits = [settings.CELERY_TASK_TIME_LIMIT]
    limits += [annotation["time_limit"] for annotation in settings.CELERY_TASK_ANNOTATIONS.values()]
    assert max(limits) < visible_again


def test_heavy_tasks_have_a_queue_of_their_own() -> None:
    route = app.amqp.router.route
    assert route({}, "league.ladder_refresh")["queue"].name == "heavy"
    assert route({}, "league.ladder_verify")["queue"].name == "heavy"
    assert route({}, "league.fairness_report")["queue"].name == "heavy"
    assert route({}, "league.deal_simulation")["queue"].name == "heavy"
    assert route({}, "league.fairness_refresh")["queue"].name == "default"
    assert route({}, "league.sweep")["queue"].name == "default"


def test_ladders_are_verified_at_half_past_five_in_japan() -> None:
    entry = app.conf.beat_schedule["ladders_verify"]
    assert (entry["task"], settings.CELERY_TIMEZONE) == (ladders_verify_task.name, "UTC")
    assert (entry["schedule"].hour, entry["schedule"].minute) == ({20}, {30})


def test_messages_are_json_and_answers_are_not_kept() -> None:
    assert app.conf.accept_content == ["json"]
    assert app.conf.task_ignore_result
    assert app.conf.result_backend is None


def test_tests_publish_nothing_by_themselves() -> None:
    assert settings.BROKER_URL == ""
    assert "REDIS_URL" not in os.environ
