"""Reports of tables coming in. Confirming and rejecting are in decisions.py, corrections in corrections.py.

A report is never lost and never overwritten: a rival report becomes another submission of the table.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from league.models import Submission, Table
from league.models.ids import MAX_ROUND_OR_NUMBER
from league.services.canonical import digest
from league.services.changes import club_change
from league.services.decisions import confirm_inside, reason_check
from league.services.drafts import draft_check
from league.services.errors import Invalid, WrongState
from league.services.facts import submission_facts, table_facts
from league.services.idempotency import answer_find, answer_store
from league.services.meetings import meeting_ensure
from league.services.policy import Verb, authorise, authorise_closed, may
from league.services.raw import raw_storable
from league.services.reports import (
    Judged,
    lines_build,
    lines_digest,
    players_find,
    report_judge,
    submission_store,
)
from league.services.table_state import number_check, table_lock, table_settle

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from league.models import Club, Line, Meeting, Player
    from league.services.actors import Actor
    from league.services.changes import Change

_CREATED = 201


@dataclass(frozen=True, slots=True)
class SubmitAnswer:
    """What a submit is answered with, now and whenever the same key is sent again (G2)."""

    submission: str
    table: str
    version: int
    state: str
    table_state: str
    conflict: bool
    lock_version: int
    revision: int


@dataclass(frozen=True, slots=True)
class Place:
    """Where in the order of tables a report belongs: what the scorer sees and chooses."""

    club_day: date
    round: int
    number: int


def submission_submit(  # noqa: PLR0913  (one argument for each thing a scorer decides)
    *,
    actor: Actor,
    club: Club,
    place: Place,
    report: object,
    onto: Table | None = None,
    draft: Submission | None = None,
    create_missing_players: bool = False,
    warnings_reason: str = "",
    idempotency_key: str = "",
) -> SubmitAnswer:
    """Take in a report, and confirm it where the club's mode and the referee allow it.

    `onto` says "a second report of that table"; without it a taken number is refused. A report with errors is
    kept as submitted. One with warnings is confirmed only with `warnings_reason`.

    Raises:
        ReportRefused: nothing storable can be made of it (unreadable, unknown people, seats or people twice).
        NumberTaken: the number is in use at that meeting.
        KeyReused: the idempotency key belongs to another request.
        Invalid, NotAllowed, WrongState: see errors.
    """
    authorise(actor=actor, verb=Verb.REPORT, club=club)
    place_check(place)
    reason = reason_check(warnings_reason, needed=False)
    report = raw_storable(report)
    judged = report_judge(club=club, report=report, table=onto)
    raw = _raw(place=place, report=report)
    body_digest = digest([raw, onto.public_id if onto else None, reason])
    with club_change(actor=actor, club=club, what="submission.submit") as change:
        if idempotency_key:
            prior = answer_find(
                change=change, key=idempotency_key, operation="submit", body_digest=body_digest
            )
            if prior is not None:
                return SubmitAnswer(**prior)
        table = _table_for(change=change, place=place, judged=judged, onto=onto)
        players = players_find(change=change, judged=judged, create_missing=create_missing_players)
        incoming = incoming_prepare(
            change=change, table=table, judged=judged, players=players, raw=raw, reason=reason, draft=draft
        )
        submission = incoming.submission
        if _confirms_itself(change=change, table=table, incoming=incoming):
            confirm_inside(change=change, table=table, submission=submission)
        else:
            _absorb_twin(table=table, submission=submission)
        incoming_store(change=change, table=table, incoming=incoming, verb="submit")
        answer = _answer(change=change, table=table, submission=submission)
        if idempotency_key:
            answer_store(
                change=change,
                key=idempotency_key,
                operation="submit",
                body_digest=body_digest,
                status=_CREATED,
                answer=asdict(answer),
            )
    return answer


@dataclass(frozen=True, slots=True)
class Incoming:
    """A report on its way in: its rows are complete but not saved yet."""

    judged: Judged
    submission: Submission
    lines: list[Line]


def incoming_prepare(
    *,
    change: Change,
    table: Table,
    judged: Judged,
    players: Sequence[Player],
    raw: dict[str, Any],
    reason: str,
    draft: Submission | None = None,
) -> Incoming:
    """Build the next version of a table's reports inside a running change that holds the table.

    The state is `submitted`; whoever decides otherwise does so before `incoming_store`.
    """
    lines = lines_build(judged=judged, players=players)
    if draft is not None:
        draft_check(change=change, draft=draft)
    submission = draft or Submission(club=change.club, author=change.actor.user)
    last = table.submissions.aggregate(last=Max("version"))["last"] if table.lock_version else None
    submission.table = table
    submission.version = (last or 0) + 1
    submission.channel = change.actor.channel
    submission.raw = raw
    submission.reason = reason
    submission.state = Submission.State.SUBMITTED
    submission.finished = judged.finished
    submission.evidence = judged.judgement.evidence
    submission.lines_digest = lines_digest(lines=lines, finished=judged.finished)
    return Incoming(judged, submission, lines)


def incoming_store(*, change: Change, table: Table, incoming: Incoming, verb: str) -> None:
    """Save a report, bring its table up to date, and note the whole report in the trail."""
    submission = incoming.submission
    submission_store(submission=submission, judged=incoming.judged, lines=incoming.lines)
    table_settle(table)
    new = submission_facts(submission, incoming.lines) | {"table_now": table_facts(table)}
    change.log(verb, "submission", submission.public_id, new=new, text={"reason": submission.reason})


def place_check(place: Place) -> None:
    """Refuse a round or number that no sheet could show.

    Raises:
        Invalid: round or number outside 1..99999.
    """
    for field in ("round", "number"):
        value = getattr(place, field)
        if not 1 <= value <= MAX_ROUND_OR_NUMBER:
            raise Invalid(_("Must be between 1 and %(most)d.") % {"most": MAX_ROUND_OR_NUMBER}, field=field)


def _raw(*, place: Place, report: object) -> dict[str, Any]:
    return {
        "club_day": place.club_day.isoformat(),
        "round": place.round,
        "number": place.number,
        "report": report,
    }


def _table_for(*, change: Change, place: Place, judged: Judged, onto: Table | None) -> Table:
    """Return the table that is reported: the one chosen, or a new one at a free number."""
    if onto is not None:
        table = table_lock(onto, lock_version=None)
        if table.meeting.club_id != change.club.pk:
            raise Invalid(_("This table belongs to another club."), field="onto")
        if table.state == Table.State.VOID:
            raise WrongState(_("This table is void. Restore it first, or report another table."))
        _ask_again(change, table.meeting)
        return table
    meeting = meeting_ensure(change=change, club_day=place.club_day)
    _ask_again(change, meeting)
    number_check(meeting=meeting, number=place.number)
    table = Table.objects.create(
        meeting=meeting, round=place.round, number=place.number, ruleset=judged.ruleset
    )
    change.log("create", "table", table.public_id, new=table_facts(table))
    return table


def _ask_again(change: Change, meeting: Meeting) -> None:
    authorise_closed(actor=change.actor, verb=Verb.REPORT, club=change.club, season=meeting.season)


def _confirms_itself(*, change: Change, table: Table, incoming: Incoming) -> bool:
    """Say whether a fresh report becomes the confirmed one at once: direct mode, no rival, nothing against it."""
    judged, submission = incoming.judged, incoming.submission
    if change.club.confirmation_mode != change.club.ConfirmationMode.DIRECT:
        return False
    if judged.has_errors or (judged.has_warnings and not submission.reason):
        return False
    if submission.version != 1 and table.submissions.filter(state=Submission.State.CONFIRMED).exists():
        return False
    if change.actor.user is None:
        return True
    return may(user=change.actor.user, verb=Verb.CONFIRM, club=change.club, season=table.meeting.season)


def _absorb_twin(*, table: Table, submission: Submission) -> None:
    """A report that says what another one in force already says adds nothing to decide."""
    in_force = (Submission.State.SUBMITTED, Submission.State.CONFIRMED)
    said = table.submissions.filter(state__in=in_force, lines_digest=submission.lines_digest)
    if submission.version != 1 and said.exists():
        submission.state = Submission.State.SUPERSEDED


def _answer(*, change: Change, table: Table, submission: Submission) -> SubmitAnswer:
    return SubmitAnswer(
        submission=submission.public_id,
        table=table.public_id,
        version=submission.version or 0,
        state=str(submission.state),
        table_state=str(table.state),
        conflict=table.conflict,
        lock_version=table.lock_version,
        revision=change.revision,
    )
