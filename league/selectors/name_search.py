"""Finds people by any part of a name, reading, alias or romanised form, whatever kana, width or case it is typed in.

People who are hidden are found too: only those who may report ask here. Merged records are found as the person they
count as.
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import jaconv

from league.models import Alias, ClubCounter, Line, Meeting, Player, Submission
from league.selectors.merges import merge_roots

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import date

SHOWN = 12
RECENT_MEETINGS = 8
_LONGEST_QUERY = 80


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody of the club; `words` are all folded forms that find them."""

    pk: int
    public_id: str
    name: str
    reading: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Found:
    """A suggestion; `tonight` says whether the person sat at a table of the meeting in question."""

    name: str
    reading: str
    tonight: bool


def fold(text: str) -> str:
    """Return text as it is compared: width, case, kana and spaces make no difference."""
    wide = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    return "".join(jaconv.kata2hira(wide).split())


def people_found(*, club_id: int, query: str, day: date | None, limit: int = SHOWN) -> list[Found]:
    """Return the people that a part of a name means: tonight's first, then those of recent meetings, then by name.

    An empty query finds everybody in that order.
    """
    people, seen = _people(club_id, _revision(club_id)), _last_seen(club_id)
    return _ranked(people, seen, query=query, day=day)[:limit]


def people_meant(*, club_id: int, names: Iterable[str], limit: int) -> dict[str, list[Found]]:
    """Return whom each of several names can mean; the database is asked as often as for one."""
    people, seen = _people(club_id, _revision(club_id)), _last_seen(club_id)
    return {name: _ranked(people, seen, query=name, day=None)[:limit] for name in names}


def _ranked(
    people: Iterable[Person], seen: Mapping[int, date], *, query: str, day: date | None
) -> list[Found]:
    wanted = fold(query[:_LONGEST_QUERY])
    ranked = []
    for person in people:
        fit = _fit(person, wanted)
        if fit is not None:
            last = seen.get(person.pk)
            tonight = last is not None and last == day
            ranked.append((not tonight, fit, -last.toordinal() if last else 0, person.name, person, tonight))
    ranked.sort(key=lambda entry: entry[:4])
    return [Found(person.name, person.reading, tonight) for *_order, person, tonight in ranked]


def _fit(person: Person, wanted: str) -> int | None:
    """Return 0 for the beginning of a name, 1 for its inside, None for no match."""
    places = [word.find(wanted) for word in person.words]
    if 0 in places:
        return 0
    return 1 if any(place > 0 for place in places) else None


def _revision(club_id: int) -> int:
    return ClubCounter.objects.values_list("revision", flat=True).get(club=club_id)


@lru_cache(maxsize=64)
def _people(club_id: int, _revision: int) -> tuple[Person, ...]:
    """Return everybody with their words. Every change of a name raises the revision, which is part of the key."""
    roots = merge_roots(club_id=club_id)
    words: defaultdict[int, set[str]] = defaultdict(set)
    rows = list(
        Player.objects.filter(club=club_id, anonymised_at__isnull=True)
        .order_by("pk")
        .values_list("pk", "public_id", "display_name", "reading", "romanised")
    )
    for pk, _public_id, *names in rows:
        words[roots.get(pk, pk)].update(_forms(names))
    for pk, alias in Alias.objects.filter(club=club_id).values_list("player", "name"):
        words[roots.get(pk, pk)].update(_forms([alias]))
    return tuple(
        Person(pk, public_id, name, reading, tuple(sorted(words[pk])))
        for pk, public_id, name, reading, _romanised in rows
        if pk not in roots
    )


def _forms(names: Iterable[str]) -> set[str]:
    """Return the folded names, and kana in Latin letters too, for a keyboard without an input method."""
    folded = {fold(name) for name in names if name}
    return folded | {jaconv.kana2alphabet(name) for name in folded}


def _last_seen(club_id: int) -> dict[int, date]:
    """Return the last of the recent meetings at which each person sat at a table."""
    roots = merge_roots(club_id=club_id)
    meetings = list(Meeting.objects.filter(club=club_id).order_by("-club_day")[:RECENT_MEETINGS])
    days = {meeting.pk: meeting.club_day for meeting in meetings}
    seats = (
        Line.objects.filter(
            submission__table__meeting__in=list(days),
            submission__state__in=(Submission.State.SUBMITTED, Submission.State.CONFIRMED),
        )
        .order_by()
        .values_list("player", "submission__table__meeting")
        .distinct()
    )
    seen: dict[int, date] = {}
    for player, meeting in seats:
        root = roots.get(player, player)
        seen[root] = max(seen.get(root, days[meeting]), days[meeting])
    return seen
