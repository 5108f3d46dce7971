"""The tables of the demo club are what the engines play, and nothing the referee has an objection to."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING

from games.core.chance import generator
from games.core.findings import Severity
from games.core.judge import judge
from league.services.demo_people import PEOPLE, TABLES
from tools.demo_tables import SEED, STRONG, report

if TYPE_CHECKING:
    from tests.games.reports import Json

STORED = json.loads(TABLES.read_bytes())


def quick_tables() -> list[dict[str, object]]:
    """Return all tables of doujin and one of danmaku at which no bot plans ahead: that would take its time."""
    strong = {person.name for person in PEOPLE if person.strength >= STRONG}
    reports = [table["report"] for table in STORED]
    quick = [
        table
        for table, told in zip(STORED, reports, strict=True)
        if told["game"] == "doujin" or not strong & {seat["player"] for seat in told["seats"]}
    ]
    danmaku = next(table for table in quick if table["report"]["game"] == "danmaku")
    return [danmaku, *(table for table in quick if table["report"]["game"] == "doujin")]


def test_stored_tables_are_those_that_are_played() -> None:
    for table in quick_tables():
        told: Json = table["report"]
        seed = f"{SEED}/{table['club_day']}/{table['number']}"
        assert json.loads(json.dumps(report(told["game"], generator(seed)))) == told


def test_referee_has_no_objection_and_sees_the_cards() -> None:
    for table in STORED:
        judgement = judge(table["report"])
        assert [found for found in judgement.findings if found.severity is not Severity.INFO] == []
        assert judgement.evidence == "cards"
        assert [seat.placement for seat in judgement.seats] == [
            seat["placement"] for seat in table["report"]["seats"]
        ]


def test_both_games_are_played_by_invented_people_under_rulesets_that_name_cards() -> None:
    kinds = Counter((table["report"]["game"], table["report"]["ruleset"]) for table in STORED)
    assert kinds == {("danmaku", "base"): 72, ("doujin", "invented"): 48}
    players = {seat["player"] for table in STORED for seat in table["report"]["seats"]}
    assert players == {person.name for person in PEOPLE}
