"""Penalties and bonuses: added with a reason, revoked with a reason, never changed; ladders follow."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from league.models import ActionLog, ActionText, Adjustment
from league.models.ids import BEHIND_ALL_TABLES
from league.ratings.parameters import PointsParameters
from league.services.adjustments import adjustment_add, adjustment_revoke
from league.services.clubs import season_create
from league.services.errors import Invalid, WrongState
from league.services.ladders import LadderSpec, ladder_create
from league.services.meetings import meeting_create
from league.services.merges import player_merge
from league.services.people import player_anonymise, player_change, player_create
from league.services.run_verify import ladder_compare
from league.services.runs import ladder_refresh
from tests import builders as build

if TYPE_CHECKING:
    from league.models import Player, Season

pytestmark = pytest.mark.django_db


@pytest.fixture
def season(cast: build.Cast) -> Season:
    """A season with one evening of two tables, round 2 typed first."""
    season = season_create(actor=cast.alice, club=cast.club, name="autumn")
    meeting_create(actor=cast.alice, club=cast.club, club_day=build.DAY, season=season)
    build.submit(cast.bob, cast.club, place=build.at(2, round_=2))
    build.submit(cast.bob, cast.club, place=build.at(1, round_=1))
    return season


@pytest.fixture
def mizuki(cast: build.Cast, season: Season) -> Player:
    """Somebody who played in the season."""
    return build.player_named(cast.club, "みずき")


def test_adjustment_is_kept_with_its_reason_and_touches_no_table(
    cast: build.Cast, season: Season, mizuki: Player
) -> None:
    before = build.revision_of(cast.club)
    row = adjustment_add(actor=cast.amy, season=season, player=mizuki, points=-2_500, reason=" late ")
    kept = Adjustment.objects.get()
    assert (kept.pk, kept.points, kept.reason) == (row.pk, -2_500, "late")
    assert (kept.player, kept.season) == (mizuki, season)
    assert (kept.author, kept.revoked_at) == (build.user_of(cast.amy), None)
    assert build.revisions_since(cast.club, before) == [("adjustment.add", BEHIND_ALL_TABLES)]
    assert build.owed_since(cast.club, before) == 1


def test_revoked_adjustment_stays_with_both_reasons(cast: build.Cast, season: Season, mizuki: Player) -> None:
    row = adjustment_add(actor=cast.amy, season=season, player=mizuki, points=1_000, reason="helped")
    before = build.revision_of(cast.club)
    adjustment_revoke(actor=cast.alice, adjustment=row, reason="counted twice")
    kept = Adjustment.objects.get()
    assert (kept.points, kept.reason, kept.revoke_reason) == (1_000, "helped", "counted twice")
    assert (kept.revoked_by, kept.revoked_at is not None) == (build.user_of(cast.alice), True)
    assert build.revisions_since(cast.club, before) == [("adjustment.revoke", BEHIND_ALL_TABLES)]


def test_trail_holds_points_and_person_and_the_reason_only_beside_it(
    cast: build.Cast, season: Season, mizuki: Player
) -> None:
    row = adjustment_add(actor=cast.amy, season=season, player=mizuki, points=-1, reason="late again")
    adjustment_revoke(actor=cast.amy, adjustment=row, reason="was on time")
    entries = ActionLog.objects.filter(object_type="adjustment").order_by("sequence")
    facts = {"season": season.public_id, "player": mizuki.public_id, "points": -1}
    assert [(entry.verb, entry.object_id, entry.old, entry.new) for entry in entries] == [
        ("add", row.public_id, None, {**facts, "revoked": False}),
        ("revoke", row.public_id, {**facts, "revoked": False}, {**facts, "revoked": True}),
    ]
    assert [entry.text.text for entry in entries] == [{"reason": "late again"}, {"reason": "was on time"}]


def test_season_without_evenings_is_logged_and_touched_all_the_same(cast: build.Cast) -> None:
    season = season_create(actor=cast.alice, club=cast.club, name="winter")
    player = player_create(actor=cast.amy, club=cast.club, name="れん")
    before = build.revision_of(cast.club)
    adjustment_add(actor=cast.amy, season=season, player=player, points=1, reason="x")
    assert build.revisions_since(cast.club, before) == [("adjustment.add", BEHIND_ALL_TABLES)]
    assert build.owed_since(cast.club, before) == 1


@pytest.mark.parametrize("points", [1, -1, 10_000_000, -10_000_000])
def test_bounds_are_allowed(cast: build.Cast, season: Season, mizuki: Player, points: int) -> None:
    assert (
        adjustment_add(actor=cast.amy, season=season, player=mizuki, points=points, reason="x").points
        == points
    )


@pytest.mark.parametrize(
    ("points", "reason", "field"),
    [
        (0, "x", "points"),
        (10_000_001, "x", "points"),
        (-10_000_001, "x", "points"),
        (1, "", "reason"),
        (1, " \u200b ", "reason"),
        (1, "x" * 401, "reason"),
        (1, "\x00", "reason"),
    ],
)
def test_what_says_nothing_or_too_much_is_refused(
    cast: build.Cast, season: Season, mizuki: Player, points: int, reason: str, field: str
) -> None:
    before = build.everything()
    with pytest.raises(Invalid) as caught:
        adjustment_add(actor=cast.amy, season=season, player=mizuki, points=points, reason=reason)
    assert caught.value.field == field
    assert build.first_difference(before, build.everything()) == []


def test_person_of_another_club_is_refused(cast: build.Cast, season: Season) -> None:
    other = build.cast_make("midori")
    stranger = player_create(actor=other.bob, club=other.club, name="れん")
    with pytest.raises(Invalid) as caught:
        adjustment_add(actor=cast.amy, season=season, player=stranger, points=1, reason="x")
    assert caught.value.field == "player"
    assert not Adjustment.objects.exists()


def test_erased_person_gets_none_but_one_can_still_be_revoked(
    cast: build.Cast, season: Season, mizuki: Player
) -> None:
    row = adjustment_add(actor=cast.amy, season=season, player=mizuki, points=1, reason="x")
    player_anonymise(actor=cast.amy, player=mizuki)
    with pytest.raises(WrongState):
        adjustment_add(actor=cast.amy, season=season, player=mizuki, points=1, reason="x")
    assert adjustment_revoke(actor=cast.amy, adjustment=row, reason="gone").revoked_at is not None


def test_second_revocation_is_refused_even_with_an_older_row(
    cast: build.Cast, season: Season, mizuki: Player
) -> None:
    row = adjustment_add(actor=cast.amy, season=season, player=mizuki, points=1, reason="x")
    older = Adjustment.objects.get()
    adjustment_revoke(actor=cast.amy, adjustment=row, reason="first")
    with pytest.raises(WrongState):
        adjustment_revoke(actor=cast.amy, adjustment=older, reason="second")
    assert Adjustment.objects.get().revoke_reason == "first"


def test_revocation_needs_a_reason(cast: build.Cast, season: Season, mizuki: Player) -> None:
    row = adjustment_add(actor=cast.amy, season=season, player=mizuki, points=1, reason="x")
    with pytest.raises(Invalid):
        adjustment_revoke(actor=cast.amy, adjustment=row, reason=" ")
    assert Adjustment.objects.get().revoked_at is None


def test_erasing_a_person_takes_the_name_out_of_all_reasons(
    cast: build.Cast, season: Season, mizuki: Player
) -> None:
    sora = build.player_named(cast.club, "そら")
    row = adjustment_add(actor=cast.amy, season=season, player=sora, points=1, reason="waited for みずき")
    adjustment_revoke(actor=cast.amy, adjustment=row, reason="みずき was on time")
    player_anonymise(actor=cast.amy, player=mizuki)
    kept = Adjustment.objects.get()
    assert kept.reason == f"waited for {mizuki.public_id}"
    assert kept.revoke_reason == f"{mizuki.public_id} was on time"
    assert not ActionText.objects.filter(action__object_type="adjustment").exists()


def test_merging_and_guest_status_touch_the_season_of_an_adjustment_without_tables(
    cast: build.Cast, season: Season, mizuki: Player
) -> None:
    ren = player_create(actor=cast.amy, club=cast.club, name="れん")
    row = adjustment_add(actor=cast.amy, season=season, player=ren, points=1, reason="x")
    before = build.revision_of(cast.club)
    player_change(actor=cast.amy, player=ren, guest=True)
    player_merge(actor=cast.amy, source=ren, target=mizuki)
    assert build.revisions_since(cast.club, before) == [
        ("player.change", BEHIND_ALL_TABLES),
        ("player.merge", BEHIND_ALL_TABLES),
    ]
    adjustment_revoke(actor=cast.amy, adjustment=row, reason="x")
    before = build.revision_of(cast.club)
    player_change(actor=cast.amy, player=ren, guest=False)
    assert build.revisions_since(cast.club, before) == [("player.change", "")]


def test_adjustment_of_a_season_without_evenings_reaches_every_ladder_that_counts_it(
    cast: build.Cast,
) -> None:
    build.submit(cast.bob, cast.club)
    empty = season_create(actor=cast.alice, club=cast.club, name="empty")
    spec = LadderSpec(parameters=PointsParameters())
    ladder = ladder_create(actor=cast.alice, club=cast.club, name="points", spec=spec)
    ladder_refresh(ladder_id=ladder.pk)

    player = build.player_named(cast.club, "そら")
    adjustment_add(actor=cast.alice, season=empty, player=player, points=5_000, reason="helped")
    run = ladder_refresh(ladder_id=ladder.pk).current_run

    assert run is not None
    assert run.standings.get(player=player).adjustment == 5_000
    assert ladder_compare(ladder_id=ladder.pk).difference == ""


def test_one_persons_adjustments_stay_within_what_a_column_holds(cast: build.Cast) -> None:
    build.submit(cast.bob, cast.club)
    season = season_create(actor=cast.alice, club=cast.club, name="rich")
    player = build.player_named(cast.club, "そら")
    for _ in range(10):
        adjustment_add(actor=cast.alice, season=season, player=player, points=10_000_000, reason="more")
    with pytest.raises(Invalid) as refused:
        adjustment_add(actor=cast.alice, season=season, player=player, points=1, reason="too much")
    assert refused.value.field == "points"
