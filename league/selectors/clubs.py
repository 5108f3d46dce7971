"""Reads the list of clubs that a visitor may see."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import OuterRef, Q, Subquery

from league.models import Club, Meeting

if TYPE_CHECKING:
    from datetime import date

PAGE_CLUBS = 100


@dataclass(frozen=True, slots=True)
class ClubEntry:
    """A line of the list; `last_day` is the club's last meeting, None before the first."""

    slug: str
    name: str
    language: str
    public: bool
    is_demo: bool
    last_day: date | None


def clubs_for(*, user_id: int | None, page: int = 1) -> tuple[tuple[ClubEntry, ...], bool]:
    """Return a page of the public clubs and the user's own, by name, in one query; and whether more follow."""
    readable = Q(public=True)
    if user_id is not None:
        readable |= Q(pk__in=Club.objects.filter(memberships__user_id=user_id).values("pk"))
    last_day = Meeting.objects.filter(club=OuterRef("pk")).order_by("-club_day").values("club_day")[:1]
    first = (page - 1) * PAGE_CLUBS
    found = list(
        Club.objects.filter(readable)
        .order_by("name", "pk")
        .values_list("slug", "name", "language", "public", "is_demo", Subquery(last_day))[
            first : first + PAGE_CLUBS + 1
        ]
    )
    return tuple(ClubEntry(*line) for line in found[:PAGE_CLUBS]), len(found) > PAGE_CLUBS
