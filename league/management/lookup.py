"""Finds what a command line names, or ends the command with one clear line and exit code 2."""

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from league.management.command import UNUSABLE
from league.models import Club, Ladder
from league.selectors.ladders import ladder_named, ladders_of_club


def club_or_error(slug: str) -> Club:
    """Return the club with this address."""
    club = Club.objects.filter(slug=slug).first()
    if club is None:
        raise CommandError(_("There is no club %r") % slug, returncode=UNUSABLE)
    return club


def ladder_or_error(club: Club, name: str) -> Ladder:
    """Return the club's ladder with this name or public id."""
    ladder = ladder_named(club, name)
    if ladder is None:
        known = ", ".join(each.name for each in ladders_of_club(club)) or "-"
        message = _("%(club)s has no ladder %(ladder)r; there are: %(known)s")
        raise CommandError(message % {"club": club.slug, "ladder": name, "known": known}, returncode=UNUSABLE)
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
        raise CommandError(_("%s has no ladder yet") % club.slug, returncode=UNUSABLE)
    names = ", ".join(ladder.name for ladder in candidates)
    message = _("%(club)s has several ladders, choose one with --ladder: %(known)s")
    raise CommandError(message % {"club": club.slug, "known": names}, returncode=UNUSABLE)
