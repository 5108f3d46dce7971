"""G19: a preview tells what a change would do, changes nothing, and is right to the digit."""

from __future__ import annotations

import random
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.db import OperationalError
from django.utils import timezone

from league.models import (
    ActionLog,
    Ladder,
    Meeting,
    Outbox,
    Player,
    PlayerMerge,
    Preview,
    Season,
    Standing,
    Submission,
    Table,
)
from league.ratings.parameters import OpenSkillParameters, PointsParameters
from league.services import previews
from league.services.calls import Call, call_perform
from league.services.clubs import season_assign, season_close, season_create, season_titles_set
from league.services.effects import effect_of
from league.services.errors import Refused, Stale
from league.services.ladders import LadderSpec, ladder_create
from league.services.leases import lease_held
from league.services.people import player_anonymise
from league.services.previews import preview_answer, preview_ask, previews_answer_waiting
from league.services.runs import ladder_refresh
from league.services.tables import table_void
from tests import builders as build

if TYPE_CHECKING:
    from league.models import Club

pytestmark = pytest.mark.django_db

NAMES = ("みずき", "そら", "れん", "あおい", "ひなた")
TITLES = ["優勝", "準優勝"]


def _season_of(cast: build.Cast) -> Season:
    """Give the club a season with titles, and a ladder of each formula."""
    season = season_create(actor=cast.alice, club=cast.club, name="秋")
    season_titles_set(actor=cast.alice, season=season, titles=TITLES)
    for name, parameters, seasons in (
        ("points", PointsParameters(best=3, min_tables=2), (season.public_id,)),
        ("skill", OpenSkillParameters(), ()),
    ):
        spec = LadderSpec(parameters=parameters, seasons=seasons)
        ladder_create(actor=cast.alice, club=cast.club, name=name, spec=spec)
    return season


def _play(cast: build.Cast, season: Season, dice: random.Random, tables: int) -> None:
    for number in range(tables):
        day = build.DAY + timedelta(days=number // 4)
        build.submit(
            cast.bob,
            cast.club,
            build.ranks(*dice.sample(NAMES, dice.randrange(2, 5))),
            place=build.at(number % 4 + 1, day=day),
        )
    for meeting in Meeting.objects.filter(club=cast.club):
        season_assign(actor=cast.alice, meeting=meeting, season=season)


def _refresh(club: Club) -> None:
    for ladder in Ladder.objects.filter(club=club):
        ladder_refresh(ladder_id=ladder.pk)


def _stands(club: Club) -> dict[str, tuple[str, dict[str, tuple[Any, ...]]]]:
    """Return digest and rows of each ladder as they are stored, titles worked out by hand."""
    stands = {}
    for ladder in Ladder.objects.filter(club=club).select_related("current_run", "current_version"):
        assert ladder.current_version is not None
        titles = TITLES if ladder.current_version.seasons else []
        rows = list(Standing.objects.filter(run=ladder.current_run).select_related("player"))
        figures = {}
        for row in rows:
            ahead = sum(other.qualified and other.rank < row.rank for other in rows)
            title = titles[ahead] if row.qualified and ahead < len(titles) else ""
            figures[row.player.public_id] = (row.rank, row.rating, row.tables, title)
        stands[ladder.name] = (ladder.current_run.digest if ladder.current_run else "", figures)
    return stands


def _changes(before: Any, after: Any) -> dict[str, Any]:  # noqa: ANN401 - as _stands returns it
    """Return what differs, ladder by ladder: the digest afterwards and each row before and after."""
    changes = {}
    for name, (digest, rows) in after.items():
        old_digest, old_rows = before.get(name, ("", {}))
        moved = {
            player: (old_rows.get(player), rows.get(player))
            for player in old_rows.keys() | rows.keys()
            if old_rows.get(player) != rows.get(player)
        }
        if digest != old_digest or moved:
            changes[name] = (digest, moved)
    return changes


def _foretold(club: Club, call: Call, cast: build.Cast) -> dict[str, Any]:
    effect = effect_of(club=club, act=lambda: call_perform(actor=cast.alice, club=club, call=call))
    return {
        ladder.name: (
            ladder.digest,
            {
                row.player: tuple(
                    side and (side.rank, side.rating, side.tables, side.title)
                    for side in (row.before, row.after)
                )
                for row in ladder.moved
            },
        )
        for ladder in effect.ladders
    }


def _facts(club: Club) -> tuple[Any, ...]:
    """Return what a change would leave behind."""
    return (
        build.revision_of(club),
        ActionLog.objects.filter(club=club).count(),
        Outbox.objects.filter(club=club).count(),
        list(
            Table.objects.filter(meeting__club=club)
            .order_by("pk")
            .values_list("state", "lock_version", "number")
        ),
        list(Submission.objects.filter(club=club).order_by("pk").values_list("pk", "state")),
        list(Player.objects.filter(club=club).order_by("pk").values_list("pk", "guest")),
        list(PlayerMerge.objects.filter(club=club).order_by("pk").values_list("pk", "undone_at")),
        _stands(club),
    )


def _random_call(club: Club, dice: random.Random) -> Call:
    table = dice.choice(
        list(Table.objects.filter(meeting__club=club).select_related("meeting").order_by("pk"))
    )
    about = {"table": table.public_id, "lock_version": table.lock_version, "reason": "seen on the sheet"}
    players = list(Player.objects.filter(club=club).order_by("pk"))
    meeting = dice.choice(list(Meeting.objects.filter(club=club).order_by("pk")))
    place = {
        "club_day": (build.DAY + timedelta(days=dice.randrange(5))).isoformat(),
        "round": dice.randrange(1, 3),
        "number": dice.randrange(1, 9),
    }
    calls = [
        Call("table.correct", {**about, "report": build.ranks(*dice.sample(NAMES, 3))}),
        Call("table.correct", {**about, "report": build.ranks(*dice.sample(NAMES, 4))}),
        Call("table.swap", {**about, "seats": [1, 2]}),
        Call("table.move", {**about, "place": place}),
        Call("table.void", about),
        Call("table.restore", about),
        Call("table.unfinished", about),
        Call("table.finished", about),
        Call("player.guest", {"player": dice.choice(players).public_id, "guest": dice.random() < 0.7}),
        Call(
            "player.merge",
            dict(zip(("source", "target"), (p.public_id for p in dice.sample(players, 2)), strict=True)),
        ),
        Call("meeting.day", {"meeting": meeting.public_id, "club_day": place["club_day"]}),
        Call("meeting.season", {"meeting": meeting.public_id, "season": ""}),
    ]
    merges = PlayerMerge.objects.filter(club=club, undone_at=None)
    calls += [Call("player.unmerge", {"merge": merge.pk}) for merge in merges]
    return dice.choice(calls)


def _foretell_and_do(cast: build.Cast, dice: random.Random) -> bool:
    """Preview a change and make it; say whether it was allowed."""
    club, call = cast.club, _random_call(cast.club, dice)
    if dice.random() < 0.7:  # otherwise the ladders are behind when they are asked
        _refresh(club)
    facts = _facts(club)
    try:
        foretold = _foretold(club, call, cast)
    except Refused:
        assert _facts(club) == facts
        with pytest.raises(Refused):
            call_perform(actor=cast.alice, club=club, call=call)
        return False
    assert _facts(club) == facts, call

    _refresh(club)
    before = _stands(club)
    call_perform(actor=cast.alice, club=club, call=call)
    _refresh(club)

    assert foretold == _changes(before, _stands(club)), call
    return True


@pytest.mark.parametrize("seed", range(12))
def test_preview_is_what_the_change_does_to_the_digit(cast: build.Cast, seed: int) -> None:
    dice = random.Random(seed)
    season = _season_of(cast)
    _play(cast, season, dice, tables=9)

    assert sum(_foretell_and_do(cast, dice) for _ in range(12)) >= 2


@pytest.fixture
def table(cast: build.Cast) -> Table:
    """A table where みずき won against そら, with its ladder up to date."""
    found = build.table_of(build.submit(cast.bob, cast.club))
    _refresh(cast.club)
    return found


def _void(table: Table, lock_version: int = 1) -> Call:
    return Call("table.void", {"table": table.public_id, "lock_version": lock_version, "reason": "twice"})


def test_question_is_answered_by_the_worker_and_only_once(cast: build.Cast, table: Table) -> None:
    asked = preview_ask(actor=cast.amy, club=cast.club, call=_void(table))
    assert (asked.state, asked.result, asked.author) == ("waiting", {}, cast.amy.user)

    preview_answer(preview_id=asked.pk)
    preview_answer(preview_id=asked.pk)

    asked.refresh_from_db()
    assert (asked.state, asked.revision) == ("ready", build.revision_of(cast.club))
    (ladder,) = asked.result["ladders"]
    assert (ladder["tables_before"], ladder["tables_after"]) == (1, 0)
    assert {row["after"] for row in ladder["moved"]} == {None}
    assert sorted(row["before"]["rating"] for row in ladder["moved"]) == [1_476_000, 1_524_000]


def _aged(asked: Preview, age: timedelta) -> None:
    Preview.objects.filter(pk=asked.pk).update(created_at=timezone.now() - age)


def test_lost_wake_up_is_made_good_by_the_sweep(cast: build.Cast, table: Table) -> None:
    asked = preview_ask(actor=cast.amy, club=cast.club, call=_void(table))
    previews_answer_waiting()
    asked.refresh_from_db()
    assert asked.state == "waiting"  # a worker may be at it

    _aged(asked, timedelta(minutes=1))
    previews_answer_waiting()
    asked.refresh_from_db()
    assert asked.state == "ready"


def test_preview_that_a_worker_has_isnt_begun_twice(cast: build.Cast, table: Table) -> None:
    asked = preview_ask(actor=cast.amy, club=cast.club, call=_void(table))
    with lease_held(name=f"preview:{asked.pk}"):
        preview_answer(preview_id=asked.pk)
    asked.refresh_from_db()
    assert asked.state == "waiting"


@pytest.mark.parametrize("error", [SoftTimeLimitExceeded(), OperationalError("locked")])
def test_what_only_took_too_long_stays_to_be_answered(
    cast: build.Cast, table: Table, error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = preview_ask(actor=cast.amy, club=cast.club, call=_void(table))

    def fail(**_: object) -> None:
        raise error

    monkeypatch.setattr(previews, "effect_of", fail)
    with pytest.raises(type(error)):
        preview_answer(preview_id=asked.pk)
    asked.refresh_from_db()
    assert asked.state == "waiting"

    _aged(asked, timedelta(hours=1))
    previews_answer_waiting()
    asked.refresh_from_db()
    assert asked.state == "failed"


def test_what_would_be_refused_is_refused_when_it_is_asked(cast: build.Cast, table: Table) -> None:
    with pytest.raises(Stale):
        preview_ask(actor=cast.amy, club=cast.club, call=_void(table, lock_version=0))
    with pytest.raises(Refused):
        preview_ask(actor=cast.paul, club=cast.club, call=_void(table))
    assert not Preview.objects.exists()


def test_what_is_refused_by_the_time_it_is_worked_out_says_so(cast: build.Cast, table: Table) -> None:
    asked = preview_ask(actor=cast.amy, club=cast.club, call=_void(table))
    table_void(actor=cast.alice, table=table, lock_version=1, reason="first")

    preview_answer(preview_id=asked.pk)

    asked.refresh_from_db()
    assert (asked.state, asked.revision) == ("refused", None)
    assert "先に" in asked.result["message"]


def test_closed_season_is_as_closed_for_previews(cast: build.Cast) -> None:
    season = _season_of(cast)
    _play(cast, season, random.Random(1), tables=3)
    _refresh(cast.club)
    season_close(actor=cast.alice, season=season, closed=True)
    call = _void(Table.objects.filter(meeting__club=cast.club).earliest("pk"))

    with pytest.raises(Refused):
        preview_ask(actor=cast.amy, club=cast.club, call=call)
    assert preview_ask(actor=cast.alice, club=cast.club, call=call).state == "waiting"


def test_change_that_moves_nobody_changes_no_ladder(cast: build.Cast, table: Table) -> None:
    call = Call(
        "table.swap",
        {"table": table.public_id, "lock_version": 1, "seats": [1, 2], "reason": "mixed up"},
    )
    effect = effect_of(club=cast.club, act=lambda: call_perform(actor=cast.amy, club=cast.club, call=call))
    assert effect.ladders == ()


def test_erasing_a_person_throws_previews_away(cast: build.Cast, table: Table) -> None:
    preview_ask(actor=cast.amy, club=cast.club, call=_void(table))
    player_anonymise(actor=cast.alice, player=build.player_named(cast.club, "そら"))
    assert not Preview.objects.exists()
