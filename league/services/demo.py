"""The demo club: invented people and results, so that a fresh installation has something to look at.

Its tables were played by the engines of both games, with bots in the place of people (`tools/demo_tables.py`), so every
demo club is the same. They are reported like everybody's, past the same referee.
"""

from __future__ import annotations

import json
import secrets
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from league.models import Club, Membership, Player, Season
from league.ratings.parameters import PointsParameters
from league.services.actors import Actor
from league.services.adjustments import adjustment_add
from league.services.changes import club_change
from league.services.clubs import club_create, membership_set, season_create, season_titles_set
from league.services.demo_people import PEOPLE, TABLES
from league.services.errors import WrongState
from league.services.ladders import LadderSpec, ladder_create, ladder_ensure_default
from league.services.meetings import meeting_create
from league.services.people import player_add
from league.services.submissions import Place, submission_submit

SLUG = "demo"
SEASONS = {"2026年 春季": range(4, 8), "2026年 秋季": range(9, 13)}
"""Name and months."""
TITLES = ("優勝", "準優勝", "三位")
HELPFUL, BONUS = "水無瀬 りつ", 2_000


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
            for person in PEOPLE:
                player_add(
                    change=change, name=person.name, reading=person.reading, romanised=person.romanised
                )
        tables = json.loads(TABLES.read_bytes())
        *_earlier, season = [_season(actor=actor, club=club, name=name, tables=tables) for name in SEASONS]
        for table in tables:
            place = Place(date.fromisoformat(table["club_day"]), table["round"], table["number"])
            submission_submit(actor=actor, club=club, place=place, report=table["report"])
        with club_change(actor=actor, club=club, what="demo.ladders") as change:
            for game in ("danmaku", "doujin"):
                ladder_ensure_default(change=change, game=game)
        _season_points(actor=actor, season=season)
        return _owner(actor=actor, club=club)


def _season(*, actor: Actor, club: Club, name: str, tables: list[dict[str, Any]]) -> Season:
    """Make a season with the evenings that lie in its months."""
    season = season_create(actor=actor, club=club, name=name)
    season_titles_set(actor=actor, season=season, titles=TITLES)
    for day in sorted({date.fromisoformat(table["club_day"]) for table in tables}):
        if day.month in SEASONS[name]:
            meeting_create(actor=actor, club=club, club_day=day, season=season)
    return season


def _season_points(*, actor: Actor, season: Season) -> None:
    """Rank the season by its best tables. Made last, so that the leaderboard still opens with ratings."""
    spec = LadderSpec(parameters=PointsParameters(best=8, min_tables=10), seasons=(season.public_id,))
    ladder_create(actor=actor, club=season.club, name="秋季ポイント", spec=spec)
    helpful = Player.objects.get(club=season.club, display_name=HELPFUL)
    adjustment_add(actor=actor, season=season, player=helpful, points=BONUS, reason="会場の準備と片づけ")


def _owner(*, actor: Actor, club: Club) -> DemoLogin:
    login = DemoLogin(SLUG, _free_username(), secrets.token_urlsafe(12))
    user = User.objects.create_superuser(username=login.username, password=login.password)
    membership_set(actor=actor, club=club, user=user, role=Membership.Role.OWNER)
    return login


def _free_username() -> str:
    taken = User.objects.filter(username="demo").exists()
    return f"demo-{secrets.token_hex(3)}" if taken else "demo"
