"""`manage.py import_ruleset`: a club's own ruleset from a file, as a new version where there is one of that key."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.core.cardset import CardSetError
from games.core.findings import UnreadableError
from games.core.ruleset import Ruleset, RulesetError
from games.core.ruleset_file import ruleset_of_file
from league.management.command import UNUSABLE, LeagueCommand, unreadable
from league.management.lookup import club_or_error
from league.services.actors import Actor
from league.services.rulesets import ruleset_create


class Command(LeagueCommand):
    """Exit 0: the club has the ruleset. Exit 2: unknown club, or a file that is no usable ruleset."""

    help = "Give a club a ruleset of its own (JSON with game, key and payload), or its own cards (TOML)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Name the file and the club."""
        parser.add_argument("file", type=Path)
        parser.add_argument("--club", required=True, help="address (slug) of the club")

    def run(self, **options: Any) -> None:  # noqa: ANN401 - Django's options
        """Store the ruleset; tables that are there already keep the version they were played under."""
        club = club_or_error(options["club"])
        value = _read(options["file"])
        row = ruleset_create(
            actor=Actor.system("import_ruleset"),
            club=club,
            game=value.game,
            key=value.key,
            payload=value.payload,
        )
        self.stdout.write(
            _("%(club)s: ruleset %(key)s of %(game)s, version %(version)d")
            % {"club": club.slug, "key": row.key, "game": row.game, "version": row.version}
        )


def _read(path: Path) -> Ruleset:
    try:
        return ruleset_of_file(
            path.name, path.read_bytes(), beside=lambda name: (path.parent / name).read_bytes()
        )
    except OSError as error:
        raise unreadable(path, error, _("%(file)s can't be read: %(why)s")) from error
    except (UnreadableError, CardSetError, RulesetError) as error:
        said = error.render(get_language() or "ja").replace("\n", " ")
        raise CommandError(f"{path}: {said}", returncode=UNUSABLE) from error
