"""From a finding to the page that explains its rule, by thumb and without scripts, and nothing typed is lost."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from league.models import Submission
from tests.e2e import entry_desk as desk
from tests.e2e.conftest import PHONE, SMALL_PHONE, ReaderFactory
from tests.league.views import entry_world as make
from tests.league.views.page_world import in_conflict

if TYPE_CHECKING:
    from playwright.sync_api import FloatRect, Page

    from tests.services.django_processes import WebServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# Two findings under the first seat, two under the second.
WRONG = {"seat-1-front": "8", "seat-1-front-dice": "55555555", "seat-2-total": "10", "seat-2-order": "7"}


def wrong_sheet(page: Page, web: WebServer, world: make.World) -> None:
    """Open a draft that the referee has something to say about."""
    world.scorer.post(world.url, make.danmaku() | WRONG | {"do": "draft"})
    page.goto(f"{web.url}{world.url}?draft={Submission.objects.get(state='draft').public_id}")


def test_a_tap_on_a_rule_explains_it_beside_the_sheet(live_web: WebServer, reader: ReaderFactory) -> None:
    world = make.world_make()
    page = desk.log_in(reader(PHONE), live_web, world)
    wrong_sheet(page, live_web, world)
    page.locator('[name="seat-2-back"]').fill("5")
    page.locator("#says-2").get_by_text("6+5=11").wait_for()
    with page.expect_popup() as opened:
        page.locator("#says-2").get_by_role("link", name="DG-20").tap()
    rule = opened.value
    assert rule.get_by_role("heading", level=1).inner_text() == "DG-20 合計と順位"
    rule.get_by_role("link", name="DG-21 ありうる点").tap()
    rule.get_by_role("heading", name="DG-21 ありうる点").wait_for()
    rule.locator(".trail a").tap()
    rule.get_by_role("heading", name="王たちの同人誌").wait_for()
    assert page.locator('[name="seat-2-back"]').input_value() == "5"


@pytest.mark.parametrize("size", [PHONE, SMALL_PHONE])
def test_ids_of_neighbouring_findings_are_apart(
    live_web: WebServer, reader: ReaderFactory, size: tuple[int, int]
) -> None:
    found = in_conflict()
    page = desk.log_in(reader(size), live_web, found.world)
    for open_page in (
        lambda: wrong_sheet(page, live_web, found.world),
        lambda: page.goto(f"{live_web.url}{found.url}?version=2"),
    ):
        open_page()
        boxes = [box for link in page.locator("a.rule").all() if (box := link.bounding_box())]
        assert len(boxes) >= 4
        assert min(min(box["width"], box["height"]) for box in boxes) >= 44
        assert not any(_overlap(one, other) for one, other in combinations(boxes, 2))


def _overlap(one: FloatRect, other: FloatRect) -> bool:
    """Say whether two boxes share more than a hair's breadth."""
    across = min(one["x"] + one["width"], other["x"] + other["width"]) - max(one["x"], other["x"])
    down = min(one["y"] + one["height"], other["y"] + other["height"]) - max(one["y"], other["y"])
    return across > 1 and down > 1


def test_a_rule_is_found_without_scripts(live_web: WebServer, reader: ReaderFactory) -> None:
    found = in_conflict()
    page = desk.log_in(reader(scripts=False), live_web, found.world, "owner")
    page.goto(f"{live_web.url}{found.url}?version=2")
    page.locator("table.paper").get_by_role("link", name="DG-18").click()
    assert page.get_by_role("heading", level=1).inner_text() == "DG-18 一面の評価点"
    page.go_back()
    page.get_by_role("link", name="ゲームのルール").click()
    page.get_by_role("link", name="KD-17 完成度を守った栄誉の+4").click()
    assert page.get_by_text("ここでは18禁カードは色の代わりになりません。").is_visible()
