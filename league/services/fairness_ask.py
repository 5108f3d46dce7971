"""Asking for seat statistics of a part of the tables: a page or the API asks, a worker computes.

An asked report is no fact: it may be lost, asked for twice, or thrown away. How many there can be is limited, since
anybody who may read a club may ask.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Case, F, Q, Value, When
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from league import wake
from league.models import FairnessReport
from league.selectors.fairness import code_now, fairness_find, is_outdated, is_waiting, reports_waiting
from league.services.errors import Refused

if TYPE_CHECKING:
    from league.models import Club
    from league.selectors.fairness_scope import Scope

MOST_WAITING = 12
MOST_KEPT = 60
KEPT = timedelta(hours=12)
OUTDATED_KEPT = timedelta(hours=1)
_ASKED, _FAILED = FairnessReport.State.ASKED, FairnessReport.State.FAILED


class TooManyAsked(Refused):
    """So many filters of this club wait to be computed that no other one is taken."""

    status = 503
    code = "too_many_asked"


def fairness_ask(*, club: Club, game: str, ruleset_hash: str, scope: Scope) -> FairnessReport:
    """Return the report over these tables; where it isn't up to date, have it computed.

    Raises:
        TooManyAsked: others have to be computed first.
    """
    found = fairness_find(club_id=club.pk, game=game, ruleset_hash=ruleset_hash, scope=scope)
    if found is not None and not (found.scope and _to_be_asked(found)):
        return found
    if reports_waiting().filter(club=club).count() >= MOST_WAITING:
        raise TooManyAsked(
            _("Many questions about this club are being computed. Please try again in a minute.")
        )
    with transaction.atomic():
        row, created = FairnessReport.objects.get_or_create(
            club=club,
            game=game,
            ruleset_hash=ruleset_hash,
            scope=scope.key,
            defaults={"filters": scope.stored()},
        )
        if not created:
            # A worker may be storing an answer right now: only what it couldn't answer is asked anew.
            again = Case(When(state=_FAILED, then=Value(_ASKED)), default=F("state"))
            FairnessReport.objects.filter(pk=row.pk).update(asked_at=timezone.now(), state=again)
            row.refresh_from_db(fields=["asked_at", "state"])
        transaction.on_commit(lambda: wake.wake_fairness_report(row.pk), robust=True)
    _oldest_delete(club)
    return row


def fairness_prune() -> None:
    """Throw away filtered reports that were asked for long ago, the outdated ones sooner."""
    now = timezone.now()
    old = Q(asked_at__lt=now - KEPT)
    outdated = Q(asked_at__lt=now - OUTDATED_KEPT, revision__lt=F("club__counter__revision"))
    FairnessReport.objects.exclude(scope="").filter(old | outdated).delete()


def _to_be_asked(row: FairnessReport) -> bool:
    """Say whether a filtered report has to be computed and nobody has asked for that yet."""
    if row.state == _FAILED and row.code_version == code_now():
        return row.revision < row.club.counter.revision
    return not is_waiting(row) and is_outdated(row)


def _oldest_delete(club: Club) -> None:
    """Keep a club's filtered reports few: whoever asks for an old one again has it computed again."""
    filtered = FairnessReport.objects.filter(club=club).exclude(scope="")
    newest = filtered.order_by("-asked_at", "-pk").values_list("pk", flat=True)[:MOST_KEPT]
    filtered.exclude(pk__in=list(newest)).delete()
