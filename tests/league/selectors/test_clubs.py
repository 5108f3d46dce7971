"""The list of clubs that a visitor may see."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.contrib.auth.models import User

from league.models import Membership
from league.selectors import clubs
from league.selectors.clubs import ClubEntry, clubs_for
from tests.league.invented import LAST_DAY, invented_club, invented_league

if TYPE_CHECKING:
    from pytest_django import DjangoAssertNumQueries

pytestmark = pytest.mark.django_db


def slugs(user_id: int | None = None, page: int = 1) -> list[str]:
    return [entry.slug for entry in clubs_for(user_id=user_id, page=page)[0]]


def test_no_clubs() -> None:
    assert clubs_for(user_id=None) == ((), False)


def test_an_entry_holds_what_the_list_shows() -> None:
    invented_league(people=1, is_demo=True)
    assert clubs_for(user_id=None)[0] == (
        ClubEntry(slug="aoba", name="青葉卓会", language="ja", public=True, is_demo=True, last_day=LAST_DAY),
    )


def test_a_club_that_never_met_has_no_last_day() -> None:
    invented_club()
    assert clubs_for(user_id=None)[0][0].last_day is None


def test_private_clubs_are_for_their_members() -> None:
    alice, charlie = User.objects.create_user("alice"), User.objects.create_user("charlie")
    invented_club("open")
    secret = invented_club("secret", public=False)
    Membership.objects.create(club=secret, user=alice, role=Membership.Role.PLAYER)
    assert slugs(alice.pk) == ["open", "secret"]
    assert slugs(charlie.pk) == ["open"]
    assert slugs() == ["open"]


def test_a_public_club_is_listed_once_for_its_members() -> None:
    alice = User.objects.create_user("alice")
    club = invented_club()
    for name in ("alice2", "alice3"):
        Membership.objects.create(club=club, user=User.objects.create_user(name), role=Membership.Role.PLAYER)
    Membership.objects.create(club=club, user=alice, role=Membership.Role.PLAYER)
    assert slugs(alice.pk) == ["aoba"]


def test_pages_walk_meets_each_club_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clubs, "PAGE_CLUBS", 2)
    for slug in ("a1", "a2", "a3"):
        invented_club(slug)
    assert [slugs(page=page) for page in (1, 2, 3)] == [["a1", "a2"], ["a3"], []]
    assert [clubs_for(user_id=None, page=page)[1] for page in (1, 2)] == [True, False]


@pytest.mark.parametrize("number", [1, 3])
def test_list_takes_one_query(number: int, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    for index in range(number):
        invented_club(f"club{index}")
    with django_assert_num_queries(1):
        clubs_for(user_id=None)
