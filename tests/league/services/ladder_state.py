"""What a reader sees of a ladder, as plain values, and the same computed by a ladder that was never anything else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from league.models import Ladder, RatingRun, Standing
from league.ratings.formulas import FORMULAS
from league.selectors.ladders import points_visible, segments_visible
from league.services import chunks, run_gather
from league.services.ladders import LadderSpec, ladder_create
from league.services.runs import ladder_refresh
from tests import factories as make

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import pytest


@dataclass(frozen=True)
class Shown:
    """Everything that is visible of a ladder: two with equal values look the same to everyone."""

    digest: str
    tables: int
    segments: tuple[Any, ...]
    points: tuple[Any, ...]
    standings: tuple[Any, ...]


NOTHING = Shown("", 0, (), (), ())


def shown(ladder: Ladder) -> Shown:
    """Return what is visible of a ladder now."""
    run = Ladder.objects.get(pk=ladder.pk).current_run
    return NOTHING if run is None else shown_by(run)


def shown_by(run: RatingRun) -> Shown:
    """Return what is visible of a run, which may have been replaced."""
    return Shown(
        digest=run.digest,
        tables=run.tables,
        segments=tuple(
            segments_visible(run).values_list(
                "position", "digest", "first_order_key", "last_order_key", "tables"
            )
        ),
        points=tuple(
            points_visible(run).values_list(
                "order_key",
                "player",
                "table",
                "before",
                "after",
                "tables_before",
                "placement",
                "expected",
                "actual",
            )
        ),
        standings=tuple(_standings(run)),
    )


def _standings(run: RatingRun) -> Iterator[tuple[Any, ...]]:
    rows = Standing.objects.filter(run=run).order_by("player")
    for *values, recent in rows.values_list(
        "player",
        "rank",
        "previous_rank",
        "rating",
        "tables",
        "last_change",
        "last_club_day",
        "placement_sum",
        "counted",
        "adjustment",
        "qualified",
        "recent_placements",
    ):
        yield (*values, tuple(recent))


def from_scratch(ladder: Ladder) -> Shown:
    """Return what a new ladder of the same content shows after its first run."""
    version = Ladder.objects.select_related("current_version").get(pk=ladder.pk).current_version
    assert version is not None
    spec = LadderSpec(
        parameters=FORMULAS[version.formula].parse(version.parameters),
        games=tuple(version.games),
        rulesets=tuple(version.rulesets),
        seasons=tuple(version.seasons),
    )
    twin = ladder_create(actor=make.ACTOR, club=ladder.club, name=f"twin {make.next_number()}", spec=spec)
    ladder_refresh(ladder_id=twin.pk)
    return shown(twin)


def make_small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let few tables make many segments, and each of them a transaction of its own, without pauses."""
    monkeypatch.setattr(run_gather, "SEGMENT_TABLES", 3)
    monkeypatch.setattr(chunks, "CHUNK_SECONDS", 0.0)
    monkeypatch.setattr(chunks, "PAUSE_SECONDS", 0.0)


class StoppedError(Exception):
    """The worker died here."""


def stop_at(chunk: int) -> Callable[[], None]:
    """Return a `between` that dies after the chunk with this number, counted from 1."""
    calls = 0

    def between() -> None:
        nonlocal calls
        calls += 1
        if calls == chunk:
            raise StoppedError

    return between
