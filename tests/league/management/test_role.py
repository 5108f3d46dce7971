"""`manage.py role`: the way to a club's first owner, and back from none."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from league.models import ActionLog, Membership
from tests import builders as build

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast() -> build.Cast:
    return build.cast_make()


def give(user: str, role: str, club: str = "aoba") -> str:
    out = StringIO()
    call_command("role", "--club", club, "--user", user, "--role", role, stdout=out)
    return out.getvalue()


def test_a_club_without_members_gets_an_owner() -> None:
    club, user = build.club_with(), build.user_make("dan")
    assert "aoba: dan" in give("dan", "owner")
    assert Membership.objects.get(club=club).user == user
    assert ActionLog.objects.filter(club=club, verb="grant").get().actor == "system:role"


def test_a_role_is_taken_away(cast: build.Cast) -> None:
    bob = build.user_of(cast.bob)
    give(bob.username, "none")
    assert not Membership.objects.filter(user=bob).exists()


def test_what_cannot_be_is_one_line_and_exit_two(cast: build.Cast) -> None:
    owner = build.user_of(cast.alice).username
    for user, role, club in (
        ("nobody", "owner", "aoba"),
        (owner, "none", "aoba"),
        (owner, "admin", "nowhere"),
    ):
        with pytest.raises(CommandError) as refused:
            give(user, role, club)
        assert refused.value.returncode == 2
        assert "\n" not in str(refused.value)
