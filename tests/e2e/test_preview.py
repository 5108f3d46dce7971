"""A preview in a real browser: it appears by itself once a worker has been there, or on a page of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import pytest

from league.models import Preview
from league.services.previews import preview_answer
from tests.e2e.conftest import DESK, PHONE, ReaderFactory
from tests.e2e.entry_desk import log_in
from tests.league.views.page_world import generic, played, refreshed

if TYPE_CHECKING:
    from tests.services.django_processes import WebServer

pytestmark = [pytest.mark.browser, pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

LOOKS = [
    (PHONE, "ja", "light", "先に影響を見る", "変わるところ"),
    (PHONE, "en", "dark", "See first what would change", "What would change"),
    (DESK, "ja", "dark", "先に影響を見る", "変わるところ"),
    (DESK, "en", "light", "See first what would change", "What would change"),
]


@pytest.mark.parametrize(("size", "language", "scheme", "button", "heading"), LOOKS)
def test_preview_appears_by_itself(
    live_web: WebServer,
    reader: ReaderFactory,
    size: tuple[int, int],
    language: str,
    scheme: Literal["light", "dark"],
    button: str,
    heading: str,
) -> None:
    found = played(generic("みずき", "北川 そら", "小夜", "朝霧 ゆい"))
    refreshed(found.club)
    window = reader(size, language, scheme)
    page = log_in(window, live_web, found.world, "owner")
    page.goto(f"{live_web.url}{found.url}void/")
    page.get_by_role("button", name=button).click()
    page.wait_for_selector("#preview[aria-busy]")

    preview_answer(preview_id=Preview.objects.get().pk)
    page.wait_for_selector("#preview table.versus")

    assert page.get_by_role("heading", name=heading).is_visible()
    assert window.axe() == []
    assert window.overflow() <= 0
    assert (window.violations(), window.complaints) == ([], [])


def test_preview_without_scripts_is_a_link_to_its_own_page(
    live_web: WebServer, reader: ReaderFactory
) -> None:
    found = played(generic("みずき", "北川 そら"))
    refreshed(found.club)
    window = reader(scripts=False)
    page = log_in(window, live_web, found.world, "owner")
    page.goto(f"{live_web.url}{found.url}void/")
    page.get_by_role("button", name="先に影響を見る").click()
    page.get_by_role("link", name="別のページで見る").click()
    assert page.get_by_role("status").inner_text() == "計算しています…"

    preview_answer(preview_id=Preview.objects.get().pk)
    page.get_by_role("link", name="もう一度見る").click()
    assert page.locator("#preview table.versus").is_visible()
