"""Accounts of people who log in. What an account may do in a club is a membership (clubs.py), decided in policy.py."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from league.services.audit import Entry, actions_append
from league.services.clubs import membership_set
from league.services.errors import Invalid, NameTaken
from league.services.policy import Verb, authorise

if TYPE_CHECKING:
    from league.models import Club, Membership
    from league.services.actors import Actor

LONGEST_PASSWORD = 200


def account_role_set(*, actor: Actor, club: Club, username: str, role: str | None) -> Membership | None:
    """Give an account a role in the club, or take it away with `role` None.

    Raises:
        Invalid: nobody has an account of this name (field `username`), or there is no such role.
        WrongState: the last owner would be gone.
    """
    authorise(actor=actor, verb=Verb.ROLES, club=club)
    name = User.normalize_username(username.strip())
    user = None if "\x00" in name else User.objects.filter(username=name, is_active=True).first()
    if user is None:
        raise Invalid(_("Nobody has an account of this name."), field="username")
    return membership_set(actor=actor, club=club, user=user, role=role)


def account_add(*, actor: Actor, club: Club, username: str, password: str, role: str) -> User:
    """Make an account that has a role in the club. Whoever gets it should change the password.

    Raises:
        Invalid: the name or the password can't be used, or there is no such role.
        NameTaken: somebody has an account of this name.
    """
    authorise(actor=actor, verb=Verb.ROLES, club=club)
    user = User(username=User.normalize_username(username.strip()))
    account_check(user, password)
    user.set_password(password)
    with transaction.atomic():
        try:
            with transaction.atomic():
                user.save()
        except IntegrityError as error:
            raise NameTaken(_("Somebody has an account of this name."), field="username") from error
        membership_set(actor=actor, club=club, user=user, role=role)
        actions_append(
            actor=actor, club=None, entries=[Entry("create", "account", f"user:{user.pk}", new={})]
        )
    return user


def account_check(user: User, password: str) -> None:
    """Refuse a user name or a password that can't be used.

    Raises:
        Invalid: with the field `username` or `password`.
    """
    if len(password) > LONGEST_PASSWORD:
        raise Invalid(
            _("The password is too long: at most %(most)d characters.") % {"most": LONGEST_PASSWORD},
            field="password",
        )
    try:
        user.clean_fields(exclude=["password"])
    except ValidationError as error:
        raise Invalid(" ".join(error.messages), field="username") from error
    try:
        validate_password(password, user)
    except ValidationError as error:
        raise Invalid(" ".join(error.messages), field="password") from error
