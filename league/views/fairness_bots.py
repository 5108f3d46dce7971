"""What bots make of a deal of help cards, in words and rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext, ngettext

from league.views.fairness_rows import cards_said, seat_label
from league.views.fairness_words import percent

if TYPE_CHECKING:
    from collections.abc import Iterable

    from league.selectors.deal_simulations import BotGames


@dataclass(frozen=True, slots=True)
class BotRow:
    """A seat of a deal."""

    label: str
    cards: str
    wins: str
    interval: str
    placement: str


@dataclass(frozen=True, slots=True)
class BotTable:
    """A deal as bots played it."""

    said: str
    rows: tuple[BotRow, ...]


def bot_tables(played: Iterable[BotGames]) -> list[BotTable]:
    """Return a table a deal."""
    return [BotTable(_said(one), tuple(_rows(one))) for one in played]


def bots_said(one: BotGames) -> str:
    """Return a deal in one line."""
    seats = ", ".join(f"{row.label} {row.wins} ({row.interval})" for row in _rows(one))
    return f"{_said(one)} {seats}"


def _said(one: BotGames) -> str:
    if one.played < one.games:
        games = gettext("{played} of {games} games of bots so far").format(
            played=f"{one.played:,}", games=f"{one.games:,}"
        )
    else:
        games = ngettext("{games} game of bots", "{games} games of bots", one.games).format(
            games=f"{one.games:,}"
        )
    said = gettext("As advised: {games}.") if one.advised else gettext("As the rules deal: {games}.")
    return said.format(games=games)


def _rows(one: BotGames) -> list[BotRow]:
    return [
        BotRow(
            label=seat_label(number),
            cards=cards_said(*cards),
            wins=percent(seat["win_share"]),
            interval=f"{percent(seat['low'])}–{percent(seat['high'])}",
            placement=f"{seat['mean_placement']:.2f}",
        )
        for number, (cards, seat) in enumerate(zip(one.deal, one.seats, strict=True), start=1)
    ]
