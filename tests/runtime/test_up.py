"""`manage.py up`: it starts everything, restarts what dies, and leaves nothing behind."""

import os
import signal
import socket
import time
import urllib.error
import urllib.request
from contextlib import closing
from pathlib import Path

import psutil
import pytest

from league.runtime.ports import free_port, listen
from tests.runtime.conftest import Installation, Up
from tests.services.broker import Broker
from tests.services.patience import slowness


def free(port: int) -> str:
    return f"--port={port}"


def health(installation: Installation) -> str:
    with urllib.request.urlopen(f"{installation.address}api/v1/health/", timeout=10) as answer:
        return str(answer.read().decode())


def test_up_serves_with_worker_beat_and_a_broker_of_its_own(up: Up) -> None:
    running = up(free(free_port())).wait_running()
    assert '"database":"ok"' in health(running)
    assert '"broker":"ok"' in health(running)
    running.wait(lambda: " ready." in running.log("worker"))
    running.wait(lambda: "beat: Starting" in running.log("beat"))


def test_up_shows_visitors_no_internals(up: Up) -> None:
    running = up(free(free_port())).wait_running()
    with pytest.raises(urllib.error.HTTPError) as caught:
        urllib.request.urlopen(f"{running.address}no/such/page/", timeout=10)
    assert "urlpatterns" not in caught.value.read().decode()
    caught.value.close()


@pytest.mark.parametrize("sig", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_up_ends_in_order_and_leaves_no_process(up: Up, sig: signal.Signals) -> None:
    running = up(free(free_port())).wait_running()
    running.process.send_signal(sig)
    assert running.wait_ended() == 0
    running.wait_gone(timeout_s=1)
    assert "Stopped." in running.output
    assert "bye bye" in running.log("broker")


def test_up_asked_twice_at_once_ends_in_order(up: Up) -> None:
    running = up(free(free_port())).wait_running()
    for sig in (signal.SIGINT, signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        running.process.send_signal(sig)
    assert running.wait_ended() == 0
    running.wait_gone(timeout_s=1)
    assert "Stopped." in running.output
    assert "Traceback" not in running.output
    assert "Exception" not in running.output


def test_up_without_any_account_says_where_to_create_the_first(up: Up) -> None:
    running = up(free(free_port())).wait_running()
    assert f"Create the first account: {running.address}accounts/first/" in running.output


def test_up_killed_leaves_no_process(up: Up) -> None:
    running = up(free(free_port())).wait_running()
    running.wait(lambda: " ready." in running.log("worker"))
    assert len(running.processes()) >= 9  # up, guard, broker, web and its process, beat, worker and its two
    running.process.kill()
    running.wait_gone()


def test_up_killed_together_with_its_guard_leaves_no_process(up: Up) -> None:
    running = up(free(free_port())).wait_running()
    running.wait(lambda: " ready." in running.log("worker"))
    guard = running.find("guard.py")
    guard.suspend()
    running.process.kill()
    guard.kill()
    running.wait_gone()


def test_up_interrupted_while_it_starts_leaves_no_process(up: Up) -> None:
    starting = up(free(free_port()))
    starting.wait(lambda: len(starting.processes()) > 2)
    starting.process.send_signal(signal.SIGINT)
    assert starting.wait_ended() == 0
    starting.wait_gone(timeout_s=1)


@pytest.mark.parametrize(
    "words", [("gunicorn",), ("celery", "worker"), ("celery", "beat"), ("server", "127.0.0.1:")]
)
def test_up_starts_a_killed_child_again_and_says_so(up: Up, words: tuple[str, ...]) -> None:
    running = up(free(free_port())).wait_running()
    running.wait(lambda: " ready." in running.log("worker"))
    victim = running.find(*words)
    victim.kill()
    running.wait(lambda: "starting it again in 0.5 s" in running.output, timeout_s=10)
    running.wait(
        lambda: any(all(word in " ".join(p.cmdline()) for word in words) for p in running.processes())
    )
    assert '"database":"ok"' in health(running)
    running.wait(lambda: '"broker":"ok"' in health(running))


def test_up_without_its_guard_still_cleans_up(up: Up) -> None:
    running = up(free(free_port())).wait_running()
    running.find("guard.py").kill()
    running.find("celery", "beat").kill()
    running.wait(lambda: "starting it again" in running.output)
    running.process.kill()
    running.wait_gone()


def test_up_callers_wait_while_the_web_server_restarts(up: Up) -> None:
    running = up(free(free_port())).wait_running()
    master = running.find("gunicorn")
    family = [master, *master.children()]
    master.kill()
    psutil.wait_procs(family, timeout=5)
    started = time.monotonic()
    assert '"database":"ok"' in health(running)
    assert time.monotonic() - started < 8


def test_up_starts_again_where_it_was_killed(up: Up) -> None:
    running = up(free(free_port())).wait_running()
    running.process.kill()
    again = up(free(free_port()), var_dir=running.var_dir).wait_running()
    assert '"broker":"ok"' in health(again)


def test_up_second_start_is_quick(up: Up) -> None:
    first = up(free(free_port())).wait_running()
    first.process.send_signal(signal.SIGTERM)
    first.wait_ended()
    started = time.monotonic()
    up(free(free_port()), var_dir=first.var_dir).wait_running()
    assert time.monotonic() - started < 10 * slowness()


def test_up_refuses_a_taken_port_that_was_asked_for(up: Up) -> None:
    with closing(socket.socket()) as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        refused = up(free(port))
        assert refused.wait_ended() == 1
    assert f"Port {port} is in use" in refused.output
    assert "Traceback" not in refused.output
    refused.wait_gone(timeout_s=1)


def test_up_takes_the_next_port_when_none_was_asked_for(up: Up) -> None:
    try:
        taken = listen("127.0.0.1", 8000)
    except OSError:  # somebody else holds it already, which is as good
        taken = socket.socket()
    with closing(taken):
        running = up().wait_running()
    assert "Port 8000 is in use" in running.output
    assert ":8000/" not in running.address
    assert '"database":"ok"' in health(running)


@pytest.mark.parametrize("lang", ["en_US.UTF-8", "ja_JP.UTF-8", "C.UTF-8"])
def test_up_explains_a_folder_it_can_t_write(up: Up, tmp_path: Path, lang: str) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("a file where a folder should be")
    refused = up(var_dir=blocked / "var", LANG=lang)
    assert refused.wait_ended() == 1
    assert str(blocked / "var") in refused.output
    assert "SEKIJUN_VAR" in refused.output
    assert "Traceback" not in refused.output
    assert ("can't be written" in refused.output) == lang.startswith("en")


def test_up_explains_a_database_that_isn_t_there(up: Up) -> None:
    nobody = free_port()
    refused = up(free(free_port()), DATABASE_URL=f"postgres://a:b@127.0.0.1:{nobody}/c")
    assert refused.wait_ended() == 1
    assert "The database can't be used" in refused.output
    assert "Traceback" not in refused.output
    refused.wait_gone(timeout_s=1)


def test_up_refuses_a_folder_that_is_in_use(up: Up) -> None:
    running = up(free(free_port())).wait_running()
    refused = up(free(free_port()), var_dir=running.var_dir)
    assert refused.wait_ended() == 1
    assert f"already runs from this folder: {running.address}" in refused.output


def test_up_uses_the_broker_of_redis_url_and_leaves_it_alone(up: Up, own_broker: Broker) -> None:
    running = up(free(free_port()), REDIS_URL=own_broker.url).wait_running()
    assert '"broker":"ok"' in health(running)
    assert running.log("broker") == ""
    running.process.send_signal(signal.SIGTERM)
    running.wait_ended()
    assert own_broker.server.answers()


def test_up_serves_without_the_broker_of_redis_url_and_says_so(up: Up) -> None:
    running = up(free(free_port()), REDIS_URL=f"redis://:secret@127.0.0.1:{free_port()}/0").wait_running()
    assert "doesn't answer" in running.output
    assert "secret" not in running.output
    assert '"broker":"down"' in health(running)


def test_up_children_are_sessions_of_their_own(up: Up) -> None:
    running = up(free(free_port())).wait_running()
    for child in psutil.Process(running.process.pid).children():
        assert os.getsid(child.pid) == child.pid
