"""What a bad network and an old page do to a sheet that is being typed: nothing, and the state line is true."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Error

from league.models import Submission
from tests.e2e import entry_desk as desk
from tests.league.views import entry_world as make

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

    from tests.e2e.conftest import ReaderFactory
    from tests.services.django_processes import WebServer

pytestmark = [pytest.mark.browser, pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

PASSWORD = "seven tables by midnight"
GIVEN_UP_MS = 30_000  # when a request without an answer ends by itself
HOTEL = "<html><body><h1>Free Wi-Fi</h1></body></html>"


def fill(page: Page, **fields: str) -> None:
    """Fill fields of seats: `front_2` is the front page of seat 2."""
    for name, value in fields.items():
        column, _, seat = name.rpartition("_")
        page.locator(f'[name="seat-{seat}-{column}"]').fill(value)


def log_in_by_hand(page: Page) -> None:
    page.get_by_label("ユーザー名").fill("scorer-aoba")
    page.get_by_label("パスワード").fill(PASSWORD)
    page.locator("main").get_by_role("button", name="ログイン").click()
    page.get_by_role("button", name="ログアウト").wait_for()


@pytest.mark.parametrize("status", [200, 400, 404, 413, 429])
def test_a_strange_answer_never_takes_the_place_of_the_sheet(
    live_web: WebServer, reader: ReaderFactory, status: int
) -> None:
    page = desk.log_in(reader(), live_web, make.world_make())
    fill(page, player_1="みずき", front_1="5")
    page.route(
        "**/enter/**", lambda route: route.fulfill(status=status, content_type="text/html", body=HOTEL)
    )
    page.locator("#send").click()
    page.locator("#state").get_by_text("混み合っています。").wait_for()
    fill(page, back_1="4")
    page.locator("#state").get_by_text("混み合っています。").wait_for()
    assert page.get_by_text("Free Wi-Fi").count() == 0
    assert [
        page.locator(f'[name="seat-1-{name}"]').input_value() for name in ("player", "front", "back")
    ] == [
        "みずき",
        "5",
        "4",
    ]


def test_a_new_login_in_another_tab_goes_on_with_the_sheet(
    live_web: WebServer, reader: ReaderFactory
) -> None:
    world = make.world_make()
    user = User.objects.get(username="scorer-aoba")
    user.set_password(PASSWORD)
    user.save()
    page = reader().page
    page.goto(f"{live_web.url}/accounts/login/?next={world.url}")
    log_in_by_hand(page)
    desk.Typist(page).table()
    page.context.clear_cookies(name="sessionid")
    page.locator("#send").click()
    page.locator("#state").get_by_text("ログインが切れています。").wait_for()
    other = page.context.new_page()
    other.goto(f"{live_web.url}/accounts/login/")
    log_in_by_hand(other)
    page.locator("#send").click()
    page.get_by_text("ページが古いため送れませんでした。").wait_for()
    page.locator("#send").click()
    page.wait_for_url("**/sent/**")
    assert make.places(make.only_report(world.club))[0] == ("北川 そら", 3)


def test_a_check_under_a_new_login_works_again(live_web: WebServer, reader: ReaderFactory) -> None:
    page = desk.log_in(reader(), live_web, make.world_make())
    page.context.clear_cookies(name="csrftoken")
    desk.Typist(page).table()
    desk.wait_for_places(page, desk.PLACES)


def test_a_slow_check_is_followed_by_one_of_what_was_typed_meanwhile(
    live_web: WebServer, reader: ReaderFactory
) -> None:
    page = desk.log_in(reader(), live_web, make.world_make())
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    slow = {"offline": False, "latency": 1500, "downloadThroughput": -1, "uploadThroughput": -1}
    network.send("Network.emulateNetworkConditions", slow)
    with page.expect_request("**/enter/check/"):
        fill(page, player_1="みずき", front_1="5", back_1="4")
    fill(page, player_2="小夜", front_2="6", back_2="6")
    desk.wait_for_places(page, ["1位 小夜 12", "2位 みずき 9"])


def test_the_last_keystrokes_reach_the_server(live_web: WebServer, reader: ReaderFactory) -> None:
    page = desk.log_in(reader(), live_web, make.world_make())
    fill(page, player_1="みずき")
    page.locator("#state").get_by_text("受信済み").wait_for()
    fill(page, front_1="5", back_1="4")
    page.locator("#state").get_by_text("端末に保存").wait_for()
    page.locator("#state").get_by_text("受信済み").wait_for()
    assert Submission.objects.get().raw["form"]["seat-1-back"] == "4"


def test_a_hand_without_names_is_kept_on_the_device(live_web: WebServer, reader: ReaderFactory) -> None:
    page = desk.log_in(reader(), live_web, make.world_make())
    page.get_by_label("ゲーム").select_option("doujin/base")
    page.locator("form.doujin").wait_for()
    page.locator('[for="seat-1-more-open"]').click()
    page.locator('[name="seat-1-card-1-points"]').fill("3")
    page.locator("#state").get_by_text("端末に保存").wait_for()
    page.reload()
    page.get_by_role("button", name="続ける").click()
    page.wait_for_function("() => document.getElementsByName('seat-1-card-1-points')[0]?.value === '3'")


def test_a_damaged_draft_hides_no_other(live_web: WebServer, reader: ReaderFactory) -> None:
    page = desk.log_in(reader(), live_web, make.world_make())
    fill(page, player_1="みずき", front_1="5")
    page.locator("#state").get_by_text("端末に保存").wait_for()
    page.evaluate(
        "localStorage.setItem(Object.keys(localStorage)[0].replace(/[^/]+$/, 'damaged-1'), '{\"at\": 1, ')"
    )
    page.reload()
    page.get_by_role("button", name="続ける").wait_for()


def test_looking_at_an_old_receipt_drops_no_draft(live_web: WebServer, reader: ReaderFactory) -> None:
    world = make.world_make()
    page = desk.log_in(reader(), live_web, world)
    desk.Typist(page).table()
    page.locator("#send").click()
    page.wait_for_url("**/sent/**")
    receipt = page.url
    page.get_by_role("link", name="次の卓を入力").click()
    page.get_by_role("button", name="+席").click()  # asks the server, and sends nothing
    page.locator('[data-seat="5"]').wait_for()
    fill(page, player_1="みずき", front_1="5")
    page.goto(receipt)
    page.goto(live_web.url + world.url)
    page.get_by_text("下書きが残っています:").wait_for()


def test_a_check_that_hangs_holds_up_no_sheet(live_web: WebServer, reader: ReaderFactory) -> None:
    world = make.world_make()
    page = desk.log_in(reader(), live_web, world)
    page.route("**/enter/check/", lambda _route: None)  # asked, and never answered
    desk.Typist(page).table()
    page.locator('[name="seat-2-player"]').focus()
    page.locator("#send").click()
    page.wait_for_url("**/sent/**", timeout=GIVEN_UP_MS / 2)
    assert make.only_report(world.club).state == "confirmed"


def test_a_check_from_before_says_nothing_of_a_sheet_that_came_back(
    live_web: WebServer, reader: ReaderFactory
) -> None:
    page = desk.log_in(reader(), live_web, make.world_make())
    held: list[Route] = []
    page.route("**/enter/check/", lambda route: held.append(route))  # noqa: PLW0108 - Playwright marks what it calls
    desk.Typist(page).table()
    fill(page, player_4="だれか")
    page.locator("#send").click()
    page.get_by_text("報告を保存できません。").wait_for()
    for route in held:
        with suppress(Error):  # its page has given it up
            route.continue_()
    page.locator("#says-4").get_by_text("この名前の人はまだいません。").wait_for()
    page.unroute_all()
    fill(page, player_4="小夜")
    page.locator("#send").click()
    page.wait_for_url("**/sent/**")
