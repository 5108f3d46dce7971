"""Celery tasks: primitives in, one service call each. They may be lost, doubled, late or out of order."""

from __future__ import annotations

from celery import shared_task

from league.services.checks import ladder_verify, ladders_verify
from league.services.deal_simulations import deal_simulation_play
from league.services.fairness import club_fairness_refresh, fairness_refresh_alone
from league.services.previews import preview_answer
from league.services.runs import club_refresh, ladder_refresh_alone
from league.services.sweep import sweep_run


@shared_task(name="league.club_refresh")
def club_refresh_task(club_id: int, revision: int) -> None:
    """Bring the ladders of a club up to at least `revision`."""
    club_refresh(club_id=club_id, revision=revision)


@shared_task(name="league.ladder_refresh")
def ladder_refresh_task(ladder_id: int, revision: int) -> None:
    """Bring one ladder up to at least `revision`."""
    ladder_refresh_alone(ladder_id=ladder_id, revision=revision)


@shared_task(name="league.preview")
def preview_task(preview_id: int) -> None:
    """Work out what a change would do."""
    preview_answer(preview_id=preview_id)


@shared_task(name="league.sweep")
def sweep() -> None:
    """Find what is behind, delete what is outdated."""
    sweep_run()


@shared_task(name="league.ladders_verify")
def ladders_verify_task() -> None:
    """Have every ladder compared with a rebuild."""
    ladders_verify()


@shared_task(name="league.ladder_verify")
def ladder_verify_task(ladder_id: int) -> None:
    """Compare one ladder with a rebuild."""
    ladder_verify(ladder_id=ladder_id)


@shared_task(name="league.fairness_refresh")
def fairness_refresh_task(club_id: int) -> None:
    """Have the outdated seat statistics of a club computed."""
    club_fairness_refresh(club_id=club_id)


@shared_task(name="league.fairness_report")
def fairness_report_task(report_id: int) -> None:
    """Bring one report of seat statistics up to date."""
    fairness_refresh_alone(report_id=report_id)


@shared_task(name="league.deal_simulation")
def deal_simulation_task(simulation_id: int) -> None:
    """Have bots play some games of a deal."""
    deal_simulation_play(simulation_id=simulation_id)
