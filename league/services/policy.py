"""The one policy function: role x verb x object. Deny by default; every view, task and service asks here."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from league.models import Club, Membership, Season
from league.services.errors import NotAllowed

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser, User

    from league.services.actors import Actor


class Verb(StrEnum):
    """What can be asked of a club."""

    READ = "read"
    REPORT = "report"
    CONFIRM = "confirm"
    CORRECT = "correct"
    REJECT = "reject"
    VOID = "void"
    RESTORE = "restore"
    MARK_UNFINISHED = "mark_unfinished"
    MOVE = "move"
    ADD_PEOPLE = "add_people"
    MANAGE_PEOPLE = "manage_people"
    MANAGE_MEETINGS = "manage_meetings"
    ADJUST = "adjust"
    MANAGE_LADDERS = "manage_ladders"
    MANAGE_RULESETS = "manage_rulesets"
    IMPORT = "import"
    SETTINGS = "settings"
    ROLES = "roles"
    CLOSE_SEASON = "close_season"


_PLAYER = frozenset({Verb.READ})
_SCORER = _PLAYER | {Verb.REPORT, Verb.ADD_PEOPLE}
_ADMIN = _SCORER | {
    Verb.CONFIRM,
    Verb.CORRECT,
    Verb.REJECT,
    Verb.VOID,
    Verb.RESTORE,
    Verb.MARK_UNFINISHED,
    Verb.MOVE,
    Verb.MANAGE_PEOPLE,
    Verb.MANAGE_MEETINGS,
    Verb.ADJUST,
    Verb.MANAGE_LADDERS,
    Verb.MANAGE_RULESETS,
    Verb.IMPORT,
}
_OWNER = _ADMIN | {Verb.SETTINGS, Verb.ROLES, Verb.CLOSE_SEASON}

RIGHTS: dict[str, frozenset[Verb]] = {
    Membership.Role.PLAYER: _PLAYER,
    Membership.Role.SCORER: _SCORER,
    Membership.Role.ADMIN: _ADMIN,
    Membership.Role.OWNER: _OWNER,
}


def role_of(*, user: User | AnonymousUser | None, club: Club) -> str | None:
    """Return the user's role in the club, or None for an outsider or somebody not logged in."""
    if user is None or not user.is_authenticated or not user.is_active:
        return None
    roles = Membership.objects.filter(club=club, user_id=user.pk).order_by().values_list("role", flat=True)
    return next(iter(roles), None)  # at most one: a constraint says so


def may(
    *,
    user: User | AnonymousUser | None,
    verb: str,
    club: Club,
    season: Season | None = None,
    role: str | None = None,
) -> bool:
    """Say whether a user may do `verb` in a club (DESIGN §3).

    `season` is the season of the table that is to change: what lies in a closed season belongs to owners.
    `role` spares the look-up where the caller has just read it with `role_of`.
    """
    wanted = Verb(verb)
    if wanted is Verb.READ and club.public:
        return True
    held = role if role is not None else role_of(user=user, club=club)
    if held is None:
        return False
    if wanted is not Verb.READ and season is not None and season.closed_at and held != Membership.Role.OWNER:
        return False
    if wanted is Verb.CONFIRM and held == Membership.Role.SCORER:
        return club.confirmation_mode == Club.ConfirmationMode.DIRECT
    return wanted in RIGHTS[held]


def authorise(*, actor: Actor, verb: Verb, club: Club, season: Season | None = None) -> None:
    """Refuse unless the actor may do `verb`. The system itself may: the operating system let it in.

    Raises:
        NotAllowed: the role does not include the verb, or the season is closed.
    """
    if actor.user is None and actor.job:
        return
    if may(user=actor.user, verb=verb, club=club, season=season):
        return
    if season is not None and season.closed_at:
        raise NotAllowed(_("This season is closed. Only an owner of the club can change it."))
    raise NotAllowed(_("Your role in this club does not allow this."))


def authorise_closed(*, actor: Actor, verb: Verb, club: Club, season: Season | None) -> None:
    """Ask again under the club's lock, where a season can't be closed meanwhile: a caller's row may be older.

    What the role includes was asked before the lock; only a closed season changes the answer, so only then is asked.

    Raises:
        NotAllowed: the season is closed and the actor is no owner.
    """
    if season is not None and season.closed_at is not None:
        authorise(actor=actor, verb=verb, club=club, season=season)
