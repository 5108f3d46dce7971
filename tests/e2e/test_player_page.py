"""The rating curve in a real browser: the server's drawing without scripts and on paper, a live one with them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from league.models import Ladder, Standing
from tests.e2e.conftest import PHONE, ReaderFactory
from tests.e2e.test_page_looks import full_club
from tests.league.views.page_world import named

if TYPE_CHECKING:
    from tests.services.django_processes import WebServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def address(web: WebServer) -> str:
    """Return the page of somebody with three tables in a ladder."""
    found, _ = full_club()
    run = Standing.objects.filter(player=named(found.club, "みずき"), tables=3).get().run
    ladder = Ladder.objects.get(current_run=run)
    return f"{web.url}/aoba/players/{named(found.club, 'みずき').public_id}/?ladder={ladder.public_id}"


def test_without_scripts_the_server_draws(live_web: WebServer, reader: ReaderFactory) -> None:
    page = reader(scripts=False).page
    page.goto(address(live_web))
    assert page.locator("svg.curve").is_visible()
    assert page.locator("svg.curve .dot title").first.text_content() != ""


@pytest.mark.parametrize("size", [(1100, 760), PHONE])
def test_with_scripts_a_table_is_told_where_the_pointer_is(
    live_web: WebServer, reader: ReaderFactory, size: tuple[int, int]
) -> None:
    window = reader(size)
    page = window.page
    page.goto(address(live_web))
    page.locator(".uplot canvas").wait_for()
    assert page.locator("svg.curve").is_hidden()
    last = page.locator(".curve-said").inner_text()
    assert "→" in last
    box = page.locator(".u-over").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 3, box["y"] + 20)
    page.wait_for_function("last => document.querySelector('.curve-said').textContent !== last", arg=last)
    assert (window.violations(), window.complaints, window.axe(), window.overflow()) == ([], [], [], 0)


def test_paper_gets_the_servers_drawing(live_web: WebServer, reader: ReaderFactory) -> None:
    page = reader().page
    page.goto(address(live_web))
    page.locator(".uplot canvas").wait_for()
    page.emulate_media(media="print")
    assert page.locator("svg.curve").is_visible()
    assert page.locator(".uplot").is_hidden()
