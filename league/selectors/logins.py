"""Reads what failed logins say: until when an account is shut for an address, how often an address has failed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from axes.models import AccessAttempt
from django.conf import settings
from django.db.models import Sum

if TYPE_CHECKING:
    from datetime import datetime


def locked_until(*, username: str, address: str) -> datetime | None:
    """Return when a login may be tried again, None when no failure is known."""
    last = (
        AccessAttempt.objects.filter(username=username, ip_address=address)
        .order_by("-attempt_time")
        .values_list("attempt_time", flat=True)
        .first()
    )
    return None if last is None else last + settings.AXES_COOLOFF_TIME


def failures_from(*, address: str, since: datetime) -> int:
    """Return how many logins of any account an address has failed with lately."""
    attempts = AccessAttempt.objects.filter(ip_address=address, attempt_time__gt=since)
    return attempts.aggregate(failures=Sum("failures_since_start"))["failures"] or 0
