"""The pulse of a club: every number and name that decides its leaderboard, in one small query of plain SQL.

Asked with each request for the busiest page of a club, where building the same query anew through the ORM costs more
than all the rest of an unchanged page.
"""

from __future__ import annotations

from typing import TypeAlias

from django.db import connection

from league.models import Club, ClubCounter, Ladder

Pulse: TypeAlias = tuple[tuple[object, ...], ...]

_SQL = (
    "SELECT c.id, c.name, c.public, c.is_demo, c.timezone, c.language, n.revision,"  # noqa: S608 - our own tables
    " l.id, l.name, l.current_version_id, l.current_run_id, l.computed_revision"
    f" FROM {Club._meta.db_table} c LEFT JOIN {ClubCounter._meta.db_table} n ON n.club_id = c.id"  # noqa: SLF001 - Django's documented API
    f" LEFT JOIN {Ladder._meta.db_table} l ON l.club_id = c.id WHERE c.slug = %s ORDER BY l.id"  # noqa: SLF001 - as above
)
_PUBLIC = 2


def club_pulse(*, slug: str) -> Pulse:
    """Return a row for each ladder of the club, one for a club without; none for an unknown club."""
    with connection.cursor() as cursor:
        cursor.execute(_SQL, [slug])
        return tuple(map(tuple, cursor.fetchall()))


def is_public(pulse: Pulse) -> bool:
    """Say whether everybody may read the club."""
    return bool(pulse and pulse[0][_PUBLIC])
