"""Managing meetings and seasons: who may, what is said, and that nobody's change is lost."""

from __future__ import annotations

import re
import unicodedata
from datetime import date, timedelta
from html import unescape
from typing import TYPE_CHECKING

import pytest
from django.test import Client
from django.utils.html import escape

from league.models import Meeting, Season, Table
from league.services.clubs import season_assign, season_close, season_create
from league.services.meetings import meeting_move_day
from tests.league.views.entry_world import DAY, World, world_make
from tests.league.views.page_world import actor, body_of, generic, refreshed, report

if TYPE_CHECKING:
    from django.http import HttpResponse

pytestmark = pytest.mark.django_db

NEXT = DAY + timedelta(days=7)
ROLES = {"owner": 200, "admin": 200, "scorer": 403, "player": 403, "stranger": 403, "nobody": 302}


def evening() -> tuple[World, Meeting, str]:
    """Return a club with one evening, and the address where it is changed."""
    world = world_make()
    report(world, generic("みずき", "カズ"))
    meeting = Meeting.objects.get()
    return world, meeting, f"/aoba/meetings/{meeting.public_id}/change/"


def season_of(world: World, name: str = "秋") -> Season:
    return season_create(actor=actor(world, "owner"), club=world.club, name=name)


def form_in(text: str, act: str) -> dict[str, str]:
    """Return a form of a page as a browser would send it untouched."""
    form = text.split(f'name="act" value="{act}"')[1].split("</form>", maxsplit=1)[0]
    form = re.sub(r"<button.*?</button>", "", form, flags=re.DOTALL)  # only the one that is pressed is sent
    fields = re.findall(r'name="([^"]+)"(?: type="date")? value="([^"]*)"', form)
    chosen = re.search(r'<select name="season".*?<option value="([^"]*)" selected', form, re.DOTALL)
    return (
        {"act": act}
        | {name: unescape(value) for name, value in fields}
        | ({"season": chosen[1] if chosen else ""} if "<select" in form else {})
    )


def send(browser: Client, url: str, act: str, **changes: str) -> HttpResponse:
    fields = form_in(body_of(browser.get(url)), act) | changes
    return browser.post(url, fields)  # type: ignore[return-value]


# Evenings


def test_meeting_is_put_into_a_season_and_taken_out() -> None:
    world, meeting, url = evening()
    season, admin = season_of(world), world.browsers["admin"]
    answer = send(admin, url, "season", season=season.public_id)
    assert (answer.status_code, answer["Location"]) == (
        303,
        f"/aoba/meetings/{meeting.public_id}/?done=season",
    )
    meeting.refresh_from_db()
    assert meeting.season == season
    text = body_of(admin.get(answer["Location"]))
    assert "例会の期を変更しました。" in text
    assert f'href="/aoba/seasons/{season.public_id}/"' in text
    assert send(admin, url, "season", season="").status_code == 303
    meeting.refresh_from_db()
    assert meeting.season is None


def test_meeting_moves_with_its_tables() -> None:
    world, meeting, url = evening()
    answer = send(world.browsers["admin"], url, "day", club_day=NEXT.isoformat(), reason="日付違い")
    assert answer.status_code == 303
    meeting.refresh_from_db()
    assert meeting.club_day == NEXT
    assert Table.objects.get().meeting == meeting


def test_day_that_has_a_meeting_is_refused_at_the_field_and_kept() -> None:
    world, meeting, url = evening()
    report(world, generic("みずき", "カズ"), day=NEXT)
    answer = send(world.browsers["admin"], url, "day", club_day=NEXT.isoformat(), reason="日付違い")
    text = body_of(answer)
    assert answer.status_code == 409
    assert f'name="club_day" type="date" value="{NEXT.isoformat()}" required aria-invalid="true"' in text
    assert "日付違い</textarea>" in text
    meeting.refresh_from_db()
    assert meeting.club_day == DAY


def test_change_that_comes_too_late_is_told_and_can_be_sent_again() -> None:
    world, meeting, url = evening()
    admin, owner = world.browsers["admin"], actor(world, "owner")
    autumn, winter = season_of(world), season_of(world, "冬")
    page = body_of(admin.get(url))
    day, season = form_in(page, "day"), form_in(page, "season")
    meeting_move_day(actor=owner, meeting=meeting, club_day=NEXT)
    season_assign(actor=owner, meeting=meeting, season=autumn)

    late = admin.post(url, day | {"club_day": "2026-12-24"})
    assert late.status_code == 409
    assert f"ほかの人が先に変更しました。 いまの内容: {NEXT.isoformat()}" in body_of(late)
    too_late = admin.post(url, season | {"season": winter.public_id})
    assert too_late.status_code == 409
    assert "ほかの人が先に変更しました。 いまの内容: 秋" in body_of(too_late)
    meeting.refresh_from_db()
    assert (meeting.club_day, meeting.season) == (NEXT, autumn)

    again = form_in(body_of(too_late), "season")
    assert again["season"] == winter.public_id
    assert admin.post(url, again).status_code == 303
    meeting.refresh_from_db()
    assert meeting.season == winter


def test_meeting_is_added_ahead_of_time() -> None:
    world = world_make()
    season, admin = season_of(world), world.browsers["admin"]
    fields = {"club_day": NEXT.isoformat(), "season": season.public_id}
    answer = admin.post("/aoba/meetings/add/", fields)
    meeting = Meeting.objects.get()
    assert (answer.status_code, answer["Location"]) == (303, f"/aoba/meetings/{meeting.public_id}/?done=add")
    assert (meeting.club_day, meeting.season) == (NEXT, season)
    again = admin.post("/aoba/meetings/add/", fields)
    assert again.status_code == 409
    assert "2026-12-05 の例会はすでにあります。" in body_of(again)


@pytest.mark.parametrize(
    "day", ["", "x", "2026-02-31", "0001-01-01", "20261205", "9" * 30, "\x00", "２０２６-12-05", "2026-W50-1"]
)
def test_day_that_cannot_be_is_refused_at_its_field(day: str) -> None:
    world, _, url = evening()
    admin = world.browsers["admin"]
    for answer in (
        admin.post("/aoba/meetings/add/", {"club_day": day}),
        send(admin, url, "day", club_day=day),
    ):
        assert answer.status_code == 400
        assert 'aria-describedby="say-day"' in body_of(answer)
    assert Meeting.objects.count() == 1


@pytest.mark.parametrize("season", ["x", "9" * 20, "\x00", "foreign"])
def test_season_that_is_none_of_the_clubs_is_refused_at_its_field(season: str) -> None:
    world, meeting, url = evening()
    if season == "foreign":
        season = season_of(world_make("sora")).public_id
    answer = send(world.browsers["admin"], url, "season", season=season)
    assert answer.status_code == 400
    assert 'aria-describedby="say-season"' in body_of(answer)
    meeting.refresh_from_db()
    assert meeting.season is None


@pytest.mark.parametrize(
    "fields", [{}, {"act": "x"}, {"act": "day", "club_day": "2026-12-05"}, {"act": "season"}, {"act": "\x00"}]
)
def test_forms_that_lack_what_they_saw_are_refused(fields: dict[str, str]) -> None:
    world, _, url = evening()
    assert world.browsers["admin"].post(url, fields).status_code == 428


# Seasons


def test_season_is_made_named_anew_closed_and_opened() -> None:
    world = world_make()
    owner = world.browsers["owner"]
    made = owner.post("/aoba/seasons/add/", {"name": " 2026年度  秋 "})
    season = Season.objects.get()
    assert (made.status_code, made["Location"]) == (303, f"/aoba/seasons/{season.public_id}/?done=add")
    assert "期を追加しました。" in body_of(owner.get(made["Location"]))
    url = f"/aoba/seasons/{season.public_id}/change/"
    assert send(owner, url, "rename", name="2026年度 秋季").status_code == 303
    assert send(owner, url, "close").status_code == 303
    season.refresh_from_db()
    assert (season.name, season.closed_at is not None) == ("2026年度 秋季", True)
    assert send(owner, url, "open").status_code == 303
    season.refresh_from_db()
    assert season.closed_at is None


@pytest.mark.parametrize(
    ("name", "status"),
    [("", 400), ("\u200b", 400), ("x" * 81, 400), ("\x00", 400), ("\u202eevil", 400), ("冬", 409)],
)
def test_season_name_that_cannot_be_is_said_at_the_field(name: str, status: int) -> None:
    world = world_make()
    season_of(world, "冬")
    url = f"/aoba/seasons/{season_of(world).public_id}/change/"
    admin = world.browsers["admin"]
    for answer in (admin.post("/aoba/seasons/add/", {"name": name}), send(admin, url, "rename", name=name)):
        assert answer.status_code == status
        assert 'aria-describedby="say-name"' in body_of(answer)
    assert sorted(Season.objects.values_list("name", flat=True)) == ["冬", "秋"]


def test_name_that_somebody_else_gave_is_told() -> None:
    world = world_make()
    season = season_of(world)
    url = f"/aoba/seasons/{season.public_id}/change/"
    late = form_in(body_of(world.browsers["admin"].get(url)), "rename")
    send(world.browsers["owner"], url, "rename", name="秋季")
    answer = world.browsers["admin"].post(url, late | {"name": "秋の期"})
    text = body_of(answer)
    assert answer.status_code == 409
    assert "いまの内容: 秋季" in text
    assert form_in(text, "rename") == {"act": "rename", "was": "秋季", "name": "秋の期"}


def test_closing_is_for_owners() -> None:
    world = world_make()
    season = season_of(world)
    url, admin = f"/aoba/seasons/{season.public_id}/change/", world.browsers["admin"]
    assert 'value="close"' not in body_of(admin.get(url))
    assert admin.post(url, {"act": "close"}).status_code == 403
    season_close(actor=actor(world, "owner"), season=season, closed=True)
    refused = admin.get(url)
    assert refused.status_code == 403
    assert "この期は終了しています。" in body_of(refused)
    assert f'href="/aoba/seasons/{season.public_id}/"' in body_of(refused)
    season.refresh_from_db()
    assert season.closed_at is not None


def test_evening_of_a_closed_season_is_changed_by_owners_only() -> None:
    world, meeting, url = evening()
    owner, season = actor(world, "owner"), season_of(world)
    season_assign(actor=owner, meeting=meeting, season=season)
    season_close(actor=owner, season=season, closed=True)
    admin = world.browsers["admin"]
    assert admin.get(url).status_code == 403
    assert (
        admin.post(url, {"act": "day", "was": DAY.isoformat(), "club_day": "2026-12-24"}).status_code == 403
    )
    assert send(world.browsers["owner"], url, "day", club_day="2026-12-24").status_code == 303
    meeting.refresh_from_db()
    assert meeting.club_day == date(2026, 12, 24)


@pytest.mark.parametrize(
    "name", ["<svg/onload=alert(1)>", '"><img src=x>', "{0}%s", "עברית", "🀄🎲", "か\u3099くき"]
)
def test_hostile_names_of_seasons_stay_text(name: str) -> None:
    world, meeting, url = evening()
    owner = world.browsers["owner"]
    owner.post("/aoba/seasons/add/", {"name": name})
    season = Season.objects.get()
    assert season.name == unicodedata.normalize("NFC", name)
    season_assign(actor=actor(world, "owner"), meeting=meeting, season=season)
    refreshed(world.club)
    table = Table.objects.get().public_id
    own = f"/aoba/seasons/{season.public_id}/"
    for path in ("/aoba/", "/aoba/meetings/", url, own, f"{own}change/", f"/aoba/tables/{table}/"):
        text = body_of(owner.get(path))
        assert (path, escape(season.name) in text) == (path, True)
        assert "<svg/" not in text
        assert "<img" not in text


# Who may, and what is nowhere


def test_who_may_change_meetings_and_seasons() -> None:
    world, meeting, url = evening()
    season = season_of(world)
    paths = ("/aoba/meetings/add/", url, "/aoba/seasons/add/", f"/aoba/seasons/{season.public_id}/change/")
    for path in paths:
        seen = {role: world.browsers[role].get(path).status_code for role in ROLES}
        assert (path, seen) == (path, ROLES)
        for role in ("scorer", "player", "stranger", "nobody"):
            fields = {"act": "rename", "was": "秋", "name": "x", "club_day": "2027-01-02"}
            assert world.browsers[role].post(path, fields).status_code in {302, 403}
    assert (Meeting.objects.get(), Season.objects.get().name) == (meeting, "秋")


def test_ways_there_are_shown_to_those_who_may() -> None:
    world, meeting, url = evening()
    season = season_of(world)
    ways = {
        "/aoba/meetings/": ("/aoba/meetings/add/", "/aoba/seasons/add/"),
        f"/aoba/meetings/{meeting.public_id}/": (url,),
        f"/aoba/seasons/{season.public_id}/": (f"/aoba/seasons/{season.public_id}/change/",),
    }
    for path, links in ways.items():
        for role, shown in (("admin", True), ("scorer", False), ("nobody", False)):
            text = body_of(world.browsers[role].get(path))
            assert [f'href="{link}"' in text for link in links] == [shown] * len(links)


def test_things_of_other_clubs_are_not_found() -> None:
    world, _, _ = evening()
    other = world_make("sora")
    foreign = report(other, generic("みずき", "カズ")).meeting
    for path in (f"meetings/{foreign.public_id}", f"seasons/{season_of(other).public_id}"):
        assert world.browsers["owner"].get(f"/aoba/{path}/change/").status_code == 404
        assert world.browsers["owner"].post(f"/aoba/{path}/change/", {"act": "close"}).status_code == 404


def test_forms_of_other_sites_are_refused() -> None:
    world, _, url = evening()
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(actor(world, "owner").user)  # type: ignore[arg-type]
    for path in ("/aoba/meetings/add/", url, "/aoba/seasons/add/"):
        assert strict.post(path, {"name": "x", "club_day": NEXT.isoformat()}).status_code == 403
    assert (Season.objects.count(), Meeting.objects.count()) == (0, 1)
