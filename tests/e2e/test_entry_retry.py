"""A sheet that was not taken in is sent again by itself, with growing pauses, and is one report in the end."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import parse_qs

import pytest

from league.models import Submission
from tests.e2e import entry_desk as desk
from tests.league.views import entry_world as make

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page, Request, Route

    from tests.e2e.conftest import ReaderFactory
    from tests.services.django_processes import WebServer

pytestmark = [pytest.mark.browser, pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

TRIES = 5


class Line:
    """The way between page and server: it breaks as it is told to, and keeps what was sent."""

    def __init__(self, page: Page, world: make.World, failing: int, failure: Callable[[Route], None]) -> None:
        self.page, self.failing, self.failure = page, failing, failure
        self.sent: list[Request] = []
        page.route(f"**{world.url}", self._carry)

    def _carry(self, route: Route) -> None:
        self.sent.append(route.request)
        if len(self.sent) <= self.failing:
            self.failure(route)
        else:
            route.continue_()

    def keys(self) -> set[str]:
        return {parse_qs(request.post_data or "")["key"][0] for request in self.sent}


def busy(route: Route) -> None:
    route.fulfill(status=503, headers={"Retry-After": "5"})


def cut(route: Route) -> None:
    route.abort()


def cut_on_the_way_back(route: Route) -> None:
    route.fetch(max_redirects=0)
    route.abort()


def typed(reader: ReaderFactory, web: WebServer, world: make.World) -> Page:
    """Return the entry page with a whole table typed; its clock moves as the test says."""
    window = reader()
    window.page.clock.install()
    page = desk.log_in(window, web, world)
    desk.Typist(page).table()
    return page


def state_says(page: Page, words: str) -> None:
    page.locator("#state").get_by_text(words).wait_for()


def let_pass(page: Page, seconds: int) -> None:
    page.clock.fast_forward(seconds * 1000)


def test_a_busy_site_is_asked_again_after_growing_pauses(live_web: WebServer, reader: ReaderFactory) -> None:
    world = make.world_make()
    page = typed(reader, live_web, world)
    line = Line(page, world, 3, busy)
    page.locator("#send").click()
    for attempt, pause in enumerate((5, 6, 12), start=1):
        state_says(
            page, f"混み合っています。入力は保存してあり、{pause}秒後に自動で送り直します({attempt}/5回目)。"
        )
        assert len(line.sent) == attempt
        let_pass(page, pause)
    page.wait_for_url("**/sent/**")
    assert make.only_report(world.club).state == "confirmed"
    assert len(line.sent) == 4
    assert len(line.keys()) == 1


def test_an_answer_lost_on_its_way_is_asked_for_again(live_web: WebServer, reader: ReaderFactory) -> None:
    world = make.world_make()
    page = typed(reader, live_web, world)
    line = Line(page, world, 2, cut_on_the_way_back)
    page.locator("#send").click()
    for attempt, pause in enumerate((3, 6), start=1):
        state_says(page, f"{pause}秒後に自動で送り直します({attempt}/5回目)。")
        let_pass(page, pause)
    page.wait_for_url("**/sent/**")
    assert make.only_report(world.club).public_id in page.url
    assert (len(line.sent), len(line.keys())) == (3, 1)


def test_it_is_sent_as_soon_as_the_connection_is_back(live_web: WebServer, reader: ReaderFactory) -> None:
    world = make.world_make()
    page = typed(reader, live_web, world)
    page.context.set_offline(True)
    page.locator("#send").click()
    state_says(page, "つながりません。入力はこの端末に保存してあり、3秒後に自動で送り直します(1/5回目)。")
    page.context.set_offline(False)
    page.wait_for_url("**/sent/**")
    assert make.only_report(world.club).state == "confirmed"


def test_the_scorer_can_press_again_before_the_pause_is_over(
    live_web: WebServer, reader: ReaderFactory
) -> None:
    world = make.world_make()
    page = typed(reader, live_web, world)
    line = Line(page, world, 1, cut)
    page.locator("#send").click()
    state_says(page, "つながりません。")
    page.locator("#send").click()
    page.wait_for_url("**/sent/**")
    assert make.only_report(world.club).state == "confirmed"
    assert len(line.sent) == 2


def test_pressing_again_begins_to_count_anew(live_web: WebServer, reader: ReaderFactory) -> None:
    world = make.world_make()
    page = typed(reader, live_web, world)
    Line(page, world, 3, cut)
    page.locator("#send").click()
    state_says(page, "(1/5回目)")
    let_pass(page, 3)
    state_says(page, "6秒後に自動で送り直します(2/5回目)")
    page.locator("#send").click()
    state_says(page, "3秒後に自動で送り直します(1/5回目)")


def test_after_some_tries_it_is_left_to_the_scorer(live_web: WebServer, reader: ReaderFactory) -> None:
    world = make.world_make()
    page = typed(reader, live_web, world)
    line = Line(page, world, TRIES + 1, cut)
    page.locator("#send").click()
    for attempt, pause in enumerate((3, 6, 12, 24, 48), start=1):
        state_says(page, f"{pause}秒後に自動で送り直します({attempt}/5回目)。")
        let_pass(page, pause)
    state_says(page, "つながったら、もう一度送ってください。")
    let_pass(page, 600)
    assert len(line.sent) == TRIES + 1
    assert page.locator('[name="seat-1-player"]').input_value() == "北川 そら"
    page.locator("#send").click()
    page.wait_for_url("**/sent/**")
    assert make.only_report(world.club).state == "confirmed"


def test_whoever_types_on_decides_when_to_send(live_web: WebServer, reader: ReaderFactory) -> None:
    world = make.world_make()
    page = typed(reader, live_web, world)
    line = Line(page, world, 1, cut)
    page.locator("#send").click()
    state_says(page, "3秒後に自動で送り直します")
    page.locator('[name="seat-4-back"]').fill("3")
    page.locator("#state:not([data-kind='waiting'])").wait_for()
    let_pass(page, 600)
    desk.wait_for_places(page, [*desk.PLACES[:3], "4位 小夜 6"])
    assert len(line.sent) == 1
    page.locator("#send").click()
    page.wait_for_url("**/sent/**")
    assert make.only_report(world.club).lines.get(seat=4).total == 6


def test_an_answer_that_never_comes_is_a_lost_connection(live_web: WebServer, reader: ReaderFactory) -> None:
    world = make.world_make()
    page = typed(reader, live_web, world)
    assert page.evaluate("htmx.config.timeout") == 30_000
    page.evaluate("htmx.config.timeout = 300")
    held: list[Route] = []
    Line(page, world, 1, held.append)
    page.locator("#send").click()
    state_says(page, "つながりません。入力はこの端末に保存してあり、3秒後に自動で送り直します(1/5回目)。")
    page.evaluate("htmx.config.timeout = 30000")
    held[0].abort()
    let_pass(page, 3)
    page.wait_for_url("**/sent/**")


def test_a_choice_made_on_the_page_is_sent_again_as_it_was(
    live_web: WebServer, reader: ReaderFactory
) -> None:
    world = make.world_make()
    world.scorer.post(world.url, make.generic())
    world.scorer.post(world.url, make.danmaku(do="draft"))
    window = reader()
    window.page.clock.install()
    page = desk.log_in(window, live_web, world)
    page.goto(f"{live_web.url}{world.url}?draft={Submission.objects.get(state='draft').public_id}")
    page.locator("#send").click()
    page.get_by_role("button", name="卓2として送る").wait_for()
    line = Line(page, world, 1, busy)
    page.get_by_role("button", name="卓2として送る").click()
    state_says(page, "5秒後に自動で送り直します(1/5回目)。")
    let_pass(page, 5)
    page.wait_for_url("**/sent/**")
    assert [parse_qs(request.post_data or "")["do"] for request in line.sent] == [["number:2"]] * 2
    assert sorted(Submission.objects.values_list("table__number", flat=True)) == [1, 2]


def test_a_draft_is_not_sent_twice(live_web: WebServer, reader: ReaderFactory) -> None:
    world = make.world_make()
    page = typed(reader, live_web, world)
    line = Line(page, world, 1, cut)
    page.get_by_role("button", name="下書き", exact=True).click()
    state_says(page, "つながったら、もう一度送ってください。")
    let_pass(page, 600)
    assert len(line.sent) == 1
