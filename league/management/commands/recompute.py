"""`manage.py recompute`: rebuilds ladders from nothing, or checks that a rebuild would change nothing."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from league.management.lookup import club_or_error, ladder_or_error
from league.models import Club, Ladder
from league.services.run_verify import Comparison, ladder_compare
from league.services.runs import ladder_rebuild


class Command(BaseCommand):
    """Exit 0: nothing to report. Exit 1: --verify found a difference. Exit 2: unknown club or ladder."""

    help = "Rebuild the ratings from the confirmed results alone (--verify: only compare, exit 1 on a difference)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Name what is rebuilt: everything, a club, or a ladder."""
        parser.add_argument("--club", help="address (slug) of a club; default: all clubs")
        parser.add_argument("--ladder", help="name or public id of a ladder; default: all ladders")
        parser.add_argument(
            "--verify", action="store_true", help="compare with what is stored, change nothing"
        )

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ANN401 - Django's signature
        """Go through the ladders, one line each."""
        differing = 0
        for ladder in _ladders(options["club"], options["ladder"]):
            comparison = ladder_compare(ladder_id=ladder.pk)
            differing += bool(comparison.difference)
            verdict = self._verdict(ladder, comparison, verify=options["verify"])
            label = f"{ladder.club.slug} / {ladder.name}"
            self.stdout.write(
                f"{label}: {comparison.tables} tables, {comparison.digest[:16] or '-'}: {verdict}"
            )
        if differing and options["verify"]:
            raise CommandError(f"{differing} of the ladders differ from a rebuild", returncode=1)

    def _verdict(self, ladder: Ladder, comparison: Comparison, *, verify: bool) -> str:
        if not comparison.difference:
            return "equal"
        if verify:
            return f"DIFFERS, first at {comparison.difference}"
        while not ladder_rebuild(ladder_id=ladder.pk):
            self.stderr.write(f"{ladder.name}: changed meanwhile, starting over")
        return f"rebuilt, it differed at {comparison.difference}"


def _ladders(club_slug: str | None, name: str | None) -> list[Ladder]:
    clubs = Club.objects.order_by("slug")
    if club_slug is not None:
        clubs = clubs.filter(pk=club_or_error(club_slug).pk)
    if name is None:
        return list(Ladder.objects.filter(club__in=clubs).select_related("club").order_by("club__slug", "pk"))
    if club_slug is None:
        raise CommandError("--ladder needs --club: a name is known in its club only", returncode=2)
    return [ladder_or_error(club_or_error(club_slug), name)]
