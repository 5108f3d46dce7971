"""`manage.py recompute`: rebuilds ladders from nothing, or checks that a rebuild would change nothing."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from league.management.command import UNUSABLE, LeagueCommand
from league.management.lookup import club_or_error, ladder_or_error
from league.models import Club, Ladder
from league.services.run_verify import Comparison, ladder_compare
from league.services.runs import ladder_rebuild


class Command(LeagueCommand):
    """Exit 0: nothing to report. Exit 1: --verify found a difference. Exit 2: unknown club or ladder."""

    help = "Rebuild the ratings from the confirmed results alone (--verify: only compare, exit 1 on a difference)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Name what is rebuilt: everything, a club, or a ladder."""
        parser.add_argument("--club", help="address (slug) of a club; default: all clubs")
        parser.add_argument("--ladder", help="name or public id of a ladder; default: all ladders")
        parser.add_argument(
            "--verify", action="store_true", help="compare with what is stored, change nothing"
        )

    def run(self, **options: Any) -> None:  # noqa: ANN401 - Django's options
        """Go through the ladders, one line each."""
        differing = 0
        for ladder in _ladders(options["club"], options["ladder"]):
            comparison = ladder_compare(ladder_id=ladder.pk)
            differing += bool(comparison.difference)
            verdict = self._verdict(ladder, comparison, verify=options["verify"])
            self.stdout.write(
                _("%(club)s / %(ladder)s: %(tables)d tables, %(digest)s: %(verdict)s")
                % {
                    "club": ladder.club.slug,
                    "ladder": ladder.name,
                    "tables": comparison.tables,
                    "digest": comparison.digest[:16] or "-",
                    "verdict": verdict,
                }
            )
        if differing and options["verify"]:
            raise CommandError(_("%d of the ladders differ from a rebuild") % differing, returncode=1)

    def _verdict(self, ladder: Ladder, comparison: Comparison, *, verify: bool) -> str:
        if not comparison.difference:
            return _("equal")
        if verify:
            return _("DIFFERS, first at %s") % comparison.difference
        while not ladder_rebuild(ladder_id=ladder.pk):
            self.stderr.write(_("%s: changed meanwhile, starting over") % ladder.name)
        return _("rebuilt, it differed at %s") % comparison.difference


def _ladders(club_slug: str | None, name: str | None) -> list[Ladder]:
    clubs = Club.objects.order_by("slug")
    if club_slug is not None:
        clubs = clubs.filter(pk=club_or_error(club_slug).pk)
    if name is None:
        return list(Ladder.objects.filter(club__in=clubs).select_related("club").order_by("club__slug", "pk"))
    if club_slug is None:
        raise CommandError(_("--ladder needs --club: a name is known in its club only"), returncode=UNUSABLE)
    return [ladder_or_error(club_or_error(club_slug), name)]
