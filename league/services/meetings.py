"""Meetings: one per club day. Moving a meeting's day moves all its tables in the order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from league.models import Meeting, Table
from league.models.ids import order_key_of_day
from league.services.changes import club_change
from league.services.decisions import reason_check
from league.services.errors import WrongState
from league.services.policy import Verb, authorise, authorise_closed
from league.services.seen import seen_check

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

    from league.models import Club, Season
    from league.services.actors import Actor
    from league.services.changes import Change


def meeting_create(*, actor: Actor, club: Club, club_day: date, season: Season | None = None) -> Meeting:
    """Create the meeting of a club day, or return the one there is."""
    authorise(actor=actor, verb=Verb.MANAGE_MEETINGS, club=club, season=season)
    with club_change(actor=actor, club=club, what="meeting.create") as change:
        if season is not None:
            season.refresh_from_db()
            authorise_closed(actor=actor, verb=Verb.MANAGE_MEETINGS, club=club, season=season)
        return meeting_ensure(change=change, club_day=club_day, season=season)


def meeting_ensure(*, change: Change, club_day: date, season: Season | None = None) -> Meeting:
    """Find or create the meeting of a day inside a running change. A meeting that exists keeps its season."""
    meeting, created = Meeting.objects.select_related("season").get_or_create(
        club=change.club, club_day=club_day, defaults={"season": season}
    )
    if created:
        change.log(
            "create",
            "meeting",
            meeting.public_id,
            new={"club_day": club_day.isoformat(), "season": season.public_id if season else None},
        )
    return meeting


def meeting_move_day(
    *,
    actor: Actor,
    meeting: Meeting,
    club_day: date,
    reason: str = "",
    seen: Mapping[str, object] | None = None,
) -> Meeting:
    """Give a meeting another club day; its tables move with it, and ratings from the earlier day on follow.

    `seen` is the day that the actor had before them.

    Raises:
        WrongState: there is a meeting on that day already.
        Invalid: the reason is too long.
        Changed: somebody else moved the meeting meanwhile.
    """
    authorise(actor=actor, verb=Verb.MOVE, club=meeting.club, season=meeting.season)
    reason = reason_check(reason, needed=False)
    with club_change(actor=actor, club=meeting.club, what="meeting.move") as change:
        meeting.refresh_from_db()
        authorise_closed(actor=actor, verb=Verb.MOVE, club=meeting.club, season=meeting.season)
        old = meeting.club_day
        seen_check(seen=seen, now={"club_day": old})
        if old == club_day:
            return meeting
        if Meeting.objects.filter(club=meeting.club, club_day=club_day).exists():
            raise WrongState(
                _("There is already a meeting on %(day)s.") % {"day": club_day.isoformat()}, field="club_day"
            )
        meeting.club_day = club_day
        meeting.save(update_fields=["club_day"])
        change.log(
            "move",
            "meeting",
            meeting.public_id,
            old={"club_day": old.isoformat()},
            new={"club_day": club_day.isoformat()},
            text={"reason": reason},
        )
        if Table.objects.filter(meeting=meeting).exists():
            change.touch(order_key_of_day(old), order_key_of_day(club_day))
    return meeting
