"""The first account of an installation: one, whoever comes at the same moment."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.contrib.auth.models import User
from django.db import connection, connections

from league.models import Club, Membership
from league.services.audit import chain_faults
from league.services.errors import NameTaken, WrongState
from league.services.installation import Claim, installation_claim, installation_unclaimed

PASSWORD = "seven tables by midnight"


def claim(number: int = 1) -> Claim:
    return Claim(
        username=f"midori{number}", password=PASSWORD, club_name="青葉卓会", club_slug=f"aoba-{number}"
    )


@pytest.mark.django_db
def test_a_claim_makes_one_user_and_a_club_and_is_on_the_trail() -> None:
    user, club = installation_claim(claim=claim())
    assert Membership.objects.get(club=club).user == user
    assert not installation_unclaimed()
    assert list(chain_faults(club=None)) == []


@pytest.mark.django_db
def test_the_second_claim_is_refused() -> None:
    installation_claim(claim=claim())
    with pytest.raises(WrongState):
        installation_claim(claim=claim(2))
    assert User.objects.count() == 1


@pytest.mark.django_db
def test_a_claim_whose_club_cannot_be_made_makes_nobody() -> None:
    Club.objects.create(slug="aoba-1", name="x")
    with pytest.raises(NameTaken):
        installation_claim(claim=claim())
    assert installation_unclaimed()


@pytest.mark.django_db(transaction=True)
def test_of_rival_first_visitors_one_wins() -> None:
    rivals = 4
    start = Barrier(rivals)

    def visit(number: int) -> bool:
        try:
            connection.ensure_connection()
            start.wait(timeout=20)
            installation_claim(claim=claim(number))
        except WrongState:
            return False
        finally:
            connections.close_all()
        return True

    with ThreadPoolExecutor(rivals) as pool:
        won = list(pool.map(visit, range(rivals)))
    assert won.count(True) == 1
    assert (User.objects.count(), Club.objects.count()) == (1, 1)
