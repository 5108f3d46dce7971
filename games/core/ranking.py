"""Places from totals and an order that decides ties.

Owns the places of games that are played here; reported ones are checked in `placement`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def places(totals: Sequence[int], order: Sequence[int] | None) -> list[int]:
    """Return the place of each seat from 1 on: more is better, ties go by the order of seats, or are shared."""

    def ahead(one: int, other: int) -> bool:
        if totals[one - 1] != totals[other - 1]:
            return totals[one - 1] > totals[other - 1]
        return order is not None and order.index(one) < order.index(other)

    seats = range(1, len(totals) + 1)
    return [1 + sum(ahead(other, seat) for other in seats if other != seat) for seat in seats]
