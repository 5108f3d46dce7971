"""Short claims on pieces of work, so that two workers don't do the same at once.

A lease only saves double work. Nothing is correct because of it: whoever doubts it may work without one.
"""

from __future__ import annotations

import os
import secrets
import socket
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone

from league.models import Lease

if TYPE_CHECKING:
    from collections.abc import Iterator

LEASE_SECONDS = 10


def holder_new() -> str:
    """Return a name for one piece of work of this process: host, process id, and a token of its own."""
    return f"{socket.gethostname()[:50]}:{os.getpid()}:{secrets.token_hex(4)}"


def lease_take(*, name: str, holder: str, seconds: float = LEASE_SECONDS) -> bool:
    """Claim `name`, or renew the own claim; say whether it is ours. A holder that is gone is replaced at once.

    Where that can't be seen, on another host, after so many `seconds`.
    """
    until = timezone.now() + timedelta(seconds=seconds)
    free = Q(holder=holder) | Q(until__lt=timezone.now())
    if Lease.objects.filter(free, name=name).update(holder=holder, until=until):
        return True
    other = Lease.objects.filter(name=name).values_list("holder", flat=True).first()
    if other is not None:
        if not _gone(other):
            return False
        return bool(Lease.objects.filter(name=name, holder=other).update(holder=holder, until=until))
    try:
        with transaction.atomic():
            Lease.objects.create(name=name, holder=holder, until=until)
    except IntegrityError:  # somebody was a moment faster
        return False
    return True


def lease_release(*, name: str, holder: str) -> None:
    """Give up the own claim; somebody else's is left alone."""
    Lease.objects.filter(name=name, holder=holder).delete()


@contextmanager
def lease_held(*, name: str, seconds: float = LEASE_SECONDS) -> Iterator[str | None]:
    """Hold a lease for the body; yield the holder's name, or None when somebody else has it."""
    holder = holder_new()
    if not lease_take(name=name, holder=holder, seconds=seconds):
        yield None
        return
    try:
        yield holder
    finally:
        lease_release(name=name, holder=holder)


def _gone(holder: str) -> bool:
    """Say whether the holder was a process of this host that no longer runs."""
    host, _, pid = holder.rpartition(":")[0].rpartition(":")
    if host != socket.gethostname()[:50] or not pid.isdigit():
        return False
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return _is_zombie(pid)


def _is_zombie(pid: str) -> bool:
    """Say whether a process has ended without being reaped, as happens in containers without an init."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace")
    except OSError:
        return False
    return status.rpartition(")")[2].split()[0] == "Z"
