"""Reports, clubs and calls for tests of services: valid by default, each part can be replaced.

Everything is made through services, as people do it. Names are invented.
"""

from __future__ import annotations

import json
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass
from datetime import date
from itertools import count
from typing import TYPE_CHECKING, Any

from django.apps import apps
from django.contrib.auth.models import User
from django.db import connection

from league.models import Club, Membership, Outbox, Player, Revision, Submission, Table
from league.services.actors import Actor
from league.services.clubs import club_create, membership_set
from league.services.rulesets import ruleset_find
from league.services.submissions import Place, SubmitAnswer, submission_submit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.db.models import Model

DAY = date(2026, 11, 28)
NEXT_DAY = date(2026, 12, 5)
ROOT = Actor.system("test")
_numbers = count(1)


@dataclass(frozen=True, slots=True)
class Cast:
    """A club and who acts in it: alice owns it, amy is an admin, bob a scorer, paul a player, charlie an outsider."""

    club: Club
    alice: Actor
    amy: Actor
    bob: Actor
    paul: Actor
    charlie: Actor


def user_make(name: str = "", **columns: Any) -> User:  # noqa: ANN401 - columns of any type
    """Return a new user without a usable password."""
    return User.objects.create(username=name or f"user-{next(_numbers)}", password="!", **columns)


def user_of(actor: Actor) -> User:
    """Return the user who acts."""
    assert actor.user is not None
    return actor.user


def club_with(slug: str = "aoba", **settings: Any) -> Club:  # noqa: ANN401 - settings of any type
    """Return a new club that has every built-in ruleset stored."""
    club = club_create(actor=ROOT, slug=slug, name=slug, **settings)
    for game, key in (("danmaku", "base"), ("doujin", "base"), ("generic", "base"), ("generic", "lower")):
        ruleset_find(club=club, game=game, key=key)
    return club


def member(club: Club, name: str, role: str) -> Actor:
    """Return the actor of a new user with a role in the club."""
    user = user_make(f"{name}-{club.slug}")
    membership_set(actor=ROOT, club=club, user=user, role=role)
    return Actor.of(user)


def cast_make(slug: str = "aoba", **settings: Any) -> Cast:  # noqa: ANN401 - settings of any type
    """Return a club with one person of each role."""
    club = club_with(slug, **settings)
    return Cast(
        club=club,
        alice=member(club, "alice", Membership.Role.OWNER),
        amy=member(club, "amy", Membership.Role.ADMIN),
        bob=member(club, "bob", Membership.Role.SCORER),
        paul=member(club, "paul", Membership.Role.PLAYER),
        charlie=Actor.of(user_make(f"charlie-{slug}")),
    )


def ranks(*names: str, **top: Any) -> dict[str, Any]:  # noqa: ANN401 - fields of any type
    """Return a generic report in which the named people finished in this order, seat 1 first."""
    seats = [
        {"seat": seat, "player": name, "total": 10 * (len(names) - seat), "placement": seat}
        for seat, name in enumerate(names, start=1)
    ]
    return {"format": "sekijun.report/1", "game": "generic", "ruleset": "base", "seats": seats, **top}


def danmaku(**top: Any) -> dict[str, Any]:  # noqa: ANN401 - fields of any type
    """Return a danmaku report with dice, help cards and an edit order that decides the tie."""
    report = {
        "format": "sekijun.report/1",
        "game": "danmaku",
        "ruleset": "base",
        "seats": [
            {
                "seat": 1,
                "player": "みずき",
                "help": {"untapped": 2, "tapped": 0},
                "edit_order": 2,
                "pages": [{"dice": [1, 2, 3, 3, 3, 3, 3, 5], "abilities": [], "score": 5}, {"score": 4}],
                "total": 9,
                "placement": 2,
            },
            {
                "seat": 2,
                "player": "そら",
                "help": {"untapped": 1, "tapped": 1},
                "edit_order": 1,
                "pages": [{"score": 6}, {"score": 3}],
                "total": 9,
                "placement": 1,
            },
        ],
    }
    return {**deepcopy(report), **top}


def doujin(**top: Any) -> dict[str, Any]:  # noqa: ANN401 - fields of any type
    """Return a doujin report with one hand and a shared second place."""
    hand = [
        {"colour": "cover", "side": "light", "points": 3},
        {"colour": "adult", "side": "light", "points": 8},
    ]
    report = {
        "format": "sekijun.report/1",
        "game": "doujin",
        "ruleset": "base",
        "laps": 4,
        "seats": [
            {
                "seat": 1,
                "player": "みずき",
                "early_bird": True,
                "hand": hand,
                "bonus": False,
                "total": 11,
                "placement": 1,
            },
            {"seat": 2, "player": "そら", "early_bird": False, "total": 4, "placement": 2},
            {"seat": 3, "player": "れん", "early_bird": False, "total": 4, "placement": 2},
        ],
    }
    return {**deepcopy(report), **top}


def at(number: int = 1, *, round_: int = 1, day: date = DAY) -> Place:
    """Return a place in the order of tables."""
    return Place(club_day=day, round=round_, number=number)


def submit(
    actor: Actor,
    club: Club,
    report: object = None,
    *,
    place: Place | None = None,
    **more: Any,  # noqa: ANN401
) -> SubmitAnswer:
    """Submit a report (default: みずき before そら), creating the people that are missing."""
    return submission_submit(
        actor=actor,
        club=club,
        place=place or at(),
        report=ranks("みずき", "そら") if report is None else report,
        **{"create_missing_players": True, **more},
    )


def table_of(answer: SubmitAnswer) -> Table:
    """Return the table of an answer as it is now."""
    return Table.objects.select_related("meeting__club", "meeting__season", "ruleset").get(
        public_id=answer.table
    )


def report_of(answer: SubmitAnswer) -> Submission:
    """Return the submission of an answer as it is now."""
    return Submission.objects.select_related("table__meeting__season", "club").get(
        public_id=answer.submission
    )


def again(table: Table) -> Table:
    """Return a table as it is now."""
    return Table.objects.select_related("meeting__club", "meeting__season", "ruleset").get(pk=table.pk)


def player_named(club: Club, name: str) -> Player:
    """Return the player with exactly this display name."""
    return Player.objects.get(club=club, display_name=name)


def states_of(table: Table) -> list[tuple[int | None, str]]:
    """Return (version, state) of every report of a table."""
    return list(table.submissions.order_by("version").values_list("version", "state"))


def seats_of(submission: Submission) -> list[tuple[int | None, str, int | None]]:
    """Return (seat, name, placement) of a report in the order of seats."""
    lines = submission.lines.order_by("seat", "position")
    return list(lines.values_list("seat", "player__display_name", "placement"))


def revision_of(club: Club) -> int:
    """Return the number of the club's last revision."""
    return int(Revision.objects.filter(club=club).order_by("-number").values_list("number", flat=True)[0])


def revisions_since(club: Club, number: int) -> list[tuple[str, str]]:
    """Return (what, lowest order key) of the revisions behind a number."""
    rows = Revision.objects.filter(club=club, number__gt=number).order_by("number")
    return list(rows.values_list("what", "lowest_order_key"))


def owed_since(club: Club, number: int) -> int:
    """Return how many wake-ups were written behind a revision number."""
    return Outbox.objects.filter(club=club, revision__gt=number).count()


def everything() -> dict[str, list[tuple[Any, ...]]]:
    """Return every row of the league and its users: what a refused verb must leave as it is."""
    found: dict[str, list[tuple[Any, ...]]] = {}
    models: list[type[Model]] = [*apps.get_app_config("league").get_models(), User]
    with connection.cursor() as cursor:
        for model in models:
            name = connection.ops.quote_name(model._meta.db_table)  # noqa: SLF001 - Django's documented API
            cursor.execute(f"SELECT * FROM {name}")  # noqa: S608 - names of our own tables
            found[model.__name__] = sorted(tuple(map(_shown, row)) for row in cursor.fetchall())
    return found


def _shown(cell: object) -> str:
    """Return a cell as text; SQLite keeps JSON with escapes, in which no name would be found."""
    if isinstance(cell, str) and cell[:1] in {"{", "[", '"'}:
        with suppress(ValueError):
            return json.dumps(json.loads(cell), ensure_ascii=False, sort_keys=True)
    return str(cell)


def first_difference(before: dict[str, Any], after: dict[str, Any]) -> Sequence[str]:
    """Return the names of the tables whose rows differ."""
    return [name for name in before if before[name] != after[name]]
