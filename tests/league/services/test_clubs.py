"""Clubs: their addresses and settings, who belongs to them, and which day it is there."""

from __future__ import annotations

import zoneinfo
from datetime import UTC, date, datetime, time, timedelta
from typing import TYPE_CHECKING

import pytest

from league.models import Club, Membership, Revision, Season
from league.models.club import RESERVED_SLUGS
from league.services.clubs import (
    club_create,
    club_day_of,
    club_settings_change,
    membership_set,
    season_close,
    season_create,
    season_rename,
)
from league.services.errors import Changed, Invalid, NameTaken, NotAllowed, WrongState
from tests import builders as build

if TYPE_CHECKING:
    from league.services.actors import Actor

pytestmark = pytest.mark.django_db


def test_new_club_has_its_owner_and_no_revision() -> None:
    owner = build.user_make("alice")

    club = club_create(actor=build.ROOT, slug="aoba-2", name=" 青葉\u3000卓会 ", owner=owner)

    assert (club.name, club.timezone, club.confirmation_mode, club.public) == (
        "青葉 卓会",
        "Asia/Tokyo",
        "direct",
        True,
    )
    assert Membership.objects.get().role == "owner"
    assert club.counter.revision == 0
    assert not Revision.objects.exists()


@pytest.mark.parametrize("slug", sorted(RESERVED_SLUGS))
def test_addresses_of_the_site_itself_are_refused(slug: str) -> None:
    with pytest.raises(Invalid) as refusal:
        club_create(actor=build.ROOT, slug=slug, name="x")

    assert refusal.value.field == "slug"


@pytest.mark.parametrize(
    "slug", ["", "A", "a b", "a_b", "-a", "a-", "a--b", "あ", "a\n", "ａ", "x" * 51, "a/b", "a\x00", "٣"]
)
def test_address_that_is_none_is_refused(slug: str) -> None:
    with pytest.raises(Invalid) as refusal:
        club_create(actor=build.ROOT, slug=slug, name="x")

    assert refusal.value.field == "slug"
    assert not Club.objects.exists()


def test_address_is_taken_once() -> None:
    build.club_with("aoba")

    with pytest.raises(NameTaken) as refusal:
        club_create(actor=build.ROOT, slug="aoba", name="x")

    assert refusal.value.field == "slug"


@pytest.mark.parametrize(
    ("setting", "field"),
    [
        ({"timezone_name": "Mars/Olympus"}, "timezone"),
        ({"timezone_name": "../../etc/passwd"}, "timezone"),
        ({"language": "fr"}, "language"),
        ({"confirmation_mode": "maybe"}, "confirmation_mode"),
        ({"name": "\u200b"}, "name"),
        ({"name": "x" * 81}, "name"),
    ],
)
def test_setting_that_makes_no_sense_is_refused(
    club: Club, alice: Actor, setting: dict[str, str], field: str
) -> None:
    before = build.everything()

    with pytest.raises(Invalid) as refusal:
        club_settings_change(actor=alice, club=club, **setting)  # type: ignore[arg-type]

    assert refusal.value.field == field
    assert build.first_difference(before, build.everything()) == []


@pytest.mark.parametrize(
    ("setting", "field"),
    [({"language": "fr"}, "language"), ({"confirmation_mode": "maybe"}, "confirmation_mode")],
)
def test_new_club_refuses_the_same_settings(setting: dict[str, str], field: str) -> None:
    with pytest.raises(Invalid) as refusal:
        club_create(actor=build.ROOT, slug="aoba", name="x", **setting)  # type: ignore[arg-type]

    assert refusal.value.field == field


def test_settings_that_change_nothing_leave_no_revision(club: Club, alice: Actor) -> None:
    revision = build.revision_of(club)

    club_settings_change(actor=alice, club=club, timezone_name="Asia/Tokyo", day_rollover=time(5, 0))
    assert build.revisions_since(club, revision) == []
    club_settings_change(actor=alice, club=club, day_rollover=time(4, 0), public=False)

    club.refresh_from_db()
    assert (club.day_rollover, club.public) == (time(4, 0), False)
    assert build.revisions_since(club, revision) == [("club.settings", "")]
    assert build.owed_since(club, revision) == 0


def test_last_owner_stays(cast: build.Cast) -> None:
    alice = build.user_of(cast.alice)
    for role in ("admin", None):
        with pytest.raises(WrongState):
            membership_set(actor=cast.alice, club=cast.club, user=alice, role=role)

    membership_set(actor=cast.alice, club=cast.club, user=build.user_of(cast.amy), role="owner")
    membership_set(actor=cast.alice, club=cast.club, user=alice, role=None)

    assert not Membership.objects.filter(user=alice).exists()


def test_unknown_role_is_refused_and_the_same_role_is_no_change(cast: build.Cast) -> None:
    bob = build.user_of(cast.bob)
    with pytest.raises(Invalid) as refusal:
        membership_set(actor=cast.alice, club=cast.club, user=bob, role="king")
    assert refusal.value.field == "role"
    revision = build.revision_of(cast.club)

    membership_set(actor=cast.alice, club=cast.club, user=bob, role="scorer")
    membership_set(actor=cast.alice, club=cast.club, user=build.user_of(cast.charlie), role=None)

    assert build.revisions_since(cast.club, revision) == []


def test_season_has_a_name_of_its_own_and_closes_and_opens(club: Club, alice: Actor) -> None:
    season = season_create(actor=alice, club=club, name="2026  autumn")
    with pytest.raises(NameTaken):
        season_create(actor=alice, club=club, name="2026 autumn")
    revision = build.revision_of(club)

    season_close(actor=alice, season=season, closed=True)
    season_close(actor=alice, season=season, closed=True)
    assert Season.objects.get().closed_at is not None
    season_close(actor=alice, season=season, closed=False)

    assert Season.objects.get().closed_at is None
    assert [what for what, _key in build.revisions_since(club, revision)] == ["season.close"] * 2


def test_season_gets_another_name_that_is_its_own(club: Club, alice: Actor) -> None:
    season = season_create(actor=alice, club=club, name="autum")
    season_create(actor=alice, club=club, name="winter")
    revision = build.revision_of(club)

    season_rename(actor=alice, season=season, name=" autumn ", seen={"name": "autum"})
    season_rename(actor=alice, season=season, name="autumn")
    with pytest.raises(NameTaken) as refusal:
        season_rename(actor=alice, season=season, name="winter")

    assert refusal.value.field == "name"
    assert sorted(club.seasons.values_list("name", flat=True)) == ["autumn", "winter"]
    assert build.revisions_since(club, revision) == [("season.rename", "")]


def test_season_that_somebody_else_renamed_is_not_renamed_unseen(club: Club, alice: Actor) -> None:
    season = season_create(actor=alice, club=club, name="autumn")
    season_rename(actor=alice, season=season, name="fall")
    before = build.everything()

    with pytest.raises(Changed) as refusal:
        season_rename(actor=alice, season=season, name="autumn 2026", seen={"name": "autumn"})

    assert (refusal.value.field, refusal.value.now) == ("name", {"name": "fall"})
    assert build.first_difference(before, build.everything()) == []


def test_closed_season_is_renamed_by_owners_only(cast: build.Cast) -> None:
    season = season_create(actor=cast.amy, club=cast.club, name="autumn")
    season_close(actor=cast.alice, season=season, closed=True)

    with pytest.raises(NotAllowed):
        season_rename(actor=cast.amy, season=season, name="fall")
    season_rename(actor=cast.alice, season=season, name="fall")

    assert Season.objects.get().name == "fall"


ZONES = ("Asia/Tokyo", "America/New_York", "Europe/Berlin", "Asia/Kathmandu", "Pacific/Kiritimati", "UTC")


@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize(
    ("day", "clock", "rollover", "expected"),
    [
        (28, time(23, 59), time(5, 0), 28),
        (29, time(0, 10), time(5, 0), 28),
        (29, time(4, 59, 59), time(5, 0), 28),
        (29, time(5, 0), time(5, 0), 29),
        (29, time(0, 0), time(0, 0), 29),
        (29, time(23, 59), time(0, 0), 29),
        (29, time(22, 0), time(23, 0), 28),
    ],
)
def test_club_day_is_the_local_day_until_the_rollover(
    zone: str, day: int, clock: time, rollover: time, expected: int
) -> None:
    club = Club(timezone=zone, day_rollover=rollover)
    moment = datetime.combine(date(2026, 11, day), clock, tzinfo=zoneinfo.ZoneInfo(zone))

    assert club_day_of(club=club, moment=moment) == date(2026, 11, expected)
    assert club_day_of(club=club, moment=moment.astimezone(UTC)) == date(2026, 11, expected)


@pytest.mark.parametrize(
    ("utc", "rollover", "expected"),
    [
        # Berlin, 29 March 2026: the clock jumps from 2:00 to 3:00 at 1:00 UTC
        (datetime(2026, 3, 29, 0, 59, tzinfo=UTC), time(2, 30), date(2026, 3, 28)),
        (datetime(2026, 3, 29, 1, 0, tzinfo=UTC), time(2, 30), date(2026, 3, 29)),
        # Berlin, 25 October 2026: 2:00 to 3:00 happens twice, from 0:00 and from 1:00 UTC
        (datetime(2026, 10, 25, 0, 29, tzinfo=UTC), time(2, 30), date(2026, 10, 24)),
        (datetime(2026, 10, 25, 0, 30, tzinfo=UTC), time(2, 30), date(2026, 10, 25)),
        (datetime(2026, 10, 25, 1, 0, tzinfo=UTC), time(2, 30), date(2026, 10, 25)),
        (datetime(2026, 10, 25, 1, 30, tzinfo=UTC), time(2, 30), date(2026, 10, 25)),
        (datetime(2026, 10, 25, 1, 30, tzinfo=UTC), time(5, 0), date(2026, 10, 24)),
        (datetime(2026, 10, 25, 3, 59, tzinfo=UTC), time(5, 0), date(2026, 10, 24)),
        (datetime(2026, 10, 25, 4, 0, tzinfo=UTC), time(5, 0), date(2026, 10, 25)),
    ],
)
def test_day_begins_once_where_the_clock_is_changed(utc: datetime, rollover: time, expected: date) -> None:
    club = Club(timezone="Europe/Berlin", day_rollover=rollover)

    assert club_day_of(club=club, moment=utc) == expected


@pytest.mark.parametrize("rollover", [time(0, 0), time(1, 30), time(2, 0), time(2, 30), time(23, 30)])
@pytest.mark.parametrize(
    ("zone", "around"),
    [
        ("Europe/Berlin", datetime(2026, 3, 29, 1, tzinfo=UTC)),
        ("Europe/Berlin", datetime(2026, 10, 25, 1, tzinfo=UTC)),
        ("America/Havana", datetime(2026, 11, 1, 5, tzinfo=UTC)),
        ("Asia/Beirut", datetime(2026, 10, 24, 21, tzinfo=UTC)),
        ("Australia/Lord_Howe", datetime(2026, 4, 4, 15, tzinfo=UTC)),
    ],
)
def test_day_never_goes_back_while_time_goes_on(zone: str, around: datetime, rollover: time) -> None:
    club = Club(timezone=zone, day_rollover=rollover)

    days = [club_day_of(club=club, moment=around + timedelta(minutes=10 * n)) for n in range(-200, 200)]

    assert days == sorted(days)
    assert 3 <= len(set(days)) <= 4
