"""The API's documentation page in a real browser: drawn without a breach of the strict CSP, usable on a phone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.e2e.conftest import DESK, PHONE, ReaderFactory

if TYPE_CHECKING:
    from tests.services.django_processes import WebServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_page_draws_every_address(live_web: WebServer, reader: ReaderFactory, size: tuple[int, int]) -> None:
    window = reader(size)
    window.page.goto(f"{live_web.url}/api/docs/")
    window.page.wait_for_selector("#operations-tables-tables_read")
    assert window.page.locator(".opblock").count() == 19
    window.page.click("#operations-tables-tables_read button")
    window.page.wait_for_selector("text=One table, with its confirmed report and findings")
    assert window.violations() == []
    assert window.complaints == []
    assert window.overflow() <= 0


def test_page_without_scripts_leads_to_the_document(live_web: WebServer, reader: ReaderFactory) -> None:
    window = reader(scripts=False)
    window.page.goto(f"{live_web.url}/api/docs/#run-gone")
    assert window.page.locator("main a[href='/api/schema/']").is_visible()
    assert window.page.locator("dt#run-gone").is_visible()
