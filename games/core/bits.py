"""Sets of cards as bits of an integer (bit n = card n), and tuples over seats.

Owns nothing but these two; every engine keeps its state in such values.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TypeVar

V = TypeVar("V")


@lru_cache(maxsize=1 << 15)
def bits(cards: int) -> tuple[int, ...]:
    """Return the numbers of the cards in a set."""
    found = []
    while cards:
        low = cards & -cards
        found.append(low.bit_length() - 1)
        cards ^= low
    return tuple(found)


def put(values: tuple[V, ...], seat: int, value: V) -> tuple[V, ...]:
    """Return values over seats with one of them replaced."""
    return (*values[: seat - 1], value, *values[seat:])
