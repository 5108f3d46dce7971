"""The ladders of a club: what each is told to count, by which formula, and what was computed for it."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest
from django.db import connection
from django.db.models import signals
from django.test.utils import CaptureQueriesContext

from league.models import Ladder, LadderCheck, LadderVersion, RatingRun
from league.ratings.parameters import OpenSkillParameters, Parameters, PointsParameters
from league.selectors.ladder_choices import rulesets_countable
from league.selectors.ladder_page import ladder_entries
from league.services.clubs import season_create
from league.services.ladders import LadderSpec, ladder_change, ladder_create, preset
from league.services.runs import ladder_refresh
from tests.league.views.entry_world import ROOT, world_make
from tests.league.views.ladder_world import (
    IN_ENGLISH,
    LIST,
    POINTS,
    ladder_world,
)
from tests.league.views.page_world import actor, body_of, danmaku, refreshed, report

if TYPE_CHECKING:
    from pytest_django import DjangoAssertNumQueries

pytestmark = pytest.mark.django_db


def test_ladder_is_told_in_words() -> None:
    world, ladder = ladder_world()
    season = season_create(actor=actor(world, "owner"), club=world.club, name="秋季")
    mahjong = next(one for one in rulesets_countable(world.club) if one.key == "mahjong")
    spec = LadderSpec(POINTS, ("generic",), (mahjong.content_hash,), (season.public_id,))
    ladder_change(actor=ROOT, ladder=ladder, spec=spec)
    refreshed(world.club)

    text = body_of(world.browsers["nobody"].get(LIST))
    english = body_of(world.browsers["nobody"].get(LIST, headers=IN_ENGLISH))

    for words in ("その他のゲーム – 麻雀(4人)", "秋季", "シーズンポイント", "4人: 10 · 6 · 3 · 0.5"):
        assert words in text
    assert "成績のよい8卓の点を合計します。" in text
    assert "Whoever has fewer than 5 tables stands behind those who have enough." in english
    assert "K 16 always." in english  # the former version's


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        (LadderSpec(), "K 48 below 10 tables, K 32 below 20 tables, then 16."),
        (LadderSpec(Parameters(1_500_500, 200_000)), "Everybody starts at 1500.5; scale 200."),
        (LadderSpec(OpenSkillParameters()), "Mean 1500 with deviation 500 at first; beta 250, tau 5."),
        (LadderSpec(PointsParameters()), "1 point for the last place and 1 more for each place above it"),
    ],
)
def test_every_formula_has_words(spec: LadderSpec, words: str) -> None:
    world = world_make()
    ladder_create(actor=ROOT, club=world.club, name="one", spec=spec)
    assert words in body_of(world.browsers["nobody"].get(LIST, headers=IN_ENGLISH))


def test_every_version_is_listed_with_what_was_computed_for_it() -> None:
    world, ladder = ladder_world()
    ladder_change(actor=ROOT, ladder=ladder, spec=LadderSpec(preset("standard")))
    refreshed(world.club)
    first, second = RatingRun.objects.order_by("number")

    text = body_of(world.browsers["nobody"].get(LIST, headers=IN_ENGLISH))

    assert "1 former version" in text
    shown = re.findall(r"number (\d+), revision (\d+) · (\d+) table · <code title=\"(\w+)\"", text)
    assert shown == [(str(run.number), str(run.revision), "1", run.digest) for run in (second, first)]


def test_version_that_was_taken_back_shows_the_run_of_its_content() -> None:
    world, ladder = ladder_world()
    run = RatingRun.objects.get()
    first = LadderVersion.objects.get()
    for parameters in (preset("standard"), Parameters.from_json(first.parameters)):
        ladder_change(actor=ROOT, ladder=ladder, spec=LadderSpec(parameters, tuple(first.games)))
    refreshed(world.club)
    (entry,) = ladder_entries(club=world.club)
    assert [(one.version.number, one.run) for one in entry.versions] == [(3, run), (2, None), (1, run)]


def test_only_the_last_run_of_a_version_and_the_last_check_are_read() -> None:
    world, ladder = ladder_world()
    for number in range(2, 5):
        report(world, danmaku(), number=number)
        refreshed(world.club)
        LadderCheck.objects.create(ladder=ladder, revision=number, tables=number)
    read: list[object] = []

    def note(sender: type[object], instance: object, **_kept: object) -> None:
        if sender in {RatingRun, LadderCheck}:
            read.append(instance)

    signals.post_init.connect(note)
    try:
        (entry,) = ladder_entries(club=world.club)
    finally:
        signals.post_init.disconnect(note)
    last = RatingRun.objects.order_by("number").last()
    assert [one.run for one in entry.versions] == [last]
    assert entry.check == LadderCheck.objects.get(revision=4)
    assert read == [last, last, entry.check]  # the ladder's own run, the version's, the check


def test_unchanged_list_reads_pointers_only() -> None:
    world, ladder = ladder_world()
    LadderCheck.objects.create(ladder=ladder, revision=7, tables=1)
    nobody = world.browsers["nobody"]
    etag = nobody.get(LIST)["ETag"]
    with CaptureQueriesContext(connection) as asked:
        assert nobody.get(LIST, headers={"If-None-Match": etag}).status_code == 304
    text = " ".join(query["sql"] for query in asked)
    assert "league_ratingrun" not in text
    assert '"difference"' not in text


def test_page_says_when_it_was_computed_in_the_clubs_time() -> None:
    world, ladder = ladder_world()
    moment = datetime(2026, 11, 29, 20, 31, tzinfo=UTC)
    RatingRun.objects.update(published_at=moment)
    run = RatingRun.objects.get()
    player = report(world, danmaku(), number=2).submissions.get().lines.first().player  # type: ignore[union-attr]
    for url in (LIST, "/aoba/", f"/aoba/players/{player.public_id}/"):
        text = body_of(world.browsers["nobody"].get(url))
        assert "11/30(月) 05:31" in text
        assert run.digest in text
        assert f"改訂 {Ladder.objects.get().computed_revision} の確定結果から計算" in text
    assert ladder.name in text


def test_last_check_is_told_in_words() -> None:
    world, ladder = ladder_world()
    nobody = world.browsers["nobody"]
    assert "毎晩の検算" not in body_of(nobody.get(LIST))
    check = LadderCheck.objects.create(ladder=ladder, revision=7, tables=1)
    at = datetime(2026, 11, 29, 20, 30, tzinfo=UTC)
    LadderCheck.objects.update(checked_at=at)
    assert "毎晩の検算: 11/30(月) 05:30 改訂7 一致" in body_of(nobody.get(LIST))
    LadderCheck.objects.create(
        ladder=ladder, revision=8, tables=1, difference="table 2026-11-28/00001/00003: points", checked_at=at
    )
    text = body_of(nobody.get(LIST))
    assert "毎晩の検算: 11/30(月) 05:30 改訂8 不一致、最初は2026年11月28日(土) 1回戦 卓3。" in text
    LadderCheck.objects.exclude(pk=check.pk).update(difference="standings of player 77")
    LadderCheck.objects.create(
        ladder=ladder, revision=9, tables=1, difference="standings of player 77", checked_at=at
    )
    text = body_of(nobody.get(LIST))
    assert "最初は順位表。" in text
    assert "77" not in text.split("毎晩の検算")[1][:60]


def test_unchanged_list_is_a_304_and_a_new_check_isnt() -> None:
    world, ladder = ladder_world()
    nobody = world.browsers["nobody"]
    etag = nobody.get(LIST)["ETag"]
    assert nobody.get(LIST, headers={"If-None-Match": etag}).status_code == 304
    LadderCheck.objects.create(ladder=ladder, revision=7, tables=1)
    assert nobody.get(LIST, headers={"If-None-Match": etag}).status_code == 200


def test_queries_dont_grow_with_ladders(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    world, _ladder = ladder_world()
    for number in range(3):
        made = ladder_create(actor=ROOT, club=world.club, name=f"{number}", spec=LadderSpec())
        ladder_refresh(ladder_id=made.pk)
        ladder_change(actor=ROOT, ladder=made, spec=LadderSpec(preset("steady")))
        with django_assert_num_queries(9):
            world.browsers["nobody"].get(LIST)


def test_club_without_ladders_says_how_one_comes_about() -> None:
    world = world_make()
    assert "まだラダーがありません。" in body_of(world.browsers["nobody"].get(LIST))


def test_leaderboard_leads_here() -> None:
    world, _ladder = ladder_world()
    for role in ("nobody", "admin"):
        assert f'href="{LIST}"' in body_of(world.browsers[role].get("/aoba/"))
