"""Who belongs to a club with which role: accounts, not players."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from league.models import Membership

if TYPE_CHECKING:
    from league.models import Club


@dataclass(frozen=True, slots=True)
class Member:
    """An account that has a role in the club."""

    username: str
    role: str


def members_of(*, club: Club) -> list[Member]:
    """Return the accounts of a club, those with the most rights first, then by name."""
    roles = list(Membership.Role.values)
    rows = Membership.objects.filter(club=club, user__is_active=True).values_list("user__username", "role")
    return sorted((Member(*row) for row in rows), key=lambda one: (roles.index(one.role), one.username))
