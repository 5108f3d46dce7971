"""Decisions about reports: confirming and rejecting, and what every decision leaves on the report."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from league.models import Submission, Table
from league.services.changes import club_change
from league.services.errors import Invalid, ReportRefused, WrongState
from league.services.facts import table_facts
from league.services.ladders import ladder_ensure_default
from league.services.names import shows_something
from league.services.policy import Verb, authorise
from league.services.raw import text_storable
from league.services.table_state import table_settle, table_take

if TYPE_CHECKING:
    from league.models import Club
    from league.services.actors import Actor
    from league.services.changes import Change

REASON_LENGTH = 400
_DECISION = ("state", "decided_by", "decided_at", "decision_reason")


def submission_confirm(
    *, actor: Actor, submission: Submission, lock_version: int, warnings_reason: str = ""
) -> Submission:
    """Make a submitted report the table's confirmed one; the one before it becomes superseded.

    Raises:
        Stale: the table changed since the actor saw version `lock_version`.
        WrongState: the report is not open, or the table is void.
        ReportRefused: the referee found errors.
        Invalid: there are warnings and no reason.
    """
    table, club = _table_and_club(submission)
    authorise(actor=actor, verb=Verb.CONFIRM, club=club, season=table.meeting.season)
    reason = reason_check(warnings_reason, needed=False)
    with club_change(actor=actor, club=club, what="submission.confirm") as change:
        table = table_take(change=change, table=table, verb=Verb.CONFIRM, lock_version=lock_version)
        submission.refresh_from_db()
        _check_confirmable(submission=submission, table=table, reason=reason)
        old = {"state": submission.state}
        confirm_inside(change=change, table=table, submission=submission, reason=reason)
        submission.save(update_fields=_DECISION)
        table_settle(table)
        change.log(
            "confirm",
            "submission",
            submission.public_id,
            old=old,
            new={"state": submission.state, "table": table_facts(table)},
            text={"reason": reason},
        )
    return submission


def submission_reject(*, actor: Actor, submission: Submission, lock_version: int, reason: str) -> Submission:
    """Turn an open report down, with a reason; it stays visible with the table.

    Raises:
        Stale, WrongState, Invalid: as for `submission_confirm`; the confirmed report can't be rejected.
    """
    table, club = _table_and_club(submission)
    authorise(actor=actor, verb=Verb.REJECT, club=club, season=table.meeting.season)
    reason = reason_check(reason, needed=True)
    with club_change(actor=actor, club=club, what="submission.reject") as change:
        table = table_take(change=change, table=table, verb=Verb.REJECT, lock_version=lock_version)
        submission.refresh_from_db()
        if submission.state != Submission.State.SUBMITTED:
            raise WrongState(_("Only an open report can be rejected."))
        _decide(submission=submission, actor=actor, state=Submission.State.REJECTED, reason=reason)
        submission.save(update_fields=_DECISION)
        table_settle(table)
        change.log(
            "reject",
            "submission",
            submission.public_id,
            old={"state": "submitted"},
            new={"state": submission.state, "table": table_facts(table)},
            text={"reason": reason},
        )
    return submission


def confirm_inside(*, change: Change, table: Table, submission: Submission, reason: str = "") -> None:
    """Make a report the confirmed one inside a running change: the old one first, then the new (DESIGN §3).

    Saving the report is the caller's business: it may be a draft, or not stored at all yet. A table's first report
    that is only just coming in has nothing to take the place of. One that waited has: a later one may have been
    confirmed meanwhile.
    """
    if _is_stored(submission) or submission.version != 1:
        for previous in table.submissions.filter(state=Submission.State.CONFIRMED):
            _supersede(change=change, submission=previous)
        twins = table.submissions.filter(
            state=Submission.State.SUBMITTED, lines_digest=submission.lines_digest
        )
        for twin in twins.exclude(pk=submission.pk):
            _supersede(change=change, submission=twin)
    _decide(submission=submission, actor=change.actor, state=Submission.State.CONFIRMED, reason=reason)
    ladder_ensure_default(change=change, game=table.ruleset.game)
    change.touch(table.order_key)


def _supersede(*, change: Change, submission: Submission) -> None:
    old = {"state": submission.state}
    submission.state = Submission.State.SUPERSEDED
    submission.save(update_fields=["state"])
    change.log("supersede", "submission", submission.public_id, old=old, new={"state": submission.state})


def _decide(*, submission: Submission, actor: Actor, state: Submission.State, reason: str) -> None:
    """Note on a report who decided what, and when."""
    submission.state = state
    submission.decided_by = actor.user
    submission.decided_at = timezone.now()
    submission.decision_reason = reason


def _is_stored(submission: Submission) -> bool:
    return submission.pk is not None


def reason_check(reason: str, *, needed: bool) -> str:
    """Return the reason without outer white space; one of which nothing can be seen is none.

    Raises:
        Invalid: it is needed and there is none, it is longer than 400 characters, or holds what no database stores.
    """
    cleaned = reason.strip()
    if not shows_something(cleaned) and text_storable(cleaned):
        cleaned = ""
    if needed and not cleaned:
        raise Invalid(_("Please say why, in a few words."), field="reason")
    if len(cleaned) > REASON_LENGTH:
        raise Invalid(
            _("The reason is too long: at most %(longest)d characters.") % {"longest": REASON_LENGTH},
            field="reason",
        )
    if not text_storable(cleaned):
        raise Invalid(_("The reason contains a character that can't be stored."), field="reason")
    return cleaned


def _check_confirmable(*, submission: Submission, table: Table, reason: str) -> None:
    if table.state == Table.State.VOID:
        raise WrongState(_("This table is void. Restore it first."))
    if submission.state != Submission.State.SUBMITTED:
        raise WrongState(_("Only an open report can be confirmed."))
    severities = set(submission.findings.values_list("severity", flat=True))
    if "error" in severities:
        raise ReportRefused(_("This report contradicts the rules and can't be confirmed."))
    if "warning" in severities and not (reason or submission.reason):
        raise Invalid(_("The referee has a warning: say why the report is right."), field="reason")


def _table_and_club(submission: Submission) -> tuple[Table, Club]:
    if submission.table is None:
        raise WrongState(_("A draft has to be sent first."))
    return submission.table, submission.club
