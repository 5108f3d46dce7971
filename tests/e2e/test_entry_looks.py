"""Login, entry and receipt on every screen, in both languages and schemes, with and without scripts."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import pytest

from tests.e2e import entry_desk as desk
from tests.e2e.conftest import DESK, PHONE, SMALL_PHONE, ReaderFactory
from tests.league.views import entry_world as make

if TYPE_CHECKING:
    from tests.services.django_processes import WebServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SIZES = {"desk": DESK, "phone": PHONE, "small phone": SMALL_PHONE}
LOOKS = list(product(SIZES, ("ja", "en"), ("light", "dark")))
AXE_LOOKS = {("desk", "en"), ("phone", "ja")}
CONTROLS = """
[...document.querySelectorAll('main a, main button, main input, main select, .toggle-label')]
  .filter(e => e.offsetParent && !e.closest('.only-heard, .lead') && !e.matches('.toggle'))
  .map(e => e.matches('[type=checkbox], [type=radio]') ? e.closest('label') : e)
  .filter(e => e.getBoundingClientRect().height < 44 || e.getBoundingClientRect().width < 24)
  .map(e => e.outerHTML.slice(0, 120))
"""


def drafts(world: make.World) -> list[str]:
    """Keep a draft of each game with something to say about it; return their ids."""
    sheets = [
        make.danmaku(seat_1_total="13", seat_2_player="W" * 40, seat_1_front_dice="55555555"),
        make.doujin(key="55555555-5555", seat_1_card_1_colour="adult", seat_1_card_1_points="9"),
        make.generic(key="66666666-6666", seat_1_total="x"),
    ]
    found = []
    for sheet in sheets:
        page = world.scorer.post(world.url, sheet | {"do": "draft"}).content.decode()
        found.append(page.split('name="draft" value="')[1][:16])
    return found


def test_entry_in_every_look(live_web: WebServer, reader: ReaderFactory) -> None:
    world = make.world_make()
    world.scorer.post(world.url, make.danmaku(number="7", key="44444444-4444"))
    paths = ["", *(f"?draft={draft}" for draft in drafts(world)),
             f"sent/{make.only_report(world.club).public_id}/"]  # fmt: skip
    problems: list[str] = []
    for size, language, scheme in LOOKS:
        window = reader(SIZES[size], language, scheme)
        desk.log_in(window, live_web, world)
        for path in paths:
            window.page.goto(live_web.url + world.url + path)
            where = f"{path} {size} {language} {scheme}: "
            # The icon of the page before is still on its way when the next page is asked for.
            problems += [where + text for text in window.complaints if "favicon" not in text]
            problems += [where + "CSP " + text for text in window.violations()]
            if (size, language) in AXE_LOOKS:
                problems += [where + text for text in window.axe()]
            if window.overflow():
                problems.append(where + f"{window.overflow()} px too wide")
            if size != "desk":
                problems += [where + "small " + text for text in window.page.evaluate(CONTROLS)]
    assert problems == []


def test_login_and_first_visit_in_every_look(live_web: WebServer, reader: ReaderFactory) -> None:
    problems: list[str] = []
    for (size, language, scheme), path in product(LOOKS, ("/accounts/login/", "/accounts/first/")):
        window = reader(SIZES[size], language, scheme)
        window.page.goto(live_web.url + path)
        where = f"{path} {size} {language} {scheme}: "
        problems += [where + text for text in window.complaints + window.violations()]
        if (size, language) in AXE_LOOKS:
            problems += [where + text for text in window.axe()]
        if window.overflow():
            problems.append(where + f"{window.overflow()} px too wide")
    assert problems == []


def test_the_first_visitor_becomes_the_owner(live_web: WebServer, reader: ReaderFactory) -> None:
    page = reader(PHONE).page
    page.goto(live_web.url)
    page.get_by_role("link", name="最初の管理者を登録").click()
    for label, value in (
        ("ユーザー名", "midori"),
        ("パスワード(12文字以上)", "seven tables by midnight"),
        ("パスワード(もう一度)", "seven tables by midnight"),
        ("クラブの名前", "青葉卓会"),
        ("クラブのアドレス(半角の小文字・数字・ハイフン)", "aoba"),
    ):
        page.get_by_label(label, exact=True).fill(value)
    page.get_by_role("button", name="登録する").click()
    page.wait_for_url("**/aoba/enter/")
    page.get_by_role("button", name="ログアウト").click()
    page.get_by_role("link", name="ログイン").click()
    page.get_by_label("ユーザー名").fill("midori")
    page.get_by_label("パスワード").fill("seven tables by midnight")
    page.locator("main").get_by_role("button", name="ログイン").click()
    page.get_by_role("button", name="ログアウト").wait_for()


def test_a_table_without_scripts(live_web: WebServer, reader: ReaderFactory) -> None:
    world = make.world_make()
    page = desk.log_in(reader(PHONE, scripts=False), live_web, world)
    for seat, (name, front, back, order) in enumerate(
        (("北川 そら", "5", "4", "2"), ("朝霧 ゆい", "6", "3", "1"), ("若葉 りく", "8", "4", "3")), start=1
    ):
        for column, value in (("player", name), ("front", front), ("back", back), ("order", order)):
            page.locator(f'[name="seat-{seat}-{column}"]').fill(value)
    page.locator('[for="seat-3-more-open"]').tap()
    page.locator('[name="seat-3-front-dice"]').fill("55555555")
    page.locator("#send").tap()
    page.locator("#says-3").get_by_text("+1して9点です(入力は8点)").wait_for()
    page.locator('[name="seat-3-front"]').fill("9")
    page.get_by_label("知らない名前は新しい人として登録する").check()
    page.get_by_role("button", name="確かめる").last.tap()
    page.locator(".places li").nth(2).wait_for()
    assert desk.places(page) == ["1位 若葉 りく 13", "2位 朝霧 ゆい 9 編集順で上", "3位 北川 そら 9"]
    page.locator("#send").tap()
    page.get_by_text("確定しました。").wait_for()
    assert make.places(make.only_report(world.club))[2] == ("若葉 りく", 1)


def test_accounts_and_roles_in_every_look(live_web: WebServer, reader: ReaderFactory) -> None:
    world = make.world_make()
    problems: list[str] = []
    for size, language, scheme in LOOKS:
        window = reader(SIZES[size], language, scheme)
        desk.log_in(window, live_web, world, "owner")
        for path in ("/aoba/members/", "/accounts/password/"):
            window.page.goto(live_web.url + path)
            where = f"{path} {size} {language} {scheme}: "
            problems += [where + text for text in window.complaints if "favicon" not in text]
            problems += [where + "CSP " + text for text in window.violations()]
            if (size, language) in AXE_LOOKS:
                problems += [where + text for text in window.axe()]
            if window.overflow():
                problems.append(where + f"{window.overflow()} px too wide")
            if size != "desk":
                problems += [where + "small " + text for text in window.page.evaluate(CONTROLS)]
    assert problems == []
