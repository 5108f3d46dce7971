"""What a help card is worth, and the deal that would even the seats out.

The slope of help cards is estimated from what varied beside the seat: cards are counted from the mean that a seat of
that player count was dealt, so a seat's effect is what it is worth as dealt, and cards that always followed the seat
say nothing of their worth.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from league.fairness.contrasts import NORMAL_95, NOWHERE
from league.fairness.raw import lines_of
from league.fairness.report import FEWEST_TABLES, Advice, Handicap, Interval
from league.fairness.tables import FEWEST_SEATS, MOST_SEATS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from league.fairness.plackett_luce import Fit
    from league.fairness.tables import Tables

    Floats = NDArray[np.float64]

NOTHING: Final = 1e-9


@dataclass(frozen=True, slots=True)
class Cards:
    """Help cards as a covariate: `column` over all lines, 0 where not known.

    By player count: the number of `tables` where they are known, and the mean deal of each seat. `varied`: they didn't
    only follow seat and table.
    """

    column: Floats
    tables: dict[int, int]
    deals: dict[int, tuple[float, ...]]
    varied: bool


def cards_of(tables: Tables) -> Cards:
    """Return the help cards of tables where those of all seats are known."""
    column = np.zeros(len(tables.cards))
    counts: dict[int, int] = {}
    deals: dict[int, tuple[float, ...]] = {}
    varied = 0.0
    for size in range(FEWEST_SEATS, MOST_SEATS + 1):
        lines = lines_of(tables, size)
        known = lines.take(~np.isnan(tables.cards[lines.lines].sum(axis=0)))
        if not len(known):
            continue
        by_seat = np.take_along_axis(known.lines, np.argsort(tables.seats[known.lines], axis=0), axis=0)
        cards = tables.cards[by_seat]
        deal = cards.mean(axis=1)
        moved = cards - deal[:, None]
        column[by_seat] = moved
        # What a table has more of in all seats changes no chance.
        varied += float(((moved - moved.mean(axis=0)) ** 2).sum())
        counts[size], deals[size] = len(known), tuple(map(float, deal))
    return Cards(column, counts, deals, varied > NOTHING)


def handicap_make(cards: Cards, fit: Fit | None, size: int, tables: int) -> Handicap:
    """Return what is known of help cards for a player count; without a fit only what was dealt."""
    counted = cards.tables.get(size, 0)
    deal: tuple[float | None, ...] = cards.deals.get(size, (None,) * size)
    gamma = se = None
    advice: tuple[Advice, ...] = ()
    if not counted:
        status = "no_cards"
    elif tables < FEWEST_TABLES:
        status = "raw_only"
    elif not cards.varied:
        status = "never_varied"
    elif fit is None:
        status = "cannot_tell"
    else:
        at = fit.slope_place(0)
        gamma, se = float(fit.slopes[0]), math.sqrt(float(fit.covariance[at, at]))
        status = "told" if abs(gamma) > NORMAL_95 * se else "unsure"
        advice = tuple(_advice(fit, size, seat, dealt or 0.0) for seat, dealt in enumerate(deal))
    return Handicap(status, gamma, se, counted, deal, advice)


def _advice(fit: Fit, size: int, seat: int, dealt: float) -> Advice:
    """Return the cards by which a seat's deal should change: minus its effect over the worth of a card."""
    at, slope = fit.place(size).start + seat, fit.slope_place(0)
    needed, worth = -float(fit.effects[at]), float(fit.slopes[0])
    interval = fieller(
        needed,
        worth,
        float(fit.covariance[at, at]),
        -float(fit.covariance[at, slope]),
        float(fit.covariance[slope, slope]),
    )
    cards = needed / worth if worth else 0.0
    sure = interval.low is not None and interval.high is not None and (interval.low > 0 or interval.high < 0)
    # One card at a time: the next meetings tell whether it was right.
    step = max(-1, min(1, round(cards))) if sure else 0
    if step < 0 and round(dealt) < 1:
        step = 0  # it has none to lose
    return Advice(seat + 1, cards, interval, step)


def fieller(above: float, below: float, var_above: float, covariance: float, var_below: float) -> Interval:
    """Return the 95 % interval of a ratio (Fieller 1954); without ends where `below` isn't known to differ from 0."""
    squared = NORMAL_95**2
    first = below * below - squared * var_below
    if first <= 0:
        return NOWHERE
    half = above * below - squared * covariance
    last = above * above - squared * var_above
    root = math.sqrt(max(half * half - first * last, 0.0))
    return Interval((half - root) / first, (half + root) / first)
