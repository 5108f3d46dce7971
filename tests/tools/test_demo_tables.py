"""The tables of the demo club are what the engines play, and nothing the referee has an objection to."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from games.core.chance import generator
from games.core.findings import Severity
from games.core.judge import judge
from league.services.demo_people import PEOPLE, TABLES
from tools.demo_tables import SEED, STRONG, report

STORED = json.loads(TABLES.read_bytes())


def quick_table(game: str) -> dict[str, object]:
    """Return the first table of a game at which no bot plans ahead: that would take its time."""
    strong = {person.name for person in PEOPLE if person.strength >= STRONG}
    for table in STORED:
        seats = table["report"]["seats"]
        if table["report"]["game"] == game and (
            game == "doujin" or not strong & {s["player"] for s in seats}
        ):
            return dict(table)
    raise AssertionError(game)


@pytest.mark.parametrize("game", ["danmaku", "doujin"])
def test_stored_table_is_the_one_that_is_played(game: str) -> None:
    table = quick_table(game)
    meeting = sorted({one["club_day"] for one in STORED}).index(table["club_day"]) + 1
    played = report(game, generator(f"{SEED}/{meeting}/{table['number']}"))
    assert json.loads(json.dumps(played)) == table["report"]


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
    assert kinds == {("danmaku", "base"): 24, ("doujin", "invented"): 16}
    players = {seat["player"] for table in STORED for seat in table["report"]["seats"]}
    assert players == {person.name for person in PEOPLE}
