"""What follows from a table's reports: its state and its conflict flag, and the lock that guards both."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from league.models import Submission, Table
from league.models.ids import MAX_ROUND_OR_NUMBER
from league.services.errors import NumberTaken, Stale
from league.services.policy import Verb, authorise_closed

if TYPE_CHECKING:
    from collections.abc import Collection

    from league.models import Meeting
    from league.services.changes import Change


def table_lock(table: Table, *, lock_version: int | None) -> Table:
    """Read the table again under its lock, and refuse when it is not as the actor saw it (G3).

    `lock_version` None means that the verb needs no version, such as a rival report.

    Raises:
        Stale: the table has been changed since.
    """
    locked = (
        Table.objects.select_for_update(of=("self",))
        .select_related("meeting__club", "meeting__season", "ruleset")
        .get(pk=table.pk)
    )
    if lock_version is not None and locked.lock_version != lock_version:
        raise Stale(
            _("Somebody else changed this table first. See the difference."), lock_version=locked.lock_version
        )
    return locked


def table_take(*, change: Change, table: Table, verb: Verb, lock_version: int) -> Table:
    """Lock a table that the change is about, and ask for the right to it again as it is now.

    Raises:
        NotAllowed: its season is closed and the actor is no owner.
        Stale: the table has been changed since.
    """
    locked = table_lock(table, lock_version=lock_version)
    authorise_closed(actor=change.actor, verb=verb, club=change.club, season=locked.meeting.season)
    return locked


def table_settle(table: Table, *, void: bool | None = None) -> None:
    """Recompute state and conflict from the table's reports, raise its version, and save all of its columns.

    `void` True or False changes whether the table counts at all; None leaves that as it is.
    """
    reports = list(table.submissions.order_by().values_list("state", "lines_digest", "finished"))
    confirmed = [report for report in reports if report[0] == Submission.State.CONFIRMED]
    stays_void = table.state == Table.State.VOID if void is None else void
    if stays_void:
        table.state = Table.State.VOID
    elif table.marked_unfinished or any(not finished for _state, _digest, finished in confirmed):
        table.state = Table.State.UNFINISHED
    else:
        table.state = Table.State.CONFIRMED if confirmed else Table.State.OPEN
    in_force = (Submission.State.SUBMITTED, Submission.State.CONFIRMED)
    # Reports that are still open contradict the confirmed one, or each other, when they don't all say the same.
    table.conflict = len({digest for state, digest, _finished in reports if state in in_force}) > 1
    table.lock_version += 1
    table.save()


def number_check(*, meeting: Meeting, number: int, but: Collection[int] = ()) -> None:
    """Refuse a number that a table of the meeting holds, leaving out the tables whose keys are in `but`.

    Raises:
        NumberTaken: with that table and the next free number.
    """
    holders = Table.objects.filter(meeting=meeting, number=number).exclude(state=Table.State.VOID)
    holder = holders.exclude(pk__in=but).order_by("pk").first()
    if holder is not None:
        next_free = number_next_free(meeting)
        raise NumberTaken(
            _("Table %(number)d of this meeting exists already; the next free number is %(free)d.")
            % {"number": number, "free": next_free},
            table=holder,
            next_free=next_free,
        )


def number_next_free(meeting: Meeting | None) -> int:
    """Return the number that the next table of a meeting gets: the one behind the highest, else the lowest gap."""
    if meeting is None:
        return 1
    standing = Table.objects.filter(meeting=meeting).exclude(state=Table.State.VOID)
    highest = standing.aggregate(highest=Max("number"))["highest"] or 0
    if highest < MAX_ROUND_OR_NUMBER:
        return highest + 1
    taken = set(standing.values_list("number", flat=True))
    return next(number for number in count(1) if number not in taken)
