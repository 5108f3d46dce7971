"""Reads the seasons of a club."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Count, Max, Min

from league.models import Season

if TYPE_CHECKING:
    from datetime import date, datetime


@dataclass(frozen=True, slots=True)
class SeasonEntry:
    """A season with its meetings counted; the days are None before the first meeting.

    `titles` name the first ranks, the winner's first.
    """

    public_id: str
    name: str
    titles: list[str]
    closed_at: datetime | None
    meetings: int
    first_day: date | None
    last_day: date | None


def seasons_page(*, club_id: int, after: str, limit: int) -> list[SeasonEntry]:
    """Return seasons in the order of their public ids, from the first one behind `after` on. One query."""
    seasons = Season.objects.filter(club=club_id, public_id__gt=after).order_by("public_id")
    counted = seasons.annotate(
        held=Count("meetings"), first=Min("meetings__club_day"), last=Max("meetings__club_day")
    )
    fields = counted.values_list("public_id", "name", "titles", "closed_at", "held", "first", "last")
    return [SeasonEntry(*row) for row in fields[:limit]]


def season_key(*, club_id: int, public_id: str) -> int | None:
    """Return the row of a season, None for unknown and foreign ones."""
    return (
        Season.objects.filter(club=club_id, public_id=public_id)
        .order_by()
        .values_list("pk", flat=True)
        .first()
    )
