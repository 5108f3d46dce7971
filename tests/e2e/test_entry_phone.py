"""A table entered with a thumb: suggestions and dice are tapped, and the referee speaks under the seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.e2e import entry_desk as desk
from tests.e2e.conftest import PHONE, SMALL_PHONE, ReaderFactory
from tests.league.views import entry_world as make

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.services.django_processes import WebServer

pytestmark = [pytest.mark.browser, pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


def tap_person(page: Page, seat: int, name: str) -> None:
    page.locator(f'[name="seat-{seat}-player"]').tap()
    page.get_by_role("option", name=name).tap()


def tap_dice(page: Page, seat: int, side: str, faces: str) -> None:
    pad = page.locator(f'[data-pad="seat-{seat}-{side}-dice"]')
    for face in faces:
        pad.locator(f'[data-face="{face}"]').tap()


@pytest.mark.parametrize("size", [PHONE, SMALL_PHONE])
def test_a_table_by_touch(live_web: WebServer, reader: ReaderFactory, size: tuple[int, int]) -> None:
    world = make.world_make()
    window = reader(size)
    page = desk.log_in(window, live_web, world)
    for seat, (name, digits) in enumerate(
        (("北川 そら", "542"), ("朝霧 ゆい", "631"), ("みずき", "744"), ("小夜", "323")), start=1
    ):
        tap_person(page, seat, name)
        page.keyboard.type(digits)  # the numeric keypad of the phone
    desk.wait_for_places(page, desk.PLACES)
    page.locator("#send").tap()
    page.wait_for_url("**/sent/**")
    assert make.only_report(world.club).state == "confirmed"
    assert (window.violations(), window.complaints, window.overflow()) == ([], [], 0)


def test_eight_equal_dice_with_score_eight(live_web: WebServer, reader: ReaderFactory) -> None:
    world = make.world_make()
    page = desk.log_in(reader(PHONE), live_web, world)
    for seat, name in enumerate(("北川 そら", "朝霧 ゆい"), start=1):
        tap_person(page, seat, name)
        page.keyboard.type(("542", "631")[seat - 1])
    page.locator('[name="seat-1-front"]').fill("")
    page.locator('[for="seat-1-more-open"]').tap()
    tap_dice(page, 1, "front", "55555555")
    front = page.locator('[name="seat-1-front"]')
    assert front.input_value() == "9"
    front.fill("8")
    page.locator("#says-1").get_by_text("+1して9点です(入力は8点)").wait_for()
    assert front.get_attribute("aria-invalid") == "true"
    page.locator("#send").tap()
    page.get_by_text("誤りがあるため確定していません。").wait_for()
    assert page.locator('[name="seat-1-front-dice"]').input_value() == "55555555"
    page.locator('[name="seat-1-front"]').fill("9")
    page.locator("#send").tap()
    page.wait_for_url("**/sent/**")
    report = make.only_report(world.club)
    assert report.state == "confirmed"
    assert report.lines.get(seat=1).total == 13


def test_help_cards_open_and_say_what_they_are(live_web: WebServer, reader: ReaderFactory) -> None:
    page = desk.log_in(reader(PHONE), live_web, make.world_make())
    label = page.locator('[for="seat-2-help-open"]')
    assert label.inner_text().split() == ["ヘルプ", "開2", "伏0"]
    label.tap()
    page.locator('[name="seat-2-tapped"]').fill("1")
    assert label.inner_text().split() == ["ヘルプ", "開2", "伏1"]


def test_a_hand_is_tapped(live_web: WebServer, reader: ReaderFactory) -> None:
    world = make.world_make()
    page = desk.log_in(reader(PHONE), live_web, world)
    page.get_by_label("ゲーム").select_option("doujin/base")
    page.locator("form.doujin").wait_for()
    assert page.locator(".notice").count() == 0
    for seat, (name, points) in enumerate((("みずき", ""), ("北川 そら", "4"), ("小夜", "4")), start=1):
        tap_person(page, seat, name)
        page.keyboard.type(points)
    page.locator('[for="seat-1-more-open"]').tap()
    for colour in ("カバー", "ジャンル", "要素", "名前"):
        page.locator('[data-seat="1"]').get_by_role("button", name=f"+ {colour}").tap()
        page.keyboard.type("2")
    page.locator('[data-seat="1"] .bonus').wait_for()
    desk.wait_for_places(page, ["1位 みずき 12", "2位 北川 そら 4 同点", "2位 小夜 4 同点"])
    page.locator("#send").tap()
    page.wait_for_url("**/sent/**")
    assert make.places(make.only_report(world.club)) == [("みずき", 1), ("北川 そら", 2), ("小夜", 2)]


def test_dice_are_within_reach_of_a_thumb(live_web: WebServer, reader: ReaderFactory) -> None:
    window = reader(SMALL_PHONE)
    page = desk.log_in(window, live_web, make.world_make())
    page.locator('[for="seat-1-help-open"]').tap()
    page.locator('[for="seat-1-more-open"]').tap()  # the open help cards don't lie over it
    faces = page.locator('[data-seat="1"] .face').all()
    sizes = [face.bounding_box() for face in faces]
    assert len(sizes) == 14
    assert min(min(size["width"], size["height"]) for size in sizes if size) >= 44
    rows = {round(size["y"]) for size in sizes[1:7] if size}
    assert len(rows) == 1
    assert window.overflow() == 0


def test_a_die_can_be_taken_away(live_web: WebServer, reader: ReaderFactory) -> None:
    page = desk.log_in(reader(PHONE), live_web, make.world_make())
    page.locator('[for="seat-1-more-open"]').tap()
    tap_dice(page, 1, "front", "123")
    page.get_by_role("button", name="最後のダイスを取り消す").first.tap()
    assert page.locator('[name="seat-1-front-dice"]').input_value() == "12"


@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.parametrize("scripts", [True, False])
def test_every_button_of_a_refused_sheet_is_on_the_screen(
    live_web: WebServer, reader: ReaderFactory, language: str, scripts: bool
) -> None:
    window = reader(SMALL_PHONE, language, scripts=scripts)
    page = desk.log_in(window, live_web, make.world_make())
    for name, value in make.danmaku(seat_1_total="13").items():
        if name.startswith("seat-1-") and not name.endswith("tapped"):
            page.locator(f'[name="{name}"]').fill(value)
    page.locator("#send").tap()
    page.locator("#unconfirmed").wait_for()
    assert window.overflow() == 0
    boxes = [button.bounding_box() for button in page.locator(".bar .button:visible").all()]
    assert len(boxes) == (3 if scripts else 4)
    assert all(box and box["x"] >= 0 and box["x"] + box["width"] <= SMALL_PHONE[0] for box in boxes)


IN_SIGHT = """
(() => {
  const field = document.activeElement.getBoundingClientRect();
  const bar = document.querySelector(".bar").getBoundingClientRect();
  return field.top >= 0 && field.bottom <= bar.top;
})()
"""


def test_the_field_that_is_typed_in_is_never_behind_the_verdict(
    live_web: WebServer, reader: ReaderFactory
) -> None:
    page = desk.log_in(reader(SMALL_PHONE), live_web, make.world_make())
    page.keyboard.press("Escape")
    hidden = []
    for part, *digits in desk.TABLE:
        desk.Typist(page).name(part)
        for digit in digits:
            if not page.evaluate(IN_SIGHT):
                hidden.append((part, digit))
            page.keyboard.type(digit)
    assert hidden == []
    page.locator('[name="seat-1-total"]').fill("13")
    page.locator('[name="seat-4-back"]').focus()
    page.locator("#send").tap()
    page.get_by_text("誤りがあるため確定していません。").wait_for()
    page.wait_for_function("document.activeElement.name === 'seat-1-total'")
    assert page.evaluate(IN_SIGHT)
    said, bar = page.locator("#says-1").bounding_box(), page.locator(".bar").bounding_box()
    assert said
    assert bar
    assert said["y"] + said["height"] <= bar["y"]


def test_words_of_the_masthead_stay_whole(live_web: WebServer, reader: ReaderFactory) -> None:
    page = desk.log_in(reader(SMALL_PHONE, "en"), live_web, make.world_make())
    heights = {round(link.bounding_box()["height"]) for link in page.locator(".masthead nav a").all()}  # type: ignore[index]
    assert len(heights) == 1
    assert max(heights) < 60
