"""Finds what a command line names, or ends the command with one clear line and exit code 2."""

from django.core.management.base import CommandError

from league.models import Club, Ladder
from league.selectors.ladders import ladder_named, ladders_of_club

UNUSABLE = 2


def club_or_error(slug: str) -> Club:
    """Return the club with this address."""
    club = Club.objects.filter(slug=slug).first()
    if club is None:
        raise CommandError(f"There is no club {slug!r}", returncode=UNUSABLE)
    return club


def ladder_or_error(club: Club, name: str) -> Ladder:
    """Return the club's ladder with this name or public id."""
    ladder = ladder_named(club, name)
    if ladder is None:
        known = ", ".join(ladder.name for ladder in ladders_of_club(club)) or "none"
        raise CommandError(f"{club.slug} has no ladder {name!r}; there are: {known}", returncode=UNUSABLE)
    return ladder


def default_ladder(club: Club) -> Ladder:
    """Return the club's only ladder with tables (or its only ladder)."""
    ladders = list(ladders_of_club(club))
    with_tables = [
        ladder for ladder in ladders if ladder.current_run is not None and ladder.current_run.tables
    ]
    candidates = with_tables or ladders
    if len(candidates) == 1:
        return candidates[0]
    if not candidates:
        raise CommandError(f"{club.slug} has no ladder yet", returncode=UNUSABLE)
    names = ", ".join(ladder.name for ladder in candidates)
    raise CommandError(
        f"{club.slug} has several ladders, choose one with --ladder: {names}", returncode=UNUSABLE
    )
