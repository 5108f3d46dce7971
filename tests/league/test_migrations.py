"""Migrations meet a club that has been playing for a while: facts stay, and what is derived is computed anew."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from league.models import Ladder, Line, RatingPoint, RatingRun, RatingSegment, Standing
from league.selectors.standings import standings_current
from league.services.runs import ladder_refresh
from tests import factories as make

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from django.apps.registry import Apps

    from league.models import Table

BEFORE_POINTS_CHANGED_UNITS = "0003_hidden_people_are_found_by_index"


@pytest.fixture
def migrated() -> Iterator[Callable[[str | None], Apps]]:
    """Return what brings the tables to a migration, the newest for None; afterwards they are as models want them."""

    def to(name: str | None) -> Apps:
        executor = MigrationExecutor(connection)
        newest = [key for key in executor.loader.graph.leaf_nodes() if key[0] == "league"]
        state = executor.migrate([("league", name)] if name else newest)
        return state.apps

    yield to
    to(None)


def derive_as_of_old(apps: Apps, ladder_id: int, table: Table) -> None:
    """Write a run with everything that belongs to it in the units of that time: half a pair was 0.5."""
    old: Callable[[str], Any] = lambda name: apps.get_model("league", name).objects  # noqa: E731 - a short name
    ladder = old("Ladder").get(pk=ladder_id)
    run = old("RatingRun").create(
        ladder=ladder,
        number=1,
        version_id=ladder.current_version_id,
        revision=2,
        digest="0" * 64,
        code_version="elo-1",
        status="published",
        tables=1,
    )
    segment = old("RatingSegment").create(
        ladder=ladder,
        position=0,
        first_order_key=table.order_key,
        last_order_key=table.order_key,
        tables=1,
        digest="0" * 64,
        created_by=run,
        from_run=run,
    )
    players = old("Line").order_by("placement").values_list("player", flat=True)
    for rank, (player, change) in enumerate(zip(players, (24_000, -24_000), strict=True), start=1):
        old("RatingPoint").create(
            segment=segment,
            table_id=table.pk,
            order_key=table.order_key,
            player_id=player,
            before=1_500_000,
            after=1_500_000 + change,
            tables_before=0,
            placement=rank,
            expected=0.5,
            actual=2.0 - rank,
        )
        old("Standing").create(
            run=run,
            player_id=player,
            rank=rank,
            rating=1_500_000 + change,
            tables=1,
            last_change=change,
            last_club_day=table.meeting.club_day,
            placement_sum=rank,
            recent_placements=[rank],
        )
    ladder.current_run = run
    ladder.computed_revision = 2
    ladder.save()


@pytest.mark.django_db(transaction=True)
def test_club_from_before_points_changed_units_is_computed_anew(
    migrated: Callable[[str | None], Apps],
) -> None:
    club = make.club_make()
    ladder = make.ladder_make(club)
    alice, bob = make.players_make(club, 2)
    table = make.table_make(club, [(alice, 1), (bob, 2)])
    derive_as_of_old(migrated(BEFORE_POINTS_CHANGED_UNITS), ladder.pk, table)

    migrated(None)

    ladder = Ladder.objects.get()
    assert (ladder.current_run, ladder.computed_revision) == (None, 0)
    for derived in (RatingRun, RatingSegment, RatingPoint, Standing):
        assert not derived.objects.exists()
    assert set(Line.objects.values_list("player", "participation")) == {(alice.pk, "full"), (bob.pk, "full")}
    fresh = ladder_refresh(ladder_id=ladder.pk)
    assert [(row.player_id, row.rating) for row in standings_current(fresh)] == [
        (alice.pk, 1_524_000),
        (bob.pk, 1_476_000),
    ]
    # a pair is two halves now, and what was expected is in millionths
    assert set(RatingPoint.objects.values_list("actual", "expected")) == {(2, 500_000), (0, 500_000)}
