"""Brings ladders up to a revision. Safe to run twice, at once, late and out of order (G4 to G6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from league.models import Ladder
from league.selectors.ladders import club_revision, ladders_behind
from league.services.leases import lease_held, lease_take
from league.services.run_build import run_build
from league.services.run_plan import Plan, plan_make
from league.services.run_publish import computed_raise, run_publish

if TYPE_CHECKING:
    from collections.abc import Callable

ATTEMPTS = 8


class KeepsBeingOutrunError(Exception):
    """Other runs were published before ours every time: they bring the ladder up to date, or the sweep does."""


def ladder_refresh(
    *, ladder_id: int, revision: int | None = None, between: Callable[[], object] = lambda: None
) -> Ladder:
    """Bring a ladder up to at least `revision` (default: its club's), whoever else is at it; return the ladder.

    `between` is called between the chunks that are written.
    """
    for _ in range(ATTEMPTS):
        ladder = Ladder.objects.get(pk=ladder_id)
        target = club_revision(ladder.club_id) if revision is None else revision
        if ladder.computed_revision >= target:
            return ladder
        if _carry_out(plan_make(ladder_id=ladder_id), between):
            return Ladder.objects.get(pk=ladder_id)
    raise KeepsBeingOutrunError(f"Ladder {ladder_id} was changed by others {ATTEMPTS} times in a row")


def ladder_rebuild(*, ladder_id: int) -> bool:
    """Write everything of a ladder anew and show that; say whether it could be published."""
    plan = plan_make(ladder_id=ladder_id, from_nothing=True)
    return _carry_out(plan, lambda: None)


def ladder_refresh_alone(*, ladder_id: int, revision: int) -> bool:
    """Bring a ladder up to at least `revision` unless somebody else is working on it; say whether it is there.

    Whoever holds the lease looks again after giving it back, so a change that came meanwhile isn't left lying.
    """
    name = f"ladder:{ladder_id}"
    behind = Ladder.objects.filter(pk=ladder_id, computed_revision__lt=revision)
    while behind.exists():
        with lease_held(name=name) as holder:
            if holder is None:
                return False
            ladder_refresh(ladder_id=ladder_id, between=_renewal(name, holder))
        behind = ladders_behind().filter(pk=ladder_id)
    return True


def club_refresh(*, club_id: int, revision: int) -> None:
    """Bring every ladder of a club up to a revision, leaving alone those that somebody else is working on."""
    for ladder in ladders_behind([club_id]):
        ladder_refresh_alone(ladder_id=ladder.pk, revision=revision)


def _renewal(name: str, holder: str) -> Callable[[], object]:
    return lambda: lease_take(name=name, holder=holder)


def _carry_out(plan: Plan, between: Callable[[], object]) -> bool:
    """Write and publish what a plan says; say whether the ladder was still as the plan saw it."""
    if plan.new is None:
        return computed_raise(seen=plan.seen)
    run = run_build(seen=plan.seen, new=plan.new, between=between)
    between()
    return run_publish(seen=plan.seen, run=run, first_position=plan.new.first_position)
