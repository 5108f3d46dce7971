"""What an owner does between two evenings, in a real browser, with and without scripts: seasons, days, people."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from league.models import Meeting, Season
from tests.e2e.conftest import PHONE, ReaderFactory
from tests.e2e.entry_desk import log_in
from tests.league.views.page_world import named, played

if TYPE_CHECKING:
    from tests.services.django_processes import WebServer

pytestmark = [pytest.mark.browser, pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("scripts", [True, False])
def test_a_season_is_made_filled_and_closed(
    live_web: WebServer, reader: ReaderFactory, *, scripts: bool
) -> None:
    found = played()
    page = log_in(reader(PHONE, scripts=scripts), live_web, found.world, "owner")
    page.get_by_role("link", name="例会", exact=True).click()
    page.get_by_role("link", name="期を追加").click()
    page.get_by_label("名前").fill("2026年度 秋季")
    page.get_by_role("button", name="追加する").click()
    assert page.get_by_role("status").inner_text().startswith("期を追加しました。")
    page.get_by_role("link", name="例会の一覧へ →").click()
    page.locator(".evenings a").first.click()
    page.get_by_role("link", name="日付・期を変える").click()
    page.get_by_role("combobox", name="期").select_option(label="2026年度 秋季")
    page.get_by_role("button", name="保存する").click()
    page.get_by_role("link", name="2026年度 秋季").click()
    assert page.locator(".evenings li").count() == 1
    page.get_by_role("link", name="名前・称号・終了").click()
    page.get_by_role("button", name="期を終了する").click()
    assert "終了" in page.get_by_role("heading", level=1).inner_text()
    season = Season.objects.get()
    assert (Meeting.objects.get().season, season.closed_at is not None) == (season, True)


def test_a_person_is_erased_after_a_tick(live_web: WebServer, reader: ReaderFactory) -> None:
    found = played()
    player = named(found.club, "小夜")
    window = reader()
    page = log_in(window, live_web, found.world, "owner")
    page.goto(f"{live_web.url}/aoba/people/{player.public_id}/")
    page.get_by_role("button", name="消去…").click()
    assert window.axe() == []
    page.get_by_role("button", name="消去する").click()
    player.refresh_from_db()
    assert player.display_name == "小夜"
    page.get_by_role("checkbox").check()
    page.get_by_role("button", name="消去する").click()
    assert page.get_by_role("status").inner_text().startswith("個人情報を消去しました。")
    page.goto(live_web.url + found.url)
    assert "小夜" not in page.locator("main").inner_text()
    assert (window.violations(), window.complaints) == ([], [])
