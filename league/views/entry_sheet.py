"""Presets of a sheet: what the page fills in for the scorer, and what a button does to the sheet."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from django.utils import timezone

from league.forms.place import day_of, place_of
from league.forms.sheet import (
    USUAL_SEATS,
    Sheet,
    card_added,
    seats_resized,
    seats_swapped,
    sheet_of,
)
from league.selectors.entry import help_deal, place_preset, player_bounds, ruleset_value
from league.selectors.help_deals import GAME as HELP_CARDS_GAME
from league.selectors.help_deals import deal_of_table
from league.services.clubs import club_day_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from games.core.ruleset import Ruleset as GameRuleset
    from league.models import Club

STRUCTURAL = ("update", "add-seat", "remove-seat", "swap", "add-card")


def today_of(club: Club) -> date:
    """Return the club's day of this moment."""
    return club_day_of(club=club, moment=timezone.now())


def fresh_sheet(club: Club, *, day: str = "", game: str = "") -> Sheet:
    """Return an empty sheet for the next table of a day (default: today)."""
    wanted = day_of(day) or today_of(club)
    game = game.replace("\x00", "\ufffd")
    blank = sheet_of({"seats": "1", "day": wanted.isoformat(), "game": game})
    preset = place_preset(club=club, day=wanted)
    sheet = replace(blank, game=game or preset.game, round=str(preset.round))
    return completed(club, _numbered(sheet, preset.number))


def completed(club: Club, sheet: Sheet) -> Sheet:
    """Return the sheet with as many seats as its game needs, and the help cards that its ruleset deals."""
    rules = ruleset_value(club, sheet.game_key, sheet.ruleset_key)
    if rules is None:
        return sheet
    least, most = player_bounds(rules)
    asked = len(sheet.seats) if len(sheet.seats) > 1 else max(least, min(USUAL_SEATS, most))
    sheet = seats_resized(sheet, max(least, min(asked, most)))
    return _dealt(cards_of(club, rules, sheet), sheet)


def changed(club: Club, sheet: Sheet, do: str) -> Sheet:
    """Return the sheet after one of the buttons that change its shape."""
    what, _, number = do.partition(":")
    at = int(number) if number.isdecimal() and len(number) < 4 else 0  # noqa: PLR2004 - seats have up to 3 digits
    count = len(sheet.seats)
    if what == "add-seat":
        sheet = seats_resized(sheet, count + 1)
    elif what == "remove-seat":
        sheet = seats_resized(sheet, max(2, count - 1))
    elif what == "swap":
        sheet = seats_swapped(sheet, at)
    elif what == "add-card":
        sheet = card_added(sheet, at)
    return completed(club, renumbered(club, sheet))


def renumbered(club: Club, sheet: Sheet) -> Sheet:
    """Return the sheet with the next free number of its day, unless the scorer typed another one."""
    day = day_of(sheet.club_day)
    if day is None or sheet.number != sheet.number_preset:
        return sheet
    return _numbered(sheet, place_preset(club=club, day=day).number)


def _numbered(sheet: Sheet, number: int) -> Sheet:
    return replace(sheet, number=str(number), number_preset=str(number))


def cards_of(club: Club, rules: GameRuleset, sheet: Sheet) -> list[tuple[int, int]]:
    """Return the help cards of each seat: as they were drawn for this table, else as the ruleset deals them."""
    if sheet.game_key != HELP_CARDS_GAME:
        return []
    place = place_of(sheet)
    if place.club_day is not None and place.number is not None:
        drawn = deal_of_table(
            club_id=club.pk,
            day=place.club_day,
            number=place.number,
            players=len(sheet.seats),
            ruleset_hash=rules.content_hash,
        )
        if drawn is not None:
            return list(drawn.cards)
    return help_deal(rules, len(sheet.seats))


def _dealt(deal: Sequence[tuple[int, int]], sheet: Sheet) -> Sheet:
    """Fill in the help cards of seats that have none yet."""
    seats = [
        replace(seat, untapped=str(deal[index][0]), tapped=str(deal[index][1]))
        if index < len(deal) and not (seat.untapped or seat.tapped or seat.player)
        else seat
        for index, seat in enumerate(sheet.seats)
    ]
    return replace(sheet, seats=tuple(seats))
