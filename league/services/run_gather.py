"""Reads what a ladder's next run depends on, and finds the place from where on it differs from what is stored.

All of it at one moment, inside one snapshot. Folding it is run_plan's business.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from league.models import Ladder, LadderVersion, RatingRun, RatingSegment, Revision
from league.models.ladders import SEGMENT_TABLES
from league.ratings.digests import adjusted_digest, segment_digest
from league.ratings.formulas import FORMULAS
from league.selectors.ladders import club_revision, segments_visible
from league.services.run_history import Past, past_read
from league.services.run_inputs import FIRST_KEY, Inputs, adjustments_read, inputs_read

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from league.ratings.formulas import Formula

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

    @property
    def formula(self) -> Formula:
        """The formula of the ladder's version."""
        return FORMULAS[self.version.formula]


@dataclass(frozen=True, slots=True)
class PlannedSegment:
    """A segment that has to be written: tables `start` to `end` of the inputs that are folded."""

    position: int
    digest: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Gathered:
    """Everything that was read for a plan: `kept` segments, and the `inputs` to fold on top of their `past`."""

    seen: Seen
    kept: Sequence[RatingSegment]
    inputs: Inputs
    segments: Sequence[PlannedSegment]
    past: Past
    adjustments: Mapping[int, int] = field(default_factory=dict)
    digest: str = NO_DIGEST


def run_gather(*, seen: Seen, from_nothing: bool = False) -> Gathered | None:
    """Return what a plan needs, None when nothing that the ladder shows would change.

    `from_nothing` trusts no stored row: everything is read, and None is never the answer. Call it inside a snapshot,
    with what `ladder_look` saw there.
    """
    trusted = not from_nothing and _same_content(seen)
    if trusted and _touched(seen) is None:
        return None
    visible = list(segments_visible(seen.run)) if trusted else []
    first = _first_affected(seen, visible) if seen.formula.resumable else 0
    inputs = inputs_read(seen.version, after=visible[first - 1].last_order_key if first else FIRST_KEY)
    segments = _sealed(seen, inputs, visible[:first])
    equal = _equal(segments, visible[first:])
    kept, new = visible[: first + equal], segments[equal:]
    adjustments = adjustments_read(seen.version)
    digest = _digest_of_run(new or kept, inputs, adjustments)
    same = seen.run is not None and digest == seen.run.digest
    if trusted and not new and len(kept) == len(visible) and same:
        return None
    if seen.run is None and not len(inputs) and not from_nothing:
        return None
    past = Past()
    if seen.formula.resumable:
        inputs, new = _without_kept(inputs, new)
        past = past_read(run=seen.run, kept=kept, last_key=inputs.order_keys[-1] if len(inputs) else "")
    return Gathered(seen, kept, inputs, new, past, adjustments, digest)


def ladder_look(ladder_id: int) -> Seen:
    """Return the state of a ladder as it is now.

    Raises:
        ValueError: it has no version, so there is nothing to compute.
    """
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


def _same_content(seen: Seen) -> bool:
    """Say whether the ladder's run was computed by the version and the code of now."""
    run = seen.run
    if run is None:
        return False
    return (run.version.content_hash, run.code_version) == (seen.version.content_hash, seen.formula.code)


def _touched(seen: Seen) -> str | None:
    """Return the lowest place that a change since the last run can have touched."""
    changes = Revision.objects.filter(
        club=seen.club_id, number__gt=seen.computed_revision, number__lte=seen.revision
    ).exclude(lowest_order_key="")
    return changes.order_by("lowest_order_key").values_list("lowest_order_key", flat=True).first()


def _first_affected(seen: Seen, visible: Sequence[RatingSegment]) -> int:
    """Return the position of the first segment that may come out differently."""
    lowest = _touched(seen) or ""
    for segment in visible:
        if segment.last_order_key >= lowest:
            return segment.position
    last_is_open = bool(visible) and visible[-1].tables < SEGMENT_TABLES
    return len(visible) - 1 if last_is_open else len(visible)


def _sealed(seen: Seen, inputs: Inputs, kept: Sequence[RatingSegment]) -> list[PlannedSegment]:
    """Cut tables into segments behind those that are certainly unchanged, and seal each."""
    digest = kept[-1].digest if kept else NO_DIGEST
    segments = []
    for position, start in enumerate(range(0, len(inputs), SEGMENT_TABLES), start=len(kept)):
        end = min(start + SEGMENT_TABLES, len(inputs))
        rows = inputs.digest_tables(start, end, whole=seen.formula.whole_tables)
        digest = segment_digest(digest, seen.version.content_hash, rows)
        segments.append(PlannedSegment(position, digest, start, end))
    return segments


def _equal(segments: Sequence[PlannedSegment], stored: Sequence[RatingSegment]) -> int:
    """Return how many segments came out as they are stored."""
    equal = 0
    for planned, there in zip(segments, stored, strict=False):
        if planned.digest != there.digest:
            break
        equal += 1
    return equal


def _digest_of_run(
    segments: Sequence[PlannedSegment] | Sequence[RatingSegment],
    inputs: Inputs,
    adjustments: Mapping[int, int],
) -> str:
    names = dict(zip(inputs.roster.rows, inputs.roster.tokens, strict=True)) if adjustments else {}
    last = segments[-1].digest if segments else NO_DIGEST
    return adjusted_digest(last, {names[row]: points for row, points in adjustments.items()})


def _without_kept(inputs: Inputs, segments: Sequence[PlannedSegment]) -> tuple[Inputs, list[PlannedSegment]]:
    """Leave out the tables of segments that came out as they are stored."""
    skipped = segments[0].start if segments else len(inputs)
    moved = [
        PlannedSegment(one.position, one.digest, one.start - skipped, one.end - skipped) for one in segments
    ]
    return inputs.since(skipped), moved
