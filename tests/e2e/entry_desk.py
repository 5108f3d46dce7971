"""What a scorer does at the entry page in a browser: logging in, typing with every key counted, reading the answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.conf import settings
from django.test import Client

from tests.league.views import entry_world as make

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.e2e.conftest import Reader
    from tests.services.django_processes import WebServer

# Part of a name as somebody types it, front, back, edit order. The tie at 9 is decided by edit order.
TABLE = (("きた", "5", "4", "2"), ("ゆい", "6", "3", "1"), ("mizu", "7", "4", "4"), ("小", "3", "2", "3"))
PLACES = ["1位 みずき 11", "2位 朝霧 ゆい 9 編集順で上", "3位 北川 そら 9", "4位 小夜 5"]


@dataclass
class Typist:
    """Types at a page; `strokes` counts every key but those of names and numbers."""

    page: Page
    strokes: int = 0

    def press(self, key: str) -> None:
        """Press one key or chord."""
        self.page.keyboard.press(key)
        self.strokes += 1

    def name(self, part: str) -> None:
        """Type a part of a name, take the first suggestion, and be moved on."""
        self.page.keyboard.type(part)
        self.page.locator('[role="option"][aria-selected="true"]:not(.fresh)').wait_for()
        self.press("Enter")

    def numbers(self, *digits: str) -> None:
        """Type numbers; full fields move on by themselves."""
        for digit in digits:
            self.page.keyboard.type(digit)

    def table(self) -> None:
        """Type the whole of TABLE."""
        for part, *digits in TABLE:
            self.name(part)
            self.numbers(*digits)


def log_in(window: Reader, web: WebServer, world: make.World, role: str = "scorer") -> Page:
    """Give a browser window the session of a role; return its page on the entry page."""
    client = Client()
    client.force_login(make.user_of(world, role))
    cookie = client.cookies[settings.SESSION_COOKIE_NAME].value
    window.page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": web.url}])
    window.page.goto(web.url + world.url)
    return window.page


def places(page: Page) -> list[str]:
    """Return the line of places as it reads."""
    return [" ".join(line.split()) for line in page.locator(".places li").all_inner_texts()]


def wait_for_places(page: Page, expected: list[str]) -> None:
    """Wait until the live check has answered with these places."""
    page.locator(".places li").nth(len(expected) - 1).get_by_text(expected[-1].split()[1]).wait_for()
    page.wait_for_function(
        "wanted => [...document.querySelectorAll('.places li')]"
        ".map(line => line.innerText.split(/\\s+/).join(' ').trim()).join('|') === wanted",
        arg="|".join(expected),
    )
