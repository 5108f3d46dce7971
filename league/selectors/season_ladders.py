"""Which ladders rank one season alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from league.models import Revision
from league.ratings.formulas import FORMULAS
from league.selectors.ladders import ladders_of_club

if TYPE_CHECKING:
    from league.models import Club, Ladder


def season_ladders(*, club: Club, season_id: str) -> list[Ladder]:
    """Return the ladders that count this season and no other, oldest first. One query."""
    return [
        ladder
        for ladder in ladders_of_club(club).select_related("current_run__version")
        if ladder.current_version is not None and ladder.current_version.seasons == [season_id]
    ]


def season_counts_points(*, club: Club, season_id: str) -> bool:
    """Say whether a ladder adds up points in which this season's adjustments count. One query."""
    return any(
        version is not None
        and FORMULAS[version.formula].adjusted
        and (not version.seasons or season_id in version.seasons)
        for version in (ladder.current_version for ladder in ladders_of_club(club))
    )


def ladder_owes(ladder: Ladder) -> bool:
    """Say whether a change that ranks can depend on isn't in the ladder yet. At most one query.

    A version with the content of the run's asks for nothing: a ladder changed and changed back keeps its run.
    """
    run, version = ladder.current_run, ladder.current_version
    if run and version and run.version.content_hash != version.content_hash:
        return True
    later = Revision.objects.filter(club=ladder.club_id, number__gt=ladder.computed_revision)
    return later.exclude(lowest_order_key="").exists()
