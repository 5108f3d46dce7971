"""Reads the adjustments of a season, each with the person it counts for now."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from league.models import Adjustment
from league.selectors.players import people_of, persons_by_record

if TYPE_CHECKING:
    from datetime import datetime

    from django.db.models import QuerySet

    from league.models import Season
    from league.selectors.players import People, Person


@dataclass(frozen=True, slots=True)
class AdjustmentLine:
    """An adjustment. `person` is None for who must not be seen: `record_name` is for those who manage people."""

    public_id: str
    person: Person | None
    record_name: str
    points: int
    reason: str
    at: datetime
    revoked: bool
    revoke_reason: str


def adjustments_page(*, season: Season, after: str, limit: int) -> list[AdjustmentLine]:
    """Return adjustments in the order of their public ids, from the first one behind `after` on. Four queries."""
    people = people_of(club_id=season.club_id)
    rows = Adjustment.objects.filter(season=season, public_id__gt=after).exclude(player__in=people.hidden)
    return _lines(rows.order_by("public_id"), people, limit)


def adjustments_told(*, season: Season, people: People, with_hidden: bool = False) -> list[AdjustmentLine]:
    """Return the adjustments of a season in the order in which they were made. Two queries."""
    rows = Adjustment.objects.filter(season=season).order_by("pk")
    return _lines(rows if with_hidden else rows.exclude(player__in=people.hidden), people, None)


def adjustment_of_season(*, season: Season, public_id: str) -> Adjustment | None:
    """Return an adjustment; None for unknown ones and those of other seasons. One query."""
    rows = Adjustment.objects.filter(season=season, public_id=public_id)
    return rows.select_related("season__club", "player").first()


def adjustment_last(*, season: Season) -> str:
    """Return the id of the adjustment that was made last, '' when there is none. One query."""
    rows = Adjustment.objects.filter(season=season).order_by("-pk").values_list("public_id", flat=True)
    return rows.first() or ""


def _lines(rows: QuerySet[Adjustment], people: People, limit: int | None) -> list[AdjustmentLine]:
    found = list(rows.select_related("player")[:limit])
    persons = persons_by_record(people=people, records={row.player_id for row in found})
    return [
        AdjustmentLine(
            public_id=row.public_id,
            person=persons.get(row.player_id),
            record_name=row.player.display_name,
            points=row.points,
            reason=row.reason,
            at=row.created_at,
            revoked=row.revoked_at is not None,
            revoke_reason=row.revoke_reason,
        )
        for row in found
    ]
