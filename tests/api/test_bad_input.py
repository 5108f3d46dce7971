"""Whatever somebody sends, the answer is a clear 4xx at the field, never a 500 (G13)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from api.queries import LARGEST_PAGE
from tests.api.world import client_of, get, refused

if TYPE_CHECKING:
    from django.test import Client

    from tests.api.world import World

TEXTS = {
    "20 digits": "9" * 20,
    "a page of 10^30": "1" + "0" * 30,
    "zero byte": "%00",
    "zero byte inside": "aaaaaaaa%00bbbbbbb",
    "not UTF-8": "%ff%fe",
    "lone surrogate": "%ed%a0%80",
    "full-width digits": "１０",
    "Arabic digits": "٣",
    "underscore": "1_0",
    "zero-width": "\u200b",
    "right to left": "\u202eevil",
    "emoji": "👨‍👩‍👧",
    "NFD": "が",
    "a megabyte": "a" * 1_000_000,
    "ten megabytes of name": "名" * 1_000_000,
    "SQL": "1' OR '1'='1",
    "path": "../../etc/passwd",
    "markup": "<script>alert(1)</script>",
    "template": "{{7*7}}%25s",
    "header break": "x%0d%0aSet-Cookie: a=b",
    "empty": "",
    "space": "%20",
    "minus": "-1",
    "zero": "0",
    "float": "1.5",
    "infinity": "inf",
    "not a day": "2026-02-30",
    "day with time": "2026-02-03T00:00:00Z",
    "day zero": "0000-01-01",
    "nested": "%5B" * 5_000,
}
FIELDS = {
    "players/": ("limit", "cursor"),
    "seasons/": ("limit", "cursor"),
    "meetings/": ("limit", "cursor", "season", "order"),
    "tables/": ("limit", "cursor", "meeting", "season", "player", "game", "state", "order"),
    "ladders/": ("limit", "cursor"),
    "ladders/{ladder}/standings/": ("limit", "cursor", "as_of", "run"),
    "ladders/{ladder}/points/": ("limit", "cursor", "player", "run", "order"),
}
CASES = [(path, field) for path, fields in FIELDS.items() for field in fields]


def address(world: World, path: str) -> str:
    return world.url + path.format(ladder=world.ladder.public_id)


@pytest.mark.parametrize(("path", "field"), CASES)
def test_bad_values_are_refused_at_the_field(client: Client, world: World, path: str, field: str) -> None:
    for what, text in TEXTS.items():
        problem = refused(client, f"{address(world, path)}?{field}={text}")
        assert [error["field"] for error in problem["errors"]] == [field], what
        assert problem["errors"][0]["message"]
        assert len(json.dumps(problem)) < 1_500, what


@pytest.mark.parametrize("path", ["", *FIELDS])
def test_unknown_parameters_are_named(client: Client, world: World, path: str) -> None:
    for name in ("page", "format", "ordering", "id", "Limit", "limit[]", "__proto__"):
        problem = refused(client, f"{address(world, path)}?{name}=1")
        assert [error["field"] for error in problem["errors"]] == [name]


def test_all_mistakes_are_told_at_once(client: Client, world: World) -> None:
    problem = refused(client, f"{world.url}tables/?page=1&limit=0&state=gone&limit=2&game=go")
    assert {error["field"] for error in problem["errors"]} == {"page", "limit", "state", "game"}


def test_hostile_names_of_parameters_are_cleaned_and_cut(client: Client, world: World) -> None:
    problem = refused(client, f"{world.url}tables/?%00%E2%80%AE{'x' * 5_000}=1")
    field = problem["errors"][0]["field"]
    assert len(field) <= 41
    assert not {"\0", "\u202e"} & set(field)
    many = "&".join(f"x{number}=1" for number in range(1_500))
    assert len(refused(client, f"{world.url}tables/?{many}")["errors"]) <= LARGEST_PAGE


def test_more_parameters_than_anybody_needs_are_a_bad_request(client: Client, world: World) -> None:
    many = "&".join(f"x{number}=1" for number in range(5_000))
    refused(client, f"{world.url}tables/?{many}")


@pytest.mark.parametrize(
    "path", ["players/{}/", "meetings/{}/", "tables/{}/", "ladders/{}/", "ladders/{}/points/"]
)
def test_bad_ids_in_paths_are_not_found(client: Client, world: World, path: str) -> None:
    for what, text in TEXTS.items():
        answer = client.get(world.url + path.format(text.replace("../", "..%2F")))
        assert 400 <= answer.status_code < 500 or answer.status_code == 301, what
    for text in ("9" * 20, "%00", "%ff", "a" * 16, "x" * 100_000):
        refused(client, world.url + path.format(text), 404)


def test_bad_clubs_are_not_found(client: Client, world: World) -> None:
    for text in ("%00", "%ff", "9" * 20, "x" * 100_000, "青葉", "\u202e", "a b"):
        refused(client, f"/api/v1/clubs/{text}/players/", 404)


CURSORS = {
    "another list's": "limit=2",
    "not base64": "cursor=====",
    "odd length": "cursor=a",
    "zero bytes": "cursor=AAAAAAAA",
    "not ASCII": "cursor=44GC44GC44GC",
    "a day that isn't": "cursor=MjAyNi0wMi0zMC8wMDAwMS8wMDAwMS8yMjIyMjIyMjIyMjIyMjIy",
}


@pytest.mark.parametrize("path", FIELDS)
@pytest.mark.parametrize("what", CURSORS)
def test_forged_cursors_are_refused(client: Client, world: World, path: str, what: str) -> None:
    query = CURSORS[what]
    if what == "another list's":
        other = "players/?limit=1" if "points" in path or "tables" in path else "tables/?limit=1"
        query = get(client, world.url + other)["next"].partition("?")[2]
        if path == "seasons/":
            query = query.replace("limit=1&", "")
    problem = refused(client, f"{address(world, path)}?{query}")
    assert problem["errors"][0]["field"] == "cursor"


@pytest.mark.parametrize("body", ["[" * 5_000, "{" * 5_000, '{"name":"' + "名" * 3_000_000, "\0", ""])
def test_bodies_are_never_read(client: Client, world: World, body: str) -> None:
    for visitor in (client, client_of(world, "alice")):
        answer = visitor.post(world.url + "tables/", data=body, content_type="application/json")
        assert answer.status_code == 405
        assert answer.json()["status"] == 405
        answer = visitor.generic("GET", world.url + "tables/", data=body, content_type="application/json")
        assert answer.status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"if_none_match": '"' + "x" * 5_000},
        {"if_none_match": "\x7f, W/, ***"},
        {"if_modified_since": "yesterday"},
        {"accept_language": "zz-" + "y" * 3_000},
        {"accept_language": "ja;q=\x00"},
        {"range": "bytes=0-"},
        {"x_forwarded_for": "not an address, \u202e"},
        {"x_forwarded_host": "evil.example"},
        {"x_http_method_override": "DELETE"},
        {"cookie": "sessionid=\x01\x02; csrftoken=x"},
        {"cookie": "sessionid=" + "a" * 5_000},
    ],
)
def test_odd_headers_change_nothing(client: Client, world: World, headers: dict[str, Any]) -> None:
    answer = client.get(world.url + "players/", headers=headers)
    assert answer.status_code == 200
    assert b"evil" not in answer.content
