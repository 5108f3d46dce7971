"""Reads the list of clubs that a visitor may see."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db.models import OuterRef, Q, Subquery

from league.models import Club, Meeting

if TYPE_CHECKING:
    from datetime import date

    from django.db.models import QuerySet

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
    first = (page - 1) * PAGE_CLUBS
    found = _entries(_readable(user_id).order_by("name", "pk")[first : first + PAGE_CLUBS + 1])
    return tuple(found[:PAGE_CLUBS]), len(found) > PAGE_CLUBS


def demo_club_slug() -> str | None:
    """Return the address of the demo club, None where there is none."""
    return Club.objects.filter(is_demo=True).values_list("slug", flat=True).first()


def clubs_after(*, user_id: int | None, after: str, limit: int) -> list[ClubEntry]:
    """Return the public clubs and the user's own, by slug, from the first one behind `after` on. One query."""
    return _entries(_readable(user_id).filter(slug__gt=after).order_by("slug")[:limit])


def _readable(user_id: int | None) -> QuerySet[Club]:
    readable = Q(public=True)
    if user_id is not None:
        readable |= Q(pk__in=Club.objects.filter(memberships__user_id=user_id).values("pk"))
    return Club.objects.filter(readable)


def _entries(clubs: QuerySet[Club, Any]) -> list[ClubEntry]:
    last_day = Meeting.objects.filter(club=OuterRef("pk")).order_by("-club_day").values("club_day")[:1]
    fields = ("slug", "name", "language", "public", "is_demo")
    return [ClubEntry(*line) for line in clubs.values_list(*fields, Subquery(last_day))]
