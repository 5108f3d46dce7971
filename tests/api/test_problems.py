"""Errors are problem details everywhere below /api/, in the reader's language, without internals."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.db import InterfaceError, OperationalError
from django.test import Client, override_settings

from api.views import errors, players
from tests.api.world import client_of, refused

if TYPE_CHECKING:
    from django.test import RequestFactory

    from tests.api.world import World

JAPANESE = re.compile(r"[぀-ヿ㐀-鿿]")
OF_NO_CLUB = ("/api/v1/clubs/", "/api/v1/health/", "/api/schema/", "/api/docs/", "/api/v1/nothing/")
MEMBERS = {"type", "title", "status", "detail", "instance", "request_id", "errors"}


@pytest.mark.parametrize(
    "path", ["/api/", "/api/v1/", "/api/v2/clubs/", "/api/v1/clubs/aoba/secrets/", "/api/x.php", "/api//"]
)
def test_unknown_addresses(client: Client, db: None, path: str) -> None:
    problem = refused(client, path, 404)
    assert (problem["type"], problem["instance"], problem["errors"]) == ("/api/docs/#not-found", path, [])


def test_unknown_addresses_when_debugging(client: Client, db: None) -> None:
    with override_settings(DEBUG=True):
        refused(client, "/api/v1/nothing/", 404)


@pytest.mark.parametrize("path", ["/api/v1/clubs", "/api/schema", "/api/v1/clubs/aoba/tables?limit=2"])
def test_forgotten_slash_is_put_there(client: Client, db: None, path: str) -> None:
    answer = client.get(path)
    before, _, query = path.partition("?")
    assert (answer.status_code, answer["Location"]) == (301, f"{before}/" + (f"?{query}" if query else ""))


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete", "trace"])
@pytest.mark.parametrize("name", ["anonymous", "alice"])
def test_other_methods(world: World, method: str, name: str) -> None:
    strict = client_of(world, name)
    strict.handler.enforce_csrf_checks = True
    for url in [*OF_NO_CLUB, *world.urls()]:
        answer = getattr(strict, method)(url)
        assert answer.status_code == 405
        assert answer["Content-Type"] == "application/problem+json"
        assert answer["Allow"] == "GET, HEAD, OPTIONS"
        assert answer.json()["type"] == "/api/docs/#method-not-allowed"


def test_options_says_what_is_allowed_and_no_more(client: Client, world: World) -> None:
    for url in [*OF_NO_CLUB, *world.urls()]:
        answer = client.options(url)
        assert (answer.status_code, answer.content, answer["Allow"]) == (204, b"", "GET, HEAD, OPTIONS")


@pytest.mark.parametrize("accept", ["text/html", "application/xml", "image/*"])
def test_other_formats(client: Client, world: World, accept: str) -> None:
    assert refused(client, world.url, 406, accept=accept)["type"] == "/api/docs/#not-acceptable"


@pytest.mark.parametrize("accept", ["*/*", "application/*", "text/html,application/xml;q=0.9,*/*;q=0.8"])
def test_browsers_and_plain_clients_get_json(client: Client, world: World, accept: str) -> None:
    assert client.get(world.url, headers={"accept": accept})["Content-Type"] == "application/json"


def test_documentation_is_a_page(client: Client, db: None) -> None:
    for accept in ("text/html", "*/*"):
        answer = client.get("/api/docs/", headers={"accept": accept})
        assert (answer.status_code, answer["Content-Type"]) == (200, "text/html; charset=utf-8")
    refused(client, "/api/docs/", 406, accept="image/png")


@pytest.mark.parametrize(("language", "japanese"), [("ja", True), ("en", False), ("de", True)])
def test_words_are_in_the_language_of_the_request(
    client: Client,
    world: World,
    language: str,
    japanese: bool,
) -> None:
    for url, status in ((world.url + "?x=1", 400), ("/api/nothing/", 404)):
        problem = refused(client, url, status, accept_language=language)
        texts = [problem["title"], problem["detail"], *(error["message"] for error in problem["errors"])]
        assert [bool(JAPANESE.search(text)) for text in texts] == [japanese] * len(texts)


def test_request_id_is_that_of_the_header(client: Client, world: World) -> None:
    answer = client.get("/api/nothing/")
    assert answer.json()["request_id"] == answer["X-Request-ID"]
    assert answer["Cache-Control"] == "no-store"


def test_path_is_told_without_its_query_and_escaped(client: Client, world: World) -> None:
    problem = refused(client, "/api/\u202eevil/?token=abc", 404)
    assert problem["instance"] == "/api/%E2%80%AEevil/"


@pytest.mark.parametrize("error", [OperationalError("inside"), InterfaceError("inside")])
def test_busy_database_is_a_503_that_says_when(
    client: Client, world: World, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    answer = _answer_of_broken_view(client, world, monkeypatch, error)
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert answer.json()["type"] == "/api/docs/#unavailable"


def test_bug_is_a_500_without_internals(
    client: Client, world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    answer = _answer_of_broken_view(client, world, monkeypatch, KeyError("inside"))
    assert answer.status_code == 500
    assert answer.json()["request_id"] == answer["X-Request-ID"]
    assert "inside" in caplog.text


def test_forbidden_is_a_403(client: Client, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    assert _answer_of_broken_view(client, world, monkeypatch, PermissionDenied("inside")).status_code == 403


@pytest.mark.parametrize(
    ("view", "status"),
    [("bad_request", 400), ("permission_denied", 403), ("not_found", 404), ("server_error", 500)],
)
def test_errors_before_any_view(rf: RequestFactory, view: str, status: int) -> None:
    arguments = () if view == "server_error" else (SuspiciousOperation("inside"),)
    answer = getattr(errors, view)(rf.get("/api/v1/clubs/"), *arguments)
    assert (answer.status_code, answer["Content-Type"]) == (status, "application/problem+json")
    assert set(json.loads(answer.content)) == MEMBERS
    assert b"inside" not in answer.content
    page = getattr(errors, view)(rf.get("/aoba/"), *arguments)
    assert (page.status_code, page["Content-Type"]) == (status, "text/html; charset=utf-8")


def test_forged_host_is_a_400(world: World) -> None:
    problem = refused(Client(headers={"host": "evil.example"}), world.url, 400)
    assert problem["type"] == "/api/docs/#bad-request"


def _answer_of_broken_view(
    client: Client, world: World, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> Any:  # noqa: ANN401 - the test client's own class of answers
    def refuse(**_: object) -> None:
        raise error

    monkeypatch.setattr(players, "persons_page", refuse)
    answer = client.get(world.url + "players/")
    assert answer["Content-Type"] == "application/problem+json"
    assert set(answer.json()) == MEMBERS
    assert b"inside" not in answer.content
    return answer
