"""Reads what was drawn for the tables of a meeting: the deal that counts, and those that were withdrawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.core.registry import builtin_ruleset
from league.models import HelpDeal, Table
from league.selectors.entry import help_deal, player_bounds, ruleset_choices, ruleset_value

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import date, datetime

    from league.models import Club

GAME = "danmaku"
"""The game whose seats are dealt help cards."""


@dataclass(frozen=True, slots=True)
class DrawnDeal:
    """What one table of a meeting was told: `seat` got `change` more; `cards` are (untapped, tapped) from seat 1 on."""

    number: int
    seat: int
    change: int
    cards: tuple[tuple[int, int], ...]
    seed: int
    drawn_at: datetime
    withdrawn: bool
    reason: str


def deals_of_meeting(*, meeting_id: int, withdrawn: bool = False) -> list[DrawnDeal]:
    """Return the deals that count, by table; on demand those that were withdrawn too. One query."""
    deals = HelpDeal.objects.filter(meeting=meeting_id)
    if not withdrawn:
        deals = deals.filter(withdrawn_at=None)
    return [_drawn(deal) for deal in deals.select_related("draw").order_by("number", "pk")]


def deal_of_table(
    *, club_id: int, day: date, number: int, players: int, ruleset_hash: str
) -> DrawnDeal | None:
    """Return the deal that counts for a table of so many players under these rules. One query."""
    deals = HelpDeal.objects.filter(
        meeting__club=club_id,
        meeting__club_day=day,
        number=number,
        draw__players=players,
        draw__ruleset__content_hash=ruleset_hash,
        withdrawn_at=None,
    )
    deal = deals.select_related("draw").first()
    return _drawn(deal) if deal else None


def drawn_tables(*, club_id: int, ruleset_hash: str) -> int:
    """Return how many tables of a ruleset got a drawn deal that counts. One query."""
    return HelpDeal.objects.filter(
        meeting__club=club_id, withdrawn_at=None, draw__ruleset__content_hash=ruleset_hash
    ).count()


def numbers_reported(*, meeting_id: int, numbers: Iterable[int]) -> list[int]:
    """Return which of these numbers are tables that somebody has reported already. One query."""
    reported = Table.objects.filter(submissions__isnull=False)  # planned ones have none yet
    tables = reported.filter(meeting=meeting_id, number__in=list(numbers)).exclude(state=Table.State.VOID)
    return sorted(tables.values_list("number", flat=True).distinct())


def draw_rulesets(club: Club, language: str) -> list[tuple[str, str]]:
    """Return key and words of the rulesets that deal help cards."""
    choices = ((word.partition("/"), words) for word, words in ruleset_choices(club, language))
    return [(key, words) for (game, _slash, key), words in choices if game == GAME]


def base_deal(club: Club, key: str, players: int) -> list[tuple[int, int]]:
    """Return what a ruleset deals so many players; nothing for an unknown ruleset or number."""
    rules = ruleset_value(club, GAME, key)
    if rules is None:
        return []
    least, most = player_bounds(rules)
    return help_deal(rules, players) if least <= players <= most else []


def deal_changed(base: Sequence[tuple[int, int]], changes: Mapping[int, int]) -> tuple[tuple[int, int], ...]:
    """Return a deal with cards more or fewer by seat; a card comes or goes face up where there is one."""
    cards = [list(seat) for seat in base]
    for seat, change in changes.items():
        changed = cards[seat - 1]
        changed[0 if change > 0 or changed[0] else 1] += change
    return tuple((untapped, tapped) for untapped, tapped in cards)


def usual_bounds() -> tuple[int, int]:
    """Return for how few and how many players the game is made."""
    return player_bounds(builtin_ruleset(GAME, "base"))


def _drawn(deal: HelpDeal) -> DrawnDeal:
    return DrawnDeal(
        number=deal.number,
        seat=deal.seat,
        change=deal.change,
        cards=tuple((untapped, tapped) for untapped, tapped in deal.cards),
        seed=deal.draw.seed,
        drawn_at=deal.draw.drawn_at,
        withdrawn=deal.withdrawn_at is not None,
        reason=deal.withdraw_reason,
    )
