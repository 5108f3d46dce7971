"""Too many requests are told how long to wait; everybody has a bucket of their own."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest
from django.core.cache import caches

from api.throttles import PERIOD_NS, SECOND_NS, network_of, take
from tests.api.world import FIRST, client_of, get, refused

if TYPE_CHECKING:
    from django.test import Client
    from pytest_django import Settings

    from tests.api.world import World


@pytest.fixture(autouse=True)
def few(settings: Settings) -> None:
    settings.API_REQUESTS_A_MINUTE = {"anonymous": 12, "user": 24}


def passed(client: Client, url: str, **headers: str) -> int:
    """Return how many requests pass before one is refused."""
    for number in range(100):
        if client.get(url, headers=headers).status_code == 429:
            return number
    return 100


def test_too_many_are_told_how_long_to_wait(client: Client, world: World) -> None:
    assert passed(client, world.url) == 12
    answer = client.get(world.url)
    problem = refused(client, world.url, 429)
    assert problem["type"] == "/api/docs/#throttled"
    assert 1 <= int(answer["Retry-After"]) <= 6


def test_unchanged_and_unknown_answers_count_too(client: Client, world: World) -> None:
    known = client.get(world.url)["ETag"]
    assert passed(client, world.url, if_none_match=known) == 11
    refused(client, "/api/v1/nothing/", 429)


def test_who_is_logged_in_has_a_bucket_of_his_own(client: Client, world: World) -> None:
    alice, bob = client_of(world, "alice"), client_of(world, "bob")
    assert [passed(one, world.url) for one in (client, alice, bob)] == [12, 24, 24]


def test_addresses_have_buckets_of_their_own(client: Client, world: World) -> None:
    assert passed(client, world.url) == 12
    assert client.get(world.url, REMOTE_ADDR="192.0.2.7").status_code == 200


def test_nobody_chooses_his_own_address(client: Client, world: World) -> None:
    numbers = iter(range(100))
    for _ in range(12):
        client.get(world.url, headers={"x-forwarded-for": f"192.0.2.{next(numbers)}"})
    refused(client, world.url, 429, x_forwarded_for="192.0.2.200")


def test_health_is_never_throttled(client: Client, world: World) -> None:
    assert passed(client, "/api/v1/health/") == 100


def test_standings_of_a_day_cost_more(client: Client, world: World) -> None:
    get(client, f"{world.url}ladders/{world.ladder.public_id}/standings/?as_of={FIRST}")
    assert passed(client, world.url) == 2


def test_bucket_refills_evenly() -> None:
    start = 1000 * SECOND_NS
    assert [take("a", 4, 1, now_ns=start) for _ in range(5)] == [None, None, None, None, 15.0]
    assert take("a", 4, 1, now_ns=start + 14 * SECOND_NS) == 1.0
    assert take("a", 4, 1, now_ns=start + 15 * SECOND_NS) is None
    assert take("a", 4, 4, now_ns=start + 15 * SECOND_NS + PERIOD_NS) is None


def test_clock_that_is_set_back_locks_nobody_out_for_long() -> None:
    for _ in range(4):
        take("a", 4, 1, now_ns=9_000_000 * SECOND_NS)
    assert (take("a", 4, 1, now_ns=1000 * SECOND_NS) or 0) <= 15.0


def test_threads_share_a_bucket_exactly() -> None:
    passed_through: list[float | None] = []
    threads = [
        threading.Thread(
            target=lambda: passed_through.extend(take("b", 50, 1, now_ns=SECOND_NS) for _ in range(20))
        )
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert passed_through.count(None) == 50


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("", "unknown"),
        ("evil\u202e", "unknown"),
    ],
)
def test_what_counts_as_one_visitor(address: str, network: str) -> None:
    assert network_of(address) == network


def test_memory_is_bounded() -> None:
    for number in range(25_000):
        take(f"address:{number}", 10, 1)
    assert len(caches["throttle"]._cache) <= 20_000  # type: ignore[attr-defined]  # noqa: SLF001 - no public way
