"""Edit orders are analysed as seats are."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from league.fairness.contrasts import two_sided
from league.fairness.edit_order import edit_orders_make, known_orders
from tests.league.fairness.laid import laid
from tools.seat_tables import club_make, tables_make

if TYPE_CHECKING:
    from league.fairness.tables import Tables


def with_orders(tables: Tables, seed: int) -> Tables:
    """Give each table an order at random, and the seats the worth that was in the orders."""
    random = np.random.default_rng(seed)
    order = random.permuted(np.arange(len(tables.players)).reshape(-1, 4), axis=1).ravel()
    shuffled = {name: getattr(tables, name)[order] for name in ("players", "placements", "tied")}
    return replace(tables, edit_orders=tables.seats[order], **shuffled)


def test_an_early_place_that_helps_is_found() -> None:
    random = np.random.default_rng(1)
    tables = with_orders(tables_make(random, club_make(random, {4: [0.4, 0.0, 0.0, -0.4]}), 800), 2)

    found = edit_orders_make(tables)[4]

    assert found.tables == 800
    assert found.p_omnibus is not None
    assert found.p_omnibus < 0.001
    betas = [slot.beta or 0 for slot in found.slots]
    assert betas == pytest.approx([0.4, 0, 0, -0.4], abs=0.2)
    # No slot was named before, so the first is corrected like the others: it is one of the two clear ones of four.
    alone = two_sided(betas[0] / (found.slots[0].se or 0))
    assert found.slots[0].p is not None
    assert found.slots[0].p >= 3 * alone


@pytest.mark.parametrize(
    ("orders", "known"),
    [([1, 2, 3], True), ([3, 1, 2], True), ([1, 2, 0], False), ([1, 1, 2], False), ([0, 0, 0], False)],
)
def test_an_order_is_known_when_every_seat_has_its_own(orders: list[int], known: bool) -> None:
    tables = replace(laid([[(0, 1), (1, 2), (2, 3)]]), edit_orders=np.array(orders))

    assert known_orders(tables).tolist() == [known]


def test_tables_without_an_order_are_left_out() -> None:
    random = np.random.default_rng(3)
    tables = with_orders(tables_make(random, club_make(random, {4: [0.0] * 4}), 60), 4)
    orders = tables.edit_orders.copy()
    orders[: 4 * 40] = 0

    found = edit_orders_make(replace(tables, edit_orders=orders))[4]

    assert (found.tables, found.p_omnibus) == (20, None)
    assert {slot.beta for slot in found.slots} == {None}
    assert sum(slot.win_share for slot in found.slots) == pytest.approx(1)


def test_nobody_who_wrote_none_down_has_any() -> None:
    assert edit_orders_make(laid([[(0, 1), (1, 2)]] * 40)) == {}
