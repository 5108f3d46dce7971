"""Drafts: whatever somebody has typed so far, kept on the server. They may hold anything and have no effect."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db.models import JSONField, Value
from django.utils.translation import gettext_lazy as _

from league.models import Submission
from league.services.errors import NotAllowed, WrongState
from league.services.policy import Verb, authorise
from league.services.raw import raw_storable

if TYPE_CHECKING:
    from league.models import Club
    from league.services.actors import Actor
    from league.services.changes import Change


def draft_save(*, actor: Actor, club: Club, raw: object, draft: Submission | None = None) -> Submission:
    """Keep whatever was typed so far. A draft has no table, no version and no effect.

    Raises:
        WrongState: the draft has been sent already.
        NotAllowed: it is somebody else's draft.
    """
    authorise(actor=actor, verb=Verb.REPORT, club=club)
    raw = raw_storable(raw)
    # JSON's null is a value like any other; Django would take None for SQL's NULL.
    column = Value(None, JSONField()) if raw is None else raw
    if draft is None:
        draft = Submission.objects.create(
            club=club, author=actor.user, channel=actor.channel, raw=column, state=Submission.State.DRAFT
        )
    else:
        _check_own(actor=actor, club=club, draft=draft)
        kept = Submission.objects.filter(pk=draft.pk, state=Submission.State.DRAFT).update(raw=column)
        if not kept:
            raise WrongState(_("This report has been sent already."))
    draft.raw = raw
    return draft


def draft_discard(*, actor: Actor, club: Club, draft: Submission) -> None:
    """Throw a draft away. One that has been sent meanwhile is a report and stays.

    Raises:
        NotAllowed: it is somebody else's draft.
    """
    authorise(actor=actor, verb=Verb.REPORT, club=club)
    _check_own(actor=actor, club=club, draft=draft)
    Submission.objects.filter(pk=draft.pk, state=Submission.State.DRAFT).delete()


def draft_check(*, change: Change, draft: Submission) -> None:
    """Refuse to send a draft that is not the actor's own, or no draft any more.

    Raises:
        WrongState: the draft has been sent already.
        NotAllowed: it is somebody else's draft.
    """
    draft.refresh_from_db()
    _check_own(actor=change.actor, club=change.club, draft=draft)
    if draft.state != Submission.State.DRAFT:
        raise WrongState(_("This report has been sent already."))


def _check_own(*, actor: Actor, club: Club, draft: Submission) -> None:
    if draft.club_id != club.pk or draft.author_id != (actor.user.pk if actor.user else None):
        raise NotAllowed(_("This draft belongs to somebody else."))
