"""Writes judged tables in one transaction with one revision: people, meetings, tables, reports, keys and trail."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from league.models import (
    Finding,
    IdempotencyKey,
    Line,
    Meeting,
    NameKey,
    Player,
    Submission,
    Table,
)
from league.models.ids import order_key
from league.selectors.merges import merge_roots
from league.services.facts import player_facts, player_text, submission_facts, table_facts
from league.services.idempotency import IMPORT_OPERATION
from league.services.meetings import meeting_ensure
from league.services.names import name_key
from league.services.policy import Verb, authorise
from league.services.reports import findings_build, lines_build, lines_digest
from league.services.results.parse import RowError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from datetime import date

    from league.models import Club
    from league.services.changes import Change
    from league.services.results.judged import JudgedTable

KEY_HOLDER = "import"  # whoever imports: the same table of a file is the same table
_BATCH = 1000
_CREATED = 201


@dataclass(slots=True)
class Written:
    """What an import did, or would do."""

    created: int = 0
    skipped: int = 0
    new_players: list[str] = field(default_factory=list)
    errors: list[RowError] = field(default_factory=list)


def key_of(table_id: str) -> str:
    """Return the idempotency key of a file's table: the same id in the same club is the same table."""
    return f"import:{hashlib.sha256(table_id.encode()).hexdigest()}"


def digests_stored(club: Club) -> dict[str, str]:
    """Return the digest of what was imported into a club, by key."""
    keys = IdempotencyKey.objects.filter(club=club, actor=KEY_HOLDER, operation=IMPORT_OPERATION)
    return dict(keys.values_list("key", "body_digest"))


def tables_write(
    *, change: Change, tables: Sequence[JudgedTable], reason: str, progress: Callable[[int], None]
) -> Written:
    """Write every table that the club doesn't have yet, inside a running change.

    Nothing is written when `errors` come back: a table id with other content, a number in use, or two seats of
    one table that are one person.
    """
    written = Written()
    new = _new_tables(change=change, tables=tables, written=written)
    meetings = _meetings(change=change, days={item.source.club_day for item in new})
    _check_numbers(meetings=meetings, tables=new, written=written)
    people = _People(change)
    _check_people(people=people, tables=new, written=written)
    if written.errors:
        return written
    written.new_players = people.create_missing(item for item in new)
    for start in range(0, len(new), _BATCH):
        batch = new[start : start + _BATCH]
        _write_batch(change=change, batch=batch, meetings=meetings, people=people, reason=reason)
        progress(start + len(batch))
    written.created = len(new)
    return written


def _new_tables(*, change: Change, tables: Sequence[JudgedTable], written: Written) -> list[JudgedTable]:
    stored = digests_stored(change.club)
    new = []
    for item in tables:
        known = stored.get(key_of(item.source.id))
        if known is None:
            new.append(item)
        elif known == item.content_digest:
            written.skipped += 1
        else:
            message = _(
                "Table %(id)s was imported before with other content. "
                "Correct that table instead: nothing is overwritten."
            )
            written.errors.append(RowError(item.source.line, "table", message % {"id": item.source.id}))
    return new


def _meetings(*, change: Change, days: set[date]) -> dict[date, Meeting]:
    meetings = {day: meeting_ensure(change=change, club_day=day) for day in sorted(days)}
    for meeting in meetings.values():
        authorise(actor=change.actor, verb=Verb.IMPORT, club=change.club, season=meeting.season)
    return meetings


def _check_numbers(*, meetings: dict[date, Meeting], tables: Iterable[JudgedTable], written: Written) -> None:
    taken = set(
        Table.objects.filter(meeting__in=meetings.values())
        .exclude(state=Table.State.VOID)
        .values_list("meeting__club_day", "number")
    )
    for item in tables:
        if (item.source.club_day, item.source.number) in taken:
            message = _("Number %(number)d of %(day)s is already another table of this club.")
            values = {"number": item.source.number, "day": item.source.club_day.isoformat()}
            written.errors.append(RowError(item.source.line, "number", message % values))


def _check_people(*, people: _People, tables: Iterable[JudgedTable], written: Written) -> None:
    for item in tables:
        seen: set[object] = set()
        for result in item.judged.judgement.seats:
            identity = people.identity(result.player)
            if identity in seen:
                message = _("%(name)s sits at table %(id)s twice, perhaps under another name.")
                values = {"name": result.player, "id": item.source.id}
                written.errors.append(RowError(item.source.line, "player", message % values))
            seen.add(identity)


class _People:
    """The club's players by name key, kept in memory for the length of an import."""

    def __init__(self, change: Change) -> None:
        self._change = change
        rows = NameKey.objects.filter(club=change.club).select_related("player")
        self._by_key = {row.key: row.player for row in rows}
        self._roots = merge_roots(club_id=change.club.pk)
        self._keys: dict[str, str] = {}

    def _key(self, name: str) -> str:
        if name not in self._keys:
            self._keys[name] = name_key(name)
        return self._keys[name]

    def identity(self, name: str) -> object:
        """Return what tells two people apart: the player a merge leads to, or the key of a new name."""
        player = self._by_key.get(self._key(name))
        return self._key(name) if player is None else self._roots.get(player.pk, player.pk)

    def player(self, name: str) -> Player:
        return self._by_key[self._key(name)]

    def create_missing(self, tables: Iterable[JudgedTable]) -> list[str]:
        """Create everybody whom the club doesn't know, and return their names in order of appearance."""
        missing: dict[str, Player] = {}
        for item in tables:
            for result in item.judged.judgement.seats:
                key = self._key(result.player)
                if key not in self._by_key and key not in missing:
                    missing[key] = Player(club=self._change.club, display_name=result.player)
        Player.objects.bulk_create(missing.values(), batch_size=_BATCH)
        NameKey.objects.bulk_create(
            (NameKey(club=self._change.club, key=key, player=player) for key, player in missing.items()),
            batch_size=_BATCH,
        )
        for player in missing.values():
            self._change.log(
                "create", "player", player.public_id, new=player_facts(player), text=player_text(player)
            )
        self._by_key |= missing
        return [player.display_name for player in missing.values()]


def _write_batch(
    *,
    change: Change,
    batch: Sequence[JudgedTable],
    meetings: dict[date, Meeting],
    people: _People,
    reason: str,
) -> None:
    tables = [_table(item, meetings[item.source.club_day]) for item in batch]
    Table.objects.bulk_create(tables)
    submissions, lines, findings, keys = [], [], [], []
    for item, table in zip(batch, tables, strict=True):
        players = [people.player(result.player) for result in item.judged.judgement.seats]
        own_lines = lines_build(judged=item.judged, players=players)
        submission = _submission(change=change, item=item, table=table, lines=own_lines, reason=reason)
        for line in own_lines:
            line.submission = submission
        submissions.append(submission)
        lines.extend(own_lines)
        findings.extend(findings_build(submission=submission, judgement=item.judged.judgement))
        keys.append(_key_row(change=change, item=item, table=table))
        _log(change=change, table=table, submission=submission, lines=own_lines)
        change.touch(order_key(item.source.club_day, table.round, table.number))
    Submission.objects.bulk_create(submissions)
    Line.objects.bulk_create(lines, batch_size=_BATCH)
    Finding.objects.bulk_create(findings, batch_size=_BATCH)
    IdempotencyKey.objects.bulk_create(keys)


def _table(item: JudgedTable, meeting: Meeting) -> Table:
    return Table(
        meeting=meeting,
        round=item.source.round,
        number=item.source.number,
        ruleset=item.judged.ruleset,
        state=Table.State.CONFIRMED,
        lock_version=1,
    )


def _submission(
    *, change: Change, item: JudgedTable, table: Table, lines: Sequence[Line], reason: str
) -> Submission:
    raw: dict[str, Any] = {
        "club_day": item.source.club_day.isoformat(),
        "round": item.source.round,
        "number": item.source.number,
        "file_table": item.source.id,
        "report": item.judged.report,
    }
    return Submission(
        club=change.club,
        table=table,
        version=1,
        author=change.actor.user,
        channel=Submission.Channel.IMPORT,
        raw=raw,
        reason=reason if item.judged.has_warnings else "",
        state=Submission.State.CONFIRMED,
        finished=item.judged.finished,
        evidence=item.judged.judgement.evidence,
        lines_digest=lines_digest(lines=lines, finished=item.judged.finished),
        decided_by=change.actor.user,
        decided_at=timezone.now(),
    )


def _key_row(*, change: Change, item: JudgedTable, table: Table) -> IdempotencyKey:
    return IdempotencyKey(
        club=change.club,
        actor=KEY_HOLDER,
        key=key_of(item.source.id),
        operation=IMPORT_OPERATION,
        body_digest=item.content_digest,
        status=_CREATED,
        answer={"table": table.public_id},
    )


def _log(*, change: Change, table: Table, submission: Submission, lines: Sequence[Line]) -> None:
    change.log("create", "table", table.public_id, new=table_facts(table))
    change.log(
        "import",
        "submission",
        submission.public_id,
        new=submission_facts(submission, lines),
        text={"reason": submission.reason},
    )
