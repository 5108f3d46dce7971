"""Reads the ladders of a club with all their versions, what was computed for each, and the last nightly check."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Max, OuterRef, Subquery

from league.models import LadderCheck, LadderVersion, RatingRun
from league.selectors.ladders import ladders_of_club

if TYPE_CHECKING:
    from league.models import Club, Ladder


@dataclass(frozen=True, slots=True)
class VersionEntry:
    """A version and the last run that was shown of it; None before the first."""

    version: LadderVersion
    run: RatingRun | None


@dataclass(frozen=True, slots=True)
class LadderEntry:
    """A ladder with its versions, newest first, and its last check."""

    ladder: Ladder
    versions: tuple[VersionEntry, ...]
    check: LadderCheck | None


def ladder_entries(*, club: Club) -> list[LadderEntry]:
    """Return the ladders of a club, oldest first. Four queries, however many there are.

    A version shows the last run of any version with its content: one that was taken back needs no run of its own.
    """
    ladders = list(ladders_of_club(club))
    shown = RatingRun.objects.filter(
        ladder=OuterRef("ladder"),
        version__content_hash=OuterRef("content_hash"),
        status=RatingRun.Status.PUBLISHED,
    )
    versions = list(
        LadderVersion.objects.filter(ladder__in=ladders)
        .annotate(last_run=Subquery(shown.order_by("-number").values("pk")[:1]))
        .order_by("-number")
    )
    last_run = {version.pk: version.last_run for version in versions}
    runs = RatingRun.objects.in_bulk(set(last_run.values()) - {None})
    checks = _last_checks(club=club)
    by_ladder: dict[int, list[VersionEntry]] = {ladder.pk: [] for ladder in ladders}
    for version in versions:
        by_ladder[version.ladder_id].append(VersionEntry(version, runs.get(last_run[version.pk])))
    return [LadderEntry(ladder, tuple(by_ladder[ladder.pk]), checks.get(ladder.pk)) for ladder in ladders]


def ladder_pointers(*, club: Club) -> list[tuple[object, ...]]:
    """Return, for each ladder, numbers that change whenever what was computed or checked for it does. One query."""
    ladders = ladders_of_club(club).annotate(last_check=Max("checks__pk"))
    return list(ladders.values_list("pk", "current_run", "computed_revision", "last_check"))


def _last_checks(*, club: Club) -> dict[int, LadderCheck]:
    """Return the last check of each of the club's ladders, by ladder."""
    checks = LadderCheck.objects.filter(ladder__club=club).order_by()
    newest = checks.values("ladder").annotate(last=Max("pk")).values("last")
    return {check.ladder_id: check for check in LadderCheck.objects.filter(pk__in=newest)}
