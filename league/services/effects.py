"""What a change does to the ladders, worked out without making it: the change is made, read, and taken back (G19).

Reading happens inside the transaction that is rolled back, folding after it. Elo ladders are read from the changed
place on, ladders of other formulas as a whole, all of it under the club's lock, or on a copy where nobody may wait.
"""

from __future__ import annotations

from contextlib import nullcontext, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from django.db import connection, transaction

from league.models import Ladder, Player, Season, Table
from league.selectors.ladders import club_revision
from league.selectors.placings import title_of_rank
from league.selectors.standings import ranks_stored
from league.services.database_copy import database_copied
from league.services.revisions import club_lock
from league.services.run_gather import Gathered, Seen, ladder_look, run_gather
from league.services.run_plan import run_fold

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from league.models import Club
    from league.ratings.tallies import Rank


COPIED_ABOVE_TABLES = 1_000


@dataclass(frozen=True, slots=True)
class Figures:
    """Where somebody stands in a ladder; `rating` is in thousandths."""

    rank: int
    rating: int
    tables: int
    title: str = ""


@dataclass(frozen=True, slots=True)
class Moved:
    """Somebody, by public id, whose figures differ; None where they don't stand in the ladder."""

    player: str
    before: Figures | None
    after: Figures | None


@dataclass(frozen=True, slots=True)
class LadderEffect:
    """What a change does to one ladder: its digest afterwards and everybody who moves, by the rank they get."""

    ladder: str
    name: str
    formula: str
    digest: str
    tables_before: int
    tables_after: int
    moved: tuple[Moved, ...]


@dataclass(frozen=True, slots=True)
class Effect:
    """What a change does to a club whose last change was `revision`; ladders it leaves alone aren't listed."""

    revision: int
    ladders: tuple[LadderEffect, ...]


@dataclass(slots=True)
class _Reading:
    """A ladder as it was read: as it is stored, or what has to be folded to bring it up to date."""

    seen: Seen
    gathered: Gathered | None
    titles: Sequence[str]


@dataclass(slots=True)
class _Standings:
    """A ladder brought up to date in memory."""

    digest: str = ""
    tables: int = 0
    figures: dict[int, Figures] = field(default_factory=dict)


class _TakenBackError(Exception):
    """Ends the transaction of a rehearsal."""


def rehearse(act: Callable[[], object]) -> None:
    """Make a change and take it back: refusals are raised as the change itself would raise them."""
    with suppress(_TakenBackError), transaction.atomic():
        act()
        raise _TakenBackError


def effect_of(*, club: Club, act: Callable[[], object]) -> Effect:
    """Return what a change of the club would do to its ladders; what `act` refuses is raised.

    The ladders are compared as they would be if they were up to date, before the change and after it.
    """
    with database_copied() if _would_keep_others_waiting(club) else nullcontext():
        return _effect(club, act)


def _effect(club: Club, act: Callable[[], object]) -> Effect:
    revision = 0
    before: dict[int, _Reading] = {}
    after: dict[int, _Reading] = {}
    with suppress(_TakenBackError), transaction.atomic():
        club_lock(club)
        revision, before = club_revision(club.pk), _read(club)
        act()
        after = _read(club)
        raise _TakenBackError
    effects = (_ladder_effect(before.get(pk), reading, club) for pk, reading in after.items())
    return Effect(revision, tuple(effect for effect in effects if effect is not None))


def _would_keep_others_waiting(club: Club) -> bool:
    """With SQLite everybody who enters a result queues behind the reading, which takes a while in a large club."""
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        return False
    confirmed = Table.objects.filter(meeting__club=club, state=Table.State.CONFIRMED)
    return confirmed.count() > COPIED_ABOVE_TABLES


def _read(club: Club) -> dict[int, _Reading]:
    """Read every ladder of the club that can be computed."""
    readings = {}
    for pk in Ladder.objects.filter(club=club, current_version__isnull=False).values_list("pk", flat=True):
        seen = ladder_look(pk)
        seasons = seen.version.seasons
        titles: Sequence[str] = ()
        if len(seasons) == 1:
            titles = Season.objects.values_list("titles", flat=True).get(public_id=seasons[0])
        readings[pk] = _Reading(seen, run_gather(seen=seen), titles)
    return readings


def _ladder_effect(before: _Reading | None, after: _Reading, club: Club) -> LadderEffect | None:
    was, now = _standings(before), _standings(after)
    if was.digest == now.digest and was.figures == now.figures:
        return None
    rows = sorted(
        was.figures.keys() | now.figures.keys(),
        key=lambda row: _order(was.figures.get(row), now.figures.get(row)),
    )
    ids = _public_ids(club, [row for row in rows if was.figures.get(row) != now.figures.get(row)])
    return LadderEffect(
        ladder=after.seen.version.ladder.public_id,
        name=after.seen.version.ladder.name,
        formula=after.seen.version.formula,
        digest=now.digest,
        tables_before=was.tables,
        tables_after=now.tables,
        moved=tuple(
            Moved(ids[row], was.figures.get(row), now.figures.get(row))
            for row in rows
            if was.figures.get(row) != now.figures.get(row)
        ),
    )


def _order(before: Figures | None, after: Figures | None) -> tuple[bool, int]:
    stands = after or before
    return after is None, stands.rank if stands else 0


def _public_ids(club: Club, rows: Iterable[int]) -> Mapping[int, str]:
    """Return the public ids of rows; people that only the change itself would add have none yet."""
    known = dict(Player.objects.filter(club=club, pk__in=list(rows)).values_list("pk", "public_id"))
    return {row: known.get(row, "") for row in rows}


def _standings(reading: _Reading | None) -> _Standings:
    """Return a ladder's standings, folded where they aren't stored."""
    if reading is None:
        return _Standings()
    if reading.gathered is not None:
        new = run_fold(reading.gathered)
        return _Standings(new.digest, new.tables, _figures(new.ranks, reading.titles))
    run = reading.seen.run
    if run is None:
        return _Standings()
    return _Standings(run.digest, run.tables, _figures(list(ranks_stored(run)), reading.titles))


def _figures(ranks: Sequence[Rank[int]], titles: Sequence[str]) -> dict[int, Figures]:
    qualified = sorted(row.rank for row in ranks if row.qualified)
    return {
        row.player: Figures(
            row.rank,
            row.rating,
            row.tally.tables,
            title_of_rank(qualified, row.rank, titles) if row.qualified else "",
        )
        for row in ranks
    }
