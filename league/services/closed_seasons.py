"""What a change of people does to closed seasons: who counts as whom there is for owners to change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db.models import Q

from league.models import Adjustment, Line, Season, Submission, Table
from league.services.policy import Verb, authorise_closed

if TYPE_CHECKING:
    from collections.abc import Collection

    from league.services.changes import Change


def closed_seasons_check(*, change: Change, verb: Verb, players: Collection[int]) -> None:
    """Ask for the right to change how these records count, where they count in a closed season.

    Raises:
        NotAllowed: one of them has a confirmed table or an adjustment in a closed season, and the actor is no owner.
    """
    lines = Line.objects.filter(
        player__in=players,
        submission__state=Submission.State.CONFIRMED,
        submission__table__meeting__season__closed_at__isnull=False,
    ).exclude(submission__table__state=Table.State.VOID)
    adjusted = Adjustment.objects.filter(player__in=players, revoked_at__isnull=True)
    played_in = lines.order_by().values("submission__table__meeting__season")
    concerned = Season.objects.filter(
        Q(pk__in=played_in) | Q(pk__in=adjusted.order_by().values("season")),
        club=change.club,
        closed_at__isnull=False,
    )
    authorise_closed(actor=change.actor, verb=verb, club=change.club, season=concerned.first())
