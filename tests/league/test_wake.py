"""Waking the worker: never raises, never waits twice for a broker that doesn't answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from celery import current_app

from league import wake

if TYPE_CHECKING:
    from pytest_django import Settings


class Clock:
    """A clock that tests set."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def sent(
    clock: Clock, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> list[tuple[str, tuple[int, ...]]]:
    """Messages that were handed to Celery."""
    settings.BROKER_URL = "redis://nowhere"
    messages: list[tuple[str, tuple[int, ...]]] = []
    monkeypatch.setattr(wake, "breaker", wake.Breaker(5, clock))
    monkeypatch.setattr(current_app, "send_task", lambda name, args, **_: messages.append((name, args)))
    return messages


@pytest.fixture
def tries(sent: list[object], monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Tries to reach a broker that isn't there."""
    made: list[str] = []

    def unreachable(name: str, **_: object) -> None:
        made.append(name)
        raise ConnectionError

    monkeypatch.setattr(current_app, "send_task", unreachable)
    return made


def test_message_names_the_task_and_holds_numbers_only(sent: list[tuple[str, tuple[int, ...]]]) -> None:
    assert wake.wake_ladders(3, 7)
    assert wake.wake_ladder(5, 7)
    assert wake.wake_fairness(3)
    assert wake.wake_fairness_report(9)

    assert sent == [
        ("league.club_refresh", (3, 7)),
        ("league.ladder_refresh", (5, 7)),
        ("league.fairness_refresh", (3,)),
        ("league.fairness_report", (9,)),
    ]


def test_nothing_is_published_without_a_broker(sent: list[object], settings: Settings) -> None:
    settings.BROKER_URL = ""

    assert not wake.wake_ladders(3, 7)
    assert sent == []


def test_failure_is_no_fault_of_the_writer_and_isnt_repeated(tries: list[str]) -> None:
    assert [wake.wake_ladders(3, 7), wake.wake_ladders(3, 8), wake.wake_ladder(5, 9)] == [False] * 3
    assert tries == ["league.club_refresh"]


def test_broker_is_tried_again_after_a_while(tries: list[str], clock: Clock) -> None:
    for seconds in (0, 4, 6, 7, 12):
        clock.now = 100.0 + seconds
        wake.wake_ladders(3, 7)

    assert len(tries) == 3


def test_answer_closes_the_breaker(sent: list[object], clock: Clock) -> None:
    wake.breaker.failed()
    assert not wake.wake_ladders(3, 7)
    clock.now += 6

    assert [wake.wake_ladders(3, 7), wake.wake_ladders(3, 8)] == [True, True]
