"""Reads until when an account is shut for an address after too many failed logins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from axes.models import AccessAttempt
from django.conf import settings

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
