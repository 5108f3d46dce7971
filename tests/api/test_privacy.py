"""Nothing private leaves by the API (G16): every private field holds a marker, and every role crawls everything."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests import factories as make
from tests.api.world import SECRET, client_of, world_make

if TYPE_CHECKING:
    from django.test import Client

    from tests.api.world import World

ROLES = ("alice", "bob", "charlie", "anonymous")
LINK = re.compile(r'"(/api/[^"#]+)"')
MOST_PAGES = 300


def crawl(client: Client, starts: list[str], **headers: str) -> dict[str, str]:
    """Return everything that can be reached by links, as text by address."""
    seen: dict[str, str] = {}
    waiting = list(starts)
    while waiting and len(seen) < MOST_PAGES:
        url = waiting.pop()
        if url in seen:
            continue
        answer = client.get(url, headers=headers)
        head = "\n".join(f"{name}: {value}" for name, value in answer.headers.items())
        seen[url] = head + "\n" + answer.content.decode()
        waiting += [link for link in LINK.findall(answer.content.decode()) if "{" not in link]
    return seen


@pytest.mark.django_db
@pytest.mark.parametrize("public", [True, False])
@pytest.mark.parametrize("name", ROLES)
def test_no_marker_leaves(name: str, public: bool) -> None:
    world = world_make(public=public)
    visitor = client_of(world, name)
    lists = ("players/", "seasons/", "meetings/", "tables/", "ladders/")
    starts = ["/api/v1/clubs/", *world.urls(), *(f"{world.url}{one}?limit=1" for one in lists)]
    starts += [f"{world.url}players/{world.hidden.public_id}/"]
    for language in ("ja", "en"):
        pages = crawl(visitor, starts, accept_language=language)
        assert len(pages) > 20
        assert [url for url, text in pages.items() if SECRET in text] == []
        assert [url for url, text in pages.items() if world.hidden.public_id in text.replace(url, "")] == []


@pytest.mark.django_db
def test_no_answer_holds_a_primary_key() -> None:
    world = world_make()
    key = re.compile(r'"(?:pk|[a-z_]+_pk|[a-z_]+_id)":(?!"[0-9a-f]{32}")')
    pages = crawl(client_of(world, "alice"), world.urls())
    assert [url for url, text in pages.items() if key.search(text)] == []


@pytest.mark.django_db
def test_errors_say_the_same_of_hidden_and_unknown_people() -> None:
    world = world_make()
    visitor = client_of(world, "bob")
    for pattern in ("players/{}/", "tables/?player={}"):
        answers = [
            visitor.get(world.url + pattern.format(key))
            for key in (world.hidden.public_id, "2" * 16, make.player_make(make.club_make()).public_id)
        ]
        assert len({answer.status_code for answer in answers}) == 1
        assert len({str(answer.json()["errors"]) for answer in answers}) == 1


@pytest.mark.django_db
def test_private_answers_are_kept_by_nobody(world: World) -> None:
    private = world_make("secret", public=False)
    alice, public_alice = client_of(private, "alice"), client_of(world, "alice")
    for url in private.urls():
        assert alice.get(url)["Cache-Control"] == "private, no-store"
    for url in world.urls():
        assert public_alice.get(url)["Cache-Control"] == "private, no-cache"
        assert client_of(world, "anonymous").get(url)["Cache-Control"] == "public, no-cache"
