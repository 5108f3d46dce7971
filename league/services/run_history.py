"""What stored points say about the time before a place in the order: the state that an incremental run starts from."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from league.models import RatingPoint, Standing
from league.ratings.tallies import RECENT, Tally
from league.selectors.ladders import segments_visible

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from league.models import RatingRun, RatingSegment

_FIRST_STRETCH = 4


@dataclass(frozen=True, slots=True)
class Past:
    """What a fold starts from: each row's tally, and rating and tables before the ladder's last day.

    Days before that are left out, and those who don't play on it.
    """

    tallies: Mapping[int, Tally] = field(default_factory=dict)
    day_before: Mapping[int, tuple[int, int]] = field(default_factory=dict)


@dataclass(slots=True)
class _Undone:
    """What the replaced points of one player take away from his standing."""

    rating: int
    tables: int
    placement_sum: int = 0


@dataclass(slots=True)
class _Newest:
    """The newest kept points of one player, newest first."""

    wanted: int
    placements: list[int] = field(default_factory=list)
    last_change: int = 0
    last_day: str = ""


def past_read(*, run: RatingRun | None, kept: Sequence[RatingSegment], last_key: str) -> Past:
    """Return the state behind the `kept` segments of a run; `last_key` is that of the last table behind them."""
    if not kept:
        return Past()
    day = (last_key or kept[-1].last_order_key)[:10]
    return Past(_tallies_before(run, kept), _day_before(day, kept))


def _tallies_before(run: RatingRun | None, kept: Sequence[RatingSegment]) -> dict[int, Tally]:
    """Return every player's tally as it was after the last of the `kept` segments of a run."""
    tallies = tallies_stored(run)
    undone = _undone(run, len(kept))
    changed = {player: state for player, state in undone.items() if state.tables}
    pasts = _newest({player: min(RECENT, state.tables) for player, state in changed.items()}, kept)
    for player in undone.keys() - changed.keys():
        tallies.pop(player, None)
    for player, state in changed.items():
        past = pasts[player]
        tallies[player] = replace(
            tallies[player],
            rating=state.rating,
            tables=state.tables,
            placement_sum=tallies[player].placement_sum - state.placement_sum,
            last_change=past.last_change,
            last_day=past.last_day,
            recent=tuple(reversed(past.placements)),
        )
    return tallies


def tallies_stored(run: RatingRun | None) -> dict[int, Tally]:
    """Return the tallies behind a run's standings."""
    rows = Standing.objects.filter(run=run).values_list(
        "player_id", "rating", "adjustment", "tables", "last_change", "last_club_day", "placement_sum",
        "recent_placements",
    )  # fmt: skip
    return {
        player: Tally(rating - adjustment, tables, change, day.isoformat(), placements, tuple(recent))
        for player, rating, adjustment, tables, change, day, placements, recent in rows
    }


def _day_before(day: str, kept: Sequence[RatingSegment]) -> dict[int, tuple[int, int]]:
    """Return rating and tables before a day, for each row that has a point of that day in the kept segments."""
    segments = [segment.pk for segment in kept if segment.last_order_key >= day]
    points = RatingPoint.objects.filter(segment__in=segments, order_key__gte=day).order_by("order_key", "pk")
    found: dict[int, tuple[int, int]] = {}
    for player, before, tables in points.values_list("player_id", "before", "tables_before"):
        found.setdefault(player, (before, tables))
    return found


def _undone(run: RatingRun | None, first_position: int) -> dict[int, _Undone]:
    """Return what lies before the replaced points, for each player who has any."""
    replaced = [segment.pk for segment in segments_visible(run).filter(position__gte=first_position)]
    undone: dict[int, _Undone] = {}
    points = RatingPoint.objects.filter(segment__in=replaced).order_by("order_key", "pk")
    for player, before, tables, placement in points.values_list(
        "player_id", "before", "tables_before", "placement"
    ):
        undone.setdefault(player, _Undone(before, tables)).placement_sum += placement
    return undone


def _newest(wanted: dict[int, int], kept: Sequence[RatingSegment]) -> dict[int, _Newest]:
    """Walk back from the end, in growing stretches, until everyone has as many points as wanted."""
    pasts = {player: _Newest(number) for player, number in wanted.items()}
    open_players, end, stretch = set(pasts), len(kept), _FIRST_STRETCH
    while open_players and end:
        begin = max(0, end - stretch)
        segments = [segment.pk for segment in kept[begin:end]]
        points = RatingPoint.objects.filter(segment__in=segments, player__in=open_players)
        for player, key, before, after, placement in points.order_by("-order_key", "-pk").values_list(
            "player_id", "order_key", "before", "after", "placement"
        ):
            past = pasts[player]
            if not past.placements:
                past.last_change, past.last_day = after - before, key[:10]
            if len(past.placements) < past.wanted:
                past.placements.append(placement)
        open_players = {
            player for player in open_players if len(pasts[player].placements) < pasts[player].wanted
        }
        end, stretch = begin, stretch * 2
    return pasts
