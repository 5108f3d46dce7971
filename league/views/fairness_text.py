"""Seat statistics as plain text: can be read aloud line by line, and stands in columns in a terminal."""

from __future__ import annotations

import unicodedata
from datetime import date
from typing import TYPE_CHECKING

from django.utils.translation import gettext

from league.fairness.report import Verdict
from league.views.fairness_bots import bots_said
from league.views.fairness_checks import (
    advice_said,
    checks_said,
    edit_order_said,
    evidence_said,
    handicap_said,
)
from league.views.fairness_words import UNKNOWN, misfit_said, odds_text, percent, probability, tables_said

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from league.fairness.report import Slot, Stratum
    from league.selectors.deal_simulations import BotGames


COUNTED = 5
"""So many columns are counted; the others are estimated."""


def stratum_text(stratum: Stratum, *, name: str, said: str, bots: Iterable[BotGames] = ()) -> str:
    """Return everything about one player count."""
    first, last = (date.fromordinal(day).isoformat() for day in (stratum.first_day, stratum.last_day))
    head = gettext("{game}, {players} players, {tables} ({first} to {last})").format(
        game=name, players=stratum.players, tables=tables_said(stratum.tables), first=first, last=last
    )
    rows = _rows(stratum)
    if stratum.verdict is Verdict.RAW_ONLY:
        rows = [row[:COUNTED] for row in rows]
    lines = [head, said, "", *_columns(rows)]
    if any(slot.odds is not None for slot in stratum.seats):
        lines += ["", *_columns(_fitted_rows(stratum))]
    if stratum.verdict is not Verdict.RAW_ONLY:
        lines += ["", *_more(stratum), *(f"- {bots_said(one)}" for one in bots)]
    return "\n".join(line.rstrip() for line in lines)


def _rows(stratum: Stratum) -> list[list[str]]:
    head = [
        gettext("Seat"),
        gettext("Tables"),
        gettext("Came first"),
        gettext("Mean place"),
        gettext("Mean total"),
        gettext("Among equals"),
        gettext("95% interval"),
    ]
    return [head, *(_row(slot) for slot in stratum.seats)]


def _row(slot: Slot) -> list[str]:
    low, high = slot.win_interval.low, slot.win_interval.high
    return [
        str(slot.slot),
        str(slot.tables),
        percent(slot.win_share),
        f"{slot.mean_placement:.2f}",
        UNKNOWN if slot.mean_total is None else f"{slot.mean_total:z.2f}",
        UNKNOWN if slot.win_among_equals is None else percent(slot.win_among_equals),
        UNKNOWN if low is None or high is None else f"{percent(low)}–{percent(high)}",
    ]


def _fitted_rows(stratum: Stratum) -> list[list[str]]:
    """Return what else is estimated; odds are against the mean seat."""
    head = [gettext("Seat"), gettext("Odds with interval"), gettext("Expected place"), "p"]
    return [head, *(_fitted_row(slot) for slot in stratum.seats)]


def _fitted_row(slot: Slot) -> list[str]:
    return [
        str(slot.slot),
        odds_text(slot.odds, slot.odds_interval),
        UNKNOWN if slot.expected_placement is None else f"{slot.expected_placement:.2f}",
        UNKNOWN if slot.p is None else probability(slot.p),
    ]


def _more(stratum: Stratum) -> list[str]:
    edit_order = stratum.edit_order is not None
    said = [
        misfit_said(stratum),
        evidence_said(stratum),
        *checks_said(stratum, edit_order=edit_order),
        edit_order_said(stratum),
        handicap_said(stratum.handicap) if stratum.handicap.status != "no_cards" else "",
        *(advice_said(one) for one in stratum.handicap.advice if stratum.handicap.status == "told"),
    ]
    return [f"- {one}" for one in said if one]


def _columns(rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(_width(row[at]) for row in rows) for at in range(len(rows[0]))]
    return [
        "  ".join(" " * (width - _width(cell)) + cell for cell, width in zip(row, widths, strict=True))
        for row in rows
    ]


def _width(text: str) -> int:
    """Return the terminal columns of a text: East Asian characters take two."""
    return len(text) + sum(unicodedata.east_asian_width(character) in "WF" for character in text)
