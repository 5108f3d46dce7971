"""The frame of every change of a club: one transaction, the locks in order, one revision, one stretch of trail."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from django.db import transaction

from league.services.audit import Entry, actions_append
from league.services.revisions import club_lock, revision_record

if TYPE_CHECKING:
    from collections.abc import Iterator

    from league.models import Club
    from league.services.actors import Actor


@dataclass(slots=True)
class Change:
    """What one service call did so far: entries for the trail and the places in the order that it touched."""

    actor: Actor
    club: Club
    revision: int
    entries: list[Entry] = field(default_factory=list)
    order_keys: set[str] = field(default_factory=set)

    def log(
        self,
        verb: str,
        object_type: str,
        object_id: str,
        *,
        old: dict[str, Any] | None = None,
        new: dict[str, Any] | None = None,
        text: dict[str, str] | None = None,
    ) -> None:
        """Note that `verb` was done to an object; empty personal texts are not kept."""
        kept = {key: value for key, value in (text or {}).items() if value}
        self.entries.append(Entry(verb, object_type, object_id, old, new, kept or None))

    def touch(self, *order_keys: str) -> None:
        """Note that ratings from these places on may differ."""
        self.order_keys.update(order_keys)


@contextmanager
def club_change(*, actor: Actor, club: Club, what: str) -> Iterator[Change]:
    """Run a change of a club's facts: lock the club, do the work, then write revision, outbox and audit entries.

    A body that logs nothing leaves nothing behind. `Change.revision` is the number the change will get.
    """
    with transaction.atomic():
        counter = club_lock(club)
        change = Change(actor=actor, club=club, revision=counter.revision + 1)
        yield change
        if change.entries:
            revision_record(club=club, what=what, order_keys=change.order_keys, counter=counter)
            actions_append(actor=actor, club=club, entries=change.entries)
