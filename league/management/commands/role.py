"""`manage.py role`: gives an account a role in a club, such as the first owner of a club that was imported."""

from argparse import ArgumentParser
from typing import Any

from django.utils.translation import gettext as _

from league.management.command import LeagueCommand
from league.management.lookup import club_or_error
from league.models import Membership
from league.services.accounts import account_role_set
from league.services.actors import Actor

NONE = "none"


class Command(LeagueCommand):
    """Exit 0: the account has the role. Exit 2: unknown club or account, or the last owner would be gone."""

    help = (
        "Give an account a role in a club (accounts are made by owners on the page, or with createsuperuser)."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Name club, account and role."""
        parser.add_argument("--club", required=True, help="address (slug) of the club")
        parser.add_argument("--user", required=True, help="name of the account")
        parser.add_argument("--role", required=True, choices=[*Membership.Role.values, NONE])

    def run(self, **options: Any) -> None:  # noqa: ANN401 - Django's options
        """Give the role, or take it away."""
        role = None if options["role"] == NONE else options["role"]
        account_role_set(
            actor=Actor.system("role"),
            club=club_or_error(options["club"]),
            username=options["user"],
            role=role,
        )
        self.stdout.write(
            _("%(club)s: %(user)s is now %(role)s")
            % {"club": options["club"], "user": options["user"], "role": options["role"]}
        )
