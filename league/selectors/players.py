"""Reads the people of a club as everybody may see them: merges resolved, hidden ones nowhere, erased ones nameless.

Somebody is hidden as soon as one of the rows that count as them is: a merge takes nobody's wish away. Whoever shows a
person reads it here. Knows nothing of results and ratings.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from league.models import Player
from league.selectors.merges import merge_groups, merge_roots

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

_SHOWN = ("public_id", "display_name", "reading", "romanised", "guest", "anonymised_at")


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody everybody may see. The names are empty once they were erased (`anonymised`)."""

    public_id: str
    name: str
    reading: str
    romanised: str
    guest: bool
    anonymised: bool


@dataclass(frozen=True, slots=True)
class PersonRecords:
    """A person with the rows that count as this person: the one that is shown, and all of them."""

    person: Person
    shown: int
    records: frozenset[int]


@dataclass(frozen=True, slots=True)
class People:
    """Which rows of a club count as another one, and which must not be seen."""

    roots: Mapping[int, int]
    hidden: frozenset[int]

    def root(self, record: int) -> int:
        """Return the row that a row counts as."""
        return self.roots.get(record, record)


def people_of(*, club_id: int) -> People:
    """Return who counts as whom. Two queries."""
    roots = merge_roots(club_id=club_id)
    flagged = set(Player.objects.filter(club=club_id, hidden=True).values_list("pk", flat=True))
    of_one_person = (group for group in merge_groups(roots).values() if group & flagged)
    return People(roots=roots, hidden=frozenset(flagged.union(*of_one_person)))


def persons_by_record(*, people: People, records: Iterable[int]) -> dict[int, Person]:
    """Return the person each of these rows counts as; who is hidden is left out. One query."""
    roots = {record: people.root(record) for record in records}
    wanted = set(roots.values()) - people.hidden
    rows = Player.objects.filter(pk__in=wanted).order_by().values_list("pk", *_SHOWN)
    found = {record: _person(shown) for record, *shown in rows}
    return {record: found[root] for record, root in roots.items() if root in found}


def persons_by_public_id(*, people: People, public_ids: Iterable[str]) -> dict[str, Person]:
    """Return the person each of these ids counts as now; who is hidden is left out. Two queries."""
    wanted = Player.objects.filter(public_id__in=list(public_ids)).order_by()
    rows = dict(wanted.values_list("pk", "public_id"))
    persons = persons_by_record(people=people, records=rows)
    return {rows[record]: person for record, person in persons.items()}


def persons_page(*, club_id: int, after: str, limit: int) -> list[Person]:
    """Return visible people in the order of their public ids, from the first one behind `after` on."""
    people = people_of(club_id=club_id)
    players = Player.objects.filter(club=club_id, public_id__gt=after)
    shown = players.exclude(pk__in={*people.roots, *people.hidden})
    return [_person(row) for row in shown.order_by("public_id").values_list(*_SHOWN)[:limit]]


def person_find(*, club_id: int, public_id: str) -> PersonRecords | None:
    """Return the person that a public id means now, following merges; None for unknown, foreign and hidden ones."""
    player = Player.objects.filter(club=club_id, public_id=public_id).first()
    if player is None:
        return None
    people = people_of(club_id=club_id)
    root = people.root(player.pk)
    if root != player.pk:
        player = Player.objects.get(pk=root)
    if root in people.hidden:
        return None
    records = merge_groups(people.roots).get(root, {root})
    person = _person([getattr(player, field) for field in _SHOWN])
    return PersonRecords(person=person, shown=root, records=frozenset(records))


def _person(shown: Sequence[Any]) -> Person:
    """Return what may be shown of somebody who isn't hidden, from the columns that are."""
    public_id, name, reading, romanised, guest, anonymised_at = shown
    if anonymised_at is not None:
        return Person(public_id, name="", reading="", romanised="", guest=guest, anonymised=True)
    return Person(public_id, name, reading, romanised, guest, anonymised=False)
