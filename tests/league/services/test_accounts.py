"""Accounts that owners make, and the roles they give them."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from league.models import Membership
from league.services.accounts import account_add, account_role_set
from league.services.audit import chain_faults
from league.services.errors import Invalid, NameTaken, WrongState
from tests import builders as build

pytestmark = pytest.mark.django_db

PASSWORD = "seven tables by midnight"


def test_a_new_account_has_its_role_and_is_on_both_trails(cast: build.Cast) -> None:
    user = account_add(actor=cast.alice, club=cast.club, username=" dan ", password=PASSWORD, role="scorer")
    assert (user.username, user.check_password(PASSWORD)) == ("dan", True)
    assert (user.is_staff, user.is_superuser) == (False, False)
    assert Membership.objects.get(user=user, club=cast.club).role == "scorer"
    assert [list(chain_faults(club=club)) for club in (None, cast.club)] == [[], []]


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"username": ""}, "username"),
        ({"username": "a b"}, "username"),
        ({"username": "a\x00"}, "username"),
        ({"username": "a" * 151}, "username"),
        ({"password": "short"}, "password"),
        ({"password": "a" * 201}, "password"),
        ({"role": "king"}, "role"),
        ({"role": ""}, "role"),
    ],
)
def test_an_account_that_cannot_be_is_not_made(cast: build.Cast, changes: dict[str, str], field: str) -> None:
    before = build.everything()
    given = {"username": "dan", "password": PASSWORD, "role": "scorer"} | changes
    with pytest.raises(Invalid) as refused:
        account_add(actor=cast.alice, club=cast.club, **given)
    assert refused.value.field == field
    assert build.first_difference(before, build.everything()) == []
    assert not User.objects.filter(username__startswith="dan").exists()


def test_a_taken_name_makes_no_account_and_changes_none(cast: build.Cast) -> None:
    bob = build.user_of(cast.bob)
    with pytest.raises(NameTaken):
        account_add(actor=cast.alice, club=cast.club, username=bob.username, password=PASSWORD, role="admin")
    bob.refresh_from_db()
    assert not bob.check_password(PASSWORD)
    assert Membership.objects.get(user=bob).role == "scorer"


def test_a_role_is_given_changed_and_taken_by_name(cast: build.Cast) -> None:
    charlie = build.user_of(cast.charlie)
    roles = []
    for role in ("scorer", "admin", None):
        account_role_set(actor=cast.alice, club=cast.club, username=charlie.username, role=role)
        roles.append(Membership.objects.filter(user=charlie).values_list("role", flat=True).first())
    assert roles == ["scorer", "admin", None]


@pytest.mark.parametrize("name", ["nobody", "", "\x00", "gone"])
def test_a_name_that_nobody_has_gets_no_role(cast: build.Cast, name: str) -> None:
    build.user_make("gone", is_active=False)
    with pytest.raises(Invalid) as refused:
        account_role_set(actor=cast.alice, club=cast.club, username=name, role="scorer")
    assert refused.value.field == "username"


def test_the_last_owner_stays(cast: build.Cast) -> None:
    alice = build.user_of(cast.alice)
    with pytest.raises(WrongState):
        account_role_set(actor=cast.alice, club=cast.club, username=alice.username, role="player")
