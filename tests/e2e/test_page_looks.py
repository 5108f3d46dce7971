"""The pages of a club in every look: readable, reachable by thumb and ear, nothing wider than the screen."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from league.models import Ladder, LadderCheck, Player, Season
from league.ratings.parameters import PointsParameters
from league.services.clubs import season_assign
from league.services.ladders import LadderSpec, ladder_change
from tests.e2e.conftest import DESK, PHONE, ReaderFactory
from tests.e2e.entry_desk import log_in
from tests.league.views.entry_world import DAY, ROOT
from tests.league.views.page_world import (
    Played,
    doujin,
    generic,
    in_conflict,
    named,
    played,
    refreshed,
    report,
)
from tests.league.views.page_world import actor as actor_of

if TYPE_CHECKING:
    from league.models import Club
    from tests.services.django_processes import WebServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SIZES = {"desk": DESK, "phone": PHONE, "small phone": (360, 640)}
LOOKS = (
    ("desk", "ja", "light"),
    ("desk", "en", "dark"),
    ("phone", "ja", "dark"),
    ("phone", "en", "light"),
    ("small phone", "en", "light"),
)
WIDE = "W" * 40


def changed_ladder(club: Club) -> Ladder:
    """Return a ladder with a former version and a check that found something."""
    ladder = Ladder.objects.filter(club=club).order_by("pk")[0]
    ladder_change(
        actor=ROOT, ladder=ladder, spec=LadderSpec(PointsParameters(((4, (9000, 6000, 3000, 500)),), best=8))
    )
    refreshed(club)
    LadderCheck.objects.create(ladder=ladder, revision=3, tables=4, difference="standings of player 1")
    return ladder


def full_club() -> tuple[Played, list[str]]:
    """Return a club with everything on its pages, and their addresses."""
    found = in_conflict()
    club, world = found.club, found.world
    hand = report(world, doujin(), number=2)
    for week in range(3):
        report(world, generic("みずき", "小夜", "カズ"), number=3, day=DAY + timedelta(weeks=week))
    season = Season.objects.create(club=club, name="2026年度 秋季")
    season_assign(actor=actor_of(world, "owner"), meeting=found.table.meeting, season=season)
    Player.objects.filter(display_name="小夜").update(display_name=WIDE, reading=WIDE)
    refreshed(club)
    ladder = changed_ladder(club)
    player, meeting = named(club, "みずき").public_id, found.table.meeting.public_id
    own = [f"{found.url}{verb}/" for verb in ("correct", "swap", "move", "void")]
    paths = [
        "", f"?season={season.public_id}&q=みず", "?q=zzz", f"tables/{hand.public_id}/", f"players/{player}/",
        "meetings/", f"meetings/{meeting}/", f"seasons/{season.public_id}/", "people/", "people/?q=zzz",
        "meetings/add/", f"meetings/{meeting}/change/", "seasons/add/", f"seasons/{season.public_id}/change/",
        "ladders/", "ladders/add/", f"ladders/{ladder.public_id}/change/",
        "people/add/", f"people/{player}/", "rules/", "rules/DG-21/", "rules/KD-16/",
    ]  # fmt: skip
    return found, [found.url, *own, f"{found.url}reject/?version=2", *(f"/aoba/{path}" for path in paths)]


@pytest.mark.parametrize(("size", "language", "scheme"), LOOKS)
def test_every_page_in_every_look(
    live_web: WebServer, reader: ReaderFactory, size: str, language: str, scheme: str
) -> None:
    found, paths = full_club()
    window = reader(SIZES[size], language, scheme)
    page = log_in(window, live_web, found.world, "owner")
    problems: list[str] = []
    for path in paths:
        answer = page.goto(live_web.url + path)
        assert answer is not None
        problems += [f"{path}: {answer.status}"] if answer.status != 200 else []
        problems += [f"{path}: {text}" for text in (*window.violations(), *window.axe())]
        problems += [f"{path}: {window.overflow()} px too wide"] if window.overflow() > 0 else []
    assert problems + window.complaints == []


def test_controls_are_large_enough_for_a_thumb(live_web: WebServer, reader: ReaderFactory) -> None:
    found, paths = full_club()
    page = log_in(reader(PHONE), live_web, found.world, "owner")
    small: list[str] = []
    for path in paths:
        page.goto(live_web.url + path)
        controls = page.locator(
            "button, select, a.button, a.rule, textarea, label.tick,"
            " input:not([type=hidden], [type=checkbox], [type=radio])"
        )
        for control in controls.filter(visible=True).all():
            box = control.bounding_box()
            assert box is not None
            small += [f"{path}: {control.inner_text()}"] if box["height"] < 44 or box["width"] < 44 else []
    assert small == []


def test_paper_shows_the_sheet_alone(live_web: WebServer, reader: ReaderFactory) -> None:
    found = played()
    page = log_in(reader(scheme="dark"), live_web, found.world, "owner")
    page.goto(live_web.url + found.url)
    page.emulate_media(media="print")
    assert page.locator(".acts").is_hidden()
    assert page.locator(".masthead nav").is_hidden()
    assert page.locator("table.paper").is_visible()
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == "rgb(255, 255, 255)"


def test_phone_sheet_is_still_a_table_to_those_who_listen(live_web: WebServer, reader: ReaderFactory) -> None:
    found = played()
    page = reader(PHONE).page
    page.goto(live_web.url + found.url)
    assert page.get_by_role("table", name="結果用紙").count() == 1
    assert page.get_by_role("table", name="結果用紙").get_by_role("rowheader").count() == 4


def test_leaderboard_is_filtered_without_scripts(live_web: WebServer, reader: ReaderFactory) -> None:
    full_club()
    page = reader(scripts=False).page
    page.goto(f"{live_web.url}/aoba/")
    page.get_by_label("名前・読み").fill("ﾐｽﾞｷ")
    page.get_by_role("button", name="表示", exact=True).click()
    assert page.locator("bdi.name").all_inner_texts() == ["みずき"]
    page.locator("bdi.name").click()
    assert page.get_by_role("heading", level=1).inner_text() == "みずき"
