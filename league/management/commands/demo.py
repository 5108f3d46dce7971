"""`manage.py demo`: makes the demo club, with invented people and results, and says how to log in."""

from typing import Any

from django.utils.translation import gettext as _

from league.management.command import LeagueCommand
from league.models import Club
from league.selectors.ladders import ladders_of_club
from league.services.demo import demo_create
from league.services.runs import ladder_refresh


class Command(LeagueCommand):
    """Exit 2: there is a demo club already."""

    help = "Make the demo club (invented people and results)."

    def run(self, **options: Any) -> None:  # noqa: ANN401 - Django's options
        """Make it, bring its ladders up to date, and print the login once."""
        login = demo_create()
        for ladder in ladders_of_club(Club.objects.get(slug=login.club_slug)):
            ladder_refresh(ladder_id=ladder.pk)
        self.stdout.write(_("Demo club: /%(slug)s/") % {"slug": login.club_slug})
        self.stdout.write(
            _("Log in as %(user)s with the password %(password)s (shown only now).")
            % {"user": login.username, "password": login.password}
        )
