"""Meetings: one per club day, moved with all their tables, gathered in seasons."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from league.models import Meeting
from league.services.clubs import season_assign, season_create
from league.services.errors import Changed, Invalid, WrongState
from league.services.meetings import meeting_create, meeting_move_day
from tests import builders as build

if TYPE_CHECKING:
    from league.models import Club
    from league.services.actors import Actor

pytestmark = pytest.mark.django_db


def test_day_has_one_meeting_however_often_it_is_created(club: Club, amy: Actor) -> None:
    first = meeting_create(actor=amy, club=club, club_day=build.DAY)
    revision = build.revision_of(club)

    assert meeting_create(actor=amy, club=club, club_day=build.DAY) == first
    assert build.revisions_since(club, revision) == []


def test_moving_a_meeting_moves_its_tables_and_names_the_earlier_day(
    club: Club, amy: Actor, bob: Actor
) -> None:
    table = build.table_of(build.submit(bob, club, place=build.at(1, day=build.NEXT_DAY)))
    revision = build.revision_of(club)

    meeting_move_day(actor=amy, meeting=table.meeting, club_day=build.DAY, reason="misread")

    assert build.again(table).order_key == "2026-11-28/00001/00001"
    assert build.revisions_since(club, revision) == [("meeting.move", "2026-11-28")]
    assert build.owed_since(club, revision) == 1
    revision = build.revision_of(club)
    meeting_move_day(actor=amy, meeting=table.meeting, club_day=build.NEXT_DAY)
    assert build.revisions_since(club, revision) == [("meeting.move", "2026-11-28")]


def test_meeting_without_tables_owes_nothing_when_it_moves_or_joins_a_season(club: Club, amy: Actor) -> None:
    meeting = meeting_create(actor=amy, club=club, club_day=build.DAY)
    season = season_create(actor=amy, club=club, name="autumn")
    revision = build.revision_of(club)

    meeting_move_day(actor=amy, meeting=meeting, club_day=build.NEXT_DAY)
    season_assign(actor=amy, meeting=meeting, season=season)

    assert build.revisions_since(club, revision) == [("meeting.move", ""), ("meeting.season", "")]
    assert build.owed_since(club, revision) == 0


def test_two_meetings_never_share_a_day(club: Club, amy: Actor) -> None:
    meeting = meeting_create(actor=amy, club=club, club_day=build.DAY)
    meeting_create(actor=amy, club=club, club_day=build.NEXT_DAY)
    before = build.everything()

    with pytest.raises(WrongState) as refusal:
        meeting_move_day(actor=amy, meeting=meeting, club_day=build.NEXT_DAY)

    assert refusal.value.field == "club_day"
    assert build.first_difference(before, build.everything()) == []


def test_moving_to_the_same_day_leaves_no_revision(club: Club, amy: Actor) -> None:
    meeting = meeting_create(actor=amy, club=club, club_day=build.DAY)
    revision = build.revision_of(club)

    meeting_move_day(actor=amy, meeting=meeting, club_day=build.DAY)

    assert build.revisions_since(club, revision) == []


def test_what_somebody_else_changed_is_not_overwritten_unseen(club: Club, amy: Actor) -> None:
    meeting = meeting_create(actor=amy, club=club, club_day=build.DAY)
    autumn, winter = (season_create(actor=amy, club=club, name=name) for name in ("autumn", "winter"))
    meeting_move_day(actor=amy, meeting=meeting, club_day=build.NEXT_DAY, seen={"club_day": build.DAY})
    season_assign(actor=amy, meeting=meeting, season=autumn, seen={"season": None})
    before = build.everything()

    with pytest.raises(Changed) as day:
        meeting_move_day(
            actor=amy, meeting=meeting, club_day=build.DAY + timedelta(2), seen={"club_day": build.DAY}
        )
    with pytest.raises(Changed) as season:
        season_assign(actor=amy, meeting=meeting, season=winter, seen={"season": None})

    assert (day.value.now, season.value.now) == ({"club_day": build.NEXT_DAY}, {"season": autumn.public_id})
    assert build.first_difference(before, build.everything()) == []


@pytest.mark.parametrize("reason", ["x" * 401, "a\x00b", "\ud800"])
def test_reason_that_can_not_be_stored_is_refused(club: Club, amy: Actor, reason: str) -> None:
    meeting = meeting_create(actor=amy, club=club, club_day=build.DAY)

    with pytest.raises(Invalid):
        meeting_move_day(actor=amy, meeting=meeting, club_day=build.NEXT_DAY, reason=reason)


def test_joining_a_season_touches_the_day(club: Club, amy: Actor, bob: Actor) -> None:
    table = build.table_of(build.submit(bob, club))
    season = season_create(actor=amy, club=club, name="autumn")
    revision = build.revision_of(club)

    season_assign(actor=amy, meeting=table.meeting, season=season)
    season_assign(actor=amy, meeting=table.meeting, season=season)

    assert Meeting.objects.get().season == season
    assert build.revisions_since(club, revision) == [("meeting.season", "2026-11-28")]


def test_season_of_another_club_is_refused(club: Club, amy: Actor) -> None:
    meeting = meeting_create(actor=amy, club=club, club_day=build.DAY)
    strange = season_create(actor=build.ROOT, club=build.club_with("other"), name="autumn")

    with pytest.raises(Invalid) as refusal:
        season_assign(actor=amy, meeting=meeting, season=strange)

    assert refusal.value.field == "season"
