"""Copying a table for a wiki in a real browser: with the clipboard, without it, and without scripts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.e2e.conftest import DESK, PHONE, ReaderFactory
from tests.league.invented import invented_league

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.services.django_processes import WebServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def menu_of(page: Page, address: str, language: str = "ja") -> None:
    page.goto(address)
    page.get_by_text("wiki へコピー" if language == "ja" else "Copy for a wiki").click()


@pytest.mark.parametrize(
    ("dialect", "begins"),
    [
        ("Seesaa Wiki", "''青葉卓会・"),
        ("PukiWiki", "''青葉卓会・"),
        ("MediaWiki", "{| class="),
        ("Markdown", "**青葉卓会・"),
        ("HTML", "<table"),
        ("TSV", "順位\t名前"),
    ],
)
def test_a_click_copies_the_text(
    live_web: WebServer, reader: ReaderFactory, dialect: str, begins: str
) -> None:
    invented_league(people=3)
    window = reader(PHONE)
    window.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    menu_of(window.page, f"{live_web.url}/aoba/")
    window.page.get_by_role("link", name=dialect, exact=True).click()
    window.page.get_by_role("status").get_by_text("コピーしました").wait_for()
    text = window.page.evaluate("navigator.clipboard.readText()")
    assert text.startswith(begins)
    assert "北川 そら" in text
    assert window.page.locator(".wiki-menu").is_hidden()
    assert (window.violations(), window.complaints) == ([], [])


def test_where_the_clipboard_is_closed_the_text_is_opened(live_web: WebServer, reader: ReaderFactory) -> None:
    invented_league(people=3)
    window = reader()
    window.page.add_init_script("delete Navigator.prototype.clipboard")
    menu_of(window.page, f"{live_web.url}/aoba/")
    window.page.get_by_role("link", name="PukiWiki").click()
    window.page.wait_for_url("**/export/leaderboard.pukiwiki?ladder=*")
    assert "北川 そら" in window.page.inner_text("body")


def test_a_failing_fetch_opens_the_text(live_web: WebServer, reader: ReaderFactory) -> None:
    invented_league(people=3)
    page = reader().page
    menu_of(page, f"{live_web.url}/aoba/")
    page.evaluate("() => { window.fetch = () => Promise.reject(new Error('offline')); }")
    page.get_by_role("link", name="Seesaa Wiki").click()
    page.wait_for_url("**/export/leaderboard.seesaa?ladder=*")
    assert "北川 そら" in page.inner_text("body")


def test_links_open_the_text_without_scripts(live_web: WebServer, reader: ReaderFactory) -> None:
    invented_league(people=3)
    page = reader(scripts=False).page
    menu_of(page, f"{live_web.url}/aoba/")
    page.get_by_role("link", name="Markdown").click()
    assert "| 順位 | 名前 |" in page.inner_text("body")


@pytest.mark.parametrize("size", [DESK, PHONE])
@pytest.mark.parametrize("language", ["ja", "en"])
def test_the_open_menu_fits_and_is_sound(
    live_web: WebServer, reader: ReaderFactory, size: tuple[int, int], language: str
) -> None:
    invented_league(people=3)
    for scheme in ("light", "dark"):
        window = reader(size, language, scheme)
        menu_of(window.page, f"{live_web.url}/aoba/", language)
        assert window.overflow() == 0
        assert window.axe() == []
        for link in window.page.locator(".wiki-menu a").all():
            box = link.bounding_box()
            assert box is not None
            assert box["height"] >= 44
            assert box["x"] >= 0
            assert box["y"] + window.page.evaluate("scrollY") >= 0


def test_the_picture_is_a_picture(live_web: WebServer, reader: ReaderFactory) -> None:
    invented_league()
    window = reader()
    window.page.goto(f"{live_web.url}/aoba/export/leaderboard.svg")
    assert window.page.evaluate("getComputedStyle(document.querySelector('.title')).fontSize") == "18px"
    assert window.violations() == []
