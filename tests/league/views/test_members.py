"""The page where owners give roles and make accounts."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from league.models import Membership
from tests.league.views import entry_world as make
from tests.league.views.entry_world import text

pytestmark = pytest.mark.django_db

PASSWORD = "seven tables by midnight"
ADD = {"do": "add", "username": "dan", "role": "scorer", "password": PASSWORD}


@pytest.fixture
def world() -> make.World:
    return make.world_make()


def post(world: make.World, fields: dict[str, str], role: str = "owner") -> tuple[int, str]:
    answer = world.browsers[role].post("/aoba/members/", fields)
    return answer.status_code, text(answer)


def test_every_role_with_every_method(world: make.World) -> None:
    for role, browser in world.browsers.items():
        for method, for_owners in (("get", 200), ("head", 200), ("post", 422), ("put", 405), ("delete", 405)):
            status = getattr(browser, method)("/aoba/members/").status_code
            others = 302 if role == "nobody" else 403
            expected = for_owners if role == "owner" or for_owners == 405 else others
            assert (role, method, status) == (role, method, expected)


def test_a_private_club_shows_outsiders_nothing() -> None:
    world = make.world_make("midori", public=False)
    statuses = [world.browsers[role].get("/midori/members/").status_code for role in ("stranger", "nobody")]
    assert statuses == [404, 404]


def test_the_page_lists_accounts_from_most_to_least_rights(world: make.World) -> None:
    page = text(world.browsers["owner"].get("/aoba/members/"))
    names = re.findall(r'<bdi class="name" id="member-\d">([^<]+)</bdi>', page)
    assert names == ["owner-aoba", "admin-aoba", "scorer-aoba", "player-aoba"]


def test_only_owners_are_shown_the_way(world: make.World) -> None:
    shown = {role for role in world.browsers if "/aoba/members/" in text(world.browsers[role].get("/aoba/"))}
    assert shown == {"owner"}


def test_somebody_without_an_account_gets_one_and_can_enter_results(world: make.World) -> None:
    status, _page = post(world, ADD)
    assert status == 303
    browser = Client()
    login = browser.post(
        "/accounts/login/", {"username": "dan", "password": PASSWORD, "next": "/aoba/enter/"}
    )
    assert browser.get(login["Location"]).status_code == 200
    page = text(world.browsers["owner"].get("/aoba/members/?done=made"))
    assert "アカウントを作りました。" in page


def test_an_account_of_another_club_gets_a_role(world: make.World) -> None:
    status, _page = post(world, {"do": "add", "username": "stranger-aoba", "role": "admin", "password": ""})
    assert status == 303
    assert Membership.objects.get(user__username="stranger-aoba").role == "admin"


def test_a_role_is_taken_away(world: make.World) -> None:
    assert post(world, {"username": "scorer-aoba", "role": ""})[0] == 303
    assert world.scorer.get(world.url).status_code == 403


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"username": "scorer-aoba"}, "この名前のアカウントはもうあります。"),
        ({"username": "nobody", "password": ""}, "この名前のアカウントはありません。"),
        ({"username": "<svg/onload=x>"}, "ユーザー名"),
        ({"username": "\x00"}, "ユーザー名"),
        ({"password": "123456789012"}, "パスワード"),
        ({"role": "king"}, "役割は"),
        ({"role": ""}, "役割は"),
    ],
)
def test_what_cannot_be_is_said_and_what_was_typed_stays(
    world: make.World, changes: dict[str, str], words: str
) -> None:
    before = User.objects.count()
    status, page = post(world, ADD | changes)
    said = page.split('id="says-add"')[1].split("</p>")[0]
    assert (status, User.objects.count()) == (422, before)
    assert words in said
    assert "<svg" not in page.split("<main")[1].split("says-add")[0].replace("&lt;svg", "")
    assert PASSWORD not in page


def test_the_last_owner_cannot_leave(world: make.World) -> None:
    status, page = post(world, {"username": "owner-aoba", "role": "player"})
    assert status == 422
    assert 'role="alert"' in page
    assert Membership.objects.get(user__username="owner-aoba").role == "owner"


def test_forms_of_other_sites_change_nothing(world: make.World) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(make.user_of(world, "owner"))
    assert strict.post("/aoba/members/", ADD).status_code == 403
    assert not User.objects.filter(username="dan").exists()


@pytest.mark.parametrize("language", ["ja", "en"])
def test_the_page_is_kept_by_nobody(world: make.World, language: str) -> None:
    answer = world.browsers["owner"].get("/aoba/members/", headers={"accept-language": language})
    assert "no-store" in answer["Cache-Control"]
