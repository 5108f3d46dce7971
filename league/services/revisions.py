"""The club counter, revisions and the outbox: how derived data learns that facts changed (DESIGN §3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction

from league import wake
from league.models import Club, ClubCounter, Outbox, Revision

if TYPE_CHECKING:
    from collections.abc import Iterable

RATINGS_TOPIC = "ratings"


def club_lock(club: Club) -> ClubCounter:
    """Take the first lock of every writing service: the club's counter row.

    All writers of one club queue up here, so numbers, versions and chains have no gaps and no twins.
    Must run inside a transaction.
    """
    # NO KEY: foreign keys of other transactions may go on pointing at the club while we hold the row.
    return ClubCounter.objects.select_for_update(no_key=True).get(club=club)


def revision_record(
    *, club: Club, what: str, order_keys: Iterable[str] = (), counter: ClubCounter | None = None
) -> Revision:
    """Write the next revision of a club, owing a wake-up when `order_keys` name rated tables.

    Call it inside the transaction of the change, with the locked `counter` where the caller has it.
    `order_keys` are the places of every table whose rating input may have changed, the old and the new ones.
    """
    lowest = min(order_keys, default="")
    counter = counter or club_lock(club)
    counter.revision += 1
    counter.save(update_fields=["revision"])
    revision = Revision.objects.create(club=club, number=counter.revision, what=what, lowest_order_key=lowest)
    if lowest:
        Outbox.objects.create(club=club, revision=revision.number, topic=RATINGS_TOPIC)
        club_id, number = club.pk, revision.number
        transaction.on_commit(lambda: wake.wake_ladders(club_id, number), robust=True)
    return revision
