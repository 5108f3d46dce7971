"""A deal of help cards drawn so that their worth can be learnt: one seat a table gets one card more or one less.

Drawn from a stored seed by SHA-256 alone, so that anybody can draw it again, with any version of anything.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class Deal:
    """What one table is dealt: `seat` gets `change` (-1 or 1); `cards` of all seats, after the change."""

    seat: int
    change: int
    cards: tuple[int, ...]


def deal_draw(seed: int, tables: Sequence[Sequence[int]], *, supply: int | None = None) -> tuple[Deal, ...]:
    """Draw the change of each table from its base deal, the cards of seats 1 to n.

    All seats are equally likely, and so are both changes; a seat without a card can only get one. Where a table has
    all of a `supply` of cards already, one of the seats that have some loses one. A table's change depends on the seed,
    on how many stand before it and on its own deal, not on the tables behind it.

    Raises:
        ValueError: when a table has no seat, a seat fewer than no cards, or nobody can lose or get one.
    """
    return tuple(_drawn(seed, number, cards, supply) for number, cards in enumerate(tables))


def _drawn(seed: int, number: int, cards: Sequence[int], supply: int | None) -> Deal:
    if not cards or min(cards) < 0:
        raise ValueError("a deal has a number of cards from 0 for every seat")
    used_up = supply is not None and sum(cards) >= supply
    seats = [at for at, count in enumerate(cards) if count or not used_up]
    if not seats:
        raise ValueError("there is no card to deal")
    # 256 bits over at most a handful of outcomes: no outcome is likelier than another by anything that counts.
    drawn = int.from_bytes(sha256(f"{seed}/{number}".encode()).digest())
    rest, chosen = divmod(drawn, len(seats))
    seat = seats[chosen]
    change = -1 if cards[seat] and (used_up or rest % 2 == 0) else 1
    dealt = tuple(count + change * (at == seat) for at, count in enumerate(cards))
    return Deal(seat + 1, change, dealt)
