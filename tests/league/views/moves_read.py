"""What pages say of changes, read back from their markup; and the same changes by other means than the product's."""

from __future__ import annotations

import re
from collections import defaultdict
from decimal import ROUND_HALF_EVEN, Decimal, localcontext
from html import unescape
from typing import TYPE_CHECKING, NamedTuple

from tests.league.views.moves_world import GUEST, Moves
from tests.league.views.page_world import body_of, named

if TYPE_CHECKING:
    from django.test import Client

FIGURE = r'<span class="figure[^"]*">([^<]+)</span>'


class Line(NamedTuple):
    """One opponent as the page tells it."""

    words: str
    opponent: str
    rating: str
    transfer: Decimal


class Block(NamedTuple):
    """One person as the page tells it."""

    before: str
    after: str
    change: Decimal
    lines: list[Line]
    together: Decimal


def number(text: str) -> Decimal:
    """Return a figure with its sign as a number."""
    return Decimal(text.replace("\N{MINUS SIGN}", "-").replace("±", ""))


def section(client: Client, found: Moves, ladder: str = "Elo", table: int = -1, language: str = "en") -> str:
    """Return what the table's page says about one ladder, as markup."""
    response = client.get(found.url(table), headers={"accept-language": language})
    assert response.status_code == 200
    part = body_of(response).split(f'id="moves-{found.ladders[ladder].public_id}"', 1)[1]
    return re.split(r'<details class="ladder"|<p class="unrated"|</section>', part)[0]


def plain(markup: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", re.sub(r"</?bdi[^>]*>", "", markup))).split())


def unrated(client: Client, found: Moves, language: str = "en") -> list[str]:
    text = body_of(client.get(found.url(), headers={"accept-language": language}))
    return [plain(one) for one in re.findall(r'<p class="unrated">(.*?)</p>', text)]


def blocks(client: Client, found: Moves, table: int = -1) -> dict[str, Block]:
    """Return every person of an Elo ladder's section, by name."""
    read = {}
    for markup in re.split(r'<details class="apart">', section(client, found, table=table))[1:]:
        head, below = markup.split("</summary>", 1)
        name = re.search(r'<bdi class="name"[^>]*>([^<]+)</bdi>', head)
        path = re.search(r'class="path">([\d.]+) → ([\d.]+)<', head)
        change = re.search(r'<b class="figure[^"]*">([^<]+)</b>', head)
        assert name and path and change  # noqa: PT018 - one of them is no more telling
        *lines, together = re.findall(r"<li[^>]*>(.*?)</li>", below.split("</ul>", 1)[0])
        read[name[1]] = Block(
            path[1], path[2], number(change[1]), [line_of(one) for one in lines], transfer_of(together)
        )
    return read


def line_of(markup: str) -> Line:
    said = re.search(r"<span>(beat|lost to|shared the place with) <bdi>([^<]+)</bdi> \(([\d.]+)\): ", markup)
    assert said, markup
    return Line(said[1], said[2], said[3], transfer_of(markup))


def transfer_of(markup: str) -> Decimal:
    return number(re.findall(FIGURE, markup)[-1])


def results(client: Client, found: Moves, name: str, ladder: str = "Elo") -> list[str]:
    url = f"/aoba/players/{named(found.world.club, name).public_id}/?ladder={found.ladders[ladder].public_id}"
    text = body_of(client.get(url, headers={"accept-language": "en"}))
    return re.findall(r'<tr><td class="day">.*?</tr>', text, re.DOTALL)


def expected(played: list[dict[str, int]]) -> list[dict[str, dict[str, int]]]:
    """Return for each table what each got from each of the others, in thousandths, with 50 digits and half-even."""
    rating: defaultdict[str, int] = defaultdict(lambda: 1_500_000)
    games: defaultdict[str, int] = defaultdict(int)
    told = []
    for places in played:
        rated = {name: place for name, place in places.items() if name != GUEST}
        got: dict[str, dict[str, int]] = {name: {} for name in rated}
        for one in rated:
            for other in rated:
                if (rating[one], one) > (rating[other], other):
                    transfer = _higher(one, other, rated, rating, games)
                    got[one][other], got[other][one] = transfer, -transfer
        told.append(got)
        for name, transfers in got.items():
            rating[name] += sum(transfers.values())
            games[name] += 1
    return told


def _higher(
    one: str, other: str, places: dict[str, int], rating: dict[str, int], games: dict[str, int]
) -> int:
    with localcontext(prec=50):
        chance = 1 / (1 + Decimal(10) ** (Decimal(rating[other] - rating[one]) / 400_000))
        score = Decimal(1 + (places[one] < places[other]) - (places[one] > places[other])) / 2
        k = Decimal(sum(48 if games[n] < 3 else 32 if games[n] < 6 else 16 for n in (one, other))) / 2
        exact = k / (len(places) - 1) * (score - chance) * 1000
        return int(exact.to_integral_value(ROUND_HALF_EVEN))
