"""The language switch, and the language a page is in."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.test import Client

pytestmark = pytest.mark.django_db

SWITCH = "/i18n/language/"


@pytest.mark.parametrize(
    ("accepted", "language"),
    [("", "ja"), ("ja", "ja"), ("en", "en"), ("en-GB,en;q=0.9", "en"), ("de", "ja"), ("de,en;q=0.5", "en")],
)
def test_page_follows_the_browser_and_else_is_japanese(client: Client, accepted: str, language: str) -> None:
    response = client.get("/", headers={"accept-language": accepted})
    assert f'<html lang="{language}">' in response.content.decode()
    assert response["Content-Language"] == language


def test_switch_is_remembered_and_leads_back(client: Client) -> None:
    response = client.post(SWITCH, {"language": "en", "next": "/?page=1"})
    assert (response.status_code, response["Location"]) == (302, "/?page=1")
    cookie = response.cookies[settings.LANGUAGE_COOKIE_NAME]
    assert (cookie.value, cookie["httponly"], cookie["samesite"]) == ("en", True, "Lax")
    assert '<html lang="en">' in client.get("/", headers={"accept-language": "ja"}).content.decode()


@pytest.mark.parametrize(
    "target",
    ["https://evil.example/", "//evil.example/", "javascript:alert(1)", "/\\evil.example", "", "aoba"],
)
def test_switch_leads_to_no_other_site(client: Client, target: str) -> None:
    assert client.post(SWITCH, {"language": "en", "next": target})["Location"] == "/"


@pytest.mark.parametrize("language", ["", "de", "ja\r\nX: y", "../en"])
def test_switch_knows_two_languages(client: Client, language: str) -> None:
    response = client.post(SWITCH, {"language": language, "next": "/"})
    assert (response.status_code, len(response.cookies)) == (400, 0)


def test_switch_by_get_is_refused(client: Client) -> None:
    assert client.get(SWITCH, {"language": "en"}).status_code == 405


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"sec-fetch-site": "same-origin"}, 302),
        ({"sec-fetch-site": "none"}, 302),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site"}, 403),
        ({"origin": "http://testserver"}, 302),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"sec-fetch-site": "cross-site", "origin": "http://testserver"}, 403),
    ],
)
def test_other_sites_cannot_switch(client: Client, headers: dict[str, str], status: int) -> None:
    strict = Client(enforce_csrf_checks=True)
    assert strict.post(SWITCH, {"language": "en", "next": "/"}, headers=headers).status_code == status


def test_each_language_offers_the_other_in_its_own_name(client: Client) -> None:
    japanese = client.get("/").content.decode()
    english = client.get("/", headers={"accept-language": "en"}).content.decode()
    assert (
        '<button class="plain" type="submit" name="language" value="en" lang="en">English</button>'
        in japanese
    )
    assert (
        '<button class="plain" type="submit" name="language" value="ja" lang="ja">日本語</button>' in english
    )


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "http://a]b", "null", "\u00e9://", ""])
def test_origin_that_is_no_address_is_from_elsewhere(client: Client, origin: str) -> None:
    answer = client.post("/i18n/language/", {"language": "en"}, headers={"Origin": origin})

    assert answer.status_code == 403
