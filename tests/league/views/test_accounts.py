"""Logging in and out, the throttle, and the first account of an installation."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
import time_machine
from django.conf import settings as house
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from league.models import Club, Membership
from tests.league.invented import invented_club
from tests.league.views.entry_world import text

if TYPE_CHECKING:
    from django.http import HttpResponse
    from pytest_django import Settings

pytestmark = pytest.mark.django_db

LOGIN, LOGOUT, FIRST = "/accounts/login/", "/accounts/logout/", "/accounts/first/"
CHANGE = "/accounts/password/"
PASSWORD = "seven tables by midnight"
CLAIM = {
    "username": "midori",
    "password": PASSWORD,
    "again": PASSWORD,
    "club_name": "青葉卓会",
    "club_slug": "aoba",
}


@pytest.fixture
def alice() -> User:
    return User.objects.create_user("alice", password=PASSWORD)


def log_in(client: Client, name: str = "alice", password: str = PASSWORD, **more: str) -> HttpResponse:
    return client.post(LOGIN, {"username": name, "password": password, **more})  # type: ignore[return-value]


# Logging in and out


def test_login_renews_the_session_and_leads_on(client: Client, alice: User) -> None:
    session = client.session
    session["seen"] = True
    session.save()
    client.cookies[house.SESSION_COOKIE_NAME] = str(session.session_key)
    response = log_in(client, next="/aoba/enter/")
    assert (response.status_code, response["Location"]) == (302, "/aoba/enter/")
    cookie = response.cookies[house.SESSION_COOKIE_NAME]
    assert cookie.value != session.session_key
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")


def test_whoever_is_logged_in_is_led_on(client: Client, alice: User) -> None:
    client.force_login(alice)
    assert client.get(LOGIN, {"next": "/aoba/"})["Location"] == "/aoba/"


@pytest.mark.parametrize(
    "target", ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)", "\x00"]
)
def test_login_leads_to_no_other_site(client: Client, alice: User, target: str) -> None:
    assert log_in(client, next=target)["Location"] == "/"


def test_masthead_says_who_is_logged_in(client: Client, alice: User) -> None:
    assert f'href="{LOGIN}?next=/"' in text(client.get("/"))
    log_in(client)
    page = text(client.get("/"))
    assert '<bdi class="user">alice</bdi>' in page
    assert f'action="{LOGOUT}"' in page


def test_logout_is_a_post_of_this_site(client: Client, alice: User) -> None:
    log_in(client)
    assert client.get(LOGOUT).status_code == 405
    assert client.post(LOGOUT, headers={"sec-fetch-site": "cross-site"}).status_code == 403
    assert "_auth_user_id" in client.session
    assert client.post(LOGOUT, headers={"sec-fetch-site": "same-origin"}).status_code == 302
    assert "_auth_user_id" not in client.session


def test_login_without_a_token_is_refused_in_words(alice: User) -> None:
    response = log_in(Client(enforce_csrf_checks=True))
    assert response.status_code == 403
    assert "ページが古いため送れませんでした。" in text(response)


def test_wrong_passwords_and_unknown_names_are_answered_alike(client: Client, alice: User) -> None:
    User.objects.create_user("gone", password=PASSWORD, is_active=False)
    answers = set()
    for name, password in (("alice", "wrong"), ("nobody", "wrong"), ("gone", PASSWORD)):
        page = text(log_in(client, name, password))
        answers.add(re.sub(r'csrfmiddlewaretoken" value="[^"]*"', "", page.replace(name, "NAME")))
    assert len(answers) == 1
    assert "wrong" not in answers.pop()


@pytest.mark.parametrize("name", ["a" * 10_000, "\x00", "<svg/onload=x>", "\u202e", "𝓪"])
def test_odd_names_are_answered(client: Client, name: str) -> None:
    response = log_in(client, name, "x")
    assert response.status_code == 200
    assert "<svg" not in text(response).split("<main")[1]


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("ja", ["<h1>ログイン</h1>", "パスワードを忘れたときは、サイトの管理者に"]),
        ("en", ["<h1>Log in</h1>", "If you forgot your password, ask whoever runs this site"]),
    ],
)
def test_login_page_says_who_needs_it_and_where_new_passwords_come_from(
    client: Client, alice: User, language: str, words: list[str]
) -> None:
    page = text(client.get(LOGIN, headers={"accept-language": language}))
    assert [word for word in words if word not in page] == []


# Changing the password


def test_a_changed_password_ends_other_sessions_only(client: Client, alice: User) -> None:
    other = Client()
    for browser in (client, other):
        log_in(browser)
    new = "eight tables by midnight"
    answer = client.post(CHANGE, {"old_password": PASSWORD, "new_password1": new, "new_password2": new})
    assert answer.status_code == 302
    assert "パスワードを変えました。" in text(client.get(answer["Location"]))
    assert other.get(CHANGE).status_code == 302
    alice.refresh_from_db()
    assert alice.check_password(new)


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"old_password": "wrong"}, "old_password"),
        ({"new_password2": "another long one"}, "new_password2"),
        ({"new_password1": "short", "new_password2": "short"}, "new_password2"),
    ],
)
def test_a_bad_change_of_the_password_is_refused_at_its_field(
    client: Client, alice: User, changes: dict[str, str], field: str
) -> None:
    log_in(client)
    new = "eight tables by midnight"
    page = text(
        client.post(CHANGE, {"old_password": PASSWORD, "new_password1": new, "new_password2": new} | changes)
    )
    assert f'id="says-{field}"' in page
    assert new not in page
    alice.refresh_from_db()
    assert alice.check_password(PASSWORD)


def test_nobody_is_asked_to_log_in_first(client: Client) -> None:
    assert client.get(CHANGE)["Location"] == f"{LOGIN}?next={CHANGE}"


# Throttle


def fail(
    client: Client, times: int = house.AXES_FAILURE_LIMIT, name: str = "alice", **extra: str
) -> HttpResponse:
    for _ in range(times):
        response = client.post(LOGIN, {"username": name, "password": "wrong"}, **extra)  # type: ignore[arg-type]
    return response  # type: ignore[return-value]


def test_after_five_failures_the_account_is_shut_for_that_address(client: Client, alice: User) -> None:
    assert fail(client, 4).status_code == 200
    response = fail(client, 1)
    assert response.status_code == 429
    assert int(response["Retry-After"]) <= 900
    assert "15分後にもう一度お試しください。" in text(response)
    assert log_in(client).status_code == 429
    elsewhere = Client(REMOTE_ADDR="203.0.113.9")
    assert log_in(elsewhere).status_code == 302


@pytest.mark.parametrize(
    ("language", "words"),
    [("ja", "15分後にもう一度お試しください。"), ("en", "Please try again in 15 minutes.")],
)
def test_the_shut_login_speaks_both_languages(client: Client, language: str, words: str) -> None:
    fail(client, 4)
    answer = client.post(
        LOGIN, {"username": "alice", "password": "wrong"}, headers={"accept-language": language}
    )
    assert answer.status_code == 429
    assert words in text(answer)


def test_behind_a_proxy_the_visitors_address_is_shut_and_not_the_proxy(
    client: Client, alice: User, settings: Settings
) -> None:
    settings.TRUSTED_PROXIES = 1
    assert fail(client, HTTP_X_FORWARDED_FOR="203.0.113.66, 198.51.100.7").status_code == 429
    claimed = "198.51.100.7"  # what a client says of itself is left of what the proxy adds
    for forwarded, status in ((f"{claimed}, 203.0.113.9", 302), (f"203.0.113.9, {claimed}", 429)):
        answer = Client(headers={"x-forwarded-for": forwarded}).post(
            LOGIN, {"username": "alice", "password": PASSWORD}
        )
        assert answer.status_code == status


def test_an_address_that_tries_many_accounts_is_shut_for_all(
    client: Client, alice: User, settings: Settings
) -> None:
    settings.LOGIN_FAILURES_OF_AN_ADDRESS = 6
    for number in range(6):
        assert log_in(client, f"guess{number}", "wrong").status_code == 200
    refused = log_in(client)
    assert refused.status_code == 429
    assert 60 <= int(refused["Retry-After"]) <= 900
    assert log_in(Client(REMOTE_ADDR="203.0.113.9")).status_code == 302
    with time_machine.travel(timezone.now() + house.AXES_COOLOFF_TIME, tick=False):
        assert log_in(client).status_code == 302


def test_an_unknown_account_is_shut_in_the_same_way(client: Client) -> None:
    assert fail(client, name="nobody").status_code == 429


def test_the_login_opens_again(client: Client, alice: User) -> None:
    fail(client)
    with time_machine.travel(timezone.now() + house.AXES_COOLOFF_TIME, tick=False):
        assert log_in(client).status_code == 302


def test_trying_on_does_not_move_the_end(client: Client, alice: User) -> None:
    start = timezone.now()
    with time_machine.travel(start, tick=False):
        fail(client)
    with time_machine.travel(start + house.AXES_COOLOFF_TIME / 3, tick=False):
        assert "10分後" in text(fail(client, 2))


def test_a_success_forgets_the_failures(client: Client, alice: User) -> None:
    fail(client, 4)
    log_in(client)
    client.post(LOGOUT)
    assert fail(client, 4).status_code == 200


def test_the_admin_has_the_same_throttle(client: Client, alice: User) -> None:
    for _ in range(house.AXES_FAILURE_LIMIT):
        response = client.post("/admin/login/", {"username": "alice", "password": "wrong"})
    assert response.status_code == 429


# The first account


def test_an_empty_installation_offers_itself_once(client: Client) -> None:
    assert f'href="{FIRST}"' in text(client.get("/"))
    response = client.post(FIRST, CLAIM)
    assert (response.status_code, response["Location"]) == (302, "/aoba/enter/")
    user = User.objects.get()
    assert (user.username, user.is_superuser, user.check_password(PASSWORD)) == ("midori", True, True)
    assert Membership.objects.get(user=user).role == Membership.Role.OWNER
    assert Club.objects.get().name == "青葉卓会"
    assert client.get("/aoba/enter/").status_code == 200
    for visitor in (client, Client()):
        assert visitor.get(FIRST).status_code == 404
        assert visitor.post(FIRST, CLAIM | {"username": "late"}).status_code == 404
        assert FIRST not in text(visitor.get("/"))


def test_a_club_without_accounts_offers_it_too(client: Client) -> None:
    invented_club()
    assert f'href="{FIRST}"' in text(client.get("/"))


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"username": ""}, "username"),
        ({"username": "a b"}, "username"),
        ({"username": "a\x00"}, "username"),
        ({"username": "a" * 151}, "username"),
        ({"password": "short", "again": "short"}, "password"),
        ({"password": "123456789012", "again": "123456789012"}, "password"),
        ({"password": PASSWORD * 10, "again": PASSWORD * 10}, "password"),
        ({"password": "a" * 300, "again": "a" * 301}, "again"),
        ({"again": "another long one"}, "again"),
        ({"club_name": "\u200b"}, "club_name"),
        ({"club_name": "a" * 81}, "club_name"),
        ({"club_slug": "Aoba"}, "club_slug"),
        ({"club_slug": "api"}, "club_slug"),
    ],
)
def test_a_bad_claim_is_refused_at_its_field(client: Client, changes: dict[str, str], field: str) -> None:
    response = client.post(FIRST, CLAIM | changes)
    assert response.status_code == 422
    assert f'id="says-{field}"' in text(response)
    assert PASSWORD not in text(response)
    assert (User.objects.count(), Club.objects.count()) == (0, 0)


def test_a_taken_club_is_refused_and_nobody_is_created(client: Client) -> None:
    invented_club()
    assert client.post(FIRST, CLAIM).status_code == 422
    assert not User.objects.exists()
