"""ETags: 304 before any expensive work, another tag for everything that changes what a reader sees."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from league.models import Ladder, Membership, PlayerMerge
from league.services.merges import player_merge, player_unmerge
from league.services.people import player_anonymise, player_change
from league.services.runs import ladder_refresh
from league.views import caching
from tests import factories as make
from tests.api.world import THIRD, client_of, refused, world_make

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.test import Client
    from pytest_django import DjangoAssertNumQueries

    from tests.api.world import World


def test_unchanged_answer_is_not_sent_again(client: Client, world: World) -> None:
    for url in ["/api/v1/clubs/", "/api/schema/", *world.urls()]:
        first = client.get(url)
        again = client.get(url, headers={"if-none-match": first["ETag"]})
        assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"]), url
        assert (again["Cache-Control"], again["Vary"]) == (first["Cache-Control"], first["Vary"])
        assert set(first["Vary"].split(", ")) == {"Accept", "Accept-Language", "Cookie"}


@pytest.mark.parametrize(
    ("rest", "queries"),
    [
        ("players/", 1),
        ("tables/", 1),
        ("tables/{world.first.public_id}/", 1),
        ("players/{world.yui.public_id}/", 2),
        ("ladders/{world.ladder.public_id}/standings/", 2),
        ("ladders/{world.ladder.public_id}/points/", 2),
        ("ladders/{world.ladder.public_id}/standings/?as_of=2025-01-11", 2),
    ],
)
def test_unchanged_answer_costs_the_pointer_only(
    client: Client, world: World, rest: str, queries: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    url = world.url + rest.format(world=world)
    known = client.get(url)["ETag"]
    with django_assert_num_queries(queries):
        assert client.get(url, headers={"if-none-match": known}).status_code == 304


def test_head_says_the_same_without_a_body(client: Client, world: World) -> None:
    for url in ["/api/v1/clubs/", *world.urls()]:
        full, head = client.get(url), client.head(url)
        assert (head.status_code, head.content) == (200, b"")
        same = ("ETag", "Content-Type", "Content-Length", "Cache-Control", "Vary")
        assert [head[name] for name in same] == [full[name] for name in same]


def _recompute(world: World) -> None:
    make.table_make(world.club, [(world.ren, 1), (world.yui, 2)], day=THIRD, number=9)
    ladder_refresh(ladder_id=world.ladder.pk)


CHANGES: dict[str, Callable[[World], object]] = {
    "revision": lambda world: make.unrated_change(world.club),
    "run": _recompute,
    "ladder name": lambda _: Ladder.objects.update(name="冬"),
}


@pytest.mark.parametrize("what", CHANGES)
def test_etag_changes_with(client: Client, world: World, what: str) -> None:
    url = f"{world.url}ladders/{world.ladder.public_id}/standings/"
    before = client.get(url)["ETag"]
    CHANGES[what](world)
    assert client.get(url)["ETag"] != before


ACTS: dict[str, Callable[[World], object]] = {
    "hiding": lambda w: player_change(actor=make.ACTOR, player=w.yui, hidden=True),
    "renaming": lambda w: player_change(actor=make.ACTOR, player=w.yui, name="朝霧"),
    "merging": lambda w: player_merge(actor=make.ACTOR, source=make.player_make(w.club), target=w.yui),
    "undoing a merge": lambda w: player_unmerge(actor=make.ACTOR, merge=PlayerMerge.objects.get()),
    "erasing": lambda w: player_anonymise(actor=make.ACTOR, player=make.player_make(w.club)),
}


@pytest.mark.parametrize("act", ACTS)
def test_no_answer_is_unchanged_after(client: Client, world: World, act: str) -> None:
    exports = [f"/aoba/export/leaderboard.{name}" for name in ("csv", "svg")]
    urls = [*world.urls(), *exports, f"/aoba/export/season/{world.season.public_id}.json"]
    known = {url: client.get(url)["ETag"] for url in urls}
    ACTS[act](world)
    for url, tag in known.items():
        assert client.get(url, headers={"if-none-match": tag}).status_code in {200, 404}, url


def test_etag_differs_by_language_role_and_question(client: Client, world: World) -> None:
    url = f"{world.url}tables/"
    tags = [client_of(world, name).get(url)["ETag"] for name in ("alice", "bob", "charlie")]
    tags += [client.get(url, headers={"accept-language": "en"})["ETag"], client.get(url + "?limit=2")["ETag"]]
    assert len(set(tags)) == 5


def test_etag_changes_with_the_release(client: Client, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    before = client.get(world.url)["ETag"]
    monkeypatch.setattr(caching, "page_version", lambda: "next")
    assert client.get(world.url)["ETag"] != before


@pytest.mark.django_db
def test_etag_is_no_key_to_a_private_club(client: Client) -> None:
    world = world_make(public=False)
    alice = client_of(world, "alice")
    known = alice.get(world.url)["ETag"]
    refused(client, world.url, 404, if_none_match=known)
    Membership.objects.all().delete()
    refused(alice, world.url, 404, if_none_match=known)


def test_if_match_is_kept(client: Client, world: World) -> None:
    known = client.get(world.url)["ETag"]
    assert client.get(world.url, headers={"if-match": known}).status_code == 200
    assert refused(client, world.url, 412, if_match='"other"')["type"] == "/api/docs/#precondition-failed"


def test_conditions_on_dates_are_ignored_where_nothing_has_a_date(client: Client, world: World) -> None:
    long_ago, far_ahead = "Mon, 01 Jan 2001 00:00:00 GMT", "Fri, 01 Jan 2100 00:00:00 GMT"
    known = client.get(world.url)["ETag"]
    for headers in ({"if-unmodified-since": long_ago}, {"if-modified-since": far_ahead}):
        assert client.get(world.url, headers=headers).status_code == 200
        assert client.get(world.url, headers={**headers, "if-none-match": known}).status_code == 304


def test_indented_json_isn_t_another_text_of_one_tag(client: Client, world: World) -> None:
    plain = client.get(world.url)
    indented = client.get(world.url, headers={"accept": "application/json; indent=4"})
    assert (indented["ETag"], indented.content) == (plain["ETag"], plain.content)
