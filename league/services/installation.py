"""The first visit: an installation without any account is claimed once, by whoever opens it first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from league.services.accounts import account_check
from league.services.actors import Actor
from league.services.audit import Entry, actions_append, chain_head_lock
from league.services.clubs import club_create
from league.services.errors import WrongState

if TYPE_CHECKING:
    from league.models import Club


@dataclass(frozen=True, slots=True)
class Claim:
    """Who claims the installation, and the club that comes with it."""

    username: str
    password: str
    club_name: str
    club_slug: str
    language: str = "ja"


def installation_unclaimed() -> bool:
    """Say whether nobody has an account yet."""
    return not User.objects.exists()


def installation_claim(*, claim: Claim) -> tuple[User, Club]:
    """Create the first account, which may do everything, and its club.

    Raises:
        WrongState: somebody was first.
        Invalid, NameTaken: as for `club_create`, or the user name or password can't be used.
    """
    user = User(username=User.normalize_username(claim.username), is_staff=True, is_superuser=True)
    account_check(user, claim.password)
    with transaction.atomic():
        # Two first visitors meet at this lock, so the second one sees the account of the first.
        chain_head_lock(None)
        if not installation_unclaimed():
            raise WrongState(_("There is an administrator already. Please log in."))
        user.set_password(claim.password)
        user.save()
        actor = Actor.of(user)
        actions_append(
            actor=actor, club=None, entries=[Entry("claim", "installation", f"user:{user.pk}", new={})]
        )
        club = club_create(
            actor=actor, slug=claim.club_slug, name=claim.club_name, owner=user, language=claim.language
        )
    return user, club
