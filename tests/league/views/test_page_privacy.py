"""Every page that links lead to, as every role: no trace of who is hidden or erased, nor of what is for members."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape
from typing import TYPE_CHECKING

import pytest

from league.services.clubs import season_assign, season_create
from league.services.merges import player_merge
from league.services.people import alias_add, player_anonymise, player_change, player_create
from league.services.submissions import Place, submission_submit
from league.services.tables import table_void
from tests.league.views.entry_world import DAY, World, world_make
from tests.league.views.page_world import actor, body_of, danmaku, generic, named, refreshed, report

if TYPE_CHECKING:
    from django.test import Client

    from league.models import Player

pytestmark = pytest.mark.django_db

HIDDEN = (
    "伏田XQ",
    "ふせだXQ",
    "FusedaXQ",
    "伏さんXQ",
    "伏せ字XQ",
)  # names of a hidden person and of its other record
ERASED = ("消田YQ", "きえだYQ", "消さんYQ")
REASONS = ("無効の理由ZQ", "報告の理由ZQ")
AUTHORS = ("scorer-aoba", "admin-aoba")
MOST_PAGES = 200


def private_things() -> tuple[World, Player]:
    """Return a club with something hidden in every place, and the person who is hidden."""
    world = world_make()
    owner = actor(world, "owner")
    hidden = player_create(
        actor=owner, club=world.club, name=HIDDEN[0], reading=HIDDEN[1], romanised=HIDDEN[2]
    )
    alias_add(actor=owner, player=hidden, name=HIDDEN[3])
    other = player_create(actor=owner, club=world.club, name=HIDDEN[4])
    gone = player_create(actor=owner, club=world.club, name=ERASED[0], reading=ERASED[1])
    alias_add(actor=owner, player=gone, name=ERASED[2])
    table = report(world, generic("みずき", HIDDEN[0], ERASED[0]))
    report(world, generic("みずき", ERASED[0], HIDDEN[0]), role="admin", onto=table)
    report(world, danmaku(("小夜", HIDDEN[4], "カズ")), number=2, day=DAY + timedelta(days=7))
    void = report(world, generic(HIDDEN[0], "カズ"), number=3)
    table_void(actor=owner, table=void, lock_version=1, reason=REASONS[0])
    submission_submit(
        actor=actor(world, "scorer"),
        club=world.club,
        place=Place(DAY, 1, 4),
        report=generic("みずき", HIDDEN[0]),
        warnings_reason=REASONS[1],
    )
    season = season_create(actor=owner, club=world.club, name="秋")
    season_assign(actor=owner, meeting=table.meeting, season=season)
    refreshed(world.club)
    player_merge(actor=owner, source=other, target=hidden)
    player_change(actor=owner, player=hidden, hidden=True)
    player_anonymise(actor=owner, player=gone)
    return world, hidden


def crawl(browser: Client, club: str = "/aoba/") -> dict[str, str]:
    """Return the text of every page of the club that links lead to, by address."""
    pages: dict[str, str] = {}
    waiting = [club]
    while waiting:
        address = waiting.pop()
        if address in pages:
            continue
        response = browser.get(address)
        assert (address, response.status_code) in {(address, 200), (address, 302)}
        # exports come in other character sets, in which some signs are numeric references
        pages[address] = unescape(response.content.decode(response.charset or "utf-8"))
        assert len(pages) <= MOST_PAGES
        links = re.findall(r'href="([^"#]+)"', pages[address])
        waiting += [_joined(address, link) for link in links if link.startswith((club, "?"))]
    return pages


def _joined(address: str, link: str) -> str:
    return address.partition("?")[0] + link if link.startswith("?") else link


def traces(pages: dict[str, str], marks: tuple[str, ...]) -> list[tuple[str, str]]:
    return [(address, mark) for address, text in pages.items() for mark in marks if mark in text]


@pytest.mark.parametrize("lag", [True, False])
@pytest.mark.parametrize("role", ["nobody", "stranger", "player", "scorer"])
def test_nothing_private_is_on_any_page(role: str, *, lag: bool) -> None:
    world, hidden = private_things()
    if not lag:
        refreshed(world.club)
    pages = crawl(world.browsers[role])
    assert len(pages) > 25
    members_only = (*REASONS, *AUTHORS) if role in {"nobody", "stranger"} else ()
    own = f"{role}-aoba"
    marks = tuple(mark for mark in (*HIDDEN, *ERASED, hidden.public_id, *members_only) if mark != own)
    assert traces(pages, marks) == []


def test_admins_see_who_is_hidden_but_nobody_who_is_erased() -> None:
    world, _ = private_things()
    pages = crawl(world.browsers["admin"])
    assert {mark for _, mark in traces(pages, HIDDEN)} >= {HIDDEN[0], HIDDEN[3]}
    assert traces(pages, ERASED) == []
    assert {mark for _, mark in traces(pages, REASONS)} == set(REASONS)


def test_search_finds_nobody_who_is_hidden_or_erased() -> None:
    world, hidden = private_things()
    named(world.club, "カズ")
    for role in ("nobody", "stranger", "player", "scorer"):
        for mark in (*HIDDEN, *ERASED):
            for path in ("/aoba/", "/aoba/people/"):
                text = body_of(world.browsers[role].get(path, {"q": mark}))
                assert f"/players/{hidden.public_id}/" not in text
                assert "/aoba/players/" not in text
