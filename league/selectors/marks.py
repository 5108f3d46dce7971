"""The marks beside a name in a ladder, idle and provisional (DESIGN §6). Whoever shows them asks here."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from django.db.models import Max

from league.models import Standing

if TYPE_CHECKING:
    from datetime import date

    from league.models import RatingRun

PROVISIONAL_BELOW = 10
IDLE_AFTER = timedelta(days=90)


def is_provisional(*, tables: int) -> bool:
    """Say whether somebody has played too few rated tables for the rating to mean much."""
    return tables < PROVISIONAL_BELOW


def is_idle(*, last_played: date, last_day: date) -> bool:
    """Say whether somebody was missing in the last ninety days of a ladder whose last table was on `last_day`."""
    return last_day - last_played > IDLE_AFTER


def last_day_of(run: RatingRun | None) -> date | None:
    """Return the day of the last table that a run counts, whoever sat there. One query."""
    day: date | None = Standing.objects.filter(run=run).aggregate(last=Max("last_club_day"))["last"]
    return day
