"""Every change on a player's page against the formula of DESIGN §6, computed here by other means (50 digits, pairs)."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from datetime import timedelta
from decimal import ROUND_HALF_EVEN, Decimal, localcontext
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from league.services.people import player_create
from tests.league.views.entry_world import DAY, PEOPLE, World, world_make
from tests.league.views.page_world import actor, body_of, named, refreshed, report

if TYPE_CHECKING:
    from django.test import Client

pytestmark = pytest.mark.django_db

NAMES = tuple(name for name, _ in PEOPLE)
GUEST = "旅の人"
TABLES = 14


class Told(NamedTuple):
    """One row of a page: the change, the rating after it, and who was beaten, level or better."""

    change: str
    after: str
    ahead: frozenset[str]
    level: frozenset[str]
    behind: frozenset[str]


def season() -> tuple[World, list[dict[str, int]]]:
    """Play invented tables with shared places and a guest; return the places at each."""
    world, chance = world_make(), random.Random(6)
    player_create(actor=actor(world, "owner"), club=world.club, name=GUEST, guest=True)
    played = []
    for number in range(TABLES):
        people = chance.sample([*NAMES, GUEST], chance.choice((3, 4, 5)))
        totals = {name: chance.randrange(6) for name in people}
        report(world, _sheet(totals), day=DAY + timedelta(days=number // 3), number=number % 3 + 1)
        played.append({name: 1 + sum(t > total for t in totals.values()) for name, total in totals.items()})
    refreshed(world.club)
    return world, played


def _sheet(totals: dict[str, int]) -> dict[str, Any]:
    seats = [
        {"seat": seat, "player": name, "total": total}
        for seat, (name, total) in enumerate(totals.items(), start=1)
    ]
    return {"format": "sekijun.report/1", "game": "generic", "ruleset": "base", "seats": seats}


def expected(played: list[dict[str, int]]) -> dict[str, list[Told]]:
    """Return the rows of each player's page, newest first, by the formula of the preset "standard"."""
    rating: defaultdict[str, int] = defaultdict(lambda: 1_500_000)
    games: defaultdict[str, int] = defaultdict(int)
    rows: defaultdict[str, list[Told]] = defaultdict(list)
    for places in played:
        rated = {name: place for name, place in places.items() if name != GUEST}
        gained = {
            name: sum(_transfer(name, other, rated, rating, games) for other in rated) for name in rated
        }
        for name, change in gained.items():
            rating[name] += change
            games[name] += 1
            rows[name].insert(0, _told(name, change, rating[name], rated))
    return rows


def _transfer(
    one: str, other: str, places: dict[str, int], rating: dict[str, int], games: dict[str, int]
) -> int:
    """Return what one gets from another, in thousandths: from the side of the higher rated, rounded half to even."""
    if one == other:
        return 0
    if (rating[one], one) < (rating[other], other):
        return -_transfer(other, one, places, rating, games)
    with localcontext(prec=50):
        chance = 1 / (1 + Decimal(10) ** (Decimal(rating[other] - rating[one]) / 400_000))
        score = Decimal(1 + (places[one] < places[other]) - (places[one] > places[other])) / 2
        k = (
            Decimal(sum(48 if games[name] < 10 else 32 if games[name] < 20 else 16 for name in (one, other)))
            / 2
        )
        exact = k / (len(places) - 1) * (score - chance) * 1000
        return int(exact.to_integral_value(ROUND_HALF_EVEN))


def _told(name: str, change: int, after: int, places: dict[str, int]) -> Told:
    sign = "+" if change > 0 else "\N{MINUS SIGN}" if change < 0 else "±"
    others = {other: place - places[name] for other, place in places.items() if other != name}
    return Told(
        f"{sign}{abs(change) / 1000:.3f}",
        f"{after / 1000:.3f}",
        frozenset(other for other, way in others.items() if way > 0),
        frozenset(other for other, way in others.items() if way == 0),
        frozenset(other for other, way in others.items() if way < 0),
    )


def told(client: Client, world: World, name: str) -> list[Told]:
    """Return the rows of a player's page in English."""
    response = client.get(
        f"/aoba/players/{named(world.club, name).public_id}/", headers={"accept-language": "en"}
    )
    rows = re.findall(r"<tr>(<td class=\"day\">.*?)</tr>", body_of(response))
    return [_read(row) for row in rows]


def _read(row: str) -> Told:
    cells = re.search(r'class="figure change[^"]*">([^<]+)<.*class="figure after">(\d+)<small>(\.\d+)<', row)
    words = re.search(r'class="words">(.*?)</td>', row)
    assert cells is not None
    assert words is not None
    parts = {
        way: frozenset(re.findall(r"<bdi>([^<]+)</bdi>", names))
        for way, names in re.findall(
            r"(ahead of|level with|behind) ((?:<bdi>.*?</bdi>(?:, | and )?)+)", words[1]
        )
    }
    none: frozenset[str] = frozenset()
    return Told(
        cells[1],
        cells[2] + cells[3],
        parts.get("ahead of", none),
        parts.get("level with", none),
        parts.get("behind", none),
    )


def test_every_change_is_the_formulas_and_its_words_are_the_places(client: Client) -> None:
    world, played = season()
    wanted = expected(played)
    assert sum(map(len, wanted.values())) > 40
    assert any(row.level for rows in wanted.values() for row in rows)
    for name in NAMES:
        assert (name, told(client, world, name)) == (name, wanted[name])
