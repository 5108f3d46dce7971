"""Bad connections, two tabs and two scorers: one report, the same answer, and nothing typed is lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from league.models import Submission
from tests.e2e import entry_desk as desk
from tests.league.views import entry_world as make

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

    from tests.e2e.conftest import ReaderFactory
    from tests.services.django_processes import WebServer

pytestmark = [pytest.mark.browser, pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


def state_says(page: Page, words: str) -> None:
    page.locator("#state").get_by_text(words).wait_for()


def test_the_connection_is_cut_between_send_and_answer(live_web: WebServer, reader: ReaderFactory) -> None:
    world = make.world_make()
    page = desk.log_in(reader(), live_web, world)
    desk.Typist(page).table()

    def cut(route: Route) -> None:
        route.fetch(max_redirects=0)  # the server has it; the answer never arrives
        route.abort()

    page.route(f"**{world.url}", cut)
    page.locator("#send").click()
    state_says(page, "つながりません。")
    assert Submission.objects.exclude(state="draft").count() == 1
    page.unroute(f"**{world.url}")
    page.locator("#send").click()
    page.wait_for_url("**/sent/**")
    assert make.only_report(world.club).public_id in page.url


def test_without_a_connection_everything_stays_on_the_device(
    live_web: WebServer, reader: ReaderFactory
) -> None:
    world = make.world_make()
    page = desk.log_in(reader(), live_web, world)
    page.context.set_offline(True)
    page.keyboard.type("みず")
    page.locator('[role="option"][aria-selected="true"]').wait_for()
    page.keyboard.press("Enter")
    page.keyboard.type("54")
    state_says(page, "つながりません。")
    page.context.set_offline(False)
    page.reload()
    page.get_by_text("下書きが残っています:").wait_for()
    page.get_by_role("button", name="続ける").click()
    page.wait_for_function("() => document.getElementsByName('seat-1-front')[0].value === '5'")
    values = [page.locator(f'[name="seat-1-{name}"]').input_value() for name in ("player", "front", "back")]
    assert values == ["みずき", "5", "4"]


def test_a_busy_site_keeps_the_sheet(live_web: WebServer, reader: ReaderFactory) -> None:
    world = make.world_make()
    page = desk.log_in(reader(), live_web, world)
    desk.Typist(page).table()
    page.route(f"**{world.url}", lambda route: route.fulfill(status=503, headers={"Retry-After": "5"}))
    page.locator("#send").click()
    state_says(page, "混み合っています。")
    page.unroute(f"**{world.url}")
    page.locator("#send").click()
    page.wait_for_url("**/sent/**")


def test_a_login_that_ended_keeps_the_sheet(live_web: WebServer, reader: ReaderFactory) -> None:
    world = make.world_make()
    page = desk.log_in(reader(), live_web, world)
    desk.Typist(page).table()
    kept = page.context.cookies()
    page.context.clear_cookies(name="sessionid")
    page.locator("#send").click()
    state_says(page, "ログインが切れています。")
    page.context.add_cookies(kept)  # type: ignore[arg-type]
    page.locator("#send").click()
    page.wait_for_url("**/sent/**")


def test_two_tabs_with_one_draft_are_one_report(live_web: WebServer, reader: ReaderFactory) -> None:
    world = make.world_make()
    world.scorer.post(world.url, make.danmaku(do="draft"))
    draft = Submission.objects.get().public_id
    page = desk.log_in(reader(), live_web, world)
    tabs = [page, page.context.new_page()]
    for tab in tabs:
        tab.goto(f"{live_web.url}{world.url}?draft={draft}")
    for tab in tabs:
        tab.locator("#send").click()
        tab.wait_for_url("**/sent/**")
    assert tabs[0].url == tabs[1].url
    assert Submission.objects.count() == 1


def test_going_back_and_sending_again_is_one_report(live_web: WebServer, reader: ReaderFactory) -> None:
    world = make.world_make()
    world.scorer.post(world.url, make.danmaku(do="draft"))
    page = desk.log_in(reader(), live_web, world)
    page.goto(f"{live_web.url}{world.url}?draft={Submission.objects.get().public_id}")
    page.locator("#send").click()
    page.wait_for_url("**/sent/**")
    first = page.url
    page.reload()
    assert page.url == first
    assert Submission.objects.count() == 1


def test_two_scorers_report_one_table_differently(live_web: WebServer, reader: ReaderFactory) -> None:
    world = make.world_make()
    pages = [desk.log_in(reader(), live_web, world, role) for role in ("scorer", "admin")]
    for page in pages:
        desk.Typist(page).table()
    pages[1].locator('[name="seat-4-back"]').fill("3")
    pages[0].locator("#send").click()
    pages[0].wait_for_url("**/sent/**")
    pages[1].locator("#send").click()
    pages[1].get_by_role("button", name="卓1への2件目の報告として送る").click()
    pages[1].wait_for_url("**/sent/**")
    assert "この卓には内容の違う報告もあります。" in pages[1].locator(".lead").inner_text()
    assert make.only_table(world.club).conflict


def test_the_language_switch_keeps_what_is_typed(live_web: WebServer, reader: ReaderFactory) -> None:
    page = desk.log_in(reader(), live_web, make.world_make())
    typist = desk.Typist(page)
    typist.name("みず")
    typist.numbers("5", "4")
    page.get_by_role("button", name="English").click()
    page.get_by_role("heading", name="Enter a result").wait_for()
    page.wait_for_function("() => document.getElementsByName('seat-1-front')[0]?.value === '5'")
    assert page.locator('[name="seat-1-player"]').input_value() == "みずき"


def test_drafts_reach_the_server_while_typing(live_web: WebServer, reader: ReaderFactory) -> None:
    world = make.world_make()
    page = desk.log_in(reader(), live_web, world)
    typist = desk.Typist(page)
    typist.name("みず")
    typist.numbers("5", "4")
    state_says(page, "受信済み")
    assert Submission.objects.get(state="draft").raw["form"]["seat-1-player"] == "みずき"


def test_what_was_sent_is_offered_no_more(live_web: WebServer, reader: ReaderFactory) -> None:
    page = desk.log_in(reader(), live_web, make.world_make())
    desk.Typist(page).table()
    page.locator("#send").click()
    page.wait_for_url("**/sent/**")
    page.get_by_role("link", name="次の卓を入力").click()
    page.locator("#entry-form").wait_for()
    assert page.locator("#kept").is_hidden()
    assert page.locator('[name="number"]').input_value() == "2"
