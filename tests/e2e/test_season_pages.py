"""A season in a real browser: points, adjusting them, closing, and an erratum, with and without scripts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from league.models import Adjustment, Player
from league.services.clubs import season_titles_set
from tests.e2e.conftest import PHONE, SMALL_PHONE, Reader, ReaderFactory
from tests.e2e.entry_desk import log_in
from tests.e2e.test_page_looks import LOOKS, SIZES, WIDE
from tests.league.views.page_world import actor, refreshed
from tests.league.views.season_world import InSeason, adjust, season_played

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.services.django_processes import WebServer

pytestmark = [pytest.mark.browser, pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

THUMB = 44


def wide_season() -> InSeason:
    """Return a closed season with an erratum in which every text is as long as it may be."""
    found = season_played()
    adjust(found.world, found.season, "小夜", 9_999_999, "長い理由です。" * 50)
    titles = (WIDE, "とても長い称号" * 5)
    season_titles_set(actor=actor(found.world, "owner"), season=found.season, titles=titles)
    Player.objects.filter(display_name="カズ").update(display_name=WIDE, reading=WIDE)
    found.close()
    found.correct()
    return found


def opened(window: Reader, web: WebServer, found: InSeason, path: str = "") -> Page:
    """Return a page of the season in the owner's browser."""
    page = log_in(window, web, found.world, "owner")
    page.goto(web.url + found.url + path)
    return page


@pytest.mark.parametrize(("size", "language", "scheme"), LOOKS)
def test_pages_of_a_season_in_every_look(
    live_web: WebServer, reader: ReaderFactory, size: str, language: str, scheme: str
) -> None:
    found = wide_season()
    window = reader(SIZES[size], language, scheme)
    page = log_in(window, live_web, found.world, "owner")
    problems: list[str] = []
    for path in ("", "change/", "adjustments/"):
        page.goto(live_web.url + found.url + path)
        for step in page.locator("summary").all():
            step.click()
        problems += [f"{path}: {text}" for text in (*window.violations(), *window.axe())]
        problems += [f"{path}: {window.overflow()} px too wide"] if window.overflow() > 0 else []
    assert problems + window.complaints == []


@pytest.mark.parametrize("size", [PHONE, SMALL_PHONE])
def test_adjusting_is_large_enough_for_a_thumb(
    live_web: WebServer, reader: ReaderFactory, size: tuple[int, int]
) -> None:
    page = opened(reader(size), live_web, season_played(), "adjustments/")
    for step in page.locator("summary").all():
        step.click()
    controls = page.locator("main").locator("summary, button, select, textarea, input:not([type=hidden])")
    boxes = [box for control in controls.all() if (box := control.bounding_box())]
    assert len(boxes) == controls.count() == 3 + 1 + 2 * 3
    assert [box for box in boxes if box["height"] < THUMB or box["width"] < THUMB] == []


@pytest.mark.parametrize("scripts", [True, False])
def test_points_are_taken_and_given_back(
    live_web: WebServer, reader: ReaderFactory, *, scripts: bool
) -> None:
    found = season_played()
    page = opened(reader(PHONE, scripts=scripts), live_web, found)
    page.get_by_role("link", name="加点・減点").click()
    page.get_by_label("だれ").select_option(label="みずき")
    page.get_by_label("点数").fill("−１．５")
    page.get_by_label("理由", exact=True).fill("遅刻")
    page.get_by_role("button", name="加減点する").click()
    assert page.get_by_role("status").inner_text().startswith("加点・減点しました。")
    assert page.locator(".adjusted b").all_inner_texts() == ["−12.5", "+1", "+2", "−1.5"]
    refreshed(found.world.club)
    page.get_by_role("link", name="2026年度 秋季").click()
    assert "−1.5" in page.locator("table.seats tr", has_text="みずき").inner_text()
    page.go_back()
    page.locator("summary").last.click()
    page.get_by_label("取り消す理由").last.fill("電車の遅れでした")
    page.get_by_role("button", name="取り消す", exact=True).last.click()
    assert page.get_by_role("status").inner_text().startswith("加減点を取り消しました。")
    assert "電車の遅れでした" in page.locator(".adjusted").last.inner_text()
    assert Adjustment.objects.filter(revoked_at=None).count() == 2


def test_what_is_refused_stands_at_its_field_and_keeps_the_rest(
    live_web: WebServer, reader: ReaderFactory
) -> None:
    window = reader()
    page = opened(window, live_web, season_played(), "adjustments/")
    page.get_by_label("だれ").select_option(label="みずき")
    page.get_by_label("点数").fill("たくさん")
    page.get_by_label("理由", exact=True).fill("遅刻")
    page.get_by_role("button", name="加減点する").click()
    assert page.get_by_label("点数").get_attribute("aria-invalid") == "true"
    assert page.locator("textarea[name=reason]").input_value() == "遅刻"
    assert page.locator("select[name=player] option:checked").inner_text().startswith("みずき")
    assert window.axe() == []


@pytest.mark.parametrize("scripts", [True, False])
def test_correction_of_a_closed_season_stands_beside_what_was_put_away(
    live_web: WebServer, reader: ReaderFactory, *, scripts: bool
) -> None:
    found = season_played()
    page = opened(reader(scripts=scripts), live_web, found, "change/")
    page.get_by_role("button", name="期を終了する").click()
    assert page.get_by_role("status").inner_text().startswith("期を終了し、順位を保存しました。")
    before = page.locator("table.seats").inner_text()
    assert page.locator(".notice.warn").count() == 0
    found.correct(1)
    page.reload()
    assert page.locator("table.seats").inner_text() == before
    assert page.locator(".notice.warn").get_by_role("heading", name="訂正").is_visible()
    page.locator(".notice.warn").get_by_role("link").click()
    assert page.get_by_role("heading", level=1).inner_text().startswith("1回戦 卓2")
