"""The list of clubs as a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.contrib.auth.models import User

from league.models import Membership
from league.selectors import clubs
from tests.league.invented import invented_club, invented_league

if TYPE_CHECKING:
    from django.test import Client

pytestmark = pytest.mark.django_db


def test_empty_list_names_the_next_step(client: Client) -> None:
    text = client.get("/").content.decode()
    assert "まだクラブがありません。" in text
    assert "<code>python manage.py demo</code>" in text


def test_list_shows_clubs_with_their_last_meeting(client: Client) -> None:
    invented_league(people=1, is_demo=True)
    text = client.get("/").content.decode()
    assert '<a href="/aoba/"><bdi lang="ja">青葉卓会</bdi></a>' in text
    assert "最後の例会 11/28(土)" in text
    assert '<span class="tag">見本</span>' in text


def test_private_clubs_are_listed_for_members_only(client: Client) -> None:
    club = invented_club("secret", public=False)
    alice = User.objects.create_user("alice")
    Membership.objects.create(club=club, user=alice, role=Membership.Role.PLAYER)
    assert "/secret/" not in client.get("/").content.decode()
    client.force_login(alice)
    response = client.get("/")
    assert "/secret/" in response.content.decode()
    assert '<span class="tag">部員のみ</span>' in response.content.decode()
    assert response["Cache-Control"] == "private, no-store"


def test_anonymous_list_may_be_kept_but_is_asked_for_again(client: Client) -> None:
    response = client.get("/")
    assert response["Cache-Control"] == "public, no-cache"
    assert set(response["Vary"].split(", ")) == {"Accept-Language", "Cookie"}


def test_list_is_only_for_reading(client: Client) -> None:
    assert client.post("/").status_code == 405


def test_hostile_club_names_stay_text(client: Client) -> None:
    club = invented_club()
    club.name = "<script>alert(1)</script>"
    club.save()
    text = client.get("/").content.decode()
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text
    assert "<script" not in text


def test_long_lists_have_pages(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clubs, "PAGE_CLUBS", 2)
    for slug in ("a1", "a2", "a3"):
        invented_club(slug)
    assert 'href="?page=2"' in client.get("/").content.decode()
    last = client.get("/?page=2").content.decode()
    assert 'href="?page=1"' in last
    assert "/a3/" in last
    assert client.get("/?page=x").status_code == 404
