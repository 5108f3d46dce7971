"""Reads the people of a club for their pages: the list with its search, and one person as admins see them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from league.models import Alias, Player, PlayerMerge
from league.selectors.merges import merge_roots
from league.selectors.name_search import fold
from league.selectors.players import people_of

if TYPE_CHECKING:
    from league.selectors.players import People

PAGE_PEOPLE = 50
LONGEST_SEARCH = 80


@dataclass(frozen=True, slots=True)
class PersonLine:
    """Somebody in the list of people."""

    public_id: str
    name: str
    reading: str
    romanised: str
    aliases: tuple[str, ...]
    guest: bool
    hidden: bool
    anonymised: bool


@dataclass(frozen=True, slots=True)
class PersonFile:
    """One record as admins see it: its aliases, what it is merged into, and what is merged into it.

    `hidden` says whether only admins see the person, by the mark of this record or of one that counts as the same.
    """

    player: Player
    hidden: bool
    aliases: tuple[Alias, ...]
    into: PlayerMerge | None
    merged: tuple[PlayerMerge, ...]


def rows_matching(*, club_id: int, revision: int, query: str) -> frozenset[int]:
    """Return the rows of the people that a part of a name, alias or reading finds, hidden ones too.

    Kana, width, case and spaces make no difference. What is folded is remembered for a revision of the club.
    """
    wanted = fold(query[:LONGEST_SEARCH])
    return frozenset(row for row, words in _folded(club_id, revision) if wanted in words)


@lru_cache(maxsize=32)
def _folded(club_id: int, _revision: int) -> tuple[tuple[int, str], ...]:
    """Return the folded names of every row that counts for itself, with those of what is merged into it."""
    roots = merge_roots(club_id=club_id)
    words: dict[int, list[str]] = {}
    names = Player.objects.filter(club=club_id, anonymised_at__isnull=True).values_list(
        "pk", "display_name", "reading", "romanised"
    )
    for row, *forms in names:
        words.setdefault(roots.get(row, row), []).extend(forms)
    for row, name in Alias.objects.filter(club=club_id).values_list("player", "name"):
        words.setdefault(roots.get(row, row), []).append(name)
    return tuple((row, "\n".join(map(fold, forms))) for row, forms in words.items())


def people_list(
    *, club_id: int, revision: int, query: str = "", with_hidden: bool, page: int = 1
) -> tuple[list[PersonLine], int, int]:
    """Return a page of people by reading, how many there are, and how many pages; merged records are left out."""
    people = people_of(club_id=club_id)
    left_out = {*people.roots} if with_hidden else {*people.roots, *people.hidden}
    players = Player.objects.filter(club=club_id)
    found = set(rows_matching(club_id=club_id, revision=revision, query=query)) if fold(query) else None
    order = players.order_by("reading", "display_name", "pk").values_list("pk", "reading", "display_name")
    rows = [
        (reading or name, name, row)
        for row, reading, name in order
        if row not in left_out and (found is None or row in found)
    ]
    rows.sort(key=lambda entry: (fold(entry[0]), entry[1], entry[2]))
    first = (page - 1) * PAGE_PEOPLE
    shown = [row for _, _, row in rows[first : first + PAGE_PEOPLE]]
    return _lines(shown, people), len(rows), max(1, -(-len(rows) // PAGE_PEOPLE))


def _lines(rows: list[int], people: People) -> list[PersonLine]:
    players = Player.objects.in_bulk(rows)
    aliases: dict[int, tuple[str, ...]] = {}
    for row, name in Alias.objects.filter(player__in=rows).order_by("pk").values_list("player", "name"):
        aliases[row] = (*aliases.get(row, ()), name)
    return [_person_line(players[row], aliases.get(row, ()), hidden=row in people.hidden) for row in rows]


def _person_line(player: Player, aliases: tuple[str, ...], *, hidden: bool) -> PersonLine:
    erased = player.anonymised_at is not None
    return PersonLine(
        public_id=player.public_id,
        name="" if erased else player.display_name,
        reading="" if erased else player.reading,
        romanised="" if erased else player.romanised,
        aliases=aliases,
        guest=player.guest,
        hidden=hidden,
        anonymised=erased,
    )


def person_file(*, club_id: int, public_id: str) -> PersonFile | None:
    """Return one record with its names and merges; None for unknown and foreign ones. Six queries."""
    player = Player.objects.select_related("club").filter(club=club_id, public_id=public_id).first()
    if player is None:
        return None
    merges = PlayerMerge.objects.filter(undone_at__isnull=True).select_related("source", "target", "club")
    return PersonFile(
        player=player,
        hidden=player.pk in people_of(club_id=club_id).hidden,
        aliases=tuple(Alias.objects.filter(player=player).select_related("club", "player").order_by("pk")),
        into=merges.filter(source=player).first(),
        merged=tuple(merges.filter(target=player).order_by("pk")),
    )


def record_named(*, club_id: int, public_id: str) -> Player | None:
    """Return a record of the club by its public id."""
    return Player.objects.filter(club=club_id, public_id=public_id).first()


def people_to_choose(*, club_id: int, but: int) -> list[tuple[str, str, str]]:
    """Return (public id, name, reading) of everybody who counts for themselves, but one. Two queries."""
    merged = merge_roots(club_id=club_id)
    rows = Player.objects.filter(club=club_id, anonymised_at__isnull=True).order_by("reading", "display_name")
    return [
        (public_id, name, reading)
        for row, public_id, name, reading in rows.values_list("pk", "public_id", "display_name", "reading")
        if row != but and row not in merged
    ]
