"""A club that does everything to its tables that a club can do, at random but the same for the same seed."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from league.models import Player, PlayerMerge, Season, Table
from tests import factories as make

if TYPE_CHECKING:
    from datetime import date

    from league.models import Club, Meeting

_DAYS, _NUMBERS = 5, 5
_PLAYERS = 7
_SELDOM = 0.06


class RandomSeason:
    """Changes one club step by step."""

    def __init__(self, club: Club, seed: int) -> None:
        self.club = club
        self.random = Random(seed)
        self.players = make.players_make(club, _PLAYERS)
        self.season = Season.objects.create(club=club, name="season")

    def step(self) -> None:
        """Do one thing that is possible now."""
        verbs = [self.insert] * 6 + [self.correct] * 3 + [self.void, self.restore, self.move] * 2
        rare = [
            self.merge,
            self.undo,
            self.guest,
            self.unrated,
            self.shift,
            self.assign,
            self.adjust,
            self.forgive,
        ]
        self.random.choice([*verbs, *rare])()

    def insert(self) -> None:
        """Play a table at a free place."""
        place = self._free_place()
        if place is not None:
            day, round_, number = place
            result = self._result()
            people = [player for player, _ in result]
            apart = ("left", "replaced", "forfeited")
            make.table_make(
                self.club,
                result,
                day=day,
                round_=round_,
                number=number,
                guests=[player for player in people if self.random.random() < _SELDOM],
                apart={
                    player: self.random.choice(apart) for player in people if self.random.random() < _SELDOM
                },
            )

    def correct(self) -> None:
        """Correct a table: other people, other places, or the very same."""
        table = self._table(Table.State.CONFIRMED)
        if table is not None:
            make.table_correct(table, self._result())

    def void(self) -> None:
        """Declare a table void."""
        table = self._table(Table.State.CONFIRMED)
        if table is not None:
            make.table_void(table)

    def restore(self) -> None:
        """Restore a void table, unless somebody else has its number."""
        table = self._table(Table.State.VOID)
        if table is not None and not self._taken(table.meeting.club_day, table.number):
            make.table_restore(table)

    def move(self) -> None:
        """Move a table to a free place."""
        table, place = self._table(Table.State.CONFIRMED), self._free_place()
        if table is not None and place is not None:
            make.table_move(table, day=place[0], round_=place[1], number=place[2])

    def merge(self) -> None:
        """Merge two people who never sat at one table, where neither is part of another merge."""
        merged = set(
            PlayerMerge.objects.filter(club=self.club, undone_at=None).values_list("source", "target")
        )
        busy = {player for pair in merged for player in pair}
        source, target = self.random.sample(self.players, 2)
        if {source.pk, target.pk} & busy or self._met(source, target):
            return
        make.players_merge(source, target)

    def undo(self) -> None:
        """Undo a merge."""
        merges = list(PlayerMerge.objects.filter(club=self.club, undone_at=None).order_by("pk"))
        if merges:
            make.merge_undo(self.random.choice(merges))

    def guest(self) -> None:
        """Turn a member into a guest, or back."""
        player = Player.objects.get(pk=self.random.choice(self.players).pk)
        make.guest_set(player, guest=not player.guest)

    def shift(self) -> None:
        """Give a meeting another day, where there is none yet."""
        meeting, day = self._meeting(), make.day_of(self.random.randrange(_DAYS))
        if meeting is not None and not self.club.meetings.filter(club_day=day).exists():
            make.meeting_move(meeting, day)

    def assign(self) -> None:
        """Put a meeting into the season, or take it out."""
        meeting = self._meeting()
        if meeting is not None:
            make.meeting_assign(meeting, self.random.choice([self.season, self.season, None]))

    def adjust(self) -> None:
        """Give or take season points."""
        make.adjustment_make(
            self.season, self.random.choice(self.players), self.random.choice([-2500, 700, 1000])
        )

    def forgive(self) -> None:
        """Revoke an adjustment."""
        standing = list(self.season.adjustments.filter(revoked_at=None).order_by("pk"))
        if standing:
            make.adjustment_undo(self.random.choice(standing))

    def unrated(self) -> None:
        """Change something that no rating depends on."""
        make.unrated_change(self.club)

    def _result(self) -> list[tuple[Player, int | None]]:
        """Return a table of two to four who are different people, in competition ranks with ties."""
        merged = {
            merge.source_id: merge.target_id
            for merge in PlayerMerge.objects.filter(club=self.club, undone_at=None)
        }
        people: dict[int, Player] = {}
        for player in self.random.sample(self.players, self.random.randint(2, 4)):
            people.setdefault(merged.get(player.pk, player.pk), player)
        totals = [self.random.randint(0, 3) for _ in people]
        places = [1 + sum(other > total for other in totals) for total in totals]
        return list(zip(people.values(), places, strict=True))

    def _table(self, state: str) -> Table | None:
        tables = Table.objects.filter(meeting__club=self.club, state=state).select_related("meeting__club")
        found = list(tables.order_by("pk"))
        return self.random.choice(found) if found else None

    def _meeting(self) -> Meeting | None:
        found = list(self.club.meetings.order_by("pk"))
        return self.random.choice(found) if found else None

    def _free_place(self) -> tuple[date, int, int] | None:
        day = make.day_of(self.random.randrange(_DAYS))
        free = [number for number in range(1, _NUMBERS + 1) if not self._taken(day, number)]
        return (day, self.random.randint(1, 2), self.random.choice(free)) if free else None

    def _taken(self, day: date, number: int) -> bool:
        tables = Table.objects.filter(meeting__club=self.club, meeting__club_day=day, number=number)
        return tables.exclude(state=Table.State.VOID).exists()

    def _met(self, one: Player, other: Player) -> bool:
        mine = Table.objects.filter(submissions__lines__player=one)
        return mine.filter(
            pk__in=Table.objects.filter(submissions__lines__player=other).values("pk")
        ).exists()
