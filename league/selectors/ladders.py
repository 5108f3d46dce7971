"""Ladders of a club, and which derived rows belong to a run. Reads only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db.models import F, Q, QuerySet

from league.models import Club, ClubCounter, Ladder, RatingPoint, RatingRun, RatingSegment
from league.ratings.parameters import POINTS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from datetime import datetime


def ladders_of_club(club: Club) -> QuerySet[Ladder]:
    """Return the club's ladders with what a page needs of them, oldest first."""
    return (
        Ladder.objects.filter(club=club)
        .select_related("current_version", "current_run__version")
        .order_by("pk")
    )


def ladder_named(club: Club, name: str) -> Ladder | None:
    """Return the club's ladder with this name or public id."""
    return ladders_of_club(club).filter(Q(name=name) | Q(public_id=name)).first()


def ladder_find(*, club: Club, public_id: str) -> Ladder | None:
    """Return the club's ladder with this public id, None for unknown and foreign ones."""
    return ladders_of_club(club).filter(public_id=public_id).first()


def ladder_club_slug(*, public_id: str) -> str | None:
    """Return the short name of the club that has a ladder, None for an unknown one."""
    return Ladder.objects.filter(public_id=public_id).values_list("club__slug", flat=True).first()


def ladders_page(*, club: Club, after: str, limit: int) -> list[Ladder]:
    """Return ladders in the order of their public ids, from the first one behind `after` on. One query."""
    return list(ladders_of_club(club).filter(public_id__gt=after).order_by("public_id")[:limit])


def ladder_covering(club: Club, game: str) -> Ladder | None:
    """Return the first ladder that counts every table of a game."""
    return next(_covering(club, game), None)


def rating_ladder(club: Club, game: str) -> Ladder | None:
    """Return the first ladder that rates every table of a game; season points are no ratings. One query."""
    return next(_covering(club, game, but=POINTS), None)


def _covering(club: Club, game: str, *, but: str = "") -> Iterator[Ladder]:
    for ladder in ladders_of_club(club):
        version = ladder.current_version
        if version is None or version.rulesets or version.seasons or version.formula == but:
            continue
        if not version.games or game in version.games:
            yield ladder


def ladders_behind(club_ids: Iterable[int] | None = None) -> QuerySet[Ladder]:
    """Return the ladders whose club has moved on since they were computed."""
    behind = Ladder.objects.filter(
        computed_revision__lt=F("club__counter__revision"), current_version__isnull=False
    )
    if club_ids is not None:
        behind = behind.filter(club__in=list(club_ids))
    return behind.order_by("pk")


def club_revision(club_id: int) -> int:
    """Return the number of the club's last revision."""
    return ClubCounter.objects.values_list("revision", flat=True).get(club=club_id)


def run_former(ladder: Ladder, *, number: int, replaced_after: datetime) -> RatingRun | None:
    """Return a run that the ladder showed before; None when it was replaced earlier than that, or never shown."""
    published = RatingRun.objects.select_related("version").filter(status=RatingRun.Status.PUBLISHED)
    shown = published.filter(ladder=ladder, number=number)
    return shown.filter(replaced_at__gt=replaced_after).first()


def segments_visible(run: RatingRun | None) -> QuerySet[RatingSegment]:
    """Return the segments that a run shows, in order. They stay readable for ten minutes after the next run."""
    if run is None:
        return RatingSegment.objects.none()
    replaced_later = Q(to_run__isnull=True) | Q(to_run__number__gt=run.number)
    return RatingSegment.objects.filter(
        replaced_later, ladder=run.ladder_id, from_run__number__lte=run.number
    ).order_by("position")


def points_visible(run: RatingRun | None) -> QuerySet[RatingPoint]:
    """Return the points that a run shows, in the order of tables, players by public id within a table."""
    if run is None:
        return RatingPoint.objects.none()
    segments = segments_visible(run).order_by().values("pk")
    return RatingPoint.objects.filter(segment__in=segments).order_by("order_key", "player__public_id")


def points_of_runs(runs: Iterable[RatingRun]) -> QuerySet[RatingPoint]:
    """Return the points that runs of several ladders show, for a question that names few tables or people."""
    shown = Q(pk__in=())
    for run in runs:
        replaced_later = Q(segment__to_run__isnull=True) | Q(segment__to_run__number__gt=run.number)
        shown |= replaced_later & Q(segment__ladder=run.ladder_id, segment__from_run__number__lte=run.number)
    return RatingPoint.objects.filter(shown).order_by()
