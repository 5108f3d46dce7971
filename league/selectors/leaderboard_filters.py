"""The leaderboard narrowed down: by season, game, least number of tables, a part of a name, or as of a day.

A rating is a fold over a ladder's own tables and can't be cut by season afterwards: season and game choose a ladder
that counts just them where there is one, and always leave only people who played there. Ranks stay those of the
whole ladder. Everything is read from the one run in the pointer (G18).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from games.core.registry import game_keys
from league.models import Season, Standing
from league.selectors.leaderboard import PAGE_ROWS, Leaderboard, Row, rows_of
from league.selectors.merges import merge_roots
from league.selectors.name_search import fold
from league.selectors.people_page import rows_matching
from league.selectors.players import people_of
from league.selectors.season_page import players_of_season
from league.selectors.standings import StandingRow, standings_of_run_at

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date

    from league.models import Club, Ladder
    from league.selectors.leaderboard import Pointer


@dataclass(frozen=True, slots=True)
class Filters:
    """What is wanted; empty, 0 and None ask for nothing."""

    season: Season | None = None
    game: str = ""
    min_tables: int = 0
    as_of: date | None = None
    query: str = ""

    @property
    def any(self) -> bool:
        """Whether anything is left out."""
        return bool(self.season or self.game or self.min_tables or self.as_of or fold(self.query))


@dataclass(frozen=True, slots=True)
class Choices:
    """What can be chosen in a club: seasons, newest first, and games that its ladders count."""

    seasons: tuple[Season, ...]
    games: tuple[str, ...]


def choices_of(*, club: Club, ladders: Iterable[Ladder]) -> Choices:
    """Return what the filters offer. One query; the games are told by the ladders, not by looking at every table."""
    counted: set[str] = set()
    for ladder in ladders:
        version = ladder.current_version
        counted.update(version.games or game_keys() if version else ())
    return Choices(
        seasons=tuple(Season.objects.filter(club=club).order_by("-pk")), games=tuple(sorted(counted))
    )


def pointer_fitting(pointer: Pointer, filters: Filters) -> Pointer:
    """Return the pointer at the ladder that fits season and game best; the same where none fits better."""
    if not (filters.season or filters.game) or not pointer.ladders:
        return pointer
    best = max(pointer.ladders, key=lambda ladder: _fit(ladder, filters))
    return replace(pointer, ladder=best) if _fit(best, filters) > (0, 0) else pointer


def _fit(ladder: Ladder, filters: Filters) -> tuple[int, int]:
    """Return how well a ladder counts what is wanted: just that before all of everything, with tables before empty."""
    version = ladder.current_version
    if version is None:
        return (0, 0)
    points = 0
    for kept, wanted in (
        (version.games, filters.game),
        (version.seasons, filters.season.public_id if filters.season else ""),
    ):
        if wanted and kept and wanted not in kept:
            return (0, 0)
        points += (
            4 if wanted and kept == [wanted] else 2 if wanted and wanted in kept else 1 if not kept else 0
        )
    return (points, bool(ladder.current_run and ladder.current_run.tables))


def leaderboard_filtered(*, pointer: Pointer, filters: Filters, page: int = 1) -> Leaderboard | None:
    """Return a page of what is left of the pointer's run; None beyond the last page."""
    allowed = _allowed(pointer, filters)
    first = (page - 1) * PAGE_ROWS
    if filters.as_of is not None:
        people = people_of(club_id=pointer.club.pk)
        then = standings_of_run_at(pointer.run, filters.as_of, people=people)
        kept = [
            _row(row)
            for row in then
            if row.tables >= filters.min_tables and (allowed is None or row.player_id in allowed)
        ]
        rows, total = tuple(kept[first : first + PAGE_ROWS]), len(kept)
    else:
        wanted = [row for row, player in _ranked(pointer, filters) if allowed is None or player in allowed]
        rows, total = rows_of(pointer.run, wanted[first : first + PAGE_ROWS]), len(wanted)
    if page > 1 and not rows:
        return None
    return Leaderboard(
        meetings=0,
        tables=0,
        players=total,
        conflicts=(),
        risers=(),
        rows=rows,
        pages=max(1, -(-total // PAGE_ROWS)),
    )


def _ranked(pointer: Pointer, filters: Filters) -> Iterable[tuple[int, int]]:
    """Return (standing, player) of everybody who may be seen, in order of rank."""
    unseen = people_of(club_id=pointer.club.pk).hidden
    standings = Standing.objects.filter(run=pointer.run, tables__gte=filters.min_tables)
    return (
        standings.exclude(player__in=unseen)
        .order_by("rank", "player__public_id")
        .values_list("pk", "player_id")
    )


def _allowed(pointer: Pointer, filters: Filters) -> frozenset[int] | None:
    """Return the rows of the people that season, game and name leave; None when all are left."""
    allowed: frozenset[int] | None = None
    game = "" if _counts_only(pointer.ladder, filters.game) else filters.game
    if filters.season or game:
        roots = merge_roots(club_id=pointer.club.pk)
        played = players_of_season(
            season_id=filters.season.pk if filters.season else None,
            game=game,
            club_id=pointer.club.pk,
        )
        allowed = frozenset(roots.get(row, row) for row in played)
    if fold(filters.query):
        found = rows_matching(club_id=pointer.club.pk, revision=pointer.revision, query=filters.query)
        allowed = found if allowed is None else allowed & found
    return allowed


def _counts_only(ladder: Ladder | None, game: str) -> bool:
    """Say whether everybody in a ladder has played a game, because it counts no other."""
    version = ladder.current_version if ladder else None
    return bool(game and version and version.games == [game])


def _row(row: StandingRow) -> Row:
    return Row(
        rank=row.rank,
        previous_rank=row.previous_rank,
        public_id=row.public_id,
        name="" if row.anonymised else row.name,
        reading=row.reading,
        rating=row.rating,
        last_change=row.last_change,
        tables=row.tables,
        placement_sum=row.placement_sum,
        recent_placements=row.recent_placements,
        provisional=row.provisional,
        idle=row.idle,
        qualified=row.qualified,
    )
