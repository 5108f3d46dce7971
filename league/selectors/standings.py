"""Standings of a ladder, now or as of a day, with the marks and names that readers see. Reads one run only (G18)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING

from django.db.models import F, OuterRef, Q, Subquery
from django.utils.translation import gettext as _

from league.models import Player, Standing
from league.models.ids import order_key_of_day
from league.ratings.tallies import Rank, Tally, standings_of, tally_add
from league.selectors.ladders import point_outputs, points_visible
from league.selectors.marks import is_idle, is_provisional, last_day_of
from league.selectors.players import people_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from league.models import Ladder, RatingRun
    from league.ratings.elo import PointOutput
    from league.selectors.players import People


@dataclass(frozen=True, slots=True)
class StandingRow:
    """One player of a ladder. `rating` and `last_change` are thousandths of a point."""

    rank: int
    previous_rank: int | None
    player_id: int
    public_id: str
    name: str
    reading: str
    rating: int
    tables: int
    last_change: int
    last_club_day: date
    placement_sum: int
    recent_placements: tuple[int, ...]
    idle: bool
    provisional: bool
    anonymised: bool


def standings_current(ladder: Ladder) -> list[StandingRow]:
    """Return visible standings of the ladder's current run, in rank, name, public id order."""
    return standings_of_run(ladder.current_run, people=people_of(club_id=ladder.club_id))


def standings_of_run(run: RatingRun | None, *, people: People) -> list[StandingRow]:
    """Return visible standings of one run; none when there is no run yet."""
    return _rows(map(_rank, Standing.objects.filter(run=run)), people)


def standings_page(
    *, run: RatingRun | None, people: People, after: tuple[int, str] | None = None, limit: int
) -> list[StandingRow]:
    """Return visible standings of one run by rank and public id, from the first one behind `after` on. Two queries."""
    last_day = last_day_of(run)
    if last_day is None:
        return []
    wanted = Standing.objects.filter(run=run).exclude(player__in=people.hidden)
    if after is not None:
        rank, public_id = after
        wanted = wanted.filter(Q(rank__gt=rank) | Q(rank=rank, player__public_id__gt=public_id))
    stored = wanted.select_related("player").order_by("rank", "player__public_id")[:limit]
    return [_row(_rank(row), row.player, last_day) for row in stored]


def standings_of_player(*, club_id: int, records: frozenset[int]) -> list[tuple[Ladder, StandingRow]]:
    """Return where the rows of one person stand in the current run of each of the club's ladders. One query."""
    current = Standing.objects.filter(
        player__in=records, run__ladder__club=club_id, run__ladder__current_run=F("run")
    )
    last_day = Standing.objects.filter(run=OuterRef("run")).order_by("-last_club_day").values("last_club_day")
    stored = current.annotate(last_day=Subquery(last_day[:1])).select_related("player", "run__ladder")
    return [
        (row.run.ladder, _row(_rank(row), row.player, row.last_day))
        for row in stored.order_by("run__ladder__public_id", "rank")
    ]


def standings_at(ladder: Ladder, day: date) -> list[StandingRow]:
    """Return visible standings after the last table of `day`, as the ladder's current run knows that time."""
    return standings_of_run_at(ladder.current_run, day, people=people_of(club_id=ladder.club_id))


def standings_page_at(
    *, run: RatingRun | None, day: date, people: People, after: tuple[int, str] | None = None, limit: int
) -> list[StandingRow]:
    """Return what `standings_page` does, after the last table of `day`; it reads every point up to then."""
    rows = standings_of_run_at(run, day, people=people)
    rows.sort(key=lambda row: (row.rank, row.public_id))
    return [row for row in rows if after is None or (row.rank, row.public_id) > after][:limit]


def standings_of_run_at(run: RatingRun | None, day: date, *, people: People) -> list[StandingRow]:
    """Return visible standings after the last table of `day`, as one run knows that time."""
    tallies: dict[int, Tally] = {}
    last_day = ""
    of_last_day: list[PointOutput[int]] = []
    points = points_visible(run)
    if day < date.max:
        points = points.filter(order_key__lt=order_key_of_day(day + timedelta(days=1)))
    for key, point in point_outputs(points):
        if key[:10] != last_day:
            last_day, of_last_day = key[:10], []
        of_last_day.append(point)
        tallies[point.player] = tally_add(tallies.get(point.player), point, last_day)
    return _rows(standings_of(tallies, of_last_day), people)


def _rows(ranks: Iterable[Rank[int]], people: People) -> list[StandingRow]:
    """Put names and marks to the ranks of those who may be seen."""
    ranks = list(ranks)
    if not ranks:
        return []
    last_day = max(date.fromisoformat(rank.tally.last_day) for rank in ranks)
    seen = [rank for rank in ranks if rank.player not in people.hidden]
    found = Player.objects.in_bulk([rank.player for rank in seen])
    rows = [_row(rank, found[rank.player], last_day) for rank in seen]
    return sorted(rows, key=lambda row: (row.rank, row.name, row.public_id))


def _rank(row: Standing) -> Rank[int]:
    return Rank(
        player=row.player_id,
        rank=row.rank,
        previous_rank=row.previous_rank,
        tally=Tally(
            rating=row.rating,
            tables=row.tables,
            last_change=row.last_change,
            last_day=row.last_club_day.isoformat(),
            placement_sum=row.placement_sum,
            recent=tuple(row.recent_placements),
        ),
    )


def _row(rank: Rank[int], player: Player, last_day: date) -> StandingRow:
    anonymous = player.anonymised_at is not None
    tally = rank.tally
    last = date.fromisoformat(tally.last_day)
    return StandingRow(
        rank=rank.rank,
        previous_rank=rank.previous_rank,
        player_id=player.pk,
        public_id=player.public_id,
        name=_("former member") if anonymous else player.display_name,
        reading="" if anonymous else player.reading,
        rating=tally.rating,
        tables=tally.tables,
        last_change=tally.last_change,
        last_club_day=last,
        placement_sum=tally.placement_sum,
        recent_placements=tally.recent,
        idle=is_idle(last_played=last, last_day=last_day),
        provisional=is_provisional(tables=tally.tables),
        anonymised=anonymous,
    )
