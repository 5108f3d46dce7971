"""Importing a results file: read, judge, and only then write, all or nothing."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from league.models import Club, Ladder
from league.services.changes import club_change
from league.services.clubs import club_create
from league.services.decisions import reason_check
from league.services.errors import Invalid
from league.services.ladders import ladder_ensure
from league.services.policy import Verb, authorise
from league.services.results.decode import rows_of, text_of
from league.services.results.judged import Judge, JudgedTable
from league.services.results.parse import RowError, parse_rows
from league.services.results.write import Written, digests_stored, key_of, tables_write

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from league.services.actors import Actor

PRESET_LADDERS = ("standard", "steady")


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """How to read the file and what to do with it. `dry_run` does everything and then takes it back."""

    ladder: str = ""
    ruleset: str = "base"
    encoding: str = ""
    accept_warnings: str = ""
    dry_run: bool = False
    column_map: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ImportOutcome:
    """What came of an import. With `errors`, or with `warnings` that nobody accepted, nothing was written."""

    club: Club | None
    club_created: bool
    ladder_created: str
    encoding: str
    rows: int
    tables: int
    created: int
    skipped: int
    new_players: list[str]
    errors: list[RowError]
    warnings: list[RowError]

    @property
    def refused(self) -> bool:
        """Whether nothing was written because of the file."""
        return self.created == 0 and self.skipped == 0 and bool(self.errors or self.warnings)


@dataclass(frozen=True, slots=True)
class _Read:
    """The file after reading and judging."""

    encoding: str
    rows: int
    tables: list[JudgedTable]
    errors: list[RowError]
    warnings: list[RowError]


def results_import(
    *,
    actor: Actor,
    club_slug: str,
    data: bytes,
    options: ImportOptions,
    progress: Callable[[str, int, int], None],
) -> ImportOutcome:
    """Import a results file into a club, which is created when there is none of that slug.

    Everything is read and judged first, then written in one transaction with one revision. A table whose id was
    imported before is skipped when its content is the same, and an error when it isn't. `progress` hears a stage
    ("judge" or "write"), how many tables are done, and how many there are.

    Raises:
        Invalid: the file can't be read at all, or an option is wrong.
        NotAllowed: the actor may not import into this club.
    """
    reason = reason_check(options.accept_warnings, needed=False)
    club = Club.objects.filter(slug=club_slug).first()
    if club is not None:
        authorise(actor=actor, verb=Verb.IMPORT, club=club)
    _check_ladder(club=club, name=options.ladder)
    read = _read(club=club, data=data, options=options, progress=progress)
    if read.errors or (not reason and _warns_of_new(club=club, read=read)):
        return _outcome(read, club=club, written=Written())
    with transaction.atomic():
        # Somebody may have made the club while the file was read: then it is theirs and ours.
        there = club or Club.objects.filter(slug=club_slug).first()
        if there is not None:
            authorise(actor=actor, verb=Verb.IMPORT, club=there)
        target = there or club_create(actor=actor, slug=club_slug, name=club_slug)
        outcome = _write(
            actor=actor, club=target, read=read, options=options, reason=reason, progress=progress
        )
        outcome = replace(outcome, club_created=there is None)
        if options.dry_run or outcome.errors:
            transaction.set_rollback(True)
    return outcome


def _read(
    *, club: Club | None, data: bytes, options: ImportOptions, progress: Callable[[str, int, int], None]
) -> _Read:
    text, encoding = text_of(data, encoding=options.encoding)
    parsed = parse_rows(rows_of(text), column_map=options.column_map)
    total = len(parsed.tables)
    judge = Judge(club=club, ruleset_key=options.ruleset)
    tables = judge.tables(parsed.tables, progress=lambda done: progress("judge", done, total))
    # Tables with unreadable rows are incomplete: what the referee says of them would only confuse.
    errors = parsed.errors or judge.errors
    return _Read(encoding, parsed.rows, tables, sorted(errors, key=lambda e: e.line), judge.warnings)


def _warns_of_new(*, club: Club | None, read: _Read) -> bool:
    """Whether a warning is about a table that isn't there yet: the others were accepted when they came."""
    stored = digests_stored(club) if club is not None and read.warnings else {}
    known = {
        seat.line
        for item in read.tables
        if stored.get(key_of(item.source.id)) == item.content_digest
        for seat in item.source.seats
    }
    return any(warning.line not in known for warning in read.warnings)


def _write(
    *,
    actor: Actor,
    club: Club,
    read: _Read,
    options: ImportOptions,
    reason: str,
    progress: Callable[[str, int, int], None],
) -> ImportOutcome:
    total = len(read.tables)
    ladder_created = ""
    with club_change(actor=actor, club=club, what="results.import") as change:
        written = tables_write(
            change=change,
            tables=read.tables,
            reason=reason,
            progress=lambda done: progress("write", done, total),
        )
        if options.ladder and not Ladder.objects.filter(club=club, name=options.ladder).exists():
            ladder_ensure(change=change, name=options.ladder, preset_name=options.ladder)
            ladder_created = options.ladder
    return _outcome(read, club=club, written=written, ladder_created=ladder_created)


def _outcome(read: _Read, *, club: Club | None, written: Written, ladder_created: str = "") -> ImportOutcome:
    return ImportOutcome(
        club=club,
        club_created=False,
        ladder_created=ladder_created,
        encoding=read.encoding,
        rows=read.rows,
        tables=len(read.tables),
        created=written.created,
        skipped=written.skipped,
        new_players=written.new_players,
        errors=[*read.errors, *written.errors],
        warnings=read.warnings,
    )


def _check_ladder(*, club: Club | None, name: str) -> None:
    """A ladder is created only where its name says by which preset."""
    if not name or name in PRESET_LADDERS:
        return
    if club is None or not Ladder.objects.filter(club=club, name=name).exists():
        raise Invalid(
            _("There is no ladder %(name)s in this club. Created on demand are: standard, steady.")
            % {"name": name},
            field="ladder",
        )
