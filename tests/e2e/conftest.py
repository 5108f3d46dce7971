"""Pages in a real browser: what screen, language and scheme make of them, and what the browser complains of."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Request

AXE = (Path(__file__).parent / "vendor" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
DESK, PHONE, SMALL_PHONE = (1100, 760), (390, 844), (360, 640)
# Violations of the CSP are counted from the first line of the page on, before any of its own code could run.
LISTEN = """
window.violations = [];
addEventListener("securitypolicyviolation", event => violations.push(event.violatedDirective));
"""


@dataclass
class Reader:
    """A browser window, with everything that went wrong in it."""

    page: Page
    complaints: list[str] = field(default_factory=list)

    def listen(self) -> None:
        """Note from now on what the console says, what scripts throw and which requests fail.

        A request that the browser itself gives up because the window goes elsewhere (the icon of the page before,
        on a slow machine) is none that failed.
        """
        self.page.on("console", lambda message: self.complaints.append(f"{message.type}: {message.text}"))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("requestfailed", self._request_failed)

    def _request_failed(self, request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":
            self.complaints.append(f"failed: {request.url} ({request.failure})")

    def violations(self) -> list[str]:
        """Return the breaches of the content security policy."""
        return list(self.page.evaluate("window.violations"))

    def axe(self) -> list[str]:
        """Return what axe-core finds wrong: rule and place."""
        self.page.evaluate(AXE)
        found = self.page.evaluate("axe.run().then(r => r.violations)")
        return [f"{v['id']}: {node['html'][:120]}" for v in found for node in v["nodes"]]

    def overflow(self) -> int:
        """Return by how many pixels the page is wider than the window."""
        return int(self.page.evaluate("document.documentElement.scrollWidth - window.innerWidth"))


ReaderFactory = Callable[..., Reader]


@pytest.fixture
def reader(chromium: Browser) -> Iterator[ReaderFactory]:
    """Open windows; parameters: size, language, scheme, scripts (whether pages may run any)."""
    contexts = []

    def open_window(
        size: tuple[int, int] = DESK,
        language: str = "ja",
        scheme: Literal["light", "dark"] = "light",
        *,
        scripts: bool = True,
    ) -> Reader:
        context = chromium.new_context(
            viewport={"width": size[0], "height": size[1]},
            locale=language,
            color_scheme=scheme,
            java_script_enabled=scripts,
            has_touch=size != DESK,
        )
        contexts.append(context)
        context.add_init_script(LISTEN)
        found = Reader(context.new_page())
        found.listen()
        return found

    yield open_window
    for context in contexts:
        context.close()
