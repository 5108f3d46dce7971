"""Has bots play the deals of help cards that the seat statistics speak of, a few games at a time.

A share is some seconds long and is asked for by the sweep, so that ratings and people's questions hardly wait for it.
Safe twice, at once and out of order: a game depends on its number alone, and a share counts only on top of what was
stored when it began.
"""

from __future__ import annotations

import json
import logging
import subprocess
import sys
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final

from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.db import OperationalError
from django.db.models import F

from games.core.engine import Refusal
from games.core.registry import get_game
from games.core.ruleset import Ruleset as GameRuleset
from games.core.ruleset import RulesetError, thawed
from games.simulate.batch import Tally
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

GAMES: Final = 400
"""Of each deal: a share of a quarter is then known to 4 points either way."""
SECONDS_A_SHARE: Final = 15.0
"""A process begins slowly, with everything to work out; it ends well before a task has to."""
LONGEST_SHARE: Final = 40.0
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
    """Have the next share played, of the deal of which least is known."""
    row = _unfinished().order_by("played", "pk").first()
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
        except (OperationalError, SoftTimeLimitExceeded, subprocess.TimeoutExpired):
            raise  # the deal isn't to blame
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
    rules = rules_of_content(row.ruleset_hash)
    dealt = dealt_by(rules, deal_of(row.deal)) if rules else None
    if dealt is None:
        return {"failed": True}
    share = share_play(
        {
            "game": GAME,
            "ruleset": {"key": dealt.key, "version": dealt.version, "payload": thawed(dealt.payload)},
            "players": row.players,
            "games": row.games,
            "seed": row.seed,
            "bot": row.bot,
            "first": row.played,
            "seconds": SECONDS_A_SHARE,
        }
    )
    tally = Tally(**row.tally) if row.tally else Tally.empty(row.players)
    tally.join(Tally(**share["tally"]))
    return {"played": row.played + share["played"], "tally": asdict(tally)}


def share_play(order: dict[str, Any]) -> dict[str, Any]:
    """Play a share in a process of its own: what bots remember would stay with a worker, hundreds of megabytes."""
    done = subprocess.run(
        [sys.executable, "-m", "games.simulate.share"],
        input=json.dumps(order),
        capture_output=True,
        text=True,
        check=True,
        timeout=LONGEST_SHARE,
        cwd=settings.BASE_DIR,
    )
    share: dict[str, Any] = json.loads(done.stdout)
    return share
