"""Reads the ladders of a club with all their versions, what was computed for each, and the last nightly check."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

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
    """Return the ladders of a club, oldest first. Four queries, however many there are."""
    ladders = list(ladders_of_club(club))
    versions = LadderVersion.objects.filter(ladder__in=ladders).order_by("-number")
    published = RatingRun.objects.filter(ladder__in=ladders, status=RatingRun.Status.PUBLISHED)
    last_runs = {run.version_id: run for run in published.order_by("number")}
    checks = last_checks(club=club)
    by_ladder: dict[int, list[VersionEntry]] = {ladder.pk: [] for ladder in ladders}
    for version in versions:
        by_ladder[version.ladder_id].append(VersionEntry(version, last_runs.get(version.pk)))
    return [LadderEntry(ladder, tuple(by_ladder[ladder.pk]), checks.get(ladder.pk)) for ladder in ladders]


def last_checks(*, club: Club) -> dict[int, LadderCheck]:
    """Return the last check of each of the club's ladders, by ladder. One query."""
    return {check.ladder_id: check for check in LadderCheck.objects.filter(ladder__club=club).order_by("pk")}
