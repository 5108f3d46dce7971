"""`manage.py export_results`: a club's confirmed results as a results file that import reads again."""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from games.core.registry import game_keys
from league.management.command import LeagueCommand, unreadable
from league.management.lookup import club_or_error
from league.services.results.exporting import results_export
from league.services.snapshots import snapshot

_DELIMITERS = {"csv": ",", "tsv": "\t"}


class Command(LeagueCommand):
    """Exit 2: unknown club, or a file that can't be written."""

    help = "Export the confirmed results of a club."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Name the club, the format and the file."""
        parser.add_argument("--club", required=True, help="address (slug) of the club")
        parser.add_argument("--game", default="", choices=("", *game_keys()), help="only this game")
        parser.add_argument("--format", choices=tuple(_DELIMITERS), default="csv")
        parser.add_argument("-o", "--output", type=Path, help="file to write; default: standard output")

    def run(self, **options: Any) -> None:  # noqa: ANN401 - Django's options
        """Write the file from one snapshot."""
        club = club_or_error(options["club"])
        with snapshot():
            lines = results_export(club=club, game=options["game"], delimiter=_DELIMITERS[options["format"]])
            if options["output"] is None:
                sys.stdout.writelines(lines)
            else:
                _write_whole(options["output"], lines)


def _write_whole(path: Path, lines: Iterator[str]) -> None:
    """Write beside the file and rename, so that an interrupted export leaves the old file as it was."""
    beside = path.with_name(f".{path.name}.part")
    try:
        with beside.open("w", encoding="utf-8", newline="") as file:
            file.writelines(lines)
        beside.replace(path)
    except OSError as error:
        raise unreadable(path, error, _("%(file)s can't be written: %(why)s")) from error
