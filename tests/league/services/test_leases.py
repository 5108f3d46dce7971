"""Claims on pieces of work: one holder at a time, and none that outlives its process for long."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from contextlib import suppress
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.utils import timezone

from league.models import Lease
from league.services.leases import LEASE_SECONDS, holder_new, lease_held, lease_release, lease_take

if TYPE_CHECKING:
    from time_machine import TimeMachineFixture

pytestmark = pytest.mark.django_db
HERE = socket.gethostname()[:50]


def test_second_holder_has_to_wait() -> None:
    one, two = holder_new(), holder_new()

    assert lease_take(name="work", holder=one)
    assert not lease_take(name="work", holder=two)
    assert lease_take(name="other work", holder=two)


def test_holder_may_renew(time_machine: TimeMachineFixture) -> None:
    now = timezone.now()
    one, two = holder_new(), holder_new()
    for seconds in (0, 9, 18):
        time_machine.move_to(now + timedelta(seconds=seconds), tick=False)
        assert lease_take(name="work", holder=one)

    time_machine.move_to(now + timedelta(seconds=27), tick=False)
    assert not lease_take(name="work", holder=two)


def test_silent_holder_loses_it_after_ten_seconds(time_machine: TimeMachineFixture) -> None:
    now = timezone.now()
    time_machine.move_to(now, tick=False)
    one, two = holder_new(), holder_new()
    lease_take(name="work", holder=one)

    time_machine.move_to(now + timedelta(seconds=LEASE_SECONDS), tick=False)
    assert not lease_take(name="work", holder=two)
    time_machine.move_to(now + timedelta(seconds=LEASE_SECONDS + 1), tick=False)
    assert lease_take(name="work", holder=two)
    assert not lease_take(name="work", holder=one)


def test_holder_whose_process_is_gone_loses_it_at_once() -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    dead = f"{HERE}:{ended.pid}:00000000"
    lease_take(name="work", holder=dead)

    assert lease_take(name="work", holder=holder_new())


@pytest.mark.skipif(sys.platform != "linux", reason="there is no /proc to ask")
def test_holder_that_ended_but_was_not_reaped_loses_it_at_once() -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    os.waitid(os.P_PID, ended.pid, os.WEXITED | os.WNOWAIT)  # it has ended, and stays a zombie
    lease_take(name="work", holder=f"{HERE}:{ended.pid}:00000000")

    assert lease_take(name="work", holder=holder_new())
    ended.wait()


@pytest.mark.parametrize("holder", ["elsewhere:1:00000000", f"{HERE}:{os.getppid()}:00000000", "?"])
def test_holder_that_may_be_alive_keeps_it(holder: str) -> None:
    lease_take(name="work", holder=holder)

    assert not lease_take(name="work", holder=holder_new())


def test_release_gives_it_to_the_next() -> None:
    one, two = holder_new(), holder_new()
    lease_take(name="work", holder=one)

    lease_release(name="work", holder=two)
    assert not lease_take(name="work", holder=two)
    lease_release(name="work", holder=one)
    assert lease_take(name="work", holder=two)


def test_held_lease_is_released_after_an_error() -> None:
    with suppress(ZeroDivisionError), lease_held(name="work") as holder:
        assert holder is not None
        with lease_held(name="work") as other:
            assert other is None
        raise ZeroDivisionError

    assert not Lease.objects.exists()
