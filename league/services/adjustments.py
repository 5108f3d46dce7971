"""Penalties and bonuses of a season: rows are added and revoked, never changed. What they do to ranks is computed.

A row keeps pointing at the record that was named; whoever reads resolves merges.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from league.models import Adjustment, Season
from league.models.ids import BEHIND_ALL_TABLES
from league.selectors.season_adjustments import adjustment_last
from league.services.changes import club_change
from league.services.decisions import reason_check
from league.services.errors import Invalid, WrongState
from league.services.facts import adjustment_facts
from league.services.policy import Verb, authorise, authorise_closed
from league.services.seen import seen_check

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from league.models import Player
    from league.services.actors import Actor

MOST_POINTS = 10_000
MOST_TOGETHER = 100_000
_THOUSANDTHS = 1000


def adjustment_add(
    *,
    actor: Actor,
    season: Season,
    player: Player,
    points: int,
    reason: str,
    seen: Mapping[str, object] | None = None,
) -> Adjustment:
    """Give a player season points, or take some, and say why. `points` are thousandths, negative for a penalty.

    `seen` is the last adjustment of the season that the actor had before them: a form that is sent twice counts once.

    Raises:
        Changed: somebody added another one meanwhile.
        Invalid: no points at all, more than 10,000 (100,000 for one person), no reason, or another club's player.
        WrongState: the player was anonymised.
        NotAllowed: the role does not include it, or the season is closed.
    """
    club = season.club
    authorise(actor=actor, verb=Verb.ADJUST, club=club, season=season)
    if player.club_id != club.pk:
        raise Invalid(_("This person belongs to another club."), field="player")
    if not 0 < abs(points) <= MOST_POINTS * _THOUSANDTHS:
        raise Invalid(
            _("Give between 0.001 and %(most)d points, with a minus sign for a penalty.")
            % {"most": MOST_POINTS},
            field="points",
        )
    reason = reason_check(reason, needed=True)
    with club_change(actor=actor, club=club, what="adjustment.add") as change:
        season.refresh_from_db()
        authorise_closed(actor=actor, verb=Verb.ADJUST, club=club, season=season)
        seen_check(seen=seen, now={"last": adjustment_last(season=season)})
        player.refresh_from_db()
        if player.anonymised_at:
            raise WrongState(_("This person's data has been erased and can't be changed."), field="player")
        _refuse_mountain(season, player, points)
        row = Adjustment.objects.create(
            season=season, player=player, points=points, reason=reason, author=actor.user
        )
        change.log("add", "adjustment", row.public_id, new=adjustment_facts(row), text={"reason": reason})
        change.touch(BEHIND_ALL_TABLES)
    return row


def adjustment_revoke(*, actor: Actor, adjustment: Adjustment, reason: str) -> Adjustment:
    """Take an adjustment back, and say why. It stays to be seen and counts no longer.

    Raises:
        Invalid: no reason.
        WrongState: it is revoked already.
        NotAllowed: the role does not include it, or the season is closed.
    """
    season = adjustment.season
    authorise(actor=actor, verb=Verb.ADJUST, club=season.club, season=season)
    reason = reason_check(reason, needed=True)
    with club_change(actor=actor, club=season.club, what="adjustment.revoke") as change:
        season.refresh_from_db()
        authorise_closed(actor=actor, verb=Verb.ADJUST, club=season.club, season=season)
        adjustment.refresh_from_db(from_queryset=Adjustment.objects.select_related("season", "player"))
        if adjustment.revoked_at:
            raise WrongState(_("This adjustment has been revoked already."))
        old = adjustment_facts(adjustment)
        adjustment.revoked_at = timezone.now()
        adjustment.revoked_by = actor.user
        adjustment.revoke_reason = reason
        adjustment.save(update_fields=["revoked_at", "revoked_by", "revoke_reason"])
        change.log(
            "revoke",
            "adjustment",
            adjustment.public_id,
            old=old,
            new=adjustment_facts(adjustment),
            text={"reason": reason},
        )
        change.touch(BEHIND_ALL_TABLES)
    return adjustment


def _refuse_mountain(season: Season, player: Player, points: int) -> None:
    """Refuse what would make more points than a column of standings holds."""
    given = Adjustment.objects.filter(season=season, player=player, revoked_at=None)
    total = points + sum(given.values_list("points", flat=True))
    if abs(total) > MOST_TOGETHER * _THOUSANDTHS:
        raise Invalid(
            _("Together that makes more than %(most)d points for this person.") % {"most": MOST_TOGETHER},
            field="points",
        )


def adjusted_from(players: Collection[int]) -> list[str]:
    """Return the place from which ladders may differ when these records count as somebody else."""
    rows = Adjustment.objects.filter(player__in=players, revoked_at__isnull=True)
    return [BEHIND_ALL_TABLES] if rows.exists() else []
