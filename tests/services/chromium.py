"""Chromium for tests, driven by Playwright; never downloaded."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)


@contextmanager
def launched(program: str) -> Iterator[Browser]:
    """Run Chromium. Playwright keeps an event loop in this thread, in which Django would refuse to query."""
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(QUIET))
        try:
            yield browser
        finally:
            browser.close()
    del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]
