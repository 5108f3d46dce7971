"""Keeps seat statistics up to date: workers and commands compute, nobody else does.

Safe twice, at once, late and out of order: a report is one row, written as a whole, and never over a later one. The
same input again computes nothing. Whoever works here pays for importing scipy; pages never do.
"""

from __future__ import annotations

import logging
import time
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.db import OperationalError
from django.utils import timezone

from league import wake
from league.fairness.stored import report_json
from league.models import FairnessReport, Table
from league.selectors.fairness import (
    clubs_behind,
    code_now,
    is_outdated,
    is_waiting,
    reports_waiting,
    whole_reports,
)
from league.selectors.fairness_scope import scope_of
from league.selectors.help_deals import GAME as HELP_CARDS_GAME
from league.selectors.ladders import club_revision, rating_ladder
from league.services.deal_simulations import deal_simulations_ensure
from league.services.fairness_gather import fairness_gather
from league.services.leases import lease_held
from league.services.long_reads import long_reads
from league.services.snapshots import snapshot

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from league.models import Club
    from league.selectors.fairness_scope import Scope
    from league.services.fairness_gather import Gathered

logger = logging.getLogger(__name__)

SHORTEST_PAUSE, LONGEST_PAUSE = 5.0, 600.0
SHARE = 20
"""Computing a report anew takes at most a twentieth of the time, however often results come in."""
WAKE_AGAIN_AFTER = timedelta(seconds=15)
LONGEST_COMPUTATION = 300.0
"""A worker is stopped sooner; a claim that is older belongs to nobody."""
FILTERED_LEASE = "fairness:filtered"
_READY = FairnessReport.State.READY


def club_fairness_refresh(*, club_id: int) -> None:
    """Have every outdated report of a club computed, each by a task of its own where workers listen.

    Those whose ratings are behind are left alone: publishing them comes back here.
    """
    fairness_ensure(club_id=club_id)
    for row in whole_reports(club_id).select_related("club"):
        revision = _revision_reached(row)
        if revision < club_revision(club_id):
            continue
        if not is_outdated(row):
            _checked(row, revision)
        elif not _resting(row) and not wake.wake_fairness_report(row.pk):
            _alone_or_log(row.pk)


def fairness_ensure(*, club_id: int) -> None:
    """Have a row for every game and ruleset with confirmed tables, computed or not."""
    confirmed = Table.objects.filter(meeting__club=club_id, state=Table.State.CONFIRMED).order_by()
    pairs = set(confirmed.values_list("ruleset__game", "ruleset__content_hash").distinct())
    known = set(whole_reports(club_id).values_list("game", "ruleset_hash"))
    FairnessReport.objects.bulk_create(
        (
            FairnessReport(club_id=club_id, game=game, ruleset_hash=content_hash)
            for game, content_hash in sorted(pairs - known)
        ),
        ignore_conflicts=True,
    )


def fairness_refresh_alone(*, report_id: int) -> bool:
    """Bring a report up to date unless somebody else is at it, or it was just computed; say whether it is now.

    A burst of changes is one computation: what comes too soon after the last one is left to the sweep. Of all filtered
    reports one at a time is computed, so that questions never hold up ratings.
    """
    row = FairnessReport.objects.select_related("club").filter(pk=report_id).first()
    if row is None:
        return False
    name = FILTERED_LEASE if row.scope else f"fairness:{report_id}"
    with lease_held(name=name, seconds=LONGEST_COMPUTATION) as holder:
        if holder is None:
            return False
        row.refresh_from_db()
        return not _resting(row) and _refresh(row)


def fairness_refresh(*, club: Club, game: str, ruleset_hash: str, scope: Scope) -> FairnessReport:
    """Return the report over these tables, up to date, whoever else is at it."""
    row, _created = FairnessReport.objects.get_or_create(
        club=club,
        game=game,
        ruleset_hash=ruleset_hash,
        scope=scope.key,
        defaults={"filters": scope.stored()},
    )
    _refresh(row)
    return FairnessReport.objects.get(pk=row.pk)


def fairness_sweep() -> None:
    """Look after clubs whose reports are behind, and after questions whose wake-up was lost."""
    for club_id in list(clubs_behind().values_list("pk", flat=True)):
        club_fairness_refresh(club_id=club_id)
    overdue = reports_waiting().filter(asked_at__lt=timezone.now() - WAKE_AGAIN_AFTER)
    for pk in list(overdue.values_list("pk", flat=True)):
        if not wake.wake_fairness_report(pk):
            _alone_or_log(pk)


def _revision_reached(row: FairnessReport) -> int:
    """Return the revision that a report can count now: ratings it reads may be behind."""
    ladder = rating_ladder(row.club, row.game)
    revision = club_revision(row.club_id)
    return revision if ladder is None else min(revision, ladder.computed_revision)


def _refresh(row: FairnessReport) -> bool:
    """Compute a report where its input differs from the stored one's; say whether it is there."""
    revision = _revision_reached(row)  # before anything else is read: what comes later counts as not seen
    if not is_outdated(row):
        _checked(row, revision)
        return True
    started = time.monotonic()
    with snapshot(), long_reads():
        revision = _revision_reached(row)
        gathered = fairness_gather(
            club=row.club, game=row.game, ruleset_hash=row.ruleset_hash, scope=scope_of(row.filters)
        )
    now = timezone.now()
    if (row.state, row.digest, row.code_version) == (_READY, gathered.digest, code_now()):
        _stored(row, revision).update(revision=revision, rated_by=gathered.rated_by, checked_at=now)
        return True
    columns = _computed(row, gathered)
    _stored(row, revision).update(
        revision=revision,
        digest=gathered.digest,
        rated_by=gathered.rated_by,
        code_version=code_now(),
        seconds=time.monotonic() - started,
        checked_at=now,
        **columns,
    )
    return columns["state"] == _READY


def _computed(row: FairnessReport, gathered: Gathered) -> dict[str, Any]:
    """Return the columns that say what came out; that nothing could is an answer too, or it would be tried forever.

    The deals it speaks of are noted before it is stored: whatever comes between is made up for by computing it again.
    """
    from league.fairness.make import report_make  # noqa: PLC0415 - it imports scipy: only who computes pays for that

    try:
        report = report_make(gathered.tables)
        payload = report_json(report)
    except OperationalError:
        raise  # it stays to be computed
    except Exception:  # that it takes too long as well
        logger.exception("Seat statistics %s couldn't be computed", row.pk)
        return {"state": FairnessReport.State.FAILED, "tables": 0, "strata": [], "payload": None}
    if row.game == HELP_CARDS_GAME and not row.scope:
        deal_simulations_ensure(ruleset_hash=row.ruleset_hash, report=report)
    return {
        "state": _READY,
        "tables": report.tables,
        "strata": [[stratum.players, stratum.tables] for stratum in report.strata],
        "payload": payload,
        "computed_at": timezone.now(),
    }


def _stored(row: FairnessReport, revision: int) -> QuerySet[FairnessReport]:
    """Return the row unless it counts more than `revision` by now: late results don't replace newer ones."""
    return FairnessReport.objects.filter(pk=row.pk, revision__lte=revision)


def _checked(row: FairnessReport, revision: int) -> None:
    """Note that nothing up to a revision changed the input."""
    _stored(row, revision).update(revision=revision, checked_at=timezone.now())


def _resting(row: FairnessReport) -> bool:
    """Say whether a report was computed so lately that the next change can wait a little; no question has to."""
    if row.computed_at is None or (row.scope and is_waiting(row)):
        return False
    pause = min(max(SHORTEST_PAUSE, SHARE * row.seconds), LONGEST_PAUSE)
    return timezone.now() - row.computed_at < timedelta(seconds=pause)


def _alone_or_log(report_id: int) -> None:
    """Compute a report here, where no worker can be woken. A failing one stops no other."""
    try:
        fairness_refresh_alone(report_id=report_id)
    except Exception:
        logger.exception("Seat statistics %s couldn't be brought up to date", report_id)
