"""Reads what a ladder version counts: confirmed results in the stored order of tables, people resolved.

Owns the rules of what is rated (DESIGN §6). Computes nothing and writes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from django.db.models import Q

from league.models import Line, Player, PlayerMerge, Submission, Table
from league.models.ids import order_key
from league.ratings.digests import DigestTable
from league.ratings.elo import TableInput

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from datetime import date

    from league.models import LadderVersion

FIRST_KEY = ""
_CHUNK = 10_000


@dataclass(frozen=True, slots=True)
class RatedTable:
    """A table that is rated, with its players in the order of their public ids."""

    table_id: int
    public_id: str
    order_key: str
    placements: tuple[tuple[int, int], ...]
    digest: DigestTable

    @property
    def fold_input(self) -> TableInput[int]:
        """The table as the formula sees it."""
        return TableInput(self.order_key, self.placements)


class _Row(NamedTuple):
    table_id: int
    public_id: str
    club_day: date
    round: int
    number: int
    player_id: int
    guest: bool
    placement: int | None


class _People:
    """Resolves typed players: merges are followed to the end, guests count for nothing."""

    def __init__(self, club_id: int) -> None:
        players = Player.objects.filter(club=club_id).values_list("pk", "public_id", "guest")
        self._known = {pk: (public_id, guest) for pk, public_id, guest in players}
        self._targets = dict(
            PlayerMerge.objects.filter(club=club_id, undone_at=None).values_list("source_id", "target_id")
        )

    def resolve(self, player_id: int) -> int:
        seen = {player_id}
        while (target := self._targets.get(player_id)) is not None and target not in seen:
            seen.add(target)
            player_id = target
        return player_id

    def guest(self, player_id: int) -> bool:
        return self._known[player_id][1]

    def public_id(self, player_id: int) -> str:
        return self._known[player_id][0]


def inputs_read(version: LadderVersion, *, after: str = FIRST_KEY) -> Iterator[RatedTable]:
    """Yield the rated tables of a ladder version in order, from the first one behind the order key `after` on."""
    club_id = version.ladder.club_id
    people = _People(club_id)
    for _, rows in groupby(_rows(version, club_id, after), key=lambda row: row.table_id):
        table = _rated(list(rows), people)
        if table is not None and table.order_key > after:
            yield table


def _rows(version: LadderVersion, club_id: int, after: str) -> Iterable[_Row]:
    """Return the confirmed lines from the day of `after` on."""
    wanted = Q(
        submission__state=Submission.State.CONFIRMED,
        submission__table__state=Table.State.CONFIRMED,
        submission__table__meeting__club=club_id,
    )
    if version.games:
        wanted &= Q(submission__table__ruleset__game__in=version.games)
    if version.rulesets:
        wanted &= Q(submission__table__ruleset__content_hash__in=version.rulesets)
    if version.seasons:
        wanted &= Q(submission__table__meeting__season__public_id__in=version.seasons)
    if after:
        wanted &= Q(submission__table__meeting__club_day__gte=after[:10])
    lines = Line.objects.filter(wanted).order_by(
        "submission__table__meeting__club_day",
        "submission__table__round",
        "submission__table__number",
        "submission__table_id",
        "position",
    )
    fields = lines.values_list(
        "submission__table_id",
        "submission__table__public_id",
        "submission__table__meeting__club_day",
        "submission__table__round",
        "submission__table__number",
        "player_id",
        "guest",
        "placement",
    )
    return (_Row(*row) for row in fields.iterator(chunk_size=_CHUNK))


def _rated(rows: list[_Row], people: _People) -> RatedTable | None:
    """Return the table as it is rated, or None when it isn't: fewer than two count, or its result has a gap."""
    placements: dict[int, int] = {}
    for row in rows:
        player = people.resolve(row.player_id)
        if row.guest or people.guest(player):
            continue
        if row.placement is None or player in placements:  # no confirmed report should be like this
            return None
        placements[player] = row.placement
    if len(placements) < 2:  # noqa: PLR2004 - a pair
        return None
    first = rows[0]
    key = order_key(first.club_day, first.round, first.number)
    named = sorted((people.public_id(player), player, placement) for player, placement in placements.items())
    return RatedTable(
        table_id=first.table_id,
        public_id=first.public_id,
        order_key=key,
        placements=tuple((player, placement) for _, player, placement in named),
        digest=DigestTable(key, first.public_id, tuple((name, placement) for name, _, placement in named)),
    )
