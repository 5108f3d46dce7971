"""Many tables with seats, totals, help cards and orders of editing, written straight into the database.

The same arguments give the same tables; how well seats do can be set. Every table goes with the one revision of a call.
"""

from __future__ import annotations

import random
from dataclasses import asdict
from typing import TYPE_CHECKING

from django.db import transaction

from games.simulate.batch import WIN, Tally
from league.models import Club, DealSimulation, Line, Meeting, Ruleset, Submission, Table
from league.models.ids import order_key
from league.services.revisions import club_lock, revision_record
from league.services.rulesets import ruleset_find
from tests import factories as make

if TYPE_CHECKING:
    from collections.abc import Sequence

    from league.models import Player, Season


def seats_fill(  # noqa: PLR0913 - each has a default
    club: Club,
    players: Sequence[Player],
    tables: int,
    *,
    per_table: int = 4,
    game: str = "danmaku",
    worse: float = 0.0,
    varied_cards: bool = False,
    seed: int = 1,
    first_day: int = 0,
    season: Season | None = None,
) -> list[Table]:
    """Write tables of drawn people on drawn seats; seat 1 loses `worse` points at each."""
    dice = random.Random(seed)
    ruleset = ruleset_find(club=club, game=game, key="base")
    assert ruleset is not None
    days = [make.meeting_make(club, make.day_of(first_day + n), season) for n in range(-(-tables // 4))]
    with transaction.atomic():
        club_lock(club)
        made = Table.objects.bulk_create(_table(days[n // 4], n % 4 + 1, ruleset) for n in range(tables))
        reports = Submission.objects.bulk_create(
            Submission(
                club=club, table=table, version=1, channel="import", raw={"report": {}}, state="confirmed"
            )
            for table in made
        )
        Line.objects.bulk_create(
            line
            for report in reports
            for line in _lines(
                report, dice.sample(list(players), per_table), dice, worse, varied=varied_cards
            )
        )
        revision_record(club=club, what="test", order_keys=[order_key(days[0].club_day, 1, 1)])
    return made


def _table(meeting: Meeting, number: int, ruleset: Ruleset) -> Table:
    return Table(meeting=meeting, round=1, number=number, ruleset=ruleset, state=Table.State.CONFIRMED)


def _lines(
    report: Submission, people: Sequence[Player], dice: random.Random, worse: float, *, varied: bool
) -> list[Line]:
    """Return the lines of one table: totals as of dice, ties decided by the order of editing."""
    totals = [
        max(0, round(8.5 + dice.gauss(0, 2) - (worse if seat == 0 else 0))) for seat in range(len(people))
    ]
    orders = dice.sample(range(1, len(people) + 1), len(people))
    changed = dice.randrange(len(people)) if varied else -1
    ranked = sorted(range(len(people)), key=lambda seat: (-totals[seat], orders[seat]))
    return [
        Line(
            submission=report,
            position=seat,
            seat=seat + 1,
            player=player,
            edit_order=orders[seat],
            help_untapped=2 + (seat == changed) * dice.choice((-1, 1)),
            help_tapped=0,
            total=totals[seat],
            placement=ranked.index(seat) + 1,
        )
        for seat, player in enumerate(people)
    ]


def bots_play(ruleset_hash: str, wins: Sequence[int], *, of: int = 400, advised: bool = False) -> None:
    """Write what bots came to at the ruled or the advised deal: `wins` of each seat, 12 points a game."""
    games = sum(wins)
    rows = DealSimulation.objects.filter(ruleset_hash=ruleset_hash, players=len(wins)).order_by("pk")
    tally = Tally(
        finished=games,
        unfinished=0,
        events=games,
        wins=[WIN * count for count in wins],
        totals=[12 * games] * len(wins),
        placements=[3 * games - count for count in wins],
    )
    rows.filter(pk=rows[int(advised)].pk).update(played=games, games=of, tally=asdict(tally))
