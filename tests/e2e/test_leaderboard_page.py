"""The leaderboard and its neighbours in a real browser: readable on every screen, in both languages and schemes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from league.models import Club, Ladder, Player, Standing, Table
from tests.e2e.conftest import DESK, PHONE, SMALL_PHONE, ReaderFactory
from tests.league.invented import invented_club, invented_ladder, invented_league

if TYPE_CHECKING:
    from tests.services.django_processes import WebServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SIZES = {"desk": DESK, "phone": PHONE, "small phone": SMALL_PHONE}
# Every pair of size, language and scheme is met; axe's rules don't depend on the last few pixels.
LOOKS = (
    ("desk", "ja", "light"),
    ("desk", "en", "dark"),
    ("phone", "ja", "dark"),
    ("phone", "en", "light"),
    ("small phone", "ja", "light"),
    ("small phone", "en", "dark"),
)
PAGES = ("/", "/aoba/", "/empty/", "/nobody/")
NOT_FOUND = "error: Failed to load resource: the server responded with a status of 404 (Not Found)"
HOSTILE = (
    "<script>alert(1)</script>",
    "\u202eevil\u202c\u202e",
    "寿限無寿限無五劫の擦り切れ海砂利水魚の水行末雲来末風来末食う寝る処に住む処やぶら",
    "W" * 40,
    "👨‍👩‍👧‍👦🀄 ねこ",
)


def busy_club() -> None:
    """Write a club whose page has everything on it that a leaderboard can have."""
    league = invented_league(is_demo=True)
    invented_ladder(league.club, "王たちの同人誌")
    Ladder.objects.update(computed_revision=210)
    Table.objects.update(conflict=True)
    for player, name in zip(league.players[8:], HOSTILE, strict=False):
        Player.objects.filter(pk=player.pk).update(display_name=name, reading=name)
    Standing.objects.filter(rank=9).update(rating=-12_345, last_change=0, recent_placements=[])


def test_every_page_in_every_look(live_web: WebServer, reader: ReaderFactory) -> None:
    busy_club()
    invented_club("empty")
    problems: list[str] = []
    for size, language, scheme in LOOKS:
        window = reader(SIZES[size], language, scheme)
        for path in PAGES:
            window.page.goto(live_web.url + path)
            found = [f"CSP {directive}" for directive in window.violations()]
            found += window.axe() if size != "small phone" else []
            found += [f"{window.overflow()} px too wide"] if window.overflow() else []
            problems += [f"{path} {size} {language} {scheme}: {text}" for text in found]
        problems += [text for text in window.complaints if text != NOT_FOUND]
    assert problems == []


def test_admin_keeps_the_policy(live_web: WebServer, reader: ReaderFactory) -> None:
    window = reader()
    window.page.goto(f"{live_web.url}/admin/login/")
    assert (window.violations(), window.complaints) == ([], [])


@pytest.mark.parametrize("size", SIZES)
def test_header_stays_in_sight(live_web: WebServer, reader: ReaderFactory, size: str) -> None:
    invented_league(people=40)
    page = reader(SIZES[size]).page
    page.goto(f"{live_web.url}/aoba/")
    page.mouse.wheel(0, 1500)
    page.wait_for_function("window.scrollY > 900")
    head = page.locator("thead th").first.bounding_box()
    assert head is not None
    assert 0 <= head["y"] < 8


@pytest.mark.parametrize("size", ["phone", "small phone"])
def test_controls_are_large_enough_for_a_thumb(live_web: WebServer, reader: ReaderFactory, size: str) -> None:
    busy_club()
    page = reader(SIZES[size]).page
    for path in ("/", "/aoba/"):
        page.goto(live_web.url + path)
        for control in page.locator("a:not(.skip), button, select").filter(visible=True).all():
            box = control.bounding_box()
            assert box is not None
            assert box["height"] >= 44, control.inner_text()
            assert box["width"] >= 24, control.inner_text()


def test_names_do_what_text_does(live_web: WebServer, reader: ReaderFactory) -> None:
    busy_club()
    window = reader()
    window.page.goto(f"{live_web.url}/aoba/")
    shown = window.page.locator("bdi.name").all_text_contents()
    assert set(HOSTILE) <= set(shown)
    assert window.page.locator("main script").count() == 0


def test_a_direction_override_ends_with_its_name(live_web: WebServer, reader: ReaderFactory) -> None:
    invented_league(people=1)
    Player.objects.update(display_name="\u202e\u202eabc")
    Club.objects.update(name="\u202eClub")
    page = reader(language="en").page
    page.goto(f"{live_web.url}/aoba/")
    name, rating = page.locator("bdi.name").bounding_box(), page.locator(".rating").bounding_box()
    assert name is not None
    assert rating is not None
    assert name["x"] < rating["x"]
    assert page.locator(".rating").inner_text().replace("\n", "") == "1548.230"


def test_language_is_switched_and_stays_without_scripts(live_web: WebServer, reader: ReaderFactory) -> None:
    invented_league(people=1)
    page = reader(scripts=False).page
    page.goto(f"{live_web.url}/aoba/")
    page.get_by_role("button", name="English").click()
    assert page.url == f"{live_web.url}/aoba/"
    assert page.locator("html").get_attribute("lang") == "en"
    page.get_by_role("link", name="Sekijun").click()
    assert page.locator("html").get_attribute("lang") == "en"
    page.get_by_role("button", name="日本語").click()
    assert page.locator("html").get_attribute("lang") == "ja"


def test_ladder_is_chosen_without_scripts(live_web: WebServer, reader: ReaderFactory) -> None:
    league = invented_league(people=1)
    invented_ladder(league.club, "王たちの同人誌", tables=0)
    page = reader(scripts=False).page
    page.goto(f"{live_web.url}/aoba/")
    page.get_by_label("ラダー").select_option(label="王たちの同人誌")
    page.get_by_role("button", name="表示").click()
    assert page.get_by_role("heading", level=1).inner_text() == "王たちの同人誌"


def test_phone_rows_are_still_a_table_to_those_who_listen(live_web: WebServer, reader: ReaderFactory) -> None:
    invented_league(people=3)
    page = reader(PHONE).page
    page.goto(f"{live_web.url}/aoba/")
    assert page.get_by_role("table").count() == 1
    assert page.get_by_role("row").count() == 4
    assert page.get_by_role("rowheader").count() == 3


def test_keyboard_reaches_the_content_first(live_web: WebServer, reader: ReaderFactory) -> None:
    invented_league(people=1)
    page = reader().page
    page.goto(f"{live_web.url}/aoba/")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.getAttribute('href')") == "#main"
    assert page.locator(".skip").bounding_box()["y"] >= 0  # type: ignore[index]


def test_paper_shows_the_table_alone(live_web: WebServer, reader: ReaderFactory) -> None:
    busy_club()
    page = reader(scheme="dark").page
    page.goto(f"{live_web.url}/aoba/")
    page.emulate_media(media="print")
    assert page.locator(".filters").is_hidden()
    assert page.locator(".aside").is_hidden()
    assert page.locator("table").is_visible()
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == "rgb(255, 255, 255)"
