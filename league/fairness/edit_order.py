"""What an early place in the order of editing is worth: the same fit with edit orders in the place of seats."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from league.fairness.contrasts import omnibus, slots_fitted, slots_raw
from league.fairness.design import design_make
from league.fairness.plackett_luce import fit
from league.fairness.raw import lines_of, raw_of
from league.fairness.report import FEWEST_TABLES, EditOrder
from league.fairness.tables import FEWEST_SEATS, MOST_SEATS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from league.fairness.tables import Tables


def known_orders(tables: Tables) -> NDArray[np.bool_]:
    """Return which tables have an edit order for every seat, each once."""
    known = np.zeros(len(tables), dtype=np.bool_)
    for size in range(FEWEST_SEATS, MOST_SEATS + 1):
        lines = lines_of(tables, size)
        ordered = np.sort(tables.edit_orders[lines.lines], axis=0)
        known[lines.numbers] = (ordered == np.arange(1, size + 1)[:, None]).all(axis=0)
    return known


def edit_orders_make(tables: Tables) -> dict[int, EditOrder]:
    """Return the worth of each place in the order by player count; none of those that have no table with an order.

    No place was named before anybody looked, so all p are corrected (Holm).
    """
    known = known_orders(tables)
    if not known.any():
        return {}
    design = design_make(tables, slots=tables.edit_orders, which=known)
    found = fit(design)
    orders = {}
    for block in design.blocks:
        size, lines = block.size, lines_of(tables, block.size)
        raw = raw_of(lines.take(known[lines.numbers]), tables.edit_orders, tables.placements, tables.totals)
        if raw.tables < FEWEST_TABLES or not found.converged:
            orders[size] = EditOrder(raw.tables, slots_raw(raw), None)
        else:
            slots = slots_fitted(raw, found, size, named=False)
            orders[size] = EditOrder(raw.tables, slots, omnibus(found, size))
    return orders
