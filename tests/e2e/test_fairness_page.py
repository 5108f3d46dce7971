"""Seat statistics in a real browser: in every look, without scripts, and filters that answer by themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from league.models import FairnessReport, HelpDeal, Player
from league.services.fairness import club_fairness_refresh, fairness_refresh_alone
from tests import factories as make
from tests.e2e.conftest import PHONE, SMALL_PHONE, ReaderFactory
from tests.e2e.entry_desk import log_in
from tests.e2e.test_page_looks import LOOKS, SIZES
from tests.league.seated import seats_fill
from tests.league.views.entry_world import DAY, World, world_make

if TYPE_CHECKING:
    from tests.services.django_processes import WebServer

pytestmark = [pytest.mark.browser, pytest.mark.e2e, pytest.mark.django_db(transaction=True)]
URL = "/aoba/fairness/"
THUMB = 44
UNFOLD = "document.querySelectorAll('main details').forEach(each => { each.open = true })"


def seated(tables: int = 36) -> World:
    """Return a world whose seats are computed."""
    world = world_make()
    seats_fill(world.club, list(Player.objects.filter(club=world.club)), tables)
    club_fairness_refresh(club_id=world.club.pk)
    return world


@pytest.mark.parametrize(("size", "language", "scheme"), LOOKS)
def test_the_page_in_every_look(
    live_web: WebServer, reader: ReaderFactory, size: str, language: str, scheme: str
) -> None:
    world = seated()
    window = reader(SIZES[size], language, scheme)
    page = log_in(window, live_web, world, "scorer")
    problems: list[str] = []
    for path in ("", "?min_tables=x", "draw/"):
        page.goto(f"{live_web.url}{URL}{path}")
        page.evaluate(UNFOLD)
        problems += [f"{path}: {text}" for text in (*window.violations(), *window.axe())]
        problems += [f"{path}: {window.overflow()} px too wide"] if window.overflow() > 0 else []
    assert problems == []
    assert [text for text in window.complaints if "400 (Bad Request)" not in text] == []


def test_everything_is_there_without_scripts(live_web: WebServer, reader: ReaderFactory) -> None:
    seated()
    window = reader(PHONE, scripts=False)
    page = window.page
    page.goto(live_web.url + URL)
    plot = page.locator("svg.intervals").first
    assert plot.is_visible()
    assert plot.get_attribute("role") == "img"
    assert "席1:" in (plot.get_attribute("aria-label") or "")
    box = plot.bounding_box()
    assert box is not None
    assert box["width"] <= PHONE[0]
    assert page.locator("svg.evidence").is_visible()
    assert page.locator("table.slots").first.get_by_role("row").count() == 1 + 4


@pytest.mark.parametrize("size", [PHONE, SMALL_PHONE])
def test_controls_are_large_enough_for_a_thumb(
    live_web: WebServer, reader: ReaderFactory, size: tuple[int, int]
) -> None:
    world = seated(4)
    page = log_in(reader(size), live_web, world, "scorer")
    for path in ("", "draw/"):
        page.goto(f"{live_web.url}{URL}{path}")
        page.evaluate(UNFOLD)
        controls = page.locator("main").locator("summary, button, select, input:not([type=hidden]), a.button")
        boxes = [box for control in controls.all() if (box := control.bounding_box())]
        assert boxes
        assert [box for box in boxes if box["height"] < THUMB or box["width"] < THUMB] == []


@pytest.mark.parametrize("scripts", [True, False])
def test_a_part_that_nobody_looked_at_appears(
    live_web: WebServer, reader: ReaderFactory, *, scripts: bool
) -> None:
    seated(8)
    window = reader(PHONE, scripts=scripts)
    page = window.page
    page.goto(live_web.url + URL)
    page.locator(".narrow summary").click()
    page.get_by_label("最終日").fill(make.day_of(0).isoformat())
    page.get_by_role("button", name="表示").click()
    assert "いま計算しています" in page.get_by_role("status").inner_text()
    fairness_refresh_alone(report_id=FairnessReport.objects.exclude(scope="").get().pk)
    if not scripts:
        page.get_by_role("link", name="もう一度見る").click()
    page.wait_for_selector("table.slots")
    assert "いま4卓です" in page.locator(".verdict").inner_text()
    assert page.get_by_label("最終日").input_value() == make.day_of(0).isoformat()
    assert (window.violations(), window.complaints) == ([], [])


def test_what_was_drawn_stands_on_the_sheet(live_web: WebServer, reader: ReaderFactory) -> None:
    world = seated()
    window = reader(PHONE)
    page = log_in(window, live_web, world, "scorer")
    page.goto(live_web.url + URL)
    page.get_by_role("link", name="例会のくじを引く").click()
    page.get_by_label("日", exact=True).fill(DAY.isoformat())
    page.get_by_label("最後の卓").fill("3")
    page.get_by_role("button", name="くじを引く").click()
    assert page.locator(".deals li").count() == 3
    assert window.overflow() <= 0
    assert window.axe() == []
    page.get_by_role("link", name="結果を入力", exact=False).nth(1).click()
    deal = HelpDeal.objects.get(number=1)
    for seat, cards in enumerate(deal.cards, start=1):
        assert page.locator(f"[name=seat-{seat}-untapped]").input_value() == str(cards[0])
