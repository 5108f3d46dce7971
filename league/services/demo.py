"""The demo club: invented people and results, so that a fresh installation has something to look at.

Its tables were played by the engines of both games, with bots in the place of people (`tools/demo_tables.py`), so every
demo club is the same. They are reported like everybody's, past the same referee.
"""

from __future__ import annotations

import json
import secrets
from dataclasses import dataclass
from datetime import date

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from league.models import Club, Membership
from league.services.actors import Actor
from league.services.changes import club_change
from league.services.clubs import club_create, membership_set
from league.services.demo_people import PEOPLE, TABLES
from league.services.errors import WrongState
from league.services.ladders import ladder_ensure_default
from league.services.people import player_add
from league.services.submissions import Place, submission_submit

SLUG = "demo"


@dataclass(frozen=True, slots=True)
class DemoLogin:
    """How to log in to the demo club; the password is shown once and stored nowhere."""

    club_slug: str
    username: str
    password: str


def demo_ensure() -> DemoLogin | None:
    """Make the demo club in an empty database; do nothing where there is a club or a user already."""
    if Club.objects.exists() or User.objects.exists():
        return None
    return demo_create()


def demo_create() -> DemoLogin:
    """Make the demo club with an owner of its own.

    Raises:
        WrongState: there is a club at its address already.
    """
    if Club.objects.filter(slug=SLUG).exists():
        raise WrongState(_("There is a demo club already."))
    actor = Actor.system("demo")
    with transaction.atomic():
        club = club_create(actor=actor, slug=SLUG, name="見本の卓会", is_demo=True)
        with club_change(actor=actor, club=club, what="demo.people") as change:
            for person in PEOPLE:
                player_add(
                    change=change, name=person.name, reading=person.reading, romanised=person.romanised
                )
        for table in json.loads(TABLES.read_bytes()):
            place = Place(date.fromisoformat(table["club_day"]), table["round"], table["number"])
            submission_submit(actor=actor, club=club, place=place, report=table["report"])
        with club_change(actor=actor, club=club, what="demo.ladders") as change:
            for game in ("danmaku", "doujin"):
                ladder_ensure_default(change=change, game=game)
        return _owner(actor=actor, club=club)


def _owner(*, actor: Actor, club: Club) -> DemoLogin:
    login = DemoLogin(SLUG, _free_username(), secrets.token_urlsafe(12))
    user = User.objects.create_superuser(username=login.username, password=login.password)
    membership_set(actor=actor, club=club, user=user, role=Membership.Role.OWNER)
    return login


def _free_username() -> str:
    taken = User.objects.filter(username="demo").exists()
    return f"demo-{secrets.token_hex(3)}" if taken else "demo"
