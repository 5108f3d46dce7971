"""Reads what bots make of deals of help cards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from django.db.models import Sum

from games.core.ruleset import Ruleset as GameRuleset
from games.core.ruleset import RulesetError
from games.simulate.batch import Tally, seat_figures
from league.fairness.report import Verdict
from league.models import DealSimulation, Ruleset
from league.selectors.entry import help_deal, player_bounds
from league.selectors.help_deals import GAME, deal_changed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from league.fairness.report import Handicap, Stratum

Deal = tuple[tuple[int, int], ...]
"""Untapped and tapped help cards from seat 1 on."""
BOT: Final = "greedy"
CODE: Final = "greedy-1"
"""Named anew when the bot or the engine decides otherwise than before: what was played then is played again."""


@dataclass(frozen=True, slots=True)
class BotGames:
    """What bots make of one deal, so far: `deal` is (untapped, tapped) from seat 1 on, `seats` as simulations tell.

    Of the games `played`, `unfinished` were given up at the turn the rules name, and aren't in the figures of `seats`.
    """

    deal: Deal
    advised: bool
    bot: str
    played: int
    unfinished: int
    games: int
    seats: tuple[dict[str, float], ...]


def deal_key(deal: Deal) -> str:
    """Write a deal as it is stored."""
    return " ".join(f"{untapped}/{tapped}" for untapped, tapped in deal)


def deal_of(key: str) -> Deal:
    """Read a deal as it is stored."""
    return tuple(
        (int(untapped), int(tapped)) for untapped, tapped in (seat.split("/") for seat in key.split())
    )


def rules_of_content(ruleset_hash: str) -> GameRuleset | None:
    """Return the rules with this content hash, of the game with help cards, if they can be read. One query."""
    row = Ruleset.objects.filter(content_hash=ruleset_hash, game=GAME).first()
    if row is None:
        return None
    try:
        return GameRuleset.from_payload(game=row.game, key=row.key, version=row.version, payload=row.payload)
    except RulesetError:
        return None


def deals_told(rules: GameRuleset, stratum: Stratum) -> list[Deal]:
    """Return the deal of a player count as it is, and as it is advised; nothing where only raw figures are told."""
    least, most = player_bounds(rules)
    if stratum.verdict is Verdict.RAW_ONLY or not least <= stratum.players <= most:
        return []
    base = tuple(help_deal(rules, stratum.players))
    steps = _steps(stratum.handicap, base)
    return [base, deal_changed(base, steps)] if steps else [base]


def _steps(found: Handicap, base: Deal) -> dict[int, int]:
    """Return the cards that the advice gives or takes by seat; nothing where the tables dealt otherwise than the rules.

    Advice starts from what was dealt.
    """
    as_ruled = all(
        dealt is not None and round(dealt) == sum(cards)
        for dealt, cards in zip(found.deal, base, strict=True)
    )
    if found.status != "told" or not as_ruled:
        return {}
    return {one.seat: one.step for one in found.advice if one.step}


def bot_games(*, ruleset_hash: str, strata: Iterable[Stratum]) -> dict[int, list[BotGames]]:
    """Return what bots made of the deals that are told of, by player count, as far as they have played. Two queries."""
    rules = rules_of_content(ruleset_hash)
    if rules is None:
        return {}
    rows = DealSimulation.objects.filter(
        game=GAME, ruleset_hash=ruleset_hash, bot=BOT, code_version=CODE, failed=False, played__gt=0
    )
    played = {row.deal: row for row in rows if row.tally["finished"]}
    return {
        stratum.players: [
            _told(played[key], advised=number > 0)
            for number, key in enumerate(map(deal_key, deals_told(rules, stratum)))
            if key in played
        ]
        for stratum in strata
    }


def simulated_so_far(*, ruleset_hash: str) -> int:
    """Return how many games bots have played under a ruleset: it tells whether a page is as it was. One query."""
    rows = DealSimulation.objects.filter(game=GAME, ruleset_hash=ruleset_hash, bot=BOT, code_version=CODE)
    return rows.aggregate(played=Sum("played"))["played"] or 0


def bot_figures(played: Iterable[BotGames]) -> list[dict[str, Any]]:
    """Return bots' games as plain values, for commands and the API."""
    return [
        {
            "advised": one.advised,
            "deal": [{"untapped": untapped, "tapped": tapped} for untapped, tapped in one.deal],
            "bot": one.bot,
            "played": one.played,
            "unfinished": one.unfinished,
            "games": one.games,
            "seats": list(one.seats),
        }
        for one in played
    ]


def _told(row: DealSimulation, *, advised: bool) -> BotGames:
    tally = Tally(**row.tally)
    return BotGames(
        deal=deal_of(row.deal),
        advised=advised,
        bot=row.bot,
        played=row.played,
        unfinished=tally.unfinished,
        games=row.games,
        seats=tuple(seat_figures(tally)),
    )
