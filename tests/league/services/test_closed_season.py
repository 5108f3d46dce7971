"""What lies in a closed season is for owners to change: every verb, and also for a caller whose rows are older."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from django.db import transaction

from league.models import Meeting, Season
from league.services import (
    adjustments,
    clubs,
    corrections,
    decisions,
    meetings,
    merges,
    people,
    tables,
)
from league.services.errors import NotAllowed
from league.services.results.importing import ImportOptions, results_import
from tests import builders as build

if TYPE_CHECKING:
    from league.models import Player, PlayerMerge

pytestmark = pytest.mark.django_db

Call = Callable[[Any, build.Cast, Any], object]
THIRD_DAY = build.NEXT_DAY.replace(day=12)


class _Closed:
    """A season with one of everything, loaded while it was open and closed since; an evening lies outside."""

    def __init__(self, cast: build.Cast) -> None:
        self.season = clubs.season_create(actor=cast.alice, club=cast.club, name="autumn")
        meetings.meeting_create(actor=cast.alice, club=cast.club, club_day=build.DAY, season=self.season)
        table = build.table_of(build.submit(cast.bob, cast.club))
        self.rival = build.report_of(
            build.submit(cast.bob, cast.club, build.ranks("そら", "みずき"), onto=table)
        )
        second = build.table_of(build.submit(cast.bob, cast.club, place=build.at(2)))
        self.void = tables.table_void(actor=cast.amy, table=second, lock_version=1, reason="no")
        third = build.table_of(build.submit(cast.bob, cast.club, place=build.at(3)))
        self.unfinished = tables.table_mark_unfinished(
            actor=cast.amy, table=third, lock_version=1, reason="late"
        )
        typed = build.ranks("みずき2", "れん")
        build.submit(cast.bob, cast.club, typed, place=build.at(4))
        build.submit(cast.bob, cast.club, build.ranks("ひなた", "かな"), place=build.at(day=build.NEXT_DAY))
        self.mizuki, self.ren = self._named(cast, "みずき"), self._named(cast, "れん")
        self.outsider, self.other = self._named(cast, "ひなた"), self._named(cast, "かな")
        self.adjusted = people.player_create(actor=cast.amy, club=cast.club, name="ゆい")
        twin = self._named(cast, "みずき2")
        self.merge: PlayerMerge = merges.player_merge(actor=cast.amy, source=twin, target=self.mizuki)
        self.adjustment = adjustments.adjustment_add(
            actor=cast.amy, season=self.season, player=self.adjusted, points=1, reason="x"
        )
        self.table = build.again(table)
        self.meeting = Meeting.objects.select_related("season").get(club_day=build.DAY)
        self.elsewhere = Meeting.objects.get(club_day=build.NEXT_DAY)
        self.outside = build.again(self.elsewhere.tables.get())
        clubs.season_close(actor=cast.alice, season=Season.objects.get(), closed=True)

    @staticmethod
    def _named(cast: build.Cast, name: str) -> Player:
        return build.player_named(cast.club, name)


IMPORTED = (
    b"table,club_day,round,number,game,seat,player,total\n"
    b"a,2026-11-28,1,9,generic,1,A,2\na,2026-11-28,1,9,generic,2,B,1\n"
)
CALLS: dict[str, Call] = {
    "submit": lambda a, c, w: build.submit(a, c.club, place=build.at(9)),
    "submit_onto": lambda a, c, w: build.submit(a, c.club, build.ranks("れん", "みずき"), onto=w.table),
    "table_create": lambda a, c, w: tables.table_create(
        actor=a, club=c.club, place=build.at(9), game="generic"
    ),
    "confirm_second_report": lambda a, c, w: decisions.submission_confirm(
        actor=a, submission=w.rival, lock_version=w.table.lock_version
    ),
    "reject_second_report": lambda a, c, w: decisions.submission_reject(
        actor=a, submission=w.rival, lock_version=w.table.lock_version, reason="no"
    ),
    "correct": lambda a, c, w: corrections.table_correct(
        actor=a,
        table=w.table,
        lock_version=w.table.lock_version,
        report=build.ranks("そら", "みずき"),
        reason="mixed up",
    ),
    "swap_seats": lambda a, c, w: corrections.table_swap_seats(
        actor=a, table=w.table, lock_version=w.table.lock_version, seats=(1, 2), reason="mixed up"
    ),
    "void": lambda a, c, w: tables.table_void(
        actor=a, table=w.table, lock_version=w.table.lock_version, reason="no"
    ),
    "restore": lambda a, c, w: tables.table_restore(actor=a, table=w.void, lock_version=w.void.lock_version),
    "mark_unfinished": lambda a, c, w: tables.table_mark_unfinished(
        actor=a, table=w.table, lock_version=w.table.lock_version, reason="late"
    ),
    "unmark_unfinished": lambda a, c, w: tables.table_unmark_unfinished(
        actor=a, table=w.unfinished, lock_version=w.unfinished.lock_version
    ),
    "move_within": lambda a, c, w: tables.table_move(
        actor=a, table=w.table, lock_version=w.table.lock_version, place=build.at(7)
    ),
    "move_out": lambda a, c, w: tables.table_move(
        actor=a, table=w.table, lock_version=w.table.lock_version, place=build.at(7, day=build.NEXT_DAY)
    ),
    "move_in": lambda a, c, w: tables.table_move(
        actor=a, table=w.outside, lock_version=w.outside.lock_version, place=build.at(7)
    ),
    "meeting_move_day": lambda a, c, w: meetings.meeting_move_day(
        actor=a, meeting=w.meeting, club_day=THIRD_DAY
    ),
    "meeting_create": lambda a, c, w: meetings.meeting_create(
        actor=a, club=c.club, club_day=THIRD_DAY, season=w.season
    ),
    "assign_out": lambda a, c, w: clubs.season_assign(actor=a, meeting=w.meeting, season=None),
    "assign_in": lambda a, c, w: clubs.season_assign(actor=a, meeting=w.elsewhere, season=w.season),
    "rename": lambda a, c, w: clubs.season_rename(actor=a, season=w.season, name="fall"),
    "titles": lambda a, c, w: clubs.season_titles_set(actor=a, season=w.season, titles=["gold"]),
    "merge": lambda a, c, w: merges.player_merge(actor=a, source=w.mizuki, target=w.outsider),
    "merge_adjusted": lambda a, c, w: merges.player_merge(actor=a, source=w.adjusted, target=w.outsider),
    "unmerge": lambda a, c, w: merges.player_unmerge(actor=a, merge=w.merge),
    "guest": lambda a, c, w: people.player_change(actor=a, player=w.ren, guest=True),
    "guest_adjusted": lambda a, c, w: people.player_change(actor=a, player=w.adjusted, guest=True),
    "adjust": lambda a, c, w: adjustments.adjustment_add(
        actor=a, season=w.season, player=w.ren, points=1, reason="x"
    ),
    "adjustment_revoke": lambda a, c, w: adjustments.adjustment_revoke(
        actor=a, adjustment=w.adjustment, reason="x"
    ),
    "import": lambda a, c, w: results_import(
        actor=a,
        club_slug=c.club.slug,
        data=IMPORTED,
        options=ImportOptions(),
        progress=lambda stage, done, total: None,
    ),
}


@pytest.mark.parametrize("verb", sorted(CALLS))
def test_closed_season_is_changed_by_its_owner_only(cast: build.Cast, verb: str) -> None:
    world = _Closed(cast)
    before = build.everything()
    for actor in (cast.amy, cast.bob):
        with pytest.raises(NotAllowed), transaction.atomic():
            CALLS[verb](actor, cast, world)
    assert build.first_difference(before, build.everything()) == []

    revision = build.revision_of(cast.club)
    CALLS[verb](cast.alice, cast, world)
    assert len(build.revisions_since(cast.club, revision)) == 1


FREE: dict[str, Call] = {
    "merge_of_somebody_who_played_elsewhere_only": lambda a, c, w: merges.player_merge(
        actor=a, source=w.outsider, target=w.mizuki
    ),
    "guest_who_played_elsewhere_only": lambda a, c, w: people.player_change(
        actor=a, player=w.outsider, guest=True
    ),
    "name": lambda a, c, w: people.player_change(actor=a, player=w.ren, name="れんれん"),
    "hiding": lambda a, c, w: people.player_change(actor=a, player=w.ren, hidden=True),
    "erasing": lambda a, c, w: people.player_anonymise(actor=a, player=w.ren),
    "moving_what_lies_outside": lambda a, c, w: meetings.meeting_move_day(
        actor=a, meeting=w.elsewhere, club_day=THIRD_DAY
    ),
}


@pytest.mark.parametrize("verb", sorted(FREE))
def test_what_changes_no_closed_season_stays_with_admins(cast: build.Cast, verb: str) -> None:
    world = _Closed(cast)
    revision = build.revision_of(cast.club)
    FREE[verb](cast.amy, cast, world)
    assert len(build.revisions_since(cast.club, revision)) == 1


def test_admin_may_merge_again_once_the_season_is_open(cast: build.Cast) -> None:
    world = _Closed(cast)
    clubs.season_close(actor=cast.alice, season=Season.objects.get(), closed=False)
    assert merges.player_merge(actor=cast.amy, source=world.mizuki, target=world.outsider).pk
    assert people.player_change(actor=cast.amy, player=world.ren, guest=True).guest


def test_revoked_adjustment_and_void_table_hold_nobody_in_a_closed_season(cast: build.Cast) -> None:
    world = _Closed(cast)
    adjustments.adjustment_revoke(actor=cast.alice, adjustment=world.adjustment, reason="x")
    table = build.again(world.meeting.tables.get(number=4))
    tables.table_void(actor=cast.alice, table=table, lock_version=table.lock_version, reason="x")
    assert people.player_change(actor=cast.amy, player=world.adjusted, guest=True).guest
    assert people.player_change(actor=cast.amy, player=world.ren, guest=True).guest
