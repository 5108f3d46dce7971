"""`manage.py import_results`: a results file into a club, all or nothing, with ratings at the end."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.management.command import UNUSABLE, LeagueCommand, unreadable
from league.management.progress import Progress
from league.selectors.ladders import ladders_of_club
from league.services.actors import Actor
from league.services.results.importing import ImportOptions, ImportOutcome, results_import
from league.services.results.parse import RowError
from league.services.runs import ladder_refresh

_MOST_SHOWN = 20


class Command(LeagueCommand):
    """Exit 0: imported, or nothing new; 1: the file breaks rules; 2: unusable file or options."""

    help = "Import a results file (CSV or TSV) into a club."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Name the file, the club, and what to do with them."""
        parser.add_argument("file", type=Path)
        parser.add_argument("--club", required=True, help="address (slug); created when there is none")
        parser.add_argument("--ladder", default="", help="standard and steady are created when missing")
        parser.add_argument("--ruleset", default="base")
        parser.add_argument("--encoding", default="", help="utf-8, cp932 or euc_jp; default: found out")
        parser.add_argument("--dry-run", action="store_true", help="do everything, then take it back")
        parser.add_argument("--accept-warnings", default="", metavar="REASON")
        parser.add_argument(
            "--map",
            action="append",
            default=[],
            metavar="THEIRS=OURS",
            help="rename a column; THEIRS= leaves it out",
        )

    def run(self, **options: Any) -> None:  # noqa: ANN401 - Django's options
        """Import, report, and bring the club's ladders up to date."""
        outcome = results_import(
            actor=Actor.system("import"),
            club_slug=options["club"],
            data=_read(options["file"]),
            options=_options(options),
            progress=Progress(sys.stderr).tell,
        )
        self._tell(outcome, dry_run=options["dry_run"])
        if not options["dry_run"] and outcome.club is not None:
            for ladder in ladders_of_club(outcome.club):
                ladder_refresh(ladder_id=ladder.pk)

    def _tell(self, outcome: ImportOutcome, *, dry_run: bool) -> None:
        _rows_shown(self, outcome.errors)
        if outcome.errors:
            message = ngettext(
                "%d error; nothing was written.", "%d errors; nothing was written.", len(outcome.errors)
            )
            raise CommandError(message % len(outcome.errors), returncode=1)
        _rows_shown(self, outcome.warnings)
        if outcome.refused:
            raise CommandError(
                _(
                    "There are warnings; nothing was written. To import all the same: --accept-warnings REASON"
                ),
                returncode=1,
            )
        for line in _summary(outcome, dry_run=dry_run):
            self.stdout.write(line)


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise unreadable(path, error, _("%(file)s can't be read: %(why)s")) from error


def _options(options: dict[str, Any]) -> ImportOptions:
    pairs = [text.partition("=") for text in options["map"]]
    if any(not separator for _theirs, separator, _ours in pairs):
        raise CommandError(_("--map needs THEIRS=OURS, for example --map 名前=player"), returncode=UNUSABLE)
    return ImportOptions(
        ladder=options["ladder"],
        ruleset=options["ruleset"],
        encoding=options["encoding"],
        accept_warnings=options["accept_warnings"],
        dry_run=options["dry_run"],
        column_map={theirs: ours for theirs, _separator, ours in pairs},
    )


def _rows_shown(command: BaseCommand, rows: list[RowError]) -> None:
    """Write row errors to stderr, one a line: line number, column, what is wrong, rule."""
    for row in rows[:_MOST_SHOWN]:
        column = f" {row.column}" if row.column else ""
        rule = f" [{row.rule}]" if row.rule else ""
        command.stderr.write(_("line %(line)d") % {"line": row.line} + f"{column}: {row.message}{rule}")
    if len(rows) > _MOST_SHOWN:
        command.stderr.write(_("… and %d more") % (len(rows) - _MOST_SHOWN))


def _summary(outcome: ImportOutcome, *, dry_run: bool) -> list[str]:
    counts = {
        "rows": outcome.rows,
        "tables": outcome.tables,
        "created": outcome.created,
        "skipped": outcome.skipped,
        "encoding": outcome.encoding,
    }
    lines = [
        _("%(rows)d rows, %(tables)d tables (%(encoding)s): %(created)d new, %(skipped)d known already.")
        % counts
    ]
    if outcome.club_created and outcome.club is not None:
        lines.append(_("New club: %(slug)s") % {"slug": outcome.club.slug})
    if outcome.ladder_created:
        lines.append(_("New ladder: %(name)s") % {"name": outcome.ladder_created})
    if outcome.new_players:
        count = len(outcome.new_players)
        lines.append(
            ngettext("%(count)d new person: %(names)s", "%(count)d new people: %(names)s", count)
            % {"count": count, "names": ", ".join(outcome.new_players)}
        )
    if dry_run:
        lines.append(_("This was a dry run: nothing was written."))
    return lines
