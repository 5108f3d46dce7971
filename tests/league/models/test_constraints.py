"""The database itself refuses what must never be: each constraint is broken once, past all services."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from django.apps import apps
from django.db import IntegrityError, transaction

from league import models as m
from tests import builders as build

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.django_db


class World:
    """One of everything, for a second one to collide with."""

    def __init__(self) -> None:
        self.cast = build.cast_make()
        self.club = self.cast.club
        answer = build.submit(self.cast.bob, self.club)
        self.table = build.table_of(answer)
        self.report = build.report_of(answer)
        self.player = build.player_named(self.club, "みずき")
        self.other = build.player_named(self.club, "そら")
        self.ladder = m.Ladder.objects.get(club=self.club)
        self.version = self.ladder.versions.get()
        self.run = m.RatingRun.objects.create(
            ladder=self.ladder, number=1, version=self.version, revision=1, code_version="t"
        )
        self.segment = self.segment_make(self.run)

    def segment_make(self, run: m.RatingRun, **columns: Any) -> m.RatingSegment:  # noqa: ANN401
        values = {
            "ladder": self.ladder,
            "position": 0,
            "first_order_key": "a",
            "last_order_key": "b",
            "tables": 1,
            "digest": "d",
            "created_by": run,
            "from_run": run,
        }
        return m.RatingSegment.objects.create(**(values | columns))

    def report_make(self, **columns: Any) -> m.Submission:  # noqa: ANN401
        values = {"club": self.club, "channel": "web", "raw": {}, "state": "submitted", "table": self.table}
        return m.Submission.objects.create(**(values | {"version": 2} | columns))

    def line_make(self, **columns: Any) -> m.Line:  # noqa: ANN401
        values = {"submission": self.report, "position": 7, "seat": 7, "player": self.player}
        return m.Line.objects.create(**(values | columns))

    def season_make(self) -> m.Season:
        return m.Season.objects.create(club=self.club, name="秋季")

    def twice(self, make: Callable[[], object]) -> None:
        make()
        make()


def _point(w: World) -> None:
    m.RatingPoint.objects.create(
        segment=w.segment, table=w.table, order_key="a", player=w.player, before=1, after=1,
        tables_before=0, placement=1, expected=0.5, actual=0.5,
    )  # fmt: skip


def _standing(w: World) -> None:
    m.Standing.objects.create(
        run=w.run, player=w.player, rank=1, rating=1, tables=1, last_change=0,
        last_club_day=build.DAY, placement_sum=1,
    )  # fmt: skip


def _ruleset(club: m.Club | None) -> None:
    m.Ruleset.objects.create(club=club, game="g", key="k", version=1, payload={}, content_hash="h")


def _card_set(club: m.Club | None) -> None:
    m.CardSet.objects.create(club=club, game="g", key="k", version=1, payload={}, content_hash="h")


def _action(club: m.Club | None, at: Any) -> None:  # noqa: ANN401
    m.ActionLog.objects.create(
        club=club, sequence=10_000, at=at, actor="a", channel="c", verb="v", object_type="t", object_id="o",
        previous_digest="p", digest="d",
    )  # fmt: skip


def _finding(w: World, severity: str = "info") -> None:
    m.Finding.objects.create(submission=w.report, position=99, rule="r", severity=severity, code="c")


def _fairness(w: World, **columns: Any) -> None:  # noqa: ANN401
    m.FairnessReport.objects.create(club=w.club, game="g", ruleset_hash="h", **columns)


def _draw(w: World, **columns: Any) -> m.HelpDraw:  # noqa: ANN401
    values = {"meeting": w.table.meeting, "ruleset": w.table.ruleset, "seed": 1, "players": 4}
    return m.HelpDraw.objects.create(**(values | columns))


def _simulation(w: World, **columns: Any) -> None:  # noqa: ANN401
    values = {
        "game": "danmaku",
        "ruleset_hash": w.table.ruleset.content_hash,
        "players": 2,
        "deal": "2/0 2/0",
    }
    kind = {"bot": "greedy", "code_version": "1", "seed": 1, "games": 10}
    m.DealSimulation.objects.create(**(values | kind | columns))


def _deal(w: World, draw: m.HelpDraw | None = None, **columns: Any) -> None:  # noqa: ANN401
    draw = draw or _draw(w)
    values = {"draw": draw, "meeting": draw.meeting, "number": 1, "seat": 1, "change": 1, "cards": []}
    m.HelpDeal.objects.create(**(values | columns))


def _deals_of_one_draw(w: World) -> None:
    draw = _draw(w)
    _deal(w, draw, withdrawn_at=w.report.created_at, withdraw_reason="again")
    _deal(w, draw)


def _adjustment(w: World, **columns: Any) -> None:  # noqa: ANN401
    values = {"season": w.season_make(), "player": w.player, "points": -500, "reason": "late"}
    m.Adjustment.objects.create(**(values | columns))


def _archive(w: World, season: m.Season) -> None:
    m.SeasonArchive.objects.create(
        season=season, ladder=w.ladder, version=w.version, number=1, revision=1, tables=0, standings=[],
        content_hash="h",
    )  # fmt: skip


def _archive_twice(w: World, season: m.Season) -> None:
    w.twice(lambda: _archive(w, season))


def _preview(w: World, state: str) -> None:
    m.Preview.objects.create(club=w.club, verb="merge", arguments={}, state=state)


def _key(w: World) -> None:
    m.IdempotencyKey.objects.create(
        club=w.club, actor="a", key="k", operation="o", body_digest="d", status=201, answer={}
    )


BREAKS: dict[str, Callable[[World], object]] = {
    "club_slug_not_reserved": lambda w: m.Club.objects.create(slug="admin", name="x"),
    "club_confirmation_mode_known": lambda w: m.Club.objects.update(confirmation_mode="x"),
    "club_language_known": lambda w: m.Club.objects.update(language="fr"),
    "membership_one_role": lambda w: m.Membership.objects.create(
        club=w.club, user=build.user_of(w.cast.bob), role="admin"
    ),
    "membership_role_known": lambda w: m.Membership.objects.update(role="king"),
    "season_name_in_club": lambda w: w.twice(lambda: m.Season.objects.create(club=w.club, name="x")),
    "player_one_per_user": lambda w: m.Player.objects.filter(club=w.club).update(
        user=build.user_of(w.cast.bob)
    ),
    "player_named_unless_anonymised": lambda w: m.Player.objects.update(display_name=""),
    "name_key_one_player": lambda w: m.NameKey.objects.create(club=w.club, key="みずき", player=w.other),
    "name_key_one_display_name": lambda w: m.NameKey.objects.create(club=w.club, key="x", player=w.player),
    "merge_one_target": lambda w: w.twice(
        lambda: m.PlayerMerge.objects.create(club=w.club, source=w.player, target=w.other)
    ),
    "merge_two_players": lambda w: m.PlayerMerge.objects.create(
        club=w.club, source=w.player, target=w.player
    ),
    "card_set_version_in_club": lambda w: w.twice(lambda: _card_set(w.club)),
    "card_set_version_built_in": lambda w: w.twice(lambda: _card_set(None)),
    "ruleset_version_in_club": lambda w: w.twice(lambda: _ruleset(w.club)),
    "ruleset_version_built_in": lambda w: w.twice(lambda: _ruleset(None)),
    "meeting_one_per_day": lambda w: m.Meeting.objects.create(club=w.club, club_day=build.DAY),
    "table_number_in_meeting": lambda w: m.Table.objects.create(
        meeting=w.table.meeting, round=2, number=1, ruleset=w.table.ruleset
    ),
    "table_state_known": lambda w: m.Table.objects.update(state="x"),
    "table_round_in_range": lambda w: m.Table.objects.update(round=0),
    "table_number_in_range": lambda w: m.Table.objects.update(number=100_000),
    "submission_version_in_table": lambda w: w.report_make(version=1),
    "submission_one_confirmed": lambda w: w.report_make(state="confirmed"),
    "submission_table_unless_draft": lambda w: w.report_make(table=None),
    "submission_state_known": lambda w: w.report_make(state="x"),
    "submission_channel_known": lambda w: w.report_make(channel="fax"),
    "line_position": lambda w: w.line_make(position=0, player=_third(w)),
    "line_seat_once": lambda w: w.line_make(seat=1, player=_third(w)),
    "line_player_once": lambda w: w.line_make(),
    "line_participation_known": lambda w: w.line_make(participation="gone", player=_third(w)),
    "line_seat_from_one": lambda w: w.line_make(seat=0, player=_third(w)),
    "line_placement_from_one": lambda w: w.line_make(placement=0, player=_third(w)),
    "finding_position": lambda w: w.twice(lambda: _finding(w)),
    "finding_severity_known": lambda w: _finding(w, "fatal"),
    "revision_number_in_club": lambda w: m.Revision.objects.create(club=w.club, number=1, what="x"),
    "outbox_once": lambda w: w.twice(
        lambda: m.Outbox.objects.create(club=w.club, revision=9, topic="ratings")
    ),
    "idempotency_key_once": lambda w: w.twice(lambda: _key(w)),
    "chain_head_one_for_installation": lambda w: m.ChainHead.objects.create(digest="d"),
    "action_log_sequence_in_club": lambda w: w.twice(lambda: _action(w.club, w.report.created_at)),
    "action_log_sequence_of_installation": lambda w: w.twice(lambda: _action(None, w.report.created_at)),
    "ladder_name_in_club": lambda w: m.Ladder.objects.create(club=w.club, name=w.ladder.name),
    "ladder_version_number": lambda w: m.LadderVersion.objects.create(
        ladder=w.ladder, number=1, formula="elo", parameters={}, content_hash="h"
    ),
    "rating_run_number": lambda w: m.RatingRun.objects.create(
        ladder=w.ladder, number=1, version=w.version, revision=1, code_version="t"
    ),
    "rating_run_status_known": lambda w: m.RatingRun.objects.update(status="x"),
    "segment_once_per_run": lambda w: w.segment_make(w.run, from_run=None),
    "segment_one_current": lambda w: w.segment_make(
        m.RatingRun.objects.create(ladder=w.ladder, number=2, version=w.version, revision=1, code_version="t")
    ),
    "point_once": lambda w: w.twice(lambda: _point(w)),
    "standing_once": lambda w: w.twice(lambda: _standing(w)),
    "adjustment_not_nothing": lambda w: _adjustment(w, points=0),
    "adjustment_has_reason": lambda w: _adjustment(w, reason=""),
    "season_archive_number": lambda w: _archive_twice(w, w.season_make()),
    "preview_state_known": lambda w: _preview(w, "asked"),
    "fairness_report_once": lambda w: w.twice(lambda: _fairness(w)),
    "fairness_report_state_known": lambda w: _fairness(w, state="lost"),
    "fairness_report_ready_is_whole": lambda w: _fairness(w, state="ready", digest="d", code_version="c"),
    "help_draw_players": lambda w: _draw(w, players=1),
    "deal_simulation_once": lambda w: w.twice(lambda: _simulation(w)),
    "deal_simulation_played": lambda w: _simulation(w, played=11),
    "deal_simulation_players": lambda w: _simulation(w, players=1),
    "help_deal_one_a_table": lambda w: w.twice(lambda: _deal(w)),
    "help_deal_once_in_draw": _deals_of_one_draw,
    "help_deal_one_card": lambda w: _deal(w, change=2),
    "help_deal_seat": lambda w: _deal(w, seat=0),
    "help_deal_number": lambda w: _deal(w, number=0),
    "help_deal_withdrawn_with_reason": lambda w: _deal(w, withdrawn_at=w.report.created_at),
}


def _third(w: World) -> m.Player:
    return m.Player.objects.create(club=w.club, display_name="third")


def test_every_declared_constraint_is_broken_here() -> None:
    declared = {
        constraint.name
        for model in apps.get_app_config("league").get_models()
        for constraint in model._meta.constraints  # noqa: SLF001 - Django's documented API
    }
    assert declared == set(BREAKS)


@pytest.mark.parametrize("name", BREAKS)
def test_database_refuses(name: str) -> None:
    world = World()

    with pytest.raises(IntegrityError) as refusal, transaction.atomic():
        BREAKS[name](world)

    fields = str(refusal.value)
    assert name in fields or "UNIQUE" in fields  # SQLite names the columns of a unique constraint, not itself
