"""Reads one table for its page: every version of its report, what the referee said, and what was done to it and why.

Leaves to the page what a visitor may see of it: other versions, authors and reasons are for members only.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.contrib.auth.models import User
from django.db.models import F

from games.core.findings import Finding as CheckFinding
from games.core.findings import Severity
from league.models import ActionLog, Finding, Line, Player, Submission, Table
from league.selectors.players import people_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime
    from decimal import Decimal

    from league.selectors.players import People


@dataclass(frozen=True, slots=True)
class SheetPerson:
    """Who sat there, as the club counts them now, by the row they count as. `name` is empty once it was erased."""

    row: int
    public_id: str
    name: str
    reading: str
    hidden: bool
    guest: bool


@dataclass(frozen=True, slots=True)
class SheetLine:
    """One seat of a version; `record` is the row that was typed, `written` its name where it counts as another."""

    position: int
    record: int
    written: str
    seat: int | None
    person: SheetPerson
    guest: bool
    participation: str
    edit_order: int | None
    help_untapped: int | None
    help_tapped: int | None
    parts: Mapping[str, Any]
    total: Decimal | None
    placement: int | None


@dataclass(frozen=True, slots=True)
class Version:
    """One report of the table; `lines` are in the order of seats."""

    public_id: str
    number: int
    state: str
    finished: bool
    evidence: str
    channel: str
    author: str
    reason: str
    reported_at: datetime
    decided_by: str
    decided_at: datetime | None
    decision_reason: str
    raw: Mapping[str, Any]
    lines: tuple[SheetLine, ...]
    findings: tuple[CheckFinding, ...]

    @property
    def impossible(self) -> bool:
        """Whether the referee found that it can't be so."""
        return any(finding.severity is Severity.ERROR for finding in self.findings)

    @property
    def doubtful(self) -> bool:
        """Whether confirming it needs a reason."""
        return any(finding.severity is Severity.WARNING for finding in self.findings)


@dataclass(frozen=True, slots=True)
class Event:
    """Something that was done to the table as a whole; `new` and `old` are the facts of the trail."""

    at: datetime
    verb: str
    who: str
    reason: str
    old: Mapping[str, Any]
    new: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class TablePage:
    """A table with everything that was reported and done, oldest first, and the people of its club."""

    table: Table
    people: People
    versions: tuple[Version, ...]
    events: tuple[Event, ...]

    @property
    def confirmed(self) -> Version | None:
        """The version that counts."""
        return next((one for one in self.versions if one.state == Submission.State.CONFIRMED), None)

    @property
    def open_versions(self) -> tuple[Version, ...]:
        """The versions that somebody still has to decide about."""
        return tuple(one for one in self.versions if one.state == Submission.State.SUBMITTED)

    @property
    def rivals(self) -> tuple[Version, ...]:
        """The versions that contradict each other, the confirmed one first; none without a conflict."""
        if not self.table.conflict:
            return ()
        first = (self.confirmed,) if self.confirmed else ()
        return (*first, *self.open_versions)

    def version(self, number: int) -> Version | None:
        """Return the version with this number."""
        return next((one for one in self.versions if one.number == number), None)


def table_of_club(*, club_id: int, public_id: str) -> Table | None:
    """Return a table with its meeting, season and ruleset; None for unknown and foreign ones. One query."""
    return (
        Table.objects.select_related("meeting__club", "meeting__season", "ruleset")
        .filter(meeting__club=club_id, public_id=public_id)
        .first()
    )


def table_page(*, table: Table) -> TablePage:
    """Return everything about a table. At most eight queries, however much was reported."""
    reports = list(
        Submission.objects.filter(table=table)
        .annotate(author_name=F("author__username"), decider_name=F("decided_by__username"))
        .order_by("version")
    )
    keys = [report.pk for report in reports]
    people = people_of(club_id=table.meeting.club_id)
    lines, findings = _lines(people, keys), _findings(keys)
    return TablePage(
        table=table,
        people=people,
        versions=tuple(
            _version(report, lines.get(report.pk, ()), findings.get(report.pk, ())) for report in reports
        ),
        events=_events(table),
    )


def _version(report: Submission, lines: tuple[SheetLine, ...], findings: Sequence[CheckFinding]) -> Version:
    return Version(
        public_id=report.public_id,
        number=report.version or 0,
        state=report.state,
        finished=report.finished,
        evidence=report.evidence,
        channel=report.channel,
        author=getattr(report, "author_name", None) or "",
        reason=report.reason,
        reported_at=report.created_at,
        decided_by=getattr(report, "decider_name", None) or "",
        decided_at=report.decided_at,
        decision_reason=report.decision_reason,
        raw=report.raw if isinstance(report.raw, dict) else {},
        lines=lines,
        findings=tuple(findings),
    )


def _lines(people: People, reports: Sequence[int]) -> dict[int, tuple[SheetLine, ...]]:
    """Return the lines of each report in the order of seats. One query, and one where people were merged."""
    rows = list(
        Line.objects.filter(submission__in=reports)
        .select_related("player")
        .order_by("submission", F("seat").asc(nulls_last=True), "position")
    )
    merged = {people.root(row.player_id) for row in rows if row.player_id in people.roots}
    targets = Player.objects.in_bulk(merged) if merged else {}
    found: dict[int, list[SheetLine]] = {}
    for row in rows:
        player, hidden = targets.get(people.root(row.player_id), row.player), row.player_id in people.hidden
        person = _person(player, hidden=hidden)
        written = row.player.display_name if row.player_id in people.roots else ""
        found.setdefault(row.submission_id, []).append(_line(row, person, written=written))
    return {report: tuple(lines) for report, lines in found.items()}


def _person(player: Player, *, hidden: bool) -> SheetPerson:
    erased = player.anonymised_at is not None
    return SheetPerson(
        row=player.pk,
        public_id=player.public_id,
        name="" if erased else player.display_name,
        reading="" if erased else player.reading,
        hidden=hidden,
        guest=player.guest,
    )


def _line(row: Line, person: SheetPerson, *, written: str) -> SheetLine:
    return SheetLine(
        position=row.position,
        record=row.player_id,
        written=written,
        seat=row.seat,
        person=person,
        guest=row.guest,
        participation=row.participation,
        edit_order=row.edit_order,
        help_untapped=row.help_untapped,
        help_tapped=row.help_tapped,
        parts=row.parts,
        total=row.total,
        placement=row.placement,
    )


def _findings(reports: Sequence[int]) -> dict[int, list[CheckFinding]]:
    rows = Finding.objects.filter(submission__in=reports).order_by("submission", "position")
    found: dict[int, list[CheckFinding]] = {}
    for report, rule, severity, path, code, params in rows.values_list(
        "submission_id", "rule", "severity", "path", "code", "params"
    ):
        found.setdefault(report, []).append(CheckFinding(rule, Severity(severity), path, code, params))
    return found


def _events(table: Table) -> tuple[Event, ...]:
    told = ActionLog.objects.exclude(verb="create")  # a table is opened by its first report, which tells it
    entries = list(
        told.filter(club=table.meeting.club_id, object_type="table", object_id=table.public_id)
        .select_related("text")
        .order_by("sequence")
    )
    names = _usernames(entries)
    return tuple(
        Event(
            at=entry.at,
            verb=entry.verb,
            who=names.get(entry.actor, ""),
            reason=entry.text.text.get("reason", "") if hasattr(entry, "text") else "",
            old=entry.old or {},
            new=entry.new or {},
        )
        for entry in entries
    )


def _usernames(entries: Sequence[ActionLog]) -> dict[str, str]:
    """Return who the actors of the trail are; the system itself has no name."""
    users = {int(entry.actor[5:]) for entry in entries if entry.actor.startswith("user:")}
    if not users:
        return {}
    return {f"user:{user.pk}": user.get_username() for user in User.objects.filter(pk__in=users)}
