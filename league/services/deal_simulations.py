"""Has bots play the deals of help cards that the seat statistics speak of, a few games at a time.

A share is some seconds long and is asked for by the sweep, so that ratings and people's questions never wait for it.
Safe twice, at once and out of order: a game depends on its number alone, and a share counts only on top of what was
stored when it began.
"""

from __future__ import annotations

import logging
import time
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final

from django.db import OperationalError
from django.db.models import F

from games.core.engine import Refusal
from games.core.registry import get_game
from games.core.ruleset import Ruleset as GameRuleset
from games.core.ruleset import RulesetError, thawed
from games.simulate.batch import Job, Tally, play_share
from league import wake
from league.models import DealSimulation
from league.selectors.deal_simulations import BOT, CODE, deal_key, deal_of, deals_told, rules_of_content
from league.selectors.entry import help_deal
from league.selectors.help_deals import GAME, usual_bounds
from league.services.leases import lease_held

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.db.models import QuerySet

    from league.fairness.report import Report

logger = logging.getLogger(__name__)

GAMES: Final = 1000
"""Of each deal: a share of a quarter is then known to 2.7 points either way."""
SECONDS_A_SHARE: Final = 4.0
LONGEST_SHARE: Final = 60.0
SEED: Final = 1
LEASE: Final = "deal_simulation"


def deal_simulations_ensure(*, ruleset_hash: str, report: Report) -> None:
    """Have a row for the deal of every player count that is told of, and for the one that is advised there.

    Rules that can't be played, and deals for which there aren't enough cards, are left out.
    """
    rules = rules_of_content(ruleset_hash)
    if rules is None:
        return
    rows = [
        DealSimulation(
            game=GAME,
            ruleset_hash=ruleset_hash,
            players=len(deal),
            deal=deal_key(deal),
            bot=BOT,
            code_version=CODE,
            seed=SEED,
            games=GAMES,
        )
        for stratum in report.strata
        for deal in deals_told(rules, stratum)
        if _playable(dealt_by(rules, deal), len(deal))
    ]
    DealSimulation.objects.bulk_create(rows, ignore_conflicts=True)


def deal_simulations_sweep() -> None:
    """Have the next share played of what was begun first."""
    row = _unfinished().first()
    if row is not None and not wake.wake_deal_simulation(row.pk):
        deal_simulation_play(simulation_id=row.pk)


def deal_simulation_play(*, simulation_id: int) -> None:
    """Play some seconds of games of a deal and add them to what was played; a deal that breaks is given up."""
    with lease_held(name=LEASE, seconds=LONGEST_SHARE) as holder:
        row = _unfinished().filter(pk=simulation_id).first()
        if holder is None or row is None:
            return
        try:
            columns = _played(row)
        except OperationalError:
            raise
        except Exception:
            logger.exception("Bots couldn't play deal %s", row.pk)
            columns = {"failed": True}
        DealSimulation.objects.filter(pk=row.pk, played=row.played).update(**columns)


def dealt_by(rules: GameRuleset, deal: Sequence[tuple[int, int]]) -> GameRuleset | None:
    """Return rules that deal so many players this way and are otherwise the same; None where no such rules can be."""
    least, most = usual_bounds()  # an explicit deal has to name all of them, however many the rules let play
    deals: dict[int, Sequence[tuple[int, int]]] = {
        count: help_deal(rules, count) for count in range(least, most + 1)
    }
    deals[len(deal)] = deal
    payload: Any = thawed(rules.payload)
    payload["help_deal"] = {
        str(count): [{"untapped": untapped, "tapped": tapped} for untapped, tapped in seats]
        for count, seats in deals.items()
    }
    try:
        return GameRuleset.from_payload(
            game=rules.game, key=rules.key, version=rules.version, payload=payload
        )
    except RulesetError:
        return None


def _unfinished() -> QuerySet[DealSimulation]:
    return DealSimulation.objects.filter(failed=False, played__lt=F("games"), code_version=CODE)


def _playable(rules: GameRuleset | None, players: int) -> bool:
    play = get_game(GAME).play
    if rules is None or play is None:
        return False
    try:
        play.engine(rules, players)
    except Refusal:
        return False
    return True


def _played(row: DealSimulation) -> dict[str, Any]:
    """Return what a row holds after another share."""
    began = time.monotonic()
    rules = rules_of_content(row.ruleset_hash)
    dealt = dealt_by(rules, deal_of(row.deal)) if rules else None
    if dealt is None:
        return {"failed": True}
    job = Job(GAME, dealt, row.players, row.games, row.seed, row.bot)
    tally = Tally(**row.tally) if row.tally else Tally.empty(row.players)
    played = row.played
    while True:
        tally.join(play_share((job, played, row.games)))  # a step as long as the job: this game alone
        played += 1
        if played == row.games or time.monotonic() - began > SECONDS_A_SHARE:
            return {"played": played, "tally": asdict(tally)}
