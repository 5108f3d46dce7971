"""Putting the standings of a season away when it is closed. Computes no rating: it copies what a run has published."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from league.models import SeasonArchive
from league.selectors.placings import placings_now
from league.selectors.season_ladders import ladder_owes, season_ladders
from league.services.canonical import digest
from league.services.errors import WrongState

if TYPE_CHECKING:
    from league.models import Ladder, Season
    from league.services.changes import Change


def season_archive(*, change: Change, season: Season) -> list[SeasonArchive]:
    """Put away the standings of every ladder of this season alone, inside the change that closes it.

    Raises:
        WrongState: a ladder doesn't show yet what the club has changed and ranks depend on.
    """
    ladders = season_ladders(club=change.club, season_id=season.public_id)
    if any(ladder_owes(ladder) for ladder in ladders):
        raise WrongState(
            _("The standings of this season are still being computed. Please try again in a moment.")
        )
    return [_archive(change=change, season=season, ladder=ladder) for ladder in ladders]


def archive_facts(archive: SeasonArchive) -> dict[str, Any]:
    """Return what `content_hash` seals: everything but who closed the season and when."""
    return {
        "season": archive.season.public_id,
        "ladder": archive.ladder.public_id,
        "version": archive.version.content_hash,
        "number": archive.number,
        "revision": archive.revision,
        "digest": archive.digest,
        "tables": archive.tables,
        "standings": archive.standings,
    }


def archive_seal(archive: SeasonArchive) -> dict[str, Any]:
    """Return what the trail keeps of an archive: enough to tell whether it was altered."""
    return {
        "ladder": archive.ladder.public_id,
        "number": archive.number,
        "content_hash": archive.content_hash,
    }


def _archive(*, change: Change, season: Season, ladder: Ladder) -> SeasonArchive:
    run = ladder.current_run
    version = run.version if run else ladder.current_version
    assert version is not None  # noqa: S101 - a ladder of a season has the version that says so
    last = SeasonArchive.objects.filter(season=season, ladder=ladder).aggregate(last=Max("number"))["last"]
    archive = SeasonArchive(
        season=season,
        ladder=ladder,
        version=version,
        number=(last or 0) + 1,
        revision=change.revision,
        digest=run.digest if run else "",
        tables=run.tables if run else 0,
        standings=[asdict(row) for row in placings_now(run=run, titles=season.titles)],
        closed_by=change.actor.user,
    )
    archive.content_hash = digest(archive_facts(archive))
    archive.save()
    return archive
