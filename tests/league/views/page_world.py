"""Played tables for tests of pages, made through services as people make them. Names are invented."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.contrib.auth.models import User

from league.models import Ladder, Player, Submission, Table
from league.services.actors import Actor
from league.services.runs import ladder_refresh
from league.services.submissions import Place, submission_submit
from tests.league.views.entry_world import DAY, MAHJONG_NAMES, Answer, World, world_make

if TYPE_CHECKING:
    from datetime import date

    from django.test import Client

    from league.models import Club

NAMES = ("みずき", "北川 そら", "朝霧 ゆい", "小夜")


@dataclass(slots=True)
class Played:
    """A world with one table: its address, and whoever may act."""

    world: World
    table: Table

    @property
    def club(self) -> Club:
        """The club."""
        return self.world.club

    @property
    def url(self) -> str:
        """The page of the table."""
        return f"/{self.club.slug}/tables/{self.table.public_id}/"

    @property
    def alice(self) -> Client:
        """The owner's browser."""
        return self.world.browsers["owner"]

    @property
    def bob(self) -> Client:
        """The scorer's browser."""
        return self.world.browsers["scorer"]

    @property
    def charlie(self) -> Client:
        """An outsider's browser."""
        return self.world.browsers["stranger"]

    @property
    def lock(self) -> str:
        """The version of the table as a form carries it."""
        return str(self.again().lock_version)

    def again(self) -> Table:
        """Return the table as it is now."""
        return Table.objects.select_related("meeting__club", "ruleset").get(pk=self.table.pk)

    def states(self) -> list[tuple[int | None, str]]:
        """Return (version, state) of every report."""
        return list(self.table.submissions.order_by("version").values_list("version", "state"))


def actor(world: World, role: str) -> Actor:
    """Return the actor of a role."""
    return Actor.of(User.objects.get(username=f"{role}-{world.club.slug}"))


def danmaku(names: tuple[str, ...] = NAMES, **changes: dict[str, Any]) -> dict[str, Any]:
    """Return a danmaku report with a tie that the edit order decides; `seatN` changes fields of a seat."""
    pages = ((5, 4), (6, 3), (3, 4), (2, 2), (4, 3))
    orders = (2, 1, 3, 4, 5)
    seats = []
    for number, name in enumerate(names, start=1):
        front, back = pages[number - 1]
        seat: dict[str, Any] = {
            "seat": number,
            "player": name,
            "help": {"untapped": 2, "tapped": 0},
            "edit_order": orders[number - 1],
            "pages": [{"score": front}, {"score": back}],
            "total": front + back,
        }
        seats.append(seat | changes.get(f"seat{number}", {}))
    seats[0]["pages"][0].setdefault("dice", [1, 2, 3, 3, 3, 3, 3, 5])
    return {"format": "sekijun.report/1", "game": "danmaku", "ruleset": "base", "seats": seats}


def doujin() -> dict[str, Any]:
    """Return a doujin report with a full hand."""
    colours = (("cover", 3), ("genre", 4), ("element", 2), ("name", 1))
    hand = [{"colour": colour, "side": "light", "points": points} for colour, points in colours]
    hand.append({"colour": "adult", "side": "dark", "points": -8})
    seats = [
        {"seat": 1, "player": "みずき", "early_bird": True, "hand": hand, "bonus": True, "total": 6},
        {"seat": 2, "player": "小夜", "early_bird": False, "total": 6},
        {"seat": 3, "player": "カズ", "early_bird": False, "total": -2},
    ]
    return {"format": "sekijun.report/1", "game": "doujin", "ruleset": "base", "laps": 4, "seats": seats}


def generic(*names: str) -> dict[str, Any]:
    """Return a generic report in which the people finished in this order."""
    seats = [
        {"seat": n, "player": name, "total": 10 * (len(names) - n), "placement": n}
        for n, name in enumerate(names, start=1)
    ]
    return {"format": "sekijun.report/1", "game": "generic", "ruleset": "base", "seats": seats}


def mahjong(
    points: tuple[int, ...] = (41_300, 25_000, 25_000, 8_700),
    **seat1: Any,  # noqa: ANN401 - fields of any type
) -> dict[str, Any]:
    """Return a report of mahjong; `seat1` adds to the first seat."""
    seats: list[dict[str, Any]] = [
        {"seat": n, "player": name, "total": total}
        for n, (name, total) in enumerate(zip(MAHJONG_NAMES, points, strict=True), start=1)
    ]
    seats[0] |= seat1
    return generic() | {"ruleset": "mahjong", "seats": seats}


def report(
    world: World,
    content: dict[str, Any],
    *,
    number: int = 1,
    role: str = "scorer",
    day: date = DAY,
    onto: Table | None = None,
) -> Table:
    """Send a report and return its table."""
    answer = submission_submit(
        actor=actor(world, role),
        club=world.club,
        place=Place(day, 1, number),
        report=content,
        onto=onto,
        create_missing_players=True,
    )
    return Table.objects.select_related("meeting__club", "ruleset").get(public_id=answer.table)


def played(content: dict[str, Any] | None = None, **settings: object) -> Played:
    """Return a world with one reported table."""
    world = world_make(**settings)  # type: ignore[arg-type]
    return Played(world, report(world, content or danmaku()))


def in_conflict() -> Played:
    """Return a table whose second report says that eight equal dice are 8 points, which can't be."""
    found = played()
    rival = danmaku(seat4={"pages": [{"score": 8, "dice": [5] * 8}, {"score": 2}], "total": 10})
    report(found.world, rival, role="admin", onto=found.table)
    return found


def body_of(response: Answer) -> str:
    """Return a page with each tag on one line, however its template is laid out."""
    return re.sub(r"<[^>]*>", lambda tag: " ".join(tag[0].split()), response.content.decode())


def refreshed(club: Club) -> None:
    """Bring every ladder of the club up to date."""
    for ladder in Ladder.objects.filter(club=club):
        ladder_refresh(ladder_id=ladder.pk)


def named(club: Club, name: str) -> Player:
    """Return the player with this display name."""
    return Player.objects.get(club=club, display_name=name)


def confirmed(table: Table) -> Submission:
    """Return the report that counts."""
    return Submission.objects.get(table=table, state=Submission.State.CONFIRMED)
