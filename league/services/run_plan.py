"""Works out what a ladder's next run consists of: from where on it differs, the new segments, the new standings.

Reads inside one snapshot and folds in memory; run_build writes the plan, run_publish shows it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING

from league.models import Ladder, LadderVersion, RatingRun, RatingSegment, Revision
from league.models.ladders import SEGMENT_TABLES
from league.ratings.digests import segment_digest
from league.ratings.elo import PointOutput, State, fold
from league.ratings.parameters import Parameters
from league.ratings.tallies import Rank, Tally, standings_of, tally_add
from league.selectors.ladders import club_revision, segments_visible
from league.services.run_history import points_of_day, tallies_before
from league.services.run_inputs import FIRST_KEY, RatedTable, inputs_read
from league.services.snapshots import snapshot

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

NO_DIGEST = ""


@dataclass(frozen=True, slots=True)
class Seen:
    """The state of a ladder that a plan starts from; publishing compares it with what is there then."""

    ladder_id: int
    club_id: int
    version: LadderVersion
    run: RatingRun | None
    computed_revision: int
    revision: int


@dataclass(frozen=True, slots=True)
class PlannedSegment:
    """A segment that has to be written, with the points of each of its tables."""

    position: int
    digest: str
    tables: Sequence[RatedTable]
    points: Sequence[Sequence[PointOutput[int]]]


@dataclass(frozen=True, slots=True)
class Plan:
    """What the next run shows: the old segments before `first_position`, and `segments` from there on."""

    seen: Seen
    differs: bool
    first_position: int = 0
    segments: Sequence[PlannedSegment] = ()
    ranks: Sequence[Rank[int]] = ()
    digest: str = NO_DIGEST
    tables: int = 0


@dataclass(slots=True)
class _Rest:
    """The inputs from the first affected segment on, cut into segments and sealed."""

    position: int
    segments: list[tuple[str, list[RatedTable]]] = field(default_factory=list)


def plan_make(*, ladder_id: int, from_nothing: bool = False) -> Plan:
    """Return what has to be done to bring a ladder up to its club's revision.

    `from_nothing` trusts no stored row: everything is folded again.
    """
    with snapshot():
        seen = _look(ladder_id)
        visible = [] if from_nothing else list(segments_visible(seen.run))
        start = 0 if from_nothing else _first_affected(seen, visible)
        if start is None:
            return Plan(seen, differs=False)
        rest = _rest(seen, visible[:start])
        _skip_equal(rest, visible)
        same_version = seen.run is not None and seen.run.version.content_hash == seen.version.content_hash
        nothing_there = seen.run is None and not rest.segments
        unchanged = same_version and not rest.segments and rest.position == len(visible)
        if not from_nothing and (unchanged or nothing_there):
            return Plan(seen, differs=False)
        return _plan(seen, visible, rest)


def _look(ladder_id: int) -> Seen:
    ladder = Ladder.objects.select_related("current_version__ladder", "current_run__version").get(
        pk=ladder_id
    )
    if ladder.current_version is None:
        raise ValueError(f"Ladder {ladder_id} has no version: it can't be computed")
    return Seen(
        ladder_id=ladder_id,
        club_id=ladder.club_id,
        version=ladder.current_version,
        run=ladder.current_run,
        computed_revision=ladder.computed_revision,
        revision=club_revision(ladder.club_id),
    )


def _first_affected(seen: Seen, visible: list[RatingSegment]) -> int | None:
    """Return the position of the first segment that a change since the last run can have touched."""
    if seen.run is None or seen.run.version.content_hash != seen.version.content_hash:
        return 0
    changes = Revision.objects.filter(
        club=seen.club_id, number__gt=seen.computed_revision, number__lte=seen.revision
    ).exclude(lowest_order_key="")
    lowest = changes.order_by("lowest_order_key").values_list("lowest_order_key", flat=True).first()
    if lowest is None:
        return None
    for segment in visible:
        if segment.last_order_key >= lowest:
            return segment.position
    last_is_open = bool(visible) and visible[-1].tables < SEGMENT_TABLES
    return len(visible) - 1 if last_is_open else len(visible)


def _rest(seen: Seen, kept: list[RatingSegment]) -> _Rest:
    """Read and seal everything behind the segments that are certainly unchanged."""
    after, digest = (kept[-1].last_order_key, kept[-1].digest) if kept else (FIRST_KEY, NO_DIGEST)
    rest = _Rest(len(kept))
    inputs = inputs_read(seen.version, after=after)
    while tables := list(islice(inputs, SEGMENT_TABLES)):
        digest = segment_digest(digest, seen.version.content_hash, [table.digest for table in tables])
        rest.segments.append((digest, tables))
    return rest


def _skip_equal(rest: _Rest, visible: list[RatingSegment]) -> None:
    """Move the start past the segments that came out as they are stored."""
    while rest.segments and rest.position < len(visible):
        if visible[rest.position].digest != rest.segments[0][0]:
            return
        rest.segments.pop(0)
        rest.position += 1


def _plan(seen: Seen, visible: list[RatingSegment], rest: _Rest) -> Plan:
    """Fold the rest on top of what is kept."""
    kept = visible[: rest.position]
    tallies = tallies_before(run=seen.run, kept=kept) if kept else {}
    segments = list(_folded(seen.version, tallies, rest))
    return Plan(
        seen,
        differs=True,
        first_position=rest.position,
        segments=segments,
        ranks=standings_of(tallies, _last_day_points(kept, segments)),
        digest=segments[-1].digest if segments else kept[-1].digest if kept else NO_DIGEST,
        tables=sum(segment.tables for segment in kept) + sum(len(segment.tables) for segment in segments),
    )


def _folded(version: LadderVersion, tallies: dict[int, Tally], rest: _Rest) -> Iterator[PlannedSegment]:
    """Yield the new segments with their points, bringing the tallies up to date on the way."""
    parameters = Parameters.from_json(version.parameters)
    states = {player: State(tally.rating, tally.tables) for player, tally in tallies.items()}
    for position, (digest, tables) in enumerate(rest.segments, start=rest.position):
        folded = fold(states, (table.fold_input for table in tables), parameters)
        points = []
        for table, of_table in folded:
            points.append(of_table)
            for point in of_table:
                tallies[point.player] = tally_add(tallies.get(point.player), point, table.key[:10])
        yield PlannedSegment(position, digest, tables, points)


def _last_day_points(kept: list[RatingSegment], segments: list[PlannedSegment]) -> Iterator[PointOutput[int]]:
    """Yield the points of the ladder's last day, in order: some may lie in segments that are kept."""
    if segments:
        day = segments[-1].tables[-1].order_key[:10]
    elif kept:
        day = kept[-1].last_order_key[:10]
    else:
        return
    yield from points_of_day(day=day, kept=kept)
    for segment in segments:
        for table, points in zip(segment.tables, segment.points, strict=True):
            if table.order_key >= day:
                yield from points
