"""Reads what closing a season put away, page by page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Q

from league.models import SeasonArchive
from league.selectors.placings import placings_of
from league.selectors.players import people_of, persons_by_public_id

if TYPE_CHECKING:
    from league.models import Season
    from league.selectors.placings import Placing
    from league.selectors.players import Person


@dataclass(frozen=True, slots=True)
class ArchiveEntry:
    """An archive with the rows of people who may be seen, each with whom it counts as now."""

    archive: SeasonArchive
    rows: tuple[tuple[Person, Placing], ...]


def archives_page(*, season: Season, after: tuple[str, int] | None, limit: int) -> list[ArchiveEntry]:
    """Return archives by the ladder's public id and number, from the first one behind `after` on. Five queries."""
    wanted = SeasonArchive.objects.filter(season=season)
    if after is not None:
        ladder, number = after
        wanted = wanted.filter(
            Q(ladder__public_id__gt=ladder) | Q(ladder__public_id=ladder, number__gt=number)
        )
    found = list(wanted.select_related("ladder", "version").order_by("ladder__public_id", "number")[:limit])
    rows = [(archive, placings_of(archive)) for archive in found]
    persons = persons_by_public_id(
        people=people_of(club_id=season.club_id),
        public_ids={placing.player for _, placings in rows for placing in placings},
    )
    return [
        ArchiveEntry(
            archive,
            tuple((persons[row.player], row) for row in placings if row.player in persons),
        )
        for archive, placings in rows
    ]
