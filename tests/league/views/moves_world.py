"""A season of tables with shared places, a guest and somebody who left, counted by ladders of every formula."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from league.ratings.parameters import OpenSkillParameters, Parameters, PointsParameters
from league.services.ladders import LadderSpec, ladder_create
from league.services.people import player_create
from tests.league.views.entry_world import DAY, PEOPLE, World, world_make
from tests.league.views.page_world import actor, refreshed, report

if TYPE_CHECKING:
    from league.models import Ladder, Table
    from league.ratings.parameters import AnyParameters

NAMES = tuple(name for name, _ in PEOPLE)
GUEST = "旅の人"
STEPS = Parameters(k_steps=((3, 48), (6, 32)), k_final=16)


@dataclass(slots=True)
class Moves:
    """A world, its tables in order with everybody's place, and its ladders by name."""

    world: World
    tables: list[Table] = field(default_factory=list)
    places: list[dict[str, int]] = field(default_factory=list)
    ladders: dict[str, Ladder] = field(default_factory=dict)

    def url(self, table: int = -1) -> str:
        """Return the page of a table, the last one unless told."""
        return f"/{self.world.club.slug}/tables/{self.tables[table].public_id}/"

    def play(self, totals: dict[str, int], **seats: str) -> Table:
        """Play one more table; `seats` tells who (by number) didn't play to the end, and how."""
        number = len(self.tables)
        content = sheet(totals, **seats)
        table = report(self.world, content, day=DAY + timedelta(days=number // 3), number=number % 3 + 1)
        self.tables.append(table)
        self.places.append(
            {name: 1 + sum(t > total for t in totals.values()) for name, total in totals.items()}
        )
        return table

    def ladder(self, name: str, parameters: AnyParameters, **filters: Any) -> Ladder:  # noqa: ANN401 - of any type
        """Add a ladder."""
        spec = LadderSpec(parameters=parameters, **filters)
        self.ladders[name] = ladder_create(
            actor=actor(self.world, "owner"), club=self.world.club, name=name, spec=spec
        )
        return self.ladders[name]


def moves_make(tables: int = 12, **settings: object) -> Moves:
    """Play a season and compute its ladders: Elo in steps of K, OpenSkill, and the best two tables by points."""
    found = Moves(world_make(**settings))  # type: ignore[arg-type]
    chance = random.Random(8)
    player_create(actor=actor(found.world, "owner"), club=found.world.club, name=GUEST, guest=True)
    found.ladder("Elo", STEPS)
    found.ladder("OpenSkill", OpenSkillParameters())
    found.ladder("Points", PointsParameters(best=2))
    for _ in range(tables):
        people = chance.sample([*NAMES, GUEST], chance.choice((3, 4, 5)))
        found.play({name: chance.randrange(6) for name in people})
    refreshed(found.world.club)
    return found


def sheet(totals: dict[str, int], **seats: str) -> dict[str, Any]:
    """Return a report of totals; `seat2="left"` tells how seat 2 took part."""
    return {
        "format": "sekijun.report/1",
        "game": "generic",
        "ruleset": "base",
        "seats": [
            {"seat": seat, "player": name, "total": total}
            | ({"participation": seats[f"seat{seat}"]} if f"seat{seat}" in seats else {})
            for seat, (name, total) in enumerate(totals.items(), start=1)
        ],
    }
