"""A table in a real browser, with and without scripts: correct with a reason, void and restore, settle a conflict."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from league.models import Table
from tests.e2e.conftest import PHONE, ReaderFactory
from tests.e2e.entry_desk import log_in
from tests.league.views.page_world import Played, danmaku, in_conflict, named, played, refreshed, report

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.services.django_processes import WebServer

pytestmark = [pytest.mark.browser, pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


def opened(reader: ReaderFactory, web: WebServer, found: Played, **window: object) -> Page:
    """Return the table's page in the owner's browser."""
    page = log_in(reader(**window), web, found.world, "owner")
    page.goto(web.url + found.url)
    return page


@pytest.mark.parametrize("scripts", [True, False])
def test_correct_a_result_with_a_reason(live_web: WebServer, reader: ReaderFactory, *, scripts: bool) -> None:
    found = played()
    page = opened(reader, live_web, found, scripts=scripts)
    page.get_by_role("link", name="結果を訂正").click()
    page.get_by_role("group").nth(0).get_by_label("二面", exact=True).fill("6")
    page.get_by_label("理由").fill("二面を書き間違えました")
    page.get_by_role("button", name="訂正して確定").click()
    assert page.get_by_role("status").inner_text().startswith("訂正を確定しました。")
    assert page.locator("table.paper tbody tr").nth(0).locator(".total").inner_text() == "11"
    assert "1位" in page.locator("table.paper tbody tr").nth(0).inner_text()
    assert "二面を書き間違えました" in page.locator(".timeline").inner_text()
    assert found.states() == [(1, "superseded"), (2, "confirmed")]


@pytest.mark.parametrize("scripts", [True, False])
def test_void_and_restore(live_web: WebServer, reader: ReaderFactory, *, scripts: bool) -> None:
    found = played()
    page = opened(reader, live_web, found, scripts=scripts, size=PHONE)
    page.get_by_role("link", name="無効にする").click()
    assert "元に戻せます" in page.locator(".headline").inner_text()
    page.get_by_label("理由").fill("二重の入力")
    page.get_by_role("button", name="無効にする").click()
    assert "無効(レート外)" in page.get_by_role("heading", level=1).inner_text()
    page.get_by_role("status").get_by_role("link", name="元に戻す →").click()
    page.get_by_role("button", name="元に戻す").click()
    assert "無効" not in page.get_by_role("heading", level=1).inner_text()
    assert found.again().state == Table.State.CONFIRMED


def test_two_scorers_differ_and_the_conflict_is_settled(live_web: WebServer, reader: ReaderFactory) -> None:
    found = in_conflict()
    page = opened(reader, live_web, found)
    box = page.get_by_role("region", name="報告が食い違っています")
    assert "この版はありえません。" in box.inner_text()
    assert "DG-18" in box.inner_text()
    box.get_by_role("link", name="却下する").click()
    page.get_by_label("理由").fill("ダイスを数え間違えています")
    page.get_by_role("button", name="却下する").click()
    assert page.get_by_role("heading", name="報告が食い違っています").count() == 0
    assert found.again().conflict is False
    assert found.states() == [(1, "confirmed"), (2, "rejected")]


def test_the_other_report_wins(live_web: WebServer, reader: ReaderFactory) -> None:
    found = played()
    better = danmaku(seat4={"pages": [{"score": 3}, {"score": 3}], "total": 6})
    report(found.world, better, role="admin", onto=found.table)
    page = opened(reader, live_web, found)
    page.get_by_role("link", name="確定する").click()
    assert "第2版が第1版と入れ替わります。" in page.locator(".headline").inner_text()
    page.get_by_role("button", name="確定する").click()
    assert "報告を確定しました。" in page.get_by_role("status").inner_text()
    assert found.states() == [(1, "superseded"), (2, "confirmed")]


def test_an_edit_that_comes_too_late_shows_the_difference_and_loses_nothing(
    live_web: WebServer, reader: ReaderFactory
) -> None:
    found = played()
    late, early = (opened(reader, live_web, found) for _ in range(2))
    for page in (late, early):
        page.get_by_role("link", name="結果を訂正").click()
    early.get_by_role("group").nth(0).get_by_label("二面", exact=True).fill("5")
    early.get_by_label("理由").fill("早い訂正")
    early.get_by_role("button", name="訂正して確定").click()
    late.get_by_role("group").nth(0).get_by_label("二面", exact=True).fill("6")
    late.get_by_label("理由").fill("遅い訂正")
    late.get_by_role("button", name="訂正して確定").click()
    row = late.get_by_role("region", name="あなたの訂正").get_by_role("row", name="二面")
    assert row.locator("td").all_inner_texts() == ["5", "6"]
    assert late.get_by_label("理由").input_value() == "遅い訂正"
    late.get_by_role("button", name="訂正して確定").click()
    assert late.locator("table.paper tbody tr").nth(0).locator(".total").inner_text() == "11"
    assert found.states() == [(1, "superseded"), (2, "superseded"), (3, "confirmed")]


@pytest.mark.parametrize("scripts", [True, False])
def test_a_change_of_rating_unfolds(live_web: WebServer, reader: ReaderFactory, *, scripts: bool) -> None:
    found = played()
    refreshed(found.club)
    page = reader(PHONE, scripts=scripts).page
    page.goto(live_web.url + found.url)
    line = page.get_by_text("のところ 1").first
    assert not line.is_visible()
    page.locator(".movers summary").first.click()
    assert line.is_visible()
    page.locator(".movers summary").first.press("Enter")
    assert not line.is_visible()
    page.goto(f"{live_web.url}/aoba/players/{named(found.club, 'みずき').public_id}/")
    page.locator(".results summary").first.click()
    assert page.locator(".results .ledger .sum").first.is_visible()
