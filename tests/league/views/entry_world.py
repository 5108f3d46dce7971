"""A club with people and roles, and sheets as the entry page posts them. Names are invented."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING, Protocol

from django.contrib.auth.models import User
from django.test import Client

from league.models import Club, Submission, Table
from league.services.actors import Actor
from league.services.clubs import club_create, membership_set
from league.services.people import player_create
from league.services.rulesets import ruleset_create, ruleset_find

if TYPE_CHECKING:
    from collections.abc import Mapping

DAY = date(2026, 11, 28)
ROOT = Actor.system("test")
PEOPLE = (
    ("みずき", "みずき"),
    ("北川 そら", "きたがわ そら"),
    ("朝霧 ゆい", "あさぎり ゆい"),
    ("小夜", "さよ"),
    ("カズ", "かず"),
)
MAHJONG_NAMES = ("みずき", "北川 そら", "小夜", "カズ")
LINE_BREAK = re.compile(r"[ \t]*\n\s*")
ROLES = ("owner", "admin", "scorer", "player")


class Answer(Protocol):
    """Whatever a test client answers."""

    @property
    def content(self) -> bytes:
        """The body."""


@dataclass(slots=True)
class World:
    """A club and a logged-in browser for each role; `stranger` belongs to no club, `nobody` isn't logged in."""

    club: Club
    browsers: dict[str, Client] = field(default_factory=dict)

    @property
    def scorer(self) -> Client:
        """Who enters results."""
        return self.browsers["scorer"]

    @property
    def url(self) -> str:
        """The entry page."""
        return f"/{self.club.slug}/enter/"


def world_make(slug: str = "aoba", **settings: object) -> World:
    """Write a club with five people and a user of each role."""
    club = club_create(actor=ROOT, slug=slug, name=slug, **settings)  # type: ignore[arg-type]
    for game, key in (("danmaku", "base"), ("doujin", "base"), ("generic", "base"), ("generic", "lower")):
        ruleset_find(club=club, game=game, key=key)
    for name, reading in PEOPLE:
        player_create(actor=ROOT, club=club, name=name, reading=reading)
    world = World(club)
    for role in ROLES:
        user = User.objects.create(username=f"{role}-{slug}", password="!")
        membership_set(actor=ROOT, club=club, user=user, role=role)
        world.browsers[role] = browser(user)
    world.browsers["stranger"] = browser(User.objects.create(username=f"stranger-{slug}", password="!"))
    world.browsers["nobody"] = Client()
    return world


def browser(user: User) -> Client:
    """Return a browser in which a user is logged in."""
    client = Client()
    client.force_login(user)
    return client


def user_of(world: World, role: str) -> User:
    """Return the user behind a role."""
    return User.objects.get(username=f"{role}-{world.club.slug}")


def seat_order_ruleset(club: Club) -> str:
    """Give the club rules under which the edit order follows the seats, so that a reported one can be odd."""
    payload = dict(ruleset_find(club=club, game="danmaku", key="base").payload)  # type: ignore[union-attr]
    ruleset_create(
        actor=ROOT, club=club, game="danmaku", key="seated", payload={**payload, "edit_order": "seat"}
    )
    return "danmaku/seated"


def danmaku(**changes: object) -> dict[str, str]:
    """Return a posted danmaku sheet of two seats whose tie is decided by edit order; None takes a field away."""
    fields: dict[str, object] = {
        "key": "11111111-1111-4111-8111-111111111111",
        "day": DAY.isoformat(),
        "game": "danmaku/base",
        "round": "1",
        "number": "1",
        "seats": "2",
        "seat-1-player": "みずき",
        "seat-1-front": "5",
        "seat-1-back": "4",
        "seat-1-order": "2",
        "seat-1-untapped": "2",
        "seat-1-tapped": "0",
        "seat-2-player": "北川 そら",
        "seat-2-front": "6",
        "seat-2-back": "3",
        "seat-2-order": "1",
        "seat-2-untapped": "1",
        "seat-2-tapped": "1",
        "do": "send",
    }
    return _changed(fields, changes)


def doujin(**changes: object) -> dict[str, str]:
    """Return a posted doujin sheet of three seats."""
    fields: dict[str, object] = {
        "key": "22222222-2222-4222-8222-222222222222",
        "day": DAY.isoformat(),
        "game": "doujin/base",
        "round": "1",
        "number": "1",
        "seats": "3",
        "early-bird": "1",
        "seat-1-player": "みずき",
        "seat-1-total": "11",
        "seat-2-player": "北川 そら",
        "seat-2-total": "4",
        "seat-3-player": "小夜",
        "seat-3-total": "4",
        "do": "send",
    }
    return _changed(fields, changes)


def generic(**changes: object) -> dict[str, str]:
    """Return a posted sheet of another game with two seats."""
    fields: dict[str, object] = {
        "key": "33333333-3333-4333-8333-333333333333",
        "day": DAY.isoformat(),
        "game": "generic/base",
        "round": "1",
        "number": "1",
        "seats": "2",
        "seat-1-player": "みずき",
        "seat-1-total": "12.5",
        "seat-2-player": "北川 そら",
        "seat-2-total": "7",
        "do": "send",
    }
    return _changed(fields, changes)


def mahjong(
    points: tuple[str, ...] = ("41300", "25000", "25000", "8700"), **changes: object
) -> dict[str, str]:
    """Return a posted sheet of mahjong; by default two share the second place but for their seats."""
    seats: dict[str, object] = {"seats": "4", "game": "generic/mahjong", "new_people": "on"}
    for number, (name, total) in enumerate(zip(MAHJONG_NAMES, points, strict=True), start=1):
        seats |= {f"seat_{number}_player": name, f"seat_{number}_total": total}
    return generic(**{**seats, **changes})


def only_report(club: Club) -> Submission:
    """Return the one report of the club that isn't a draft."""
    return Submission.objects.exclude(state="draft").select_related("table").get(club=club)


def only_table(club: Club) -> Table:
    """Return the club's one table."""
    return Table.objects.get(meeting__club=club)


def places(report: Submission) -> list[tuple[str, int | None]]:
    """Return (name, placement) in the order of seats."""
    return list(report.lines.order_by("position").values_list("player__display_name", "placement"))


def _changed(fields: Mapping[str, object], changes: Mapping[str, object]) -> dict[str, str]:
    """Apply changes; `seat_1_front_dice` means the field seat-1-front-dice."""
    merged = {**fields, **{name.replace("_", "-"): value for name, value in changes.items()}}
    return {name: str(value) for name, value in merged.items() if value is not None}


def text(response: Answer) -> str:
    """Return the body of an answer, however its template is laid out: a line break is a space."""
    return LINE_BREAK.sub(" ", response.content.decode())
