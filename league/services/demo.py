"""The demo club: invented people and results, so that a fresh installation has something to look at.

Results are score-level and drawn from a fixed seed, so every demo club is the same. They go in by the ordinary
import, past the same referee as everybody's.
"""

from __future__ import annotations

import csv
import io
import random
import secrets
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from league.models import Club, Membership
from league.services.actors import Actor
from league.services.changes import club_change
from league.services.clubs import club_create, membership_set
from league.services.errors import WrongState
from league.services.ladders import ladder_ensure_default
from league.services.people import player_add
from league.services.results.columns import KNOWN
from league.services.results.importing import ImportOptions, results_import

if TYPE_CHECKING:
    from collections.abc import Iterator

SLUG = "demo"
SEED = 20260905
_FIRST_DAY = date(2026, 9, 5)
_MEETINGS = 8
_TABLES_A_MEETING = 5

# Name, reading, romanised, and how strong the seed makes them.
PEOPLE = (
    ("朝霧 ゆい", "あさぎり ゆい", "Asagiri Yui", 0.9),
    ("北川 そら", "きたがわ そら", "Kitagawa Sora", 0.7),
    ("みずき", "みずき", "Mizuki", 0.5),
    ("白石 れん", "しらいし れん", "Shiraishi Ren", 0.3),
    ("東 あおい", "ひがし あおい", "Higashi Aoi", 0.2),
    ("カズ", "かず", "Kazu", 0.1),
    ("小夜", "さよ", "Sayo", 0.0),
    ("遠野 はる", "とおの はる", "Tono Haru", -0.1),
    ("榊 ちひろ", "さかき ちひろ", "Sakaki Chihiro", -0.3),
    ("ノア", "のあ", "Noa", -0.4),
    ("水無瀬 りつ", "みなせ りつ", "Minase Ritsu", -0.6),
    ("戸隠 まこと", "とがくし まこと", "Togakushi Makoto", -0.9),
)
_STRENGTH = {name: strength for name, _reading, _romanised, strength in PEOPLE}
_TYPICAL = {"danmaku": (6.0, 4.0, 14.0), "doujin": (9.0, -6.0, 26.0)}


@dataclass(frozen=True, slots=True)
class DemoLogin:
    """How to log in to the demo club; the password is shown once and stored nowhere."""

    club_slug: str
    username: str
    password: str


def demo_ensure() -> DemoLogin | None:
    """Make the demo club in an empty database; do nothing where there is a club or a user already."""
    if Club.objects.exists() or User.objects.exists():
        return None
    return demo_create()


def demo_create() -> DemoLogin:
    """Make the demo club with an owner of its own.

    Raises:
        WrongState: there is a club at its address already.
    """
    if Club.objects.filter(slug=SLUG).exists():
        raise WrongState(_("There is a demo club already."))
    actor = Actor.system("demo")
    with transaction.atomic():
        club = club_create(actor=actor, slug=SLUG, name="見本の卓会", is_demo=True)
        with club_change(actor=actor, club=club, what="demo.people") as change:
            for name, reading, romanised, _strength in PEOPLE:
                player_add(change=change, name=name, reading=reading, romanised=romanised)
        outcome = results_import(
            actor=actor,
            club_slug=SLUG,
            data=demo_file(),
            options=ImportOptions(),
            progress=lambda _stage, _done, _total: None,
        )
        if outcome.errors:
            message = f"the demo's own results are refused: {outcome.errors}"
            raise RuntimeError(message)
        with club_change(actor=actor, club=club, what="demo.ladders") as change:
            for game in _TYPICAL:
                ladder_ensure_default(change=change, game=game)
        return _owner(actor=actor, club=club)


def demo_file() -> bytes:
    """Return the demo's results as a results file."""
    out = io.StringIO()
    writer = csv.DictWriter(out, fieldnames=KNOWN, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(_rows(random.Random(SEED)))  # noqa: S311 - invented results, not secrets
    return out.getvalue().encode()


def _rows(chance: random.Random) -> Iterator[dict[str, object]]:
    for meeting in range(_MEETINGS):
        day = _FIRST_DAY + timedelta(weeks=meeting)
        for number in range(1, _TABLES_A_MEETING + 1):
            game = "doujin" if number % 5 in {2, 4} else "danmaku"
            players = _seated(chance, game=game)
            orders = list(range(1, len(players) + 1))
            chance.shuffle(orders)
            for seat, (player, order) in enumerate(zip(players, orders, strict=True), start=1):
                row: dict[str, object] = {
                    "table": f"demo-{meeting + 1}-{number}",
                    "club_day": day.isoformat(),
                    "round": 1 + (number - 1) // 3,
                    "number": number,
                    "game": game,
                    "seat": seat,
                    "player": player,
                    "total": _total(chance, game=game, player=player),
                }
                yield row | ({"edit_order": order} if game == "danmaku" else {})


def _seated(chance: random.Random, *, game: str) -> list[str]:
    count = chance.choice((3, 4, 4, 5) if game == "doujin" else (2, 3, 4, 4, 4, 5))
    return chance.sample([person[0] for person in PEOPLE], count)


def _total(chance: random.Random, *, game: str, player: str) -> int:
    """Return a total that such a player might well have: bell-shaped, within what the rules allow."""
    typical, least, most = _TYPICAL[game]
    spread = typical / 3
    luck = sum(chance.random() for _ in range(4)) - 2
    return round(min(most, max(least, typical + spread * (luck * 1.7 + _STRENGTH[player]))))


def _owner(*, actor: Actor, club: Club) -> DemoLogin:
    login = DemoLogin(SLUG, _free_username(), secrets.token_urlsafe(12))
    user = User.objects.create_superuser(username=login.username, password=login.password)
    membership_set(actor=actor, club=club, user=user, role=Membership.Role.OWNER)
    return login


def _free_username() -> str:
    taken = User.objects.filter(username="demo").exists()
    return f"demo-{secrets.token_hex(3)}" if taken else "demo"
